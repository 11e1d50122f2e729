// Any bytes as the edits of a chunk of a save: after a first byte that is even, what was decompressed; after an odd
// one, the number of edits (a byte) and a compressed row whose checksum is right. What is accepted can be written and
// read again.
#include <string.h>

#include "fuzz_context.h"
#include "voxel/save/save_row.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const tr_voxel_at place = {1, -2, 3};
enum { WORLD = 7 };

static void check_edits(const tr_chunk_edits *edits)
{
    if (edits->count < 1 || edits->count > TR_VOXEL_COUNT) abort();
    for (size_t i = 0; i < edits->count; i++) {
        if (edits->places[i] >= TR_VOXEL_COUNT || (i > 0 && edits->places[i] <= edits->places[i - 1])) abort();
        if (!tr_block_info_of(edits->blocks[i])) abort();
    }
}

static void write_and_read_again(const tr_chunk_edits *edits)
{
    tr_context *context = fuzz_context();
    tr_voxel_save_encoder *encoder = tr_voxel_save_encoder_create(context, WORLD, NULL);
    tr_voxel_save_row row;
    tr_chunk_edits again;
    if (!encoder || !tr_voxel_save_encode(encoder, &place, edits, TR_VOXEL_SAVE_QUICK_LEVEL, &row, NULL)) abort();
    if (!tr_voxel_save_row_decode(context, &row, WORLD, &again, NULL) || again.count != edits->count) abort();
    if (memcmp(again.places, edits->places, edits->count * sizeof *edits->places) != 0 ||
        memcmp(again.blocks, edits->blocks, edits->count * sizeof *edits->blocks) != 0)
        abort();
    tr_chunk_edits_destroy(context, &again);
    tr_voxel_save_encoder_destroy(encoder);
}

static bool read_row(const uint8_t *data, size_t size, tr_chunk_edits *out, tr_error *err)
{
    if (size == 0) return tr_fail(err, TR_ERROR_FORMAT, "no row");
    tr_voxel_save_row row = {.at = place, .generator = 5, .edit_count = data[0], .data = data + 1, .size = size - 1};
    row.checksum = tr_voxel_save_row_checksum(&row, WORLD);
    return tr_voxel_save_row_decode(fuzz_context(), &row, WORLD, out, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_context *context = fuzz_context();
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err = {0};
    tr_chunk_edits edits;
    if (size == 0) return 0;
    const bool is_row = data[0] & 1;
    if (is_row ? read_row(data + 1, size - 1, &edits, &err)
               : tr_voxel_save_payload_parse(context, data + 1, size - 1, &edits, &err)) {
        check_edits(&edits);
        write_and_read_again(&edits);
        tr_chunk_edits_destroy(context, &edits);
    } else if (err.code == TR_ERROR_NONE || err.message[0] == '\0') {
        abort();
    }
    fuzz_check_leak(used);
    return 0;
}
