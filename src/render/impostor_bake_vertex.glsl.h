// A vertex of a model, for one of its pictures.
#include "render/view_block.h"

uniform vec4 impostor_ball;   // middle, radius of the picture
uniform ivec2 impostor_side;  // azimuth, elevation

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;
layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;

out vec3 v_position;
out vec3 v_normal;
out vec3 v_color;

void main()
{
    const float sines[3] = TR_IMPOSTOR_SINES;
    float angle = 6.2831853 * float(impostor_side.x) / float(TR_IMPOSTOR_AZIMUTHS), sine = sines[impostor_side.y];
    vec3 level = vec3(sin(angle), 0.0, cos(angle)), toward = level * sqrt(1.0 - sine * sine) + vec3(0.0, sine, 0.0);
    vec3 right = cross(vec3(0.0, 1.0, 0.0), level), up = cross(toward, right);
    mat3 axes = transpose(mat3(right, up, toward));
    vec3 place = axes * (mesh_position - impostor_ball.xyz) / impostor_ball.w;
    v_position = place;
    v_normal = axes * mesh_normal;
    v_color = mesh_color;
    gl_Position = vec4(place.xy, view.clip.x * (place.z * 0.5 + 0.5) + view.clip.y, 1.0);
}
