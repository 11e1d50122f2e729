// A corner of a quad of blocks as the sun sees it.
#include "render/shade_place.glsl.h"
#include "render/block_place.glsl.h"

void main()
{
    gl_Position = shade_place(quad_position(quad_cell(quad_corner())));
}
