// Where a place relative to the eye lies in one of the squares of shadows.
layout(location = TR_AT_SHADE_RADIUS) uniform float shade_radius;

vec4 shade_place(vec3 position)
{
    vec3 at = position - view.shade_middle.xyz;
    vec3 place = vec3(dot(view.shade_right.xyz, at), dot(view.shade_up.xyz, at), dot(view.sun.xyz, at)) / shade_radius;
    return vec4(place.xy, place.z / TR_SHADE_DEPTH * 0.5 + 0.5, 1.0);
}
