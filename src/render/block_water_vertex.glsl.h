// A corner of a quad of water, of which only the depth is kept.
#include "render/block_place.glsl.h"

void main()
{
    vec3 position = quad_position(quad_cell(quad_corner()));
    gl_ClipDistance[0] = 1.0;
    gl_Position = quad_clip(position);
}
