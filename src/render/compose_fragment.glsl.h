// The finished picture: sky, sea and ground of every sample of a pixel, haze, tone curve, mean, dither.
#include "render/atmosphere.glsl.h"
#include "render/tone.glsl.h"
#include "render/water.glsl.h"

uniform sampler2D ground_map;
uniform sampler2D depth_map;
uniform sampler2D water_depth_map;

layout(location = 0) out vec4 out_color;

vec3 sky_color(vec3 direction)
{
    vec3 color = sky_radiance(direction);
    // Half a degree wide, its edge softened by the air.
    float off = acos(clamp(dot(direction, view.sun.xyz), -1.0, 1.0));
    return color + view.sunlight.rgb * 40.0 * smoothstep(0.0062, 0.0042, off);
}

// Distance to rivers and lakes; negative where there are none. Rivers that come down a slope are seen above the horizon
// too.
float inland_distance(ivec2 texel, float stretch)
{
    if (view.place.z < 0.5) return -1.0;
    float depth = texelFetch(water_depth_map, texel, 0).r;
    return depth > 0.0 ? view.forward.w / depth * stretch : -1.0;
}

// Rivers pass into the look of the sea over their last two metres above it: both surfaces are nearly one there.
vec3 inland_color(vec3 direction, float distance_m, vec2 screen, vec4 ground, float way, bool over_sea)
{
    vec3 at = direction * distance_m;
    float height = at.y + view.eye.y + dot(at.xz, at.xz) * view.eye.w;
    float sea = over_sea ? smoothstep(2.0, 0.3, height) : 0.0;
    vec3 color = vec3(0.0);
    if (sea < 1.0) color += (1.0 - sea) * water_color(direction, distance_m, screen, ground, way, false);
    if (sea > 0.0) color += sea * water_color(direction, distance_m, screen, ground, way, true);
    return color;
}

// @param texel  a sample
vec3 sample_color(ivec2 texel)
{
    vec2 screen = (vec2(texel) + 0.5) / (view.size.xy * view.size.zw);
    vec2 lens = (screen * 2.0 - 1.0 - view.tile.zw) / (view.tile.xy * vec2(view.right.w, view.up.w));
    vec3 ray = view.right.xyz * lens.x + view.up.xyz * lens.y + view.forward.xyz;
    float stretch = length(ray);
    vec3 direction = ray / stretch;

    float depth = texelFetch(depth_map, texel, 0).r;
    bool land = depth > 0.0;
    if (view.sea.z > 0.5) return land ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 1.0);
    float land_m = land ? view.forward.w / depth * stretch : 1e9;
    float sea_m = sea_distance(direction);
    vec4 ground = land ? texelFetch(ground_map, texel, 0) : vec4(0.0, 0.0, 0.0, 1.0);
    float inland_m = inland_distance(texel, stretch);
    // A river that enters the sea has its level: there it is the sea.
    if (inland_m > 0.0 && inland_m < land_m && (sea_m < 0.0 || inland_m < sea_m * 0.9999)) {
        return haze(inland_color(direction, inland_m, screen, ground, land_m - inland_m, sea_m > 0.0), direction,
                    inland_m);
    }
    if (sea_m > 0.0 && sea_m < land_m) {
        vec3 color = water_color(direction, sea_m, screen, ground, land_m - sea_m, true);
        return haze(color, direction, sea_m);
    }
    if (land) return haze(ground.rgb, direction, land_m);
    // Below the horizon and beyond the last level there is only haze.
    float horizon = -sqrt(4.0 * view.eye.w * max(view.eye.y, 0.0));
    return direction.y > horizon ? sky_color(direction) : haze(vec3(0.0), vec3(direction.x, 0.0, direction.z), 1e7);
}

float random(uvec2 at, uint salt)
{
    uint value = at.x * 0x9e3779b1u ^ at.y * 0x85ebca77u ^ salt * 0xc2b2ae3du;
    value = (value ^ (value >> 15)) * 0x2c1b3c6du;
    value = (value ^ (value >> 12)) * 0x297a2d39u;
    return float((value ^ (value >> 15)) >> 8) / 16777216.0;
}

void main()
{
    // A tile lies somewhere in the picture; its samples begin at 0.
    ivec2 pixel = ivec2(gl_FragCoord.xy) - ivec2(view.place.xy), samples = ivec2(view.size.zw);
    vec3 sum = vec3(0.0);
    for (int j = 0; j < samples.y; j++) {
        for (int i = 0; i < samples.x; i++) {
            vec3 color = sample_color(pixel * samples + ivec2(i, j));
            sum += view.sea.z > 0.5 ? color : tone(color);
        }
    }
    vec3 color = sum / float(samples.x * samples.y);
    uvec2 at = uvec2(gl_FragCoord.xy);
    // A triangular distribution one step wide to each side hides the steps of 8 bits.
    float noise = random(at, 1u) + random(at, 2u) - 1.0;
    out_color = vec4(view.sea.z > 0.5 ? color : encode(color) + noise / 255.0, 1.0);
}
