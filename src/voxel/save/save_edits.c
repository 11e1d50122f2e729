#include "voxel/save/save_edits.h"

#include <string.h>

bool tr_chunk_edits_create(tr_context *context, size_t count, tr_chunk_edits *out, tr_error *err)
{
    *out = (tr_chunk_edits){0};
    if (count == 0) return true;
    out->places = tr_alloc_array(context, count, sizeof *out->places + sizeof *out->blocks, err);
    if (!out->places) return false;
    out->blocks = out->places + count;
    out->count = count;
    return true;
}

void tr_chunk_edits_destroy(tr_context *context, tr_chunk_edits *edits)
{
    if (!edits) return;
    tr_free(context, edits->places);
    *edits = (tr_chunk_edits){0};
}

bool tr_chunk_edits_merge(tr_context *context, const tr_chunk_edits *older, const tr_chunk_edits *newer,
                          tr_chunk_edits *out, tr_error *err)
{
    if (!tr_chunk_edits_create(context, older->count + newer->count, out, err)) return false;
    out->generator = newer->count > 0 ? newer->generator : older->generator;
    size_t i = 0, j = 0, count = 0;
    while (i < older->count || j < newer->count) {
        const bool is_newer = i == older->count || (j < newer->count && newer->places[j] <= older->places[i]);
        const tr_chunk_edits *from = is_newer ? newer : older;
        const size_t k = is_newer ? j : i;
        if (is_newer && i < older->count && older->places[i] == newer->places[j]) i++;
        out->places[count] = from->places[k];
        out->blocks[count++] = from->blocks[k];
        if (is_newer)
            j++;
        else
            i++;
    }
    out->count = count;
    return true;
}

tr_voxel_at tr_chunk_of_block(const tr_voxel_at *block)
{
    return (tr_voxel_at){block->x >> 5, block->y >> 5, block->z >> 5};
}

uint16_t tr_place_of_block(const tr_voxel_at *block)
{
    enum { MASK = TR_VOXEL_SIDE - 1 };
    return (uint16_t)((block->x & MASK) + (block->z & MASK) * TR_VOXEL_SIDE + (block->y & MASK) * TR_VOXEL_LAYER);
}

int tr_voxel_at_compare(const tr_voxel_at *a, const tr_voxel_at *b)
{
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}
