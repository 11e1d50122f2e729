// Where a place relative to the eye lies in one of the squares of shadows.
#include "render/view_block.h"

uniform float shade_radius;

vec4 shade_place(vec3 position)
{
    vec3 at = position - view.shade_middle.xyz;
    vec3 place = vec3(dot(view.shade_right.xyz, at), dot(view.shade_up.xyz, at), dot(view.sun.xyz, at)) / shade_radius;
    float depth = clamp(place.z / TR_SHADE_DEPTH * 0.5 + 0.5, 0.0, 1.0);
    return vec4(place.xy, view.clip.x * depth + view.clip.y, 1.0);
}
