// A vertex of an instance.
#include "render/instance_mesh.glsl.h"

layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec3 out_color;
layout(location = 3) out vec2 out_light;

void main()
{
    vec3 position = instance_vertex();
    gl_ClipDistance[0] = view.air.w > 0.5 ? position.y + view.eye.y : 1.0;
    if (view.air.w > 0.5) position = mirrored(position);
    position.y -= instance_drop();
    out_position = position;
    out_normal = turned_by(normalize(instance_turn), mesh_normal);
    out_color = mesh_color * instance_tint;
    out_light = instance_light;
    gl_Position = on_screen(position);
}
