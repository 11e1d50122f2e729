// Light on a surface. Needs atmosphere.glsl.h.

// `sun`, `sky`: how much of each reaches the place.
vec3 lit(vec3 albedo, vec3 normal, float sun, float sky)
{
    float facing = max(dot(normal, view.sun.xyz), 0.0);
    vec3 from_sun = view.sunlight.rgb * facing * sun;
    vec3 from_sky = view.ambient.rgb * 1.6 * (0.55 + 0.45 * normal.y) * sky;
    // The surroundings send some of their light back, most of it up slopes and into hollows.
    float low = 0.5 - 0.5 * normal.y + 0.25 * (1.0 - sky);
    vec3 bounced = albedo * (view.sunlight.rgb * max(view.sun.y, 0.0) + view.ambient.rgb) * (0.12 + low) * 0.6;
    return albedo / pi * (from_sun + from_sky + bounced);
}

// Leaves and bark: as lit(), but light goes round edges and through leaves: no side is without any, and the underside
// of a crown is lit by the ground.
vec3 lit_soft(vec3 albedo, vec3 normal, float sun, float sky)
{
    const float round_edges = 0.35, through = 0.25;
    float facing = dot(normal, view.sun.xyz);
    float soft = max((facing + round_edges) / (1.0 + round_edges), 0.0) + through * max(-facing, 0.0);
    vec3 from_sky = view.ambient.rgb * 1.6 * (0.7 + 0.3 * normal.y) * sky;
    vec3 around = view.sunlight.rgb * max(view.sun.y, 0.0) + view.ambient.rgb;
    vec3 bounced = (0.5 * albedo + 0.08) * around * (0.9 - 0.4 * normal.y);
    return albedo / pi * (view.sunlight.rgb * soft * sun + from_sky + bounced);
}
