// The sky from its tables, and haze between the eye and a point.
#include "render/view_block.h"

uniform sampler2D sky_air;
uniform sampler2D sky_haze;
uniform sampler2D sky_horizon;

const float pi = 3.14159265;

vec2 sky_place(vec3 direction)
{
    vec2 flat_view = direction.xz / max(length(direction.xz), 1e-5);
    vec2 flat_sun = view.sun.xz / max(length(view.sun.xz), 1e-5);
    float azimuth = acos(clamp(dot(flat_view, flat_sun), -1.0, 1.0)) / pi;
    float up = sqrt(clamp((direction.y - TR_SKY_LOWEST) / (1.0 - TR_SKY_LOWEST), 0.0, 1.0));
    vec2 size = vec2(TR_SKY_WIDTH, TR_SKY_HEIGHT);
    return (vec2(azimuth, up) * (size - 1.0) + 0.5) / size;
}

// Radiance of the sky without the sun's disc.
vec3 sky_radiance(vec3 direction)
{
    vec2 place = sky_place(direction);
    float cosine = dot(direction, view.sun.xyz);
    float air_phase = TR_SKY_AIR_PHASE(cosine), haze_phase = TR_SKY_HAZE_PHASE(cosine);
    return textureLod(sky_air, place, 0.0).rgb * air_phase + textureLod(sky_haze, place, 0.0).rgb * haze_phase;
}

// Metres of air as dense as at sea level, over a ray from the eye.
float dense_length(float scale_height, float up, float way)
{
    float fall = up * way / scale_height;
    float mean = abs(fall) < 1e-3 ? 1.0 - 0.5 * fall : (1.0 - exp(-fall)) / fall;
    return way * exp(-max(view.eye.y, 0.0) / scale_height) * mean;
}

// Share of the light that comes through the air.
vec3 seen_through(vec3 direction, float way)
{
    vec3 depth = view.air.rgb * dense_length(TR_SKY_RAYLEIGH_M, direction.y, way) +
                 view.ambient.a * dense_length(TR_SKY_MIE_M, direction.y, way);
    return exp(-min(depth, 40.0));
}

// What a long way through the air adds.
vec3 sky_along(vec3 direction)
{
    return sky_radiance(normalize(vec3(direction.x, max(direction.y, 0.015), direction.z)));
}

// The same low over the horizon, for every direction: by half the angle from the sun.
vec3 horizon_along(vec3 direction)
{
    float level = max(length(direction.xz) * length(view.sun.xz), 1e-5);
    float facing = clamp(dot(direction.xz, view.sun.xz) / level, -1.0, 1.0);
    return textureLod(sky_horizon, vec2(sqrt(0.5 - 0.5 * facing), 0.5), 0.0).rgb;
}

vec3 haze(vec3 color, vec3 direction, float way)
{
    vec3 seen = seen_through(direction, way);
    return color * seen + sky_along(direction) * (1.0 - seen);
}
