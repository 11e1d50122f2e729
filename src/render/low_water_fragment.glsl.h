// Rivers and lakes in quality LOW: a surface that lets some of the ground through.
#include "render/surface.glsl.h"
#include "render/low_water.glsl.h"

void main()
{
    water_surface(0.8, 0.05);
}
