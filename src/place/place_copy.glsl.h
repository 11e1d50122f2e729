// The records of all objects, in order: what compact.c does on the CPU.
#include "place/place_cells.glsl.h"

layout(std430, binding = 0) writeonly buffer Out
{
    uvec4 result[];  // tr_place_record
};
layout(std430, binding = 5) readonly buffer Layers
{
    uint layers[];
};
layout(std430, binding = 6) readonly buffer Counts
{
    uint counts[];  // of place_count.glsl.h
};
layout(std430, binding = 7) readonly buffer Heights
{
    float heights[];
};

shared uint own_layers[TR_PLACE_GL_SLOTS];

uint record_number(uint slot, uint layer)
{
    const int cell_count = given.columns * given.rows;
    uint number = counts[TR_PLACE_GL_SLOTS + int(layer) * cell_count + cell_number()];
    for (uint k = 0u; k < layer; k++) number += counts[k];
    for (uint k = 0u; k < slot; k++) number += own_layers[k] == layer ? 1u : 0u;
    return number;
}

tr_place_relief ground_at(ivec2 units)
{
    const tr_place_gl_line column = column_line();
    const tr_place_gl_line row = row_line();
    const tr_place_spot x =
        tr_place_along(units.x, column.height_offset, given.units_to_heights_x, float(-column.height_first),
                       float(given.heights_x - 1 - column.height_first));
    const tr_place_spot z = tr_place_along(units.y, row.height_offset, given.units_to_heights_z,
                                           float(-row.height_first), float(given.heights_z - 1 - row.height_first));
    const int stride = given.heights_x + 1;
    const int at = 2 * ((row.height_first + z.first) * stride + column.height_first + x.first);
    return tr_place_relief_at(heights[at], heights[at + 2], heights[at + 1], heights[at + 3], x.share, z.share);
}

void main()
{
    const uint slot = gl_LocalInvocationID.x;
    const uint word = layers[uint(cell_number()) * TR_PLACE_GL_LAYER_WORDS + slot / 4u];
    const uint layer = (word >> (slot % 4u * 8u)) & 255u;
    own_layers[slot] = layer;
    barrier();
    if (layer == TR_PLACE_GL_NONE) return;
    const ivec2 units = candidate_units();
    const ivec2 at = units_in_request(units);
    const tr_place_relief ground = ground_at(units);
    const bool leans = given.leans != 0;
    const uint rise_x = leans ? tr_place_rise(ground.rise_x, given.steps_per_rise_x) : 0u;
    const uint rise_z = leans ? tr_place_rise(ground.rise_z, given.steps_per_rise_z) : 0u;
    const uint key = tr_place_key(slot, layer, rise_x, rise_z);
    result[record_number(slot, layer)] = uvec4(uint(at.x), uint(at.y), floatBitsToUint(ground.height), key);
}
