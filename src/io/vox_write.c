// MagicaVoxel scenes. The format is RIFF-like: chunks of an id, the bytes of its contents and of its children, in
// little endian (github.com/ephtracy/voxel-model, "MagicaVoxel-file-format-vox" and its extension).
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/atomic_file.h"
#include "io/block_export.h"
#include "io/byte_list.h"
#include "base/integers.h"

enum {
    VERSION = 150,
    MODEL_CHUNKS = 256 / TR_VOXEL_SIDE,
    MAX = 2000,
    HEADER_BYTES = 8,
    CHUNK_HEADER = 12,
    COLORS = 256,
};
_Static_assert((int)TR_BLOCK_KIND_COUNT < (int)COLORS, "a kind is an entry of the palette");

typedef struct vox_writer {
    const tr_voxel_source *source;
    const tr_voxel_box *box;
    tr_blocks_report *report;
    const tr_progress *progress;
    tr_atomic_file file;
    tr_byte_list bytes;   // of the chunk of the file that is being made
    tr_byte_list graph;   // the nodes of the models
    tr_byte_list voxels;  // x, y, z, colour of each
    tr_block *blocks;     // of one chunk
    int32_t models;
    size_t read_chunks;
    uint64_t file_bytes;
} vox_writer;

static void append_int(tr_byte_list *list, int64_t value)
{
    tr_bytes_append_little(list, (uint64_t)value, 4);
}

static void append_text(tr_byte_list *list, const char *text)
{
    append_int(list, (int64_t)strlen(text));
    tr_bytes_append(list, text, strlen(text));
}

static void begin_chunk(tr_byte_list *list, const char id[4], size_t size)
{
    tr_bytes_append(list, id, 4);
    append_int(list, (int64_t)size);
    append_int(list, 0);
}

// ---------------------------------------------------------------------------------------------------------
// The scene graph: node 0 moves node 1, the group of the nodes 2, 4, 6, ... that place the shapes 3, 5, 7, ...

static void append_transform(tr_byte_list *list, int32_t node, int32_t child, const char *translation)
{
    const size_t frame = translation ? 4 + 4 + 2 + 4 + strlen(translation) : 4;
    begin_chunk(list, "nTRN", 24 + frame);
    append_int(list, node);
    append_int(list, 0);  // attributes
    append_int(list, child);
    append_int(list, -1);
    append_int(list, translation ? 0 : -1);  // layer
    append_int(list, 1);                     // frames
    append_int(list, translation ? 1 : 0);
    if (!translation) return;
    append_text(list, "_t");
    append_text(list, translation);
}

static void append_shape(tr_byte_list *list, int32_t node, int32_t model)
{
    begin_chunk(list, "nSHP", 20);
    append_int(list, node);
    append_int(list, 0);
    append_int(list, 1);
    append_int(list, model);
    append_int(list, 0);
}

static void append_group(tr_byte_list *list, int32_t models)
{
    begin_chunk(list, "nGRP", 12 + 4 * (size_t)models);
    append_int(list, 1);
    append_int(list, 0);
    append_int(list, models);
    for (int32_t i = 0; i < models; i++) append_int(list, 2 + 2 * i);
}

// ---------------------------------------------------------------------------------------------------------
// Models

// A part of the box of at most 8 chunks along an axis, in chunks from its low corner.
typedef struct part {
    int32_t low[3], size[3];
} part;

static void add_voxels(vox_writer *writer, const part *model, int32_t chunk_x, int32_t chunk_y, int32_t chunk_z)
{
    const int32_t depth = TR_VOXEL_SIDE * model->size[2];
    const tr_block *block = writer->blocks;
    for (int y = 0; y < TR_VOXEL_SIDE; y++)
        for (int z = 0; z < TR_VOXEL_SIDE; z++)
            for (int x = 0; x < TR_VOXEL_SIDE; x++, block++) {
                if (*block == TR_BLOCK_AIR) continue;
                // y of the file points north and its z up.
                const uint8_t voxel[4] = {
                    (uint8_t)(TR_VOXEL_SIDE * chunk_x + x), (uint8_t)(depth - 1 - (TR_VOXEL_SIDE * chunk_z + z)),
                    (uint8_t)(TR_VOXEL_SIDE * chunk_y + y), (uint8_t)(*block & TR_BLOCK_KIND_MASK)};
                tr_bytes_append(&writer->voxels, voxel, sizeof voxel);
            }
}

