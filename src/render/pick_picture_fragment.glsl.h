// A picture of an instance is under the pixel.
#include "render/pick.glsl.h"
#include "render/impostor_texture.glsl.h"

void main()
{
    if (texture(impostor_colors, v_texture).a < impostor_min) discard;
    picked();
}
