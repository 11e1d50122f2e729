#include "io/block_export.h"

#include <inttypes.h>
#include <string.h>

#include "base/atomic_file.h"

bool tr_export_read(const tr_voxel_source *source, const tr_voxel_at *at, tr_block blocks[TR_VOXEL_COUNT], bool *any,
                    tr_error *err)
{
    tr_voxel_chunk chunk;
    if (!source->read(source->user, at, 1, &chunk, err)) return false;
    *any = chunk.filled > 0;
    if (*any) tr_voxel_chunk_unpack(&chunk, blocks);
    tr_voxel_chunk_destroy(source->context, &chunk);
    return true;
}

bool tr_export_report(const tr_progress *progress, size_t done, size_t total, tr_error *err)
{
    if (!progress || !progress->report) return true;
    return progress->report(progress->user, (double)done / (double)total) ||
           tr_fail(err, TR_ERROR_CANCELLED, "cancelled after %zu of %zu parts", done, total);
}

bool tr_export_any(const tr_blocks_report *report, const char *where, const char *why, tr_error *err)
{
    if (report->blocks > 0) return true;
    const uint64_t cut = report->cut_above + report->cut_below;
    if (!cut) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: the chunks hold nothing but air%s", where, why);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "%s: nothing is left: %" PRIu64 " blocks lie above the heights of the file and %" PRIu64 " below%s",
                   where, report->cut_above, report->cut_below, why);
}

unsigned tr_export_lamp(tr_light light)
{
    unsigned brightest = 0;
    for (int shift = TR_LIGHT_BLUE_SHIFT; shift <= TR_LIGHT_RED_SHIFT; shift += 4) {
        const unsigned part = light >> shift & TR_LIGHT_MAX;
        brightest = part > brightest ? part : brightest;
    }
    return brightest;
}

bool tr_export_text(tr_context *context, const char *directory, const char *name, const char *text, tr_error *err)
{
    char path[4096];
    tr_atomic_file file;
    snprintf(path, sizeof path, "%s%s", directory, name);
    if (!tr_atomic_file_open(&file, context, path, err)) return false;
    if (!tr_atomic_file_write(&file, text, strlen(text), err)) {
        tr_atomic_file_abort(&file);
        return false;
    }
    return tr_atomic_file_commit(&file, err);
}

bool tr_export_piece_open(const tr_voxel_source *source, const tr_block_pieces *pieces, const tr_voxel_box *box,
                          tr_block_piece *out, tr_error *err)
{
    *out = (tr_block_piece){.box = *box};
    if (pieces) return pieces->open(pieces->user, box, out, err);
    const size_t count = tr_voxel_box_count(box);
    tr_voxel_at *places = tr_alloc_array(source->context, count, sizeof *places, err);
    if (places) out->chunks = tr_alloc_array(source->context, count, sizeof *out->chunks, err);
    bool done = out->chunks;
    for (size_t i = 0; done && i < count; i++) places[i] = tr_voxel_box_at(box, i);
    done = done && source->read(source->user, places, count, out->chunks, err);
    tr_free(source->context, places);
    if (done) return true;
    tr_free(source->context, out->chunks);
    *out = (tr_block_piece){0};
    return false;
}

void tr_export_piece_close(const tr_voxel_source *source, const tr_block_pieces *pieces, tr_block_piece *piece)
{
    if (pieces) {
        pieces->close(pieces->user, piece);
        return;
    }
    for (size_t i = 0; i < tr_voxel_box_count(&piece->box); i++)
        tr_voxel_chunk_destroy(source->context, &piece->chunks[i]);
    tr_free(source->context, piece->chunks);
}

size_t tr_export_piece_index(const tr_block_piece *piece, int32_t x, int32_t y, int32_t z)
{
    return (size_t)x + (size_t)piece->box.size[0] * ((size_t)z + (size_t)piece->box.size[2] * (size_t)y);
}

tr_voxel_box tr_export_columns(const tr_voxel_box *box, const tr_region *columns)
{
    return (tr_voxel_box){{columns->x0, box->low.y, columns->z0},
                          {(int32_t)(columns->x1 - columns->x0), box->size[1], (int32_t)(columns->z1 - columns->z0)}};
}
