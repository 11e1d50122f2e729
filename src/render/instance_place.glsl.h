// Where an instance stands.
#include "render/view_block.h"

layout(location = TR_AT_INSTANCE_PLACE) in vec4 instance_place;  // relative to the eye, scale
layout(location = TR_AT_INSTANCE_TURN) in vec4 instance_turn;    // quaternion
layout(location = TR_AT_INSTANCE_TINT) in vec3 instance_tint;
layout(location = TR_AT_INSTANCE_LIGHT) in vec2 instance_light;  // sun, sky

vec3 turned_by(vec4 turn, vec3 v)
{
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

// How far it has sunk with the curvature of the Earth: the whole as its foot, so that it stays in one piece.
float instance_drop()
{
    return dot(instance_place.xz, instance_place.xz) * view.eye.w;
}

vec4 on_screen(vec3 position)
{
    float depth = dot(view.forward.xyz, position);
    vec2 screen = vec2(dot(view.right.xyz, position) * view.right.w, dot(view.up.xyz, position) * view.up.w);
    return vec4(screen * view.tile.xy + depth * view.tile.zw, view.forward.w, depth);
}

// A place that the sea mirrors, with what it has sunk.
vec3 mirrored(vec3 position)
{
    float height = position.y + view.eye.y;
    return vec3(position.x, position.y - 2.0 * height, position.z);
}
