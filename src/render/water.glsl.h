// The sea, rivers and lakes: waves, what is seen through it, what it mirrors, and the glitter of the sun.
uniform sampler2D detail_map;
uniform sampler2D mirror_map;

// Distance at which a ray meets the sea, which curves away with the Earth; negative if it does not.
float sea_distance(vec3 direction)
{
    if (view.sea.y < 0.5 || view.eye.y <= 0.0) return -1.0;
    float a = dot(direction.xz, direction.xz) * view.eye.w, b = direction.y, c = view.eye.y;
    float inside = b * b - 4.0 * a * c;
    if (b >= 0.0 || inside < 0.0) return -1.0;
    return 2.0 * c / (-b + sqrt(inside));
}

// Slope of the waves, and the variance of the slopes too small to be seen.
vec3 waves_at(vec2 place, float pixel)
{
    const float sizes[4] = float[4](512.0, 128.0, 32.0, 8.0);
    const float slopes[4] = float[4](0.028, 0.045, 0.06, 0.06);
    vec2 slope = vec2(0.0);
    float hidden = 0.0;
    for (int i = 0; i < 4; i++) {
        // Whole numbers, so that every size comes back to its start after the detail period.
        vec2 turned = i == 0   ? place
                      : i == 1 ? vec2(2.0 * place.x + place.y, 2.0 * place.y - place.x) * 0.5
                      : i == 2 ? vec2(place.x - place.y, place.x + place.y)
                               : vec2(3.0 * place.x - place.y, 3.0 * place.y + place.x) * 0.5;
        float lod = log2(max(pixel * float(TR_DETAIL_SIDE) / sizes[i], 1e-4));
        slope += slopes[i] * (textureLod(detail_map, turned / sizes[i], lod).zw * 2.0 - 1.0);
        hidden += slopes[i] * slopes[i] * clamp(lod / 5.0, 0.0, 1.0);
    }
    return vec3(slope, 0.0015 + 0.55 * hidden);
}

vec3 glitter(vec3 direction, vec2 slope, float variance, float fresnel)
{
    vec3 between = normalize(view.sun.xyz - direction);
    vec2 off = between.xz / max(between.y, 0.02) + slope;
    float density = exp(-dot(off, off) / (2.0 * variance)) / (2.0 * pi * variance);
    float strength = fresnel * density / (4.0 * max(-direction.y, 0.08) * pow(max(between.y, 0.02), 4.0));
    return view.sunlight.rgb * min(strength, 6.0);
}

// `ground` is what lies below (alpha: how much sun reaches the place), `way` the metres of water the ray goes through.
// Inland the waves are low, and there is no picture of the mirrored land: the mirror lies in the sea.
vec3 water_color(vec3 direction, float distance_m, vec2 screen, vec4 ground, float way, bool sea)
{
    vec3 position = direction * distance_m;
    // A river leans towards who sees it from a flat angle or from below.
    float down = max(-direction.y, sea ? 0.02 : 0.08);
    float pixel = distance_m * view.sun.w / sqrt(down);
    vec3 waves = waves_at(position.xz + view.eye.xz + view.clip.zw, pixel) * (sea ? vec3(1.0) : vec3(0.4, 0.4, 0.16));
    vec3 normal = normalize(vec3(-waves.x, 1.0, -waves.y));
    float facing = clamp(dot(normal, -direction) + 0.35 * sqrt(waves.z), sea ? 0.02 : 0.12, 1.0);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0) * (1.0 - 3.0 * sqrt(waves.z));

    vec3 light = view.sunlight.rgb * max(view.sun.y, 0.0) * ground.a + view.ambient.rgb;
    vec3 seen = exp(-vec3(0.5, 0.16, 0.14) * min(way, 400.0));
    vec3 body = TR_WATER_BODY * light;
    vec3 color = ground.rgb * seen + body * (1.0 - exp(-0.22 * min(way, 400.0)));

    vec3 mirrored = reflect(direction, normal);
    mirrored = normalize(vec3(mirrored.x, abs(mirrored.y) + 0.5 * sqrt(waves.z), mirrored.z));
    vec3 reflected = sky_radiance(mirrored);
    if (sea && view.sea.w > 0.5) {
        // A slope moves the mirrored picture mostly up and down.
        vec2 shift =
            vec2(waves.x * view.right.x + waves.y * view.right.z, waves.x * view.forward.x + waves.y * view.forward.z);
        vec4 land = textureLod(mirror_map, screen + shift * vec2(0.2, -0.5) * view.tile.xy, 0.0);
        reflected = mix(reflected, land.rgb / max(land.a, 1e-3), land.a);
    }
    color = mix(color, reflected, fresnel) + glitter(direction, waves.xy, waves.z, fresnel) * ground.a;
    // The edge of the sea is thin: no mirror there, a little foam behind it.
    float edge = smoothstep(0.0, 0.5, way * down * 4.0);
    return mix(ground.rgb, color, edge);
}
