// A vertex of a mesh.
#include "render/mesh_place.glsl.h"

layout(location = TR_AT_MESH_NORMAL) in vec3 mesh_normal;
layout(location = TR_AT_MESH_COLOR) in vec3 mesh_color;
layout(location = TR_AT_MESH_LIGHT) in vec2 mesh_light;

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec3 out_color;
layout(location = 3) out vec2 out_light;

void main()
{
    vec3 position = mesh_place();
    float height = mesh_position.y + view.eye.y;
    gl_ClipDistance[0] = view.air.w > 0.5 ? height : 1.0;
    if (view.air.w > 0.5) position.y -= 2.0 * height;
    out_position = position;
    out_normal = mesh_normal;
    out_color = mesh_color;
    out_light = mesh_light;

    float depth = dot(view.forward.xyz, position);
    vec2 screen = vec2(dot(view.right.xyz, position) * view.right.w, dot(view.up.xyz, position) * view.up.w);
    gl_Position = vec4(screen * view.tile.xy + depth * view.tile.zw, view.forward.w, depth);
}
