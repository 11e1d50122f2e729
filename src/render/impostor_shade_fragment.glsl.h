// A picture of an instance that throws a shadow: only its depth is kept.
#include "render/impostor_texture.glsl.h"

void main()
{
    if (texture(impostor_colors, v_texture).a < impostor_min) discard;
}
