// A tile of the 2D layer: its image times its tint, as the screen has it.
#include "render/view_block.h"
#include "render/tone.glsl.h"

uniform sampler2D tile_image_map;

in vec2 v_uv;
in vec4 v_tint;

layout(location = 0) out vec4 out_color;

void main()
{
    vec4 color = v_tint;
    if (is_textured) {
        vec4 texel = texture(tile_image_map, v_uv);
        color *= vec4(encode(texel.rgb), texel.a);
    }
    if (color.a <= 0.0) discard;
    out_color = color;
}
