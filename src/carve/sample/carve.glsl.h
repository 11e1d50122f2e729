// Carved samples as a shader (evaluate_gl.c).
#include "carve/sample/carve_tiles.glsl.h"

layout(std430, binding = 5) readonly buffer Ground
{
    float ground[];
};

void main()
{
    const tr_carve_gl_call call = given;
    const tr_carve_gl_tile tile = tiles[gl_WorkGroupID.y];
    const ivec2 at = place_in_tile();
    if (at.x >= tile.width || at.y >= tile.rows) return;
    tr_carve_state state = tr_carve_begin();
    for (int k = 0; k < tile.entry_count; k++) {
        const int n = tile.entry_start + k;
        const ivec2 from = place_in_reach(entries[n].samples, at);
        if (from.x < 0) continue;
        const tr_carve_gl_entry entry = entries[n];
        const float x = metres_of(entry.x + from.x * call.step, call.unit_x);
        const float z = metres_of(entry.z + from.y * call.step, call.unit_z);
        state = tr_carve_add(state, records[entry.record], x, z);
    }
    state = tr_carve_end(state);
    const int plane = call.tile_count * TR_CARVE_GL_TILE * TR_CARVE_GL_TILE;
    const int first = place_in_results(at);
    int to = first;
#define PUT(channel, bits)                \
    if ((call.wanted & (channel)) != 0) { \
        result[to] = bits;                \
        to += plane;                      \
    }
    PUT(TR_CARVE_GL_HEIGHT, floatBitsToUint(state.height))
    PUT(TR_CARVE_GL_STRENGTH, floatBitsToUint(state.strength))
    PUT(TR_CARVE_GL_INCLINATION, floatBitsToUint(state.inclination))
    PUT(TR_CARVE_GL_DISTANCE, floatBitsToUint(state.distance))
    PUT(TR_CARVE_GL_WATER, floatBitsToUint(state.water))
    PUT(TR_CARVE_GL_OWNER, uint(state.owner))
    PUT(TR_CARVE_GL_GROUND, floatBitsToUint(tr_carve_ground(ground[first], state.height, state.strength)))
#undef PUT
}
