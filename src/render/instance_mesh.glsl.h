// A vertex of an instance's model.
#include "render/instance_place.glsl.h"

layout(location = TR_AT_MESH_POSITION) in vec3 mesh_position;

// Relative to the eye, without the curvature of the Earth.
vec3 instance_vertex()
{
    return instance_place.xyz + instance_place.w * turned_by(normalize(instance_turn), mesh_position);
}
