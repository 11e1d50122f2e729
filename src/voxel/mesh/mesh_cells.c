#include "voxel/mesh/mesh_cells.h"

#include <assert.h>
#include <string.h>

#include "voxel/mesh/mesh_isa.h"

// What of a neighbour along one axis is read: `count` cells from `first`, to `first + to`.
typedef struct span {
    int first, count, to;
} span;

static span span_of(int step)
{
    if (step < 0) return (span){TR_VOXEL_SIDE - 1, 1, -TR_VOXEL_SIDE};
    return step > 0 ? (span){0, 1, TR_VOXEL_SIDE} : (span){0, TR_VOXEL_SIDE, 0};
}

static void make_palette(const tr_mesh_codes *codes, const tr_voxel_chunk *chunk, tr_mesh_palette *out)
{
    // There are fewer blocks than codes, so that no palette is longer.
    assert(chunk->palette_count <= TR_CODE_COUNT);
    out->bits = chunk->bits;
    out->count = chunk->palette_count;
    memset(out->codes, 0, sizeof out->codes);
    for (int i = 0; i < chunk->palette_count; i++) out->codes[i] = tr_mesh_code(codes, chunk->palette[i]);
}

static uint8_t code_at(const tr_mesh_palette *palette, const uint8_t *indices, int place)
{
    if (palette->bits == 0) return palette->codes[0];
    const int bit = place * palette->bits;
    return palette->codes[indices[bit / 8] >> bit % 8 & ((1 << palette->bits) - 1)];
}

static void read_codes(tr_mesh_cells *cells, const tr_mesh_codes *codes, const tr_mesh_table *table,
                       const tr_voxel_chunk *chunk, const int step[3])
{
    const span sx = span_of(step[0]), sy = span_of(step[1]), sz = span_of(step[2]);
    tr_mesh_palette palette;
    make_palette(codes, chunk, &palette);
    for (int y = sy.first; y < sy.first + sy.count; y++) {
        const int row = tr_mesh_row(y + sy.to, sz.first + sz.to);
        const int place = TR_VOXEL_LAYER * y + TR_VOXEL_SIDE * sz.first;
        if (step[0] == 0) {
            const uint8_t *indices = palette.bits ? chunk->indices + place * palette.bits / 8 : NULL;
            table->expand(&palette, indices, sz.count, cells->codes[row] + 1);
            continue;
        }
        for (int z = 0; z < sz.count; z++)
            cells->codes[row + z][sx.first + sx.to + 1] =
                code_at(&palette, chunk->indices, place + TR_VOXEL_SIDE * z + sx.first);
    }
}

static void read_lights(tr_mesh_cells *cells, const tr_voxel_light *light, const int step[3])
{
    const span sx = span_of(step[0]), sy = span_of(step[1]), sz = span_of(step[2]);
    for (int y = sy.first; y < sy.first + sy.count; y++)
        for (int z = sz.first; z < sz.first + sz.count; z++) {
            tr_light *out = cells->lights[tr_mesh_row(y + sy.to, z + sz.to)] + sx.first + sx.to + 1;
            if (!light || !light->values) {
                const tr_light uniform = light ? light->uniform : TR_FULL_DAYLIGHT;
                for (int x = 0; x < sx.count; x++) out[x] = uniform;
            } else {
                memcpy(out, light->values + TR_VOXEL_LAYER * y + TR_VOXEL_SIDE * z + sx.first,
                       (size_t)sx.count * sizeof *out);
            }
        }
}

// Only where the next layer up is there: rows of the layer above the chunk are looked at, not meshed.
static void mark_liquids(tr_mesh_cells *cells, const tr_mesh_table *table)
{
    for (int row = 0; row < TR_MESH_ROWS - TR_MESH_LAYER; row++)
        if (cells->liquid[row]) table->mark_full(cells->codes[row], cells->codes[row + TR_MESH_LAYER]);
}

void tr_mesh_cells_read(tr_mesh_cells *cells, const tr_mesh_codes *codes, const tr_mesh_table *table,
                        const tr_voxel_around *around)
{
    memset(cells->codes, 0, sizeof cells->codes);
    cells->shadowed = false;
    for (int i = 0; i < 27; i++) {
        const tr_voxel_light *light = around->chunks[i] ? around->lights[i] : NULL;
        cells->shadowed |= light && (light->values || light->uniform != TR_FULL_DAYLIGHT);
    }
    for (int i = 0; i < 27; i++) {
        const int step[3] = {i % 3 - 1, i / 9 - 1, i / 3 % 3 - 1};
        const tr_voxel_chunk *chunk = around->chunks[i];
        if (chunk && chunk->filled > 0) read_codes(cells, codes, table, chunk, step);
        if (cells->shadowed) read_lights(cells, chunk ? around->lights[i] : NULL, step);
    }
    table->classify(cells);
    if (cells->any_liquid) mark_liquids(cells, table);
    if (cells->shadowed) table->find_shadow(cells);
}
