// Luanti maps: every chunk becomes eight map blocks (terrane/io.h).
#include <inttypes.h>
#include <string.h>
#include <zstd.h>

#include "base/integers.h"
#include "io/block_export.h"
#include "io/luanti_block.h"
#include "io/luanti_map.h"
#include "io/luanti_write.h"

enum {
    SIDE = TR_VOXEL_SIDE,
    FARTHEST = 30912,
    BLOCK_VERSION = 29,
    LEVEL = 3,
    DAYLIGHT = 0x0f,  // param1: light by day in the low half, by night in the high one
};

typedef struct luanti_writer {
    const tr_luanti_request *request;
    tr_blocks_report report;
    tr_luanti_map *map;
    tr_byte_list contents;
    tr_byte_list frame;
    uint32_t open[TR_BLOCK_PIECE_COLUMNS * TR_BLOCK_PIECE_COLUMNS][SIDE];  // by column of chunks of a piece and z: bits
                                                                           // of the columns that see the sky from above
    tr_block *blocks;
    uint8_t *light;
    tr_luanti_nodes *nodes;
    size_t done_chunks;
} luanti_writer;

static bool passes_light(tr_block block)
{
    return tr_block_info_of(block)->shape != TR_SHAPE_CUBE;
}

// param1: by day what comes from the sky or from blocks, by night from blocks alone. Sunlight is 15, which no lamp is.
static uint8_t node_light(tr_light light)
{
    enum { MAX_LAMP = 14 };
    unsigned lamp = tr_export_lamp(light);
    lamp = lamp > MAX_LAMP ? MAX_LAMP : lamp;
    const unsigned sky = light >> TR_LIGHT_SKY_SHIFT & TR_LIGHT_MAX;
    return (uint8_t)((sky > lamp ? sky : lamp) | lamp << 4);
}

static void take_light(luanti_writer *writer, const tr_voxel_light *light)
{
    for (int i = 0; i < TR_VOXEL_COUNT; i++)
        writer->light[i] = node_light(light->values ? light->values[i] : light->uniform);
}

// Where light is not known: by day where nothing opaque is above. The server spreads nothing when it loads a map, and
// what is dark here stays so until something near it changes.
static void light_chunk(luanti_writer *writer, uint32_t *open)
{
    for (int y = SIDE - 1; y >= 0; y--)
        for (int z = 0; z < SIDE; z++)
            for (int x = 0; x < SIDE; x++) {
                const int at = x + SIDE * z + TR_VOXEL_LAYER * y;
                if (!passes_light(writer->blocks[at])) open[z] &= ~(UINT32_C(1) << x);
                writer->light[at] = open[z] >> x & 1 ? DAYLIGHT : 0;
            }
}

static bool put_block(luanti_writer *writer, int64_t key, tr_error *err)
{
    tr_bytes_clear(&writer->contents);
    tr_luanti_block_append(&writer->contents, writer->nodes);
    if (!tr_bytes_check(&writer->contents, err)) return false;
    const size_t bound = ZSTD_compressBound(writer->contents.count);
    tr_bytes_reserve(&writer->frame, 1 + bound);
    if (!tr_bytes_check(&writer->frame, err)) return false;
    writer->frame.bytes[0] = BLOCK_VERSION;
    const size_t size =
        ZSTD_compress(writer->frame.bytes + 1, bound, writer->contents.bytes, writer->contents.count, LEVEL);
    if (ZSTD_isError(size)) return tr_fail(err, TR_ERROR_INTERNAL, "zstd: %s", ZSTD_getErrorName(size));
    return tr_luanti_map_put(writer->map, key, writer->frame.bytes, size + 1, err);
}

// One of the eight parts of a chunk, `part` being its low corner in blocks.
static bool put_part(luanti_writer *writer, const tr_voxel_at *chunk, const int part[3], tr_error *err)
{
    for (int z = 0; z < TR_LUANTI_SIDE; z++)
        for (int y = 0; y < TR_LUANTI_SIDE; y++)
            for (int x = 0; x < TR_LUANTI_SIDE; x++) {
                // North is +z of the map: the part is read from its southern end.
                const int from =
                    part[0] + x + SIDE * (part[2] + TR_LUANTI_SIDE - 1 - z) + TR_VOXEL_LAYER * (part[1] + y);
                const int to = x + TR_LUANTI_SIDE * (y + TR_LUANTI_SIDE * z);
                writer->nodes->blocks[to] = writer->blocks[from];
                writer->nodes->light[to] = writer->light[from];
                writer->report.blocks += writer->blocks[from] != TR_BLOCK_AIR;
            }
    const int64_t east = 2 * chunk->x + part[0] / TR_LUANTI_SIDE, up = 2 * chunk->y + part[1] / TR_LUANTI_SIDE;
    const int64_t south = 2 * chunk->z + part[2] / TR_LUANTI_SIDE;
    return put_block(writer, tr_luanti_block_key(east, up, -1 - south), err);
}

