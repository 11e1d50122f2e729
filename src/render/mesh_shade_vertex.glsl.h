// A vertex of a mesh as the sun sees it, in one of the squares of shadows.
#include "render/mesh_place.glsl.h"

layout(location = TR_AT_SHADE_RADIUS) uniform float shade_radius;

void main()
{
    vec3 at = mesh_place() - view.shade_middle.xyz;
    vec3 place = vec3(dot(view.shade_right.xyz, at), dot(view.shade_up.xyz, at), dot(view.sun.xyz, at)) / shade_radius;
    gl_Position = vec4(place.xy, place.z / TR_SHADE_DEPTH * 0.5 + 0.5, 1.0);
}
