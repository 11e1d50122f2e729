// A picture of an instance that throws a shadow: only its depth is kept.
#include "render/view_block.h"
#include "render/impostor_texture.glsl.h"

layout(location = 0) in vec3 in_texture;

void main()
{
    if (texture(impostor_colors, in_texture).a < impostor_least) discard;
}
