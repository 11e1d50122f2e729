// A line or a handle is under the pixel.
#include "render/line_shape.glsl.h"

uniform ivec2 pick_what;

flat in int v_index;

layout(location = 0) out uvec4 out_pick;

void main()
{
    if (line_cover() < 0.25) discard;
    out_pick = uvec4(uint(pick_what.x), uint(pick_what.y + v_index), floatBitsToUint(length(v_position)), 1u);
}
