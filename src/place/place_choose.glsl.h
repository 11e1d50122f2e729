// The layer of every candidate as a shader: what choose_isa.c does on the CPU.
#include "place/place_cells.glsl.h"

layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];  // TR_PLACE_GL_LAYER_WORDS of each cell
};
layout(std430, binding = 5) readonly buffer Thresholds
{
    uint thresholds[];  // of slots
};
layout(std430, binding = 6) readonly buffer Pairs
{
    uint pairs[];
};

shared uint layers[TR_PLACE_GL_SLOTS];

uint layer_of(ivec2 units)
{
    const tr_place_gl_line column = column_line();
    const tr_place_gl_line row = row_line();
    const tr_place_spot x = tr_place_along(units.x, column.offset, given.units_to_samples_x, float(-column.first),
                                           float(given.samples_x - 1 - column.first));
    const tr_place_spot z = tr_place_along(units.y, row.offset, given.units_to_samples_z, float(-row.first),
                                           float(given.samples_z - 1 - row.first));
    const uint weights_x = tr_place_weights(tr_place_weight(x.share));
    const int weight_z = tr_place_weight(z.share);
    const int top = ((row.first + z.first) * given.samples_x + column.first + x.first) * given.layer_count;
    const int bottom = top + given.samples_x * given.layer_count;
    const int threshold = int(thresholds[gl_LocalInvocationID.x]);
    const int jitter = int(cells[cell_number()].y);
    for (int k = 0; k < given.layer_count; k++) {
        const int density = tr_place_density(pairs[top + k], pairs[bottom + k], weights_x, weight_z);
        if (tr_place_exceeds(density, threshold, jitter)) return uint(k);
    }
    return TR_PLACE_GL_NONE;
}

void main()
{
    const uint slot = gl_LocalInvocationID.x;
    const ivec2 units = candidate_units();
    const ivec2 at = units_in_request(units);
    const bool inside = at.x >= given.x0 && at.x < given.x1 && at.y >= given.z0 && at.y < given.z1;
    layers[slot] = inside ? layer_of(units) : TR_PLACE_GL_NONE;
    barrier();
    if (slot >= TR_PLACE_GL_LAYER_WORDS) return;
    const uint first = slot * 4u;
    result[uint(cell_number()) * TR_PLACE_GL_LAYER_WORDS + slot] =
        layers[first] | (layers[first + 1u] << 8) | (layers[first + 2u] << 16) | (layers[first + 3u] << 24);
}
