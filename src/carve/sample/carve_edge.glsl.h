// Distances to the edges of paths as a shader (evaluate_gl.c).
#include "carve/sample/carve_tiles.glsl.h"
#include "carve/sample/edge_kernel.h"

void main()
{
    const tr_carve_gl_call call = given;
    const tr_carve_gl_tile tile = tiles[gl_WorkGroupID.y];
    const ivec2 at = place_in_tile();
    if (at.x >= tile.width || at.y >= tile.rows) return;
    tr_edge_state state = tr_edge_begin(call.limit);
    for (int k = 0; k < tile.entry_count; k++) {
        const int n = tile.entry_start + k;
        const ivec2 from = place_in_reach(entries[n].samples, at);
        if (from.x < 0) continue;
        const tr_carve_gl_entry entry = entries[n];
        const float x = metres_of(entry.x + from.x * call.step, call.unit_x);
        const float z = metres_of(entry.z + from.y * call.step, call.unit_z);
        state = tr_edge_add(state, records[entry.record], x, z, call.limit);
    }
    result[place_in_results(at)] = floatBitsToUint(tr_edge_end(state, call.limit));
}
