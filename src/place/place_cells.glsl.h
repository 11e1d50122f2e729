// The cells of a request and where they lie (place_gl.c).
#include "place/place_call.glsl.h"

layout(std430, binding = 2) readonly buffer Lines
{
    tr_place_gl_line lines[];  // of columns, then of rows
};
layout(std430, binding = 3) readonly buffer Cells
{
    uvec2 cells[];  // tile and jitter
};
layout(std430, binding = 4) readonly buffer Places
{
    uint places[];  // x | z << 16 of the slots of each tile
};

int cell_number()
{
    return int(gl_WorkGroupID.y) * given.columns + int(gl_WorkGroupID.x);
}

tr_place_gl_line column_line()
{
    return lines[gl_WorkGroupID.x];
}

tr_place_gl_line row_line()
{
    return lines[given.columns + int(gl_WorkGroupID.y)];
}

// The candidate of this invocation among all of the tiles.
int candidate_number()
{
    return int(cells[cell_number()].x) * TR_PLACE_GL_SLOTS + int(gl_LocalInvocationID.x);
}

// Its place from the corner of the cell.
ivec2 candidate_units()
{
    const uint place = places[candidate_number()];
    return ivec2(int(place & 0xffffu), int(place >> 16));
}

// Its place from the corner of the first cell.
ivec2 units_in_request(ivec2 units)
{
    return units + ivec2(gl_WorkGroupID.xy) * given.side;
}
