// How many objects of each layer there are, and how many of them come before each cell: a work group has a layer, an
// invocation a run of cells. The order of the objects is that of the cells, so nothing depends on which invocation is
// first.
#include "place/place_call.glsl.h"

layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];  // totals of TR_PLACE_GL_SLOTS layers, then a count for each cell of the first layer, of the second,
                    // ...
};
layout(std430, binding = 2) readonly buffer Layers
{
    uint layers[];
};

shared uint counts[TR_PLACE_GL_SLOTS];

// How many of the four bytes of a word are the same as those of another.
int count_equal(uint four, uint others)
{
    const uint differing = four ^ others;
    const uint low = (differing & 0x7f7f7f7fu) + 0x7f7f7f7fu;  // the top bit of a byte: any of its low bits is set
    return bitCount(~(low | differing) & 0x80808080u);
}

uint count_in_cell(int cell, uint layer)
{
    int count = 0;
    for (int word = 0; word < TR_PLACE_GL_LAYER_WORDS; word++) {
        count += count_equal(layers[cell * TR_PLACE_GL_LAYER_WORDS + word], layer * 0x01010101u);
    }
    return uint(count);
}

void main()
{
    const uint layer = gl_WorkGroupID.x;
    const int self = int(gl_LocalInvocationID.x);
    const int cell_count = given.columns * given.rows;
    const int run = (cell_count + TR_PLACE_GL_SLOTS - 1) / TR_PLACE_GL_SLOTS;
    const int begin = min(self * run, cell_count), end = min(begin + run, cell_count);
    uint count = 0u;
    for (int cell = begin; cell < end; cell++) count += count_in_cell(cell, layer);
    counts[self] = count;
    barrier();
    uint before = 0u;
    for (int i = 0; i < self; i++) before += counts[i];
    const int first = TR_PLACE_GL_SLOTS + int(layer) * cell_count;
    for (int cell = begin; cell < end; cell++) {
        result[first + cell] = before;
        before += count_in_cell(cell, layer);
    }
    if (self == TR_PLACE_GL_SLOTS - 1) result[layer] = before;
}
