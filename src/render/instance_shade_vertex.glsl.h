// A vertex of an instance as the sun sees it, in one of the squares of shadows.
#include "render/shade_place.glsl.h"
#include "render/instance_mesh.glsl.h"

void main()
{
    vec3 position = instance_vertex();
    position.y -= instance_drop();
    gl_Position = shade_place(position);
}
