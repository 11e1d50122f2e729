// A line or a handle, over the finished picture; fainter behind the world.
#include "render/view_block.h"
#include "render/line_shape.glsl.h"

uniform sampler2D depth_map;
uniform float line_hidden_share;

flat in vec2 v_across;

layout(location = 0) out vec4 out_color;

void main()
{
    float share = line_cover();
    // What is before its middle hides it over its whole width, or not at all.
    vec2 middle = gl_FragCoord.xy - (v_shape.y < 0.5 ? v_across * v_off.y : v_off);
    vec2 pixel = clamp(floor(middle - view.place.xy), vec2(0.0), view.size.xy - 1.0);
    ivec2 texel = ivec2(pixel) * ivec2(view.size.zw);
    float depth = texelFetch(depth_map, texel, 0).r, way = dot(view.forward.xyz, v_position);
    // A line that lies on the ground is seen.
    bool is_hidden = depth > 0.0 && view.forward.w / depth < way * 0.995 - 0.05;
    if (is_hidden) share *= line_hidden_share;
    if (share <= 0.0) discard;
    out_color = vec4(v_color.rgb, v_color.a * share);
}
