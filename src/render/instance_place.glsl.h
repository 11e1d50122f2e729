// Where an instance stands.
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
