// The surface of water in quality LOW. Needs surface.glsl.h.
uniform sampler2D detail_map;

// @param share  of what lies below that is not seen, looking straight down
void water_surface(float share, float steepness)
{
    vec3 direction = normalize(v_position);
    vec2 place = v_position.xz + view.eye.xz + view.clip.zw;
    vec2 slope = steepness * (texture(detail_map, place / 32.0).zw + texture(detail_map, place.yx / 128.0).zw - 1.0);
    float facing = clamp(-direction.y - dot(slope, direction.xz), 0.04, 1.0);
    float fresnel = 0.02 + 0.9 * pow(1.0 - facing, 5.0);
    vec3 mirrored = normalize(vec3(direction.x + slope.x, abs(direction.y) + 0.04, direction.z + slope.y));
    vec3 light = view.sunlight.rgb * max(view.sun.y, 0.0) + view.ambient.rgb;
    float alpha = share + (1.0 - share) * fresnel;
    vec3 color = mix(TR_WATER_BODY * light, sky_radiance(mirrored), fresnel / alpha);
    vec3 between = normalize(view.sun.xyz - direction);
    vec2 off = between.xz / max(between.y, 0.02) + slope;
    color += view.sunlight.rgb * min(fresnel * 8.0 * exp(-dot(off, off) / 0.012), 4.0);
    out_color = vec4(to_screen(color * v_seen + v_glow), alpha);
}