static bool read_model(vox_writer *writer, const part *model, tr_error *err)
{
    tr_bytes_clear(&writer->voxels);
    for (int32_t y = 0; y < model->size[1]; y++)
        for (int32_t z = 0; z < model->size[2]; z++)
            for (int32_t x = 0; x < model->size[0]; x++) {
                const tr_voxel_at *low = &writer->box->low;
                const tr_voxel_at at = {low->x + model->low[0] + x, low->y + model->low[1] + y,
                                        low->z + model->low[2] + z};
                bool any;
                if (!tr_export_read(writer->source, &at, writer->blocks, &any, err)) return false;
                if (any) add_voxels(writer, model, x, y, z);
                if (!tr_export_report(writer->progress, ++writer->read_chunks, tr_voxel_box_count(writer->box), err))
                    return false;
            }
    return tr_bytes_check(&writer->voxels, err);
}

static bool write_list(vox_writer *writer, tr_byte_list *list, tr_error *err)
{
    if (!tr_bytes_check(list, err)) return false;
    if (list->count > 0 && !tr_atomic_file_write(&writer->file, list->bytes, list->count, err)) return false;
    writer->file_bytes += list->count;
    tr_bytes_clear(list);
    return true;
}

// Where the middle of a model lies: the scene stands on its ground around the origin, which is the middle of its base.
static void add_nodes(vox_writer *writer, const part *model)
{
    const int32_t *size = writer->box->size, side = TR_VOXEL_SIDE;
    const int32_t east = side * model->low[0] + side * model->size[0] / 2 - side * size[0] / 2;
    const int32_t north = side * size[2] / 2 - (side * model->low[2] + side * model->size[2] / 2);
    const int32_t up = side * model->low[1] + side * model->size[1] / 2;
    char place[64];
    snprintf(place, sizeof place, "%" PRId32 " %" PRId32 " %" PRId32, east, north, up);
    append_transform(&writer->graph, 2 + 2 * writer->models, 3 + 2 * writer->models, place);
    append_shape(&writer->graph, 3 + 2 * writer->models, writer->models);
}

static bool write_model(vox_writer *writer, const part *model, tr_error *err)
{
    if (!read_model(writer, model, err)) return false;
    if (writer->voxels.count == 0) return true;
    begin_chunk(&writer->bytes, "SIZE", 12);
    append_int(&writer->bytes, TR_VOXEL_SIDE * model->size[0]);
    append_int(&writer->bytes, TR_VOXEL_SIDE * model->size[2]);
    append_int(&writer->bytes, TR_VOXEL_SIDE * model->size[1]);
    begin_chunk(&writer->bytes, "XYZI", 4 + writer->voxels.count);
    append_int(&writer->bytes, (int64_t)(writer->voxels.count / 4));
    add_nodes(writer, model);
    writer->report->blocks += writer->voxels.count / 4;
    writer->models++;
    return write_list(writer, &writer->bytes, err) && write_list(writer, &writer->voxels, err);
}

