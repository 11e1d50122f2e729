// What the shaders of carving have in common: a work group makes a square of a tile, an invocation one sample of it.
#include "carve/sample/carve_layout.h"

layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];
};
layout(std430, binding = 1) readonly buffer Call
{
    tr_carve_gl_call given;
};
layout(std430, binding = 2) readonly buffer Tiles
{
    tr_carve_gl_tile tiles[];
};
layout(std430, binding = 3) readonly buffer Entries
{
    tr_carve_gl_entry entries[];
};
layout(std430, binding = 4) readonly buffer Records
{
    tr_carve_piece records[];
};

// Column and row of this invocation in its tile.
ivec2 place_in_tile()
{
    const int squares = TR_CARVE_GL_TILE / TR_CARVE_GL_SQUARE;
    const int square = int(gl_WorkGroupID.x), inner = int(gl_LocalInvocationID.x);
    return TR_CARVE_GL_SQUARE * ivec2(square % squares, square / squares) +
           ivec2(inner % TR_CARVE_GL_SQUARE, inner / TR_CARVE_GL_SQUARE);
}

// Where the results of a sample are, for the first of those that are wanted.
int place_in_results(ivec2 at)
{
    return (int(gl_WorkGroupID.y) * TR_CARVE_GL_TILE + at.y) * TR_CARVE_GL_TILE + at.x;
}

// Column and row from the first sample that an entry reaches; outside of what it reaches the first is negative.
ivec2 place_in_reach(uint samples, ivec2 at)
{
    const ivec2 first = ivec2(samples & 255u, samples >> 8 & 255u), last = ivec2(samples >> 16 & 255u, samples >> 24);
    return any(lessThan(at, first)) || any(greaterThan(at, last)) ? ivec2(-1) : at - first;
}

float metres_of(int units, float unit)
{
    precise float metres = float(units) * unit;
    return metres;
}