static bool put_chunk(luanti_writer *writer, const tr_block_piece *piece, size_t index, tr_error *err)
{
    const size_t columns = (size_t)piece->box.size[0] * (size_t)piece->box.size[2];
    tr_voxel_chunk_unpack(&piece->chunks[index], writer->blocks);
    if (piece->lights)
        take_light(writer, &piece->lights[index]);
    else
        light_chunk(writer, writer->open[index % columns]);
    const tr_voxel_at at = tr_voxel_box_at(&piece->box, index);
    for (int i = 0; i < 8; i++) {
        const int part[3] = {(i & 1) * TR_LUANTI_SIDE, (i >> 1 & 1) * TR_LUANTI_SIDE, (i >> 2) * TR_LUANTI_SIDE};
        if (!put_part(writer, &at, part, err)) return false;
    }
    return tr_export_report(writer->request->progress, ++writer->done_chunks, tr_voxel_box_count(writer->request->box),
                            err);
}

// From the top down, so that each layer knows where the sky is seen.
static bool put_piece(luanti_writer *writer, const tr_voxel_box *box, tr_error *err)
{
    const tr_luanti_request *request = writer->request;
    tr_block_piece piece;
    if (!tr_export_piece_open(request->source, request->pieces, box, &piece, err)) return false;
    memset(writer->open, 0xff, sizeof writer->open);
    bool done = true;
    for (size_t i = tr_voxel_box_count(box); done && i > 0; i--) done = put_chunk(writer, &piece, i - 1, err);
    tr_export_piece_close(request->source, request->pieces, &piece);
    return done;
}

static bool put_pieces(luanti_writer *writer, tr_error *err)
{
    const tr_voxel_box *box = writer->request->box;
    const int64_t x1 = box->low.x + box->size[0], z1 = box->low.z + box->size[2];
    for (int64_t z = box->low.z; z < z1; z += TR_BLOCK_PIECE_COLUMNS)
        for (int64_t x = box->low.x; x < x1; x += TR_BLOCK_PIECE_COLUMNS) {
            const tr_region columns = {x, z, tr_min_i64(x + TR_BLOCK_PIECE_COLUMNS, x1),
                                       tr_min_i64(z + TR_BLOCK_PIECE_COLUMNS, z1)};
            const tr_voxel_box part = tr_export_columns(box, &columns);
            if (!put_piece(writer, &part, err)) return false;
        }
    return true;
}

bool tr_luanti_check_box(const tr_voxel_box *box, const char *path, tr_error *err)
{
    if (!tr_voxel_box_check(box, err)) return false;
    const int64_t low[3] = {box->low.x * SIDE, box->low.y * SIDE, box->low.z * SIDE};
    for (int axis = 0; axis < 3; axis++) {
        const int64_t high = low[axis] + (int64_t)box->size[axis] * SIDE;
        if (low[axis] < -FARTHEST || high > FARTHEST)
            return tr_fail(err, TR_ERROR_TOO_LARGE,
                           "%s: blocks %" PRId64 " to %" PRId64 " along %c; a map reaches from %d to %d", path,
                           low[axis], high, "xyz"[axis], -FARTHEST, FARTHEST);
    }
    return true;
}

static bool allocate(luanti_writer *writer, tr_context *context, tr_error *err)
{
    writer->blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *writer->blocks, err);
    if (writer->blocks) writer->light = tr_alloc(context, TR_VOXEL_COUNT, err);
    if (writer->light) writer->nodes = tr_alloc(context, sizeof *writer->nodes, err);
    return writer->nodes != NULL;
}

bool tr_luanti_map_write(const tr_luanti_request *request, tr_blocks_report *report, tr_error *err)
{
    if (!tr_luanti_check_box(request->box, request->path, err)) return false;
    tr_context *context = request->source->context;
    luanti_writer writer = {
        .request = request, .report = {.files = 1}, .contents = {.context = context}, .frame = {.context = context}};
    bool done = allocate(&writer, context, err);
    if (done) writer.map = tr_luanti_map_open(context, request->path, err);
    done = writer.map && put_pieces(&writer, err) && tr_export_any(&writer.report, request->path, "", err);
    if (done)
        done = tr_luanti_map_commit(writer.map, &writer.report.bytes, err);
    else if (writer.map)
        tr_luanti_map_abort(writer.map);
    tr_free(context, writer.blocks);
    tr_free(context, writer.light);
    tr_free(context, writer.nodes);
    tr_bytes_free(&writer.contents);
    tr_bytes_free(&writer.frame);
    if (done && report) *report = writer.report;
    return done;
}

bool tr_luanti_write(const tr_voxel_source *source, const char *path, const tr_voxel_box *box,
                     const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    const tr_luanti_request request = {source, NULL, box, path, progress};
    return tr_luanti_map_write(&request, report, err);
}