static bool write_models(vox_writer *writer, tr_error *err)
{
    const int32_t *size = writer->box->size;
    for (int32_t y = 0; y < size[1]; y += MODEL_CHUNKS)
        for (int32_t z = 0; z < size[2]; z += MODEL_CHUNKS)
            for (int32_t x = 0; x < size[0]; x += MODEL_CHUNKS) {
                part model = {.low = {x, y, z}};
                for (int axis = 0; axis < 3; axis++)
                    model.size[axis] = tr_min_i32(MODEL_CHUNKS, size[axis] - model.low[axis]);
                if (!write_model(writer, &model, err)) return false;
            }
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// Entry i of the file is colour i + 1; colour 0 is no voxel.
static void append_palette(tr_byte_list *list)
{
    begin_chunk(list, "RGBA", 4 * COLORS);
    for (int color = 1; color <= COLORS; color++) {
        const tr_block_info *info = color < TR_BLOCK_KIND_COUNT ? tr_block_info_of((tr_block)color) : NULL;
        uint8_t entry[4] = {0, 0, 0, 255};
        if (info) memcpy(entry, info->top_color, 3);
        tr_bytes_append(list, entry, sizeof entry);
    }
}

// The bytes of all that follows are known at the end.
static bool write_total(vox_writer *writer, const char *path, tr_error *err)
{
    const uint64_t children = writer->file_bytes - HEADER_BYTES - CHUNK_HEADER;
    if (children > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: %" PRIu64 " bytes of voxels; the format allows %d", path, children,
                       INT32_MAX);
    if (fseek(writer->file.stream, HEADER_BYTES + 8, SEEK_SET) != 0)
        return tr_fail(err, TR_ERROR_FILE_WRITE, "%s is no file in which one can go back", path);
    append_int(&writer->bytes, (int64_t)children);
    return tr_bytes_check(&writer->bytes, err) && tr_atomic_file_write(&writer->file, writer->bytes.bytes, 4, err);
}

static bool write_file(vox_writer *writer, const char *path, tr_error *err)
{
    tr_bytes_append(&writer->bytes, "VOX ", 4);
    append_int(&writer->bytes, VERSION);
    begin_chunk(&writer->bytes, "MAIN", 0);
    if (!write_list(writer, &writer->bytes, err) || !write_models(writer, err)) return false;
    append_transform(&writer->bytes, 0, 1, NULL);
    append_group(&writer->bytes, writer->models);
    if (!write_list(writer, &writer->bytes, err) || !write_list(writer, &writer->graph, err)) return false;
    append_palette(&writer->bytes);
    return write_list(writer, &writer->bytes, err) && write_total(writer, path, err);
}

static bool check_size(const tr_voxel_box *box, const char *path, tr_error *err)
{
    if (!tr_voxel_box_check(box, err)) return false;
    for (int axis = 0; axis < 3; axis++)
        if (box->size[axis] > MAX / TR_VOXEL_SIDE)
            return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: %" PRId64 " blocks along %c; a scene has at most %d", path,
                           (int64_t)box->size[axis] * TR_VOXEL_SIDE, "xyz"[axis], MAX);
    return true;
}

bool tr_vox_write(const tr_voxel_source *source, const char *path, const tr_voxel_box *box, const tr_progress *progress,
                  tr_blocks_report *report, tr_error *err)
{
    tr_blocks_report counted = {0};
    if (!check_size(box, path, err)) return false;
    tr_context *context = source->context;
    vox_writer writer = {.source = source,
                         .box = box,
                         .report = &counted,
                         .progress = progress,
                         .bytes = {.context = context},
                         .graph = {.context = context},
                         .voxels = {.context = context}};
    writer.blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *writer.blocks, err);
    bool done = writer.blocks && tr_atomic_file_open(&writer.file, context, path, err);
    if (done) {
        done = write_file(&writer, path, err) && tr_export_any(&counted, path, "", err);
        if (!done)
            tr_atomic_file_abort(&writer.file);
        else
            done = tr_atomic_file_commit(&writer.file, err);
    }
    tr_free(context, writer.blocks);
    tr_bytes_free(&writer.bytes);
    tr_bytes_free(&writer.graph);
    tr_bytes_free(&writer.voxels);
    counted.files = 1;
    counted.bytes = writer.file_bytes;
    if (done && report) *report = counted;
    return done;
}
