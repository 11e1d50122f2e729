// A vertex of a mesh as the sun sees it, in one of the squares of shadows.
#include "render/shade_place.glsl.h"

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;
layout(location = TR_AT_MESH_UV) in vec2 mesh_uv;

uniform vec3 mesh_origin;  // relative to the eye

out vec2 v_uv;

void main()
{
    vec3 position = mesh_origin + mesh_position;
    position.y -= dot(position.xz, position.xz) * view.eye.w;
    v_uv = mesh_uv;
    gl_Position = shade_place(position);
}
