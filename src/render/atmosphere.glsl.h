// The sky from its tables, and haze between the eye and a point.
#include "render/view_block.h"

layout(binding = TR_UNIT_SKY_AIR) uniform sampler2D sky_air;
layout(binding = TR_UNIT_SKY_HAZE) uniform sampler2D sky_haze;

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

vec3 haze(vec3 color, vec3 direction, float way)
{
    vec3 depth = view.air.rgb * dense_length(TR_SKY_RAYLEIGH_M, direction.y, way) +
                 view.ambient.a * dense_length(TR_SKY_MIE_M, direction.y, way);
    vec3 seen = exp(-min(depth, 40.0));
    vec3 along = normalize(vec3(direction.x, max(direction.y, 0.015), direction.z));
    return color * seen + sky_radiance(along) * (1.0 - seen);
}
