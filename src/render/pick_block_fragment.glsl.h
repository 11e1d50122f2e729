// A block is under the pixel.
#include "render/pick.glsl.h"
#include "render/block_texture.glsl.h"

void main()
{
    if (block_texel().a < 0.5) discard;
    picked();
}
