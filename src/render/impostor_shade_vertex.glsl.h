// A corner of a picture of an instance as the sun sees it, in one of the squares of shadows.
#include "render/impostor_place.glsl.h"
#include "render/shade_place.glsl.h"

layout(location = 0) out vec3 out_texture;

void main()
{
    vec4 turn = instance_rotation();
    impostor it = impostor_of(instance_middle(turn), turn, view.sun.xyz);
    vec3 position = impostor_corner(it);
    position.y -= instance_drop();
    out_texture = it.texture_place;
    gl_Position = shade_place(position);
}
