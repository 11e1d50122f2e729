#include "voxel/save/save_row.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <zstd.h>

#include "base/context.h"
#include "base/hash_value.h"
#include "voxel/save/save_edits.h"

// What zstd takes for a frame of this size at the strongest level, as ZSTD_sizeof_CCtx() gives it: 1.1 MiB with 1.5.4.
enum { ZSTD_BYTES = 3 << 20 };

struct tr_voxel_save_encoder {
    tr_context *context;
    uint64_t world_hash;
    ZSTD_CCtx *compressor;
    bool has_reserved;
    size_t frame_capacity;
    uint8_t payload[TR_VOXEL_SAVE_PAYLOAD_MAX];
    uint8_t frame[];
};

uint64_t tr_voxel_save_row_checksum(const tr_voxel_save_row *row, uint64_t world_hash)
{
    uint64_t hash = tr_hash_identity(world_hash, row->generator, row->at.x, row->at.y, row->at.z);
    hash = tr_hash_word((uint64_t)row->edit_count, hash);
    return tr_hash_bytes(row->data, row->size, hash);
}

// ---------------------------------------------------------------------------------------------------------
// Reading

typedef struct byte_reader {
    const uint8_t *at, *end;
} byte_reader;

// False at the end of the bytes and for a number that no place and no count can have.
static bool read_varint(byte_reader *reader, uint32_t *out)
{
    uint32_t value = 0;
    for (int shift = 0; shift < 21 && reader->at < reader->end; shift += 7) {
        const uint8_t byte = *reader->at++;
        value |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *out = value;
            return true;
        }
    }
    return false;
}

static bool read_places(byte_reader *reader, tr_chunk_edits *out, tr_error *err)
{
    uint32_t next = 0;  // the lowest that the next one can be
    for (size_t i = 0; i < out->count; i++) {
        uint32_t step;
        if (!read_varint(reader, &step))
            return tr_fail(err, TR_ERROR_FORMAT, "the place of edit %zu of %zu cannot be read", i, out->count);
        if (step >= TR_VOXEL_COUNT - next)
            return tr_fail(err, TR_ERROR_FORMAT, "edit %zu is at place %" PRIu32 "; allowed is up to %d", i,
                           next + step, TR_VOXEL_COUNT - 1);
        out->places[i] = (uint16_t)(next + step);
        next += step + 1;
    }
    return true;
}

static bool read_blocks(byte_reader *reader, tr_chunk_edits *out, tr_error *err)
{
    const size_t left = (size_t)(reader->end - reader->at);
    if (left != 2 * out->count)
        return tr_fail(err, TR_ERROR_FORMAT, "%zu bytes of blocks for %zu edits; allowed are two for each", left,
                       out->count);
    for (size_t i = 0; i < out->count; i++) {
        const tr_block block = (tr_block)(reader->at[i] | reader->at[out->count + i] << 8);
        if (!tr_block_info_of(block))
            return tr_fail(err, TR_ERROR_FORMAT, "edit %zu has the block 0x%04x, which is none", i, (unsigned)block);
        out->blocks[i] = block;
    }
    return true;
}

bool tr_voxel_save_payload_parse(tr_context *context, const uint8_t *bytes, size_t size, tr_chunk_edits *out,
                                 tr_error *err)
{
    byte_reader reader = {bytes, bytes + size};
    uint32_t count;
    *out = (tr_chunk_edits){0};
    if (!read_varint(&reader, &count) || count < 1 || count > TR_VOXEL_COUNT)
        return tr_fail(err, TR_ERROR_FORMAT, "the number of edits is not within 1 to %d", TR_VOXEL_COUNT);
    if (!tr_chunk_edits_create(context, count, out, err)) return false;
    if (read_places(&reader, out, err) && read_blocks(&reader, out, err)) return true;
    tr_chunk_edits_destroy(context, out);
    return false;
}

