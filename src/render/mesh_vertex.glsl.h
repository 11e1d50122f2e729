// A vertex of a mesh.
#include "render/place.glsl.h"

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;
layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;
layout(location = TR_AT_MESH_LIGHT) in vec2 mesh_light;
layout(location = TR_AT_MESH_UV) in vec2 mesh_uv;

uniform vec3 mesh_origin;  // relative to the eye

out vec3 v_normal;
out vec3 v_color;
out vec2 v_light;
out vec2 v_uv;

void main()
{
    vec3 position = mesh_origin + mesh_position;
    float height = position.y + view.eye.y;
    position.y -= dot(position.xz, position.xz) * view.eye.w;
    v_normal = mesh_normal;
    v_color = mesh_color;
    v_light = mesh_light;
    v_uv = mesh_uv;
    place_vertex(position, height);
}
