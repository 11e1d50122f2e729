// A corner of a picture of an instance as the sun sees it, in one of the squares of shadows.
#include "render/shade_place.glsl.h"
#include "render/impostor_place.glsl.h"

void main()
{
    vec3 position = impostor_corner(impostor_of(view.sun.xyz));
    position.y -= instance_drop();
    gl_Position = shade_place(position);
}
