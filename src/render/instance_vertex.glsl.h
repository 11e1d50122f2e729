// A vertex of an instance.
#include "render/place.glsl.h"
#include "render/instance_mesh.glsl.h"

layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;

out vec3 v_normal;
out vec3 v_color;
out vec2 v_light;

void main()
{
    vec3 position = instance_vertex();
    float height = position.y + view.eye.y;
    position.y -= instance_drop();
    v_normal = turned_by(normalize(instance_turn), mesh_normal);
    v_color = mesh_color * instance_tint;
    v_light = instance_light;
    place_vertex(position, height);
}
