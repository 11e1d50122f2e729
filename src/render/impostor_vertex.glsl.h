// A corner of a picture of an instance.
#include "render/impostor_place.glsl.h"
#include "render/mesh_shade.glsl.h"

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_texture;
layout(location = 2) out vec3 out_tint;
layout(location = 3) out vec2 out_light;
layout(location = 4) flat out vec3 out_right;
layout(location = 5) flat out vec3 out_up;
layout(location = 6) flat out vec3 out_toward;

// What stands around shades it, most at its foot. Its own crown does not count: the place that is looked at lies on the
// side of the sun.
float shade_at(vec3 middle, vec2 corner, float radius)
{
    vec3 place = middle + vec3(0.0, 0.6 * radius * corner.y, 0.0) + 0.7 * radius * view.sun.xyz;
    return mesh_sun(place, view.sun.xyz);
}

void main()
{
    vec4 turn = instance_rotation();
    vec3 middle = instance_middle(turn);
    impostor it = impostor_of(middle, turn, normalize(-middle));
    vec3 position = impostor_corner(it), drop = vec3(0.0, instance_drop(), 0.0);
    gl_ClipDistance[0] = view.air.w > 0.5 ? position.y + view.eye.y : 1.0;
    out_light = instance_light;
    if (view.air.w > 0.5) {
        position = mirrored(position);
    } else {
        out_light.x *= shade_at(middle - drop, it.corner, it.radius);
    }
    position -= drop;
    out_position = position;
    out_texture = it.texture_place;
    out_tint = instance_tint;
    out_right = it.right;
    out_up = it.up;
    out_toward = it.toward;
    gl_Position = on_screen(position);
    // The front of a crown is nearer than its middle: without this the ground before it would cut the picture.
    float nearer = min(0.7 * it.radius, 0.5 * gl_Position.w);
    gl_Position.z *= gl_Position.w / (gl_Position.w - nearer);
}
