// Where a vertex of a mesh is: relative to the eye, sunk with the curvature of the Earth as the ground is.
#include "render/view_block.h"

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;

vec3 mesh_place()
{
    vec3 position = mesh_position;
    position.y -= dot(position.xz, position.xz) * view.eye.w;
    return position;
}
