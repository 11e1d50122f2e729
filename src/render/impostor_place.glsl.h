// A corner of the picture of an instance's model, turned towards whoever looks.
#include "render/instance_place.glsl.h"

layout(location = TR_AT_INSTANCE_GROUP) in uint instance_group;

layout(std430, binding = TR_INSTANCE_BALLS_BINDING) readonly buffer balls
{
    vec4 ball[];  // of each group: middle relative to the foot, radius
};

struct impostor {
    vec3 middle;             // relative to the eye, without the curvature of the Earth
    vec3 right, up, toward;  // unit vectors of the picture
    vec2 corner;             // -1..1
    float radius;            // of the picture, metres
    vec3 texture_place;
};

// @param toward  unit vector from the instance to whoever looks
impostor impostor_of(vec3 middle, vec4 turn, vec3 toward)
{
    impostor it;
    it.middle = middle;
    it.toward = toward;
    it.corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0;
    it.radius = ball[instance_group].w * instance_place.w * TR_IMPOSTOR_MARGIN;
    vec3 axis = turned_by(turn, vec3(0.0, 1.0, 0.0)), side = cross(axis, toward);
    it.right = dot(side, side) > 1e-6 ? normalize(side) : view.right.xyz;
    it.up = cross(toward, it.right);

    vec3 local = turned_by(vec4(-turn.xyz, turn.w), toward);
    float azimuth = atan(local.x, local.z) / 6.2831853 * float(TR_IMPOSTOR_AZIMUTHS) + float(TR_IMPOSTOR_AZIMUTHS);
    int column = int(azimuth + 0.5) % TR_IMPOSTOR_AZIMUTHS;
    int row = local.y < TR_IMPOSTOR_SECOND ? 0 : local.y < TR_IMPOSTOR_THIRD ? 1 : 2;
    vec2 count = vec2(TR_IMPOSTOR_AZIMUTHS, TR_IMPOSTOR_ELEVATIONS);
    it.texture_place = vec3((vec2(column, row) + it.corner * 0.5 + 0.5) / count, float(instance_group));
    return it;
}

vec4 instance_rotation()
{
    return normalize(instance_turn);
}

vec3 instance_middle(vec4 turn)
{
    return instance_place.xyz + instance_place.w * turned_by(turn, ball[instance_group].xyz);
}

vec3 impostor_corner(impostor it)
{
    return it.middle + it.radius * (it.right * it.corner.x + it.up * it.corner.y);
}
