// A corner of the picture of an instance's model, turned towards whoever looks. The place of the instance is here the
// middle of the ball around it, its scale the radius of the picture.
#include "render/instance_place.glsl.h"

layout(location = TR_AT_INSTANCE_LAYER) in uint instance_layer;

out vec3 v_texture;

struct impostor {
    vec3 right, up, toward;  // unit vectors of the picture
    vec2 corner;             // -1..1
};

// @param toward  unit vector from the instance to whoever looks
impostor impostor_of(vec3 toward)
{
    vec4 turn = normalize(instance_turn);
    impostor result;
    result.toward = toward;
    result.corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0;
    vec3 axis = turned_by(turn, vec3(0.0, 1.0, 0.0)), side = cross(axis, toward);
    result.right = dot(side, side) > 1e-6 ? normalize(side) : view.right.xyz;
    result.up = cross(toward, result.right);

    vec3 local = turned_by(vec4(-turn.xyz, turn.w), toward);
    float azimuth = atan(local.x, local.z) / 6.2831853 * float(TR_IMPOSTOR_AZIMUTHS) + float(TR_IMPOSTOR_AZIMUTHS);
    int column = int(azimuth + 0.5) % TR_IMPOSTOR_AZIMUTHS;
    int row = local.y < TR_IMPOSTOR_SECOND ? 0 : local.y < TR_IMPOSTOR_THIRD ? 1 : 2;
    vec2 count = vec2(TR_IMPOSTOR_AZIMUTHS, TR_IMPOSTOR_ELEVATIONS);
    v_texture = vec3((vec2(column, row) + result.corner * 0.5 + 0.5) / count, float(instance_layer));
    return result;
}

vec3 impostor_corner(impostor picture)
{
    return instance_place.xyz + instance_place.w * (picture.right * picture.corner.x + picture.up * picture.corner.y);
}