static bool decompress(tr_context *context, const tr_voxel_save_row *row, tr_chunk_edits *out, tr_error *err)
{
    const unsigned long long size = ZSTD_getFrameContentSize(row->data, row->size);
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > TR_VOXEL_SAVE_PAYLOAD_MAX ||
        ZSTD_findFrameCompressedSize(row->data, row->size) != row->size)
        return tr_fail(err, TR_ERROR_FORMAT, "its %zu bytes are not one zstd frame of at most %d bytes", row->size,
                       TR_VOXEL_SAVE_PAYLOAD_MAX);
    uint8_t *payload = tr_alloc(context, (size_t)size, err);
    if (!payload) return false;
    const size_t got = ZSTD_decompress(payload, (size_t)size, row->data, row->size);
    bool ok = got == size;
    if (!ok)
        tr_fail(err, TR_ERROR_FORMAT, "it cannot be decompressed: %s",
                ZSTD_isError(got) ? ZSTD_getErrorName(got) : "it is shorter than it says");
    ok = ok && tr_voxel_save_payload_parse(context, payload, (size_t)size, out, err);
    tr_free(context, payload);
    return ok;
}

bool tr_voxel_save_row_decode(tr_context *context, const tr_voxel_save_row *row, uint64_t world_hash,
                              tr_chunk_edits *out, tr_error *err)
{
    *out = (tr_chunk_edits){0};
    if (tr_voxel_save_row_checksum(row, world_hash) != row->checksum)
        return tr_fail(err, TR_ERROR_FORMAT, "its checksum is not that of its contents");
    if (!decompress(context, row, out, err)) return false;
    if ((int64_t)out->count == row->edit_count) {
        out->generator = row->generator;
        return true;
    }
    tr_fail(err, TR_ERROR_FORMAT, "it holds %zu edits and says %" PRId64, out->count, row->edit_count);
    tr_chunk_edits_destroy(context, out);
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Writing

static uint8_t *write_varint(uint8_t *to, uint32_t value)
{
    for (; value >= 0x80; value >>= 7) *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

static size_t write_payload(const tr_chunk_edits *edits, uint8_t *out)
{
    uint8_t *at = write_varint(out, (uint32_t)edits->count);
    uint32_t next = 0;
    for (size_t i = 0; i < edits->count; i++) {
        assert(edits->places[i] >= next);
        at = write_varint(at, edits->places[i] - next);
        next = edits->places[i] + 1u;
    }
    for (size_t i = 0; i < edits->count; i++) {
        at[i] = (uint8_t)edits->blocks[i];
        at[edits->count + i] = (uint8_t)(edits->blocks[i] >> 8);
    }
    return (size_t)(at - out) + 2 * edits->count;
}

bool tr_voxel_save_encode(tr_voxel_save_encoder *encoder, const tr_voxel_at *at, const tr_chunk_edits *edits, int level,
                          tr_voxel_save_row *out, tr_error *err)
{
    assert(edits->count >= 1 && edits->count <= TR_VOXEL_COUNT);
    const size_t size = write_payload(edits, encoder->payload);
    const size_t got =
        ZSTD_compressCCtx(encoder->compressor, encoder->frame, encoder->frame_capacity, encoder->payload, size, level);
    if (ZSTD_isError(got))
        return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "edits cannot be compressed: %s", ZSTD_getErrorName(got));
    *out = (tr_voxel_save_row){.at = *at,
                               .generator = edits->generator,
                               .edit_count = (int64_t)edits->count,
                               .data = encoder->frame,
                               .size = got};
    out->checksum = tr_voxel_save_row_checksum(out, encoder->world_hash);
    return true;
}

tr_voxel_save_encoder *tr_voxel_save_encoder_create(tr_context *context, uint64_t world_hash, tr_error *err)
{
    const size_t frame_capacity = ZSTD_compressBound(TR_VOXEL_SAVE_PAYLOAD_MAX);
    tr_voxel_save_encoder *encoder = tr_alloc(context, sizeof *encoder + frame_capacity, err);
    if (!encoder) return NULL;
    encoder->context = context;
    encoder->world_hash = world_hash;
    encoder->frame_capacity = frame_capacity;
    encoder->compressor = ZSTD_createCCtx();
    encoder->has_reserved = encoder->compressor && tr_memory_reserve(context, ZSTD_BYTES, err);
    if (encoder->has_reserved) return encoder;
    if (!encoder->compressor) tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "zstd has no memory");
    tr_voxel_save_encoder_destroy(encoder);
    return NULL;
}

void tr_voxel_save_encoder_destroy(tr_voxel_save_encoder *encoder)
{
    if (!encoder) return;
    tr_context *context = encoder->context;
    ZSTD_freeCCtx(encoder->compressor);
    if (encoder->has_reserved) tr_memory_unreserve(context, ZSTD_BYTES);
    tr_free(context, encoder);
}
