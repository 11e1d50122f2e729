// The light of a level's ground, for quality LOW: nothing of it depends on the eye.
#include "render/atmosphere.glsl.h"
#include "render/lit.glsl.h"

uniform sampler2D color_map;
uniform sampler2D light_map;

layout(location = 0) out vec4 out_color;

void main()
{
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 light = texelFetch(light_map, texel, 0);
    vec3 normal = vec3(light.x, 0.0, light.y);
    normal.y = sqrt(max(1.0 - dot(normal, normal), 0.0025));
    vec3 color = lit(texelFetch(color_map, texel, 0).rgb, normal, light.z, light.w);
    out_color = vec4(sqrt(clamp(color / TR_BAKED_BRIGHTEST, 0.0, 1.0)), 1.0);
}
