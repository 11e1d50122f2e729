// What the shaders of placement have in common: a work group has a cell, an invocation one of its candidates.
#include "place/place_layout.h"

layout(local_size_x = TR_PLACE_GL_SLOTS) in;
layout(std430, binding = 1) readonly buffer Call
{
    tr_place_gl_call given;
};
