// The ground, a mesh or an instance is under the pixel.
#include "render/pick.glsl.h"

void main()
{
    picked();
}
