// A vertex of a mesh as the sun sees it, in one of the squares of shadows.
#include "render/mesh_place.glsl.h"
#include "render/shade_place.glsl.h"

void main()
{
    gl_Position = shade_place(mesh_place());
}
