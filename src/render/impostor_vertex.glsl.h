// A corner of a picture of an instance.
#include "render/place.glsl.h"
#include "render/impostor_place.glsl.h"
#include "render/lit.glsl.h"
#include "render/shade.glsl.h"
#include "render/tone.glsl.h"

out vec3 v_tint;
out vec2 v_light;
flat out vec3 v_right;
flat out vec3 v_up;
flat out vec3 v_toward;

// What stands around shades it, most at its foot. Its own crown does not count: the place that is looked at lies on the
// side of the sun.
float shade_at(vec3 middle, vec2 corner)
{
    float radius = instance_place.w;
    vec3 place = middle + vec3(0.0, 0.6 * radius * corner.y, 0.0) + 0.7 * radius * view.sun.xyz;
    return mesh_sun(place, view.sun.xyz);
}

void main()
{
    vec3 middle = instance_place.xyz, drop = vec3(0.0, instance_drop(), 0.0);
    impostor picture = impostor_of(normalize(-middle));
    vec3 position = impostor_corner(picture);
    v_light = instance_light;
    v_light.x *= shade_at(middle - drop, picture.corner);
    v_tint = instance_tint;
    if (is_low) {
        // A crown as round as a ball, of a dark green, lit at the corners of the picture.
        const float albedo = 0.08;
        vec3 normal =
            normalize(picture.toward + 0.8 * (picture.right * picture.corner.x + picture.up * picture.corner.y));
        v_tint = screen_to_light(v_tint) * lit_soft(vec3(albedo), normal, v_light.x, v_light.y) / albedo;
    }
    v_right = picture.right;
    v_up = picture.up;
    v_toward = picture.toward;
    place_vertex(position - drop, position.y + view.eye.y);
    // The front of a crown is nearer than its middle: without this the ground before it would cut the picture.
    float w = gl_Position.w, nearer = min(0.7 * instance_place.w, 0.5 * w);
    gl_Position.z = clip_depth(view.forward.w * w / (w - nearer), w);
}
