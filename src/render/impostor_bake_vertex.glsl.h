// A vertex of a model, for one of its pictures.
#include "render/view_block.h"

layout(location = TR_AT_IMPOSTOR_BALL) uniform vec4 ball;         // middle, radius of the picture
layout(location = TR_AT_IMPOSTOR_VIEW) uniform ivec2 view_index;  // azimuth, elevation

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;
layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec3 out_color;

void main()
{
    const float sines[3] = TR_IMPOSTOR_SINES;
    float angle = 6.2831853 * float(view_index.x) / float(TR_IMPOSTOR_AZIMUTHS), sine = sines[view_index.y];
    vec3 level = vec3(sin(angle), 0.0, cos(angle)), toward = level * sqrt(1.0 - sine * sine) + vec3(0.0, sine, 0.0);
    vec3 right = cross(vec3(0.0, 1.0, 0.0), level), up = cross(toward, right);
    mat3 axes = transpose(mat3(right, up, toward));
    vec3 place = axes * (mesh_position - ball.xyz) / ball.w;
    out_position = place;
    out_normal = axes * mesh_normal;
    out_color = mesh_color;
    gl_Position = vec4(place.xy, place.z * 0.5 + 0.5, 1.0);
}
