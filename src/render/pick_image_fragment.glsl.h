// A mesh with an image is under the pixel.
#include "render/pick.glsl.h"

uniform sampler2D mesh_image;
uniform float mesh_min_alpha;

in vec2 v_uv;

void main()
{
    if (texture(mesh_image, v_uv).a < mesh_min_alpha) discard;
    picked();
}
