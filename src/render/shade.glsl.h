// The shadows that meshes throw, from depths along the rays of the sun in squares around a place ahead of the eye, each
// four times as wide as the one before.
uniform sampler2DArrayShadow shade_map;

// Share of the sun at a place relative to the eye.
float mesh_sun(vec3 position, vec3 normal)
{
    if (is_low || is_mirror) return 1.0;
    int count = int(view.shade_up.w);
    float radius = view.shade_right.w;
    float facing = clamp(dot(normal, view.sun.xyz), 0.15, 1.0), slant = sqrt(1.0 - facing * facing) / facing;
    for (int i = 0; i < count; i++, radius *= TR_SHADE_GROWTH) {
        float texel = 2.0 * radius / view.shade_middle.w;
        // Off the surface, the more the flatter the sun shines on it, so that it does not lie in its own shadow.
        vec3 at =
            position - view.shade_middle.xyz + normal * texel + view.sun.xyz * (texel * (0.5 + 2.0 * slant) + 0.01);
        vec3 place = vec3(dot(view.shade_right.xyz, at), dot(view.shade_up.xyz, at), dot(view.sun.xyz, at)) / radius;
        if (max(abs(place.x), abs(place.y)) > 0.98 || abs(place.z) > 0.98 * TR_SHADE_DEPTH) continue;
        float sum = 0.0;
        // Borders are about as soft as the sun's disc makes those of a crown some metres away.
        float apart = clamp(0.06 / texel, 1.0, 2.5);
        for (int k = 0; k < 9; k++) {
            vec2 shift = apart * vec2(k % 3 - 1, k / 3 - 1) / view.shade_middle.w;
            sum +=
                texture(shade_map, vec4(place.xy * 0.5 + 0.5 + shift, float(i), place.z / TR_SHADE_DEPTH * 0.5 + 0.5));
        }
        return mix(view.place.w, 1.0, sum / 9.0);
    }
    return 1.0;
}
