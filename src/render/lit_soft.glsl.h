// Light on leaves and bark. Needs lit.glsl.h.

// As lit(), but light goes round edges and through leaves: no side is without any, and the underside of a crown is lit
// by the ground.
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

vec3 screen_to_light(vec3 color)
{
    return mix(color / 12.92, pow((color + 0.055) / 1.055, vec3(2.4)), step(0.04045, color));
}
