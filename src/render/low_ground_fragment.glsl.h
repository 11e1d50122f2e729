// The ground in quality LOW: light was put into its texture, haze comes from the vertices.
#include "render/surface.glsl.h"
#include "render/ground_level.glsl.h"

uniform sampler2D baked_map;
uniform sampler2D coarse_baked_map;
uniform sampler2D detail_map;

in vec2 v_sample;
in float v_share;

void main()
{
    vec2 place = clamp((v_sample + 0.5) / level_size.xy, vec2(-1.0), vec2(2.0));
    vec3 root = texture(baked_map, place).rgb;
    vec2 coarse = clamp((v_sample * level_coarse.x + level_coarse.yz + 0.5) / max(level_size.zw, 1.0), -1.0, 2.0);
    vec2 right = dFdx(coarse), up = dFdy(coarse);
    if (v_share > 0.0) root = mix(root, textureGrad(coarse_baked_map, coarse, right, up).rgb, v_share);
    float rough = texture(detail_map, (v_position.xz + view.eye.xz) / 64.0).x - 0.5;
    vec3 color = root * root * (TR_BAKED_BRIGHTEST + TR_BAKED_BRIGHTEST * rough);
    // What lies below the sea is seen through it; the surface is drawn over it.
    if (v_height < 0.0 && view.sea.y > 0.5) {
        vec3 light = view.sunlight.rgb * max(view.sun.y, 0.0) + view.ambient.rgb;
        vec3 seen = exp(vec3(0.8, 0.26, 0.22) * max(v_height, -60.0));
        color = mix(TR_WATER_BODY * light, color, seen);
    }
    finish(color, 1.0);
}
