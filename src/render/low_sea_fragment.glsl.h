// The sea in quality LOW. What lies below it has taken its colour already.
#include "render/surface.glsl.h"
#include "render/low_water.glsl.h"

void main()
{
    water_surface(0.1, 0.09);
}
