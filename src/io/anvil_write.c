// Minecraft worlds: each column of chunks becomes four columns of the format (terrane/io.h).
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/integers.h"
#include "base/os.h"
#include "io/anvil_chunk.h"
#include "io/anvil_def.h"
#include "io/anvil_level.h"
#include "io/anvil_region.h"
#include "io/block_export.h"
#include "io/zlib_bytes.h"

enum {
    SIDE = TR_VOXEL_SIDE,
    REGION_COLUMNS = TR_REGION_SIDE * TR_ANVIL_SIDE / SIDE,  // of ours along a side of a region
    FARTHEST = 29999984,                                     // where the game ends its world
    LONGEST_PATH = 4096,
    LONGEST_NAME = 1000,
};

typedef struct anvil_writer {
    const tr_voxel_source *source;
    const char *directory;
    const tr_voxel_box *box;
    const tr_anvil_def *def;
    const tr_progress *progress;
    tr_blocks_report report;
    tr_anvil_column *column;
    tr_block *blocks;  // of a chunk
    tr_byte_list nbt, packed;
    size_t done_columns;
} anvil_writer;

// ---------------------------------------------------------------------------------------------------------
// Columns

// Copies the layers of a chunk that the format can hold.
static void place_chunk(anvil_writer *writer, int64_t first_y)
{
    for (int y = 0; y < SIDE; y++) {
        const tr_block *layer = writer->blocks + y * TR_VOXEL_LAYER;
        uint64_t count = 0;
        for (int i = 0; i < TR_VOXEL_LAYER; i++) count += layer[i] != TR_BLOCK_AIR;
        const int64_t to = first_y + y - writer->def->lower - TR_ANVIL_LOWEST;
        if (to < 0 || to >= TR_ANVIL_HEIGHT) {
            writer->report.left_out += count;
            continue;
        }
        writer->report.blocks += count;
        memcpy(writer->column->blocks + to * TR_VOXEL_LAYER, layer, TR_VOXEL_LAYER * sizeof *layer);
    }
}

static bool read_column(anvil_writer *writer, int64_t x, int64_t z, tr_error *err)
{
    memset(writer->column, 0, sizeof *writer->column);
    for (int32_t i = 0; i < writer->box->size[1]; i++) {
        const tr_voxel_at at = {x, writer->box->low.y + i, z};
        bool any;
        if (!tr_export_read(writer->source, &at, writer->blocks, &any, err)) return false;
        if (any) place_chunk(writer, at.y * SIDE);
    }
    return true;
}

static bool put_column(anvil_writer *writer, tr_anvil_region *region, int64_t x, int64_t z, tr_error *err)
{
    if (!read_column(writer, x, z, err)) return false;
    for (int i = 0; i < 4; i++) {
        const int64_t chunk_x = 2 * x + (i & 1), chunk_z = 2 * z + (i >> 1);
        tr_bytes_clear(&writer->nbt);
        tr_bytes_clear(&writer->packed);
        tr_anvil_chunk_append(&writer->nbt, writer->column, chunk_x, chunk_z);
        if (!tr_bytes_check(&writer->nbt, err) || !tr_zlib_append(&writer->packed, &writer->nbt, false, err) ||
            !tr_anvil_region_put(region, chunk_x, chunk_z, writer->packed.bytes, writer->packed.count, err))
            return false;
    }
    const size_t columns = (size_t)writer->box->size[0] * (size_t)writer->box->size[2];
    return tr_export_report(writer->progress, ++writer->done_columns, columns, err);
}

// ---------------------------------------------------------------------------------------------------------
// Regions

static bool fill_region(anvil_writer *writer, tr_anvil_region *region, int64_t region_x, int64_t region_z,
                        tr_error *err)
{
    const tr_voxel_box *box = writer->box;
    const int64_t x0 = tr_max_i64(box->low.x, region_x * REGION_COLUMNS);
    const int64_t x1 = tr_min_i64(box->low.x + box->size[0], (region_x + 1) * REGION_COLUMNS);
    const int64_t z0 = tr_max_i64(box->low.z, region_z * REGION_COLUMNS);
    const int64_t z1 = tr_min_i64(box->low.z + box->size[2], (region_z + 1) * REGION_COLUMNS);
    for (int64_t z = z0; z < z1; z++)
        for (int64_t x = x0; x < x1; x++)
            if (!put_column(writer, region, x, z, err)) return false;
    return true;
}

static void name_region(const anvil_writer *writer, int64_t x, int64_t z, char path[LONGEST_PATH])
{
    snprintf(path, LONGEST_PATH, "%s/region/r.%" PRId64 ".%" PRId64 ".mca", writer->directory, x, z);
}

static bool write_region(anvil_writer *writer, int64_t x, int64_t z, tr_error *err)
{
    char path[LONGEST_PATH];
    tr_anvil_region region;
    uint64_t bytes;
    name_region(writer, x, z, path);
    if (!tr_anvil_region_open(&region, writer->source->context, path, err)) return false;
    if (!fill_region(writer, &region, x, z, err)) {
        tr_atomic_file_abort(&region.file);
        return false;
    }
    if (!tr_anvil_region_commit(&region, &bytes, err)) return false;
    writer->report.files++;
    writer->report.bytes += bytes;
    return true;
}

static bool write_regions(anvil_writer *writer, tr_error *err)
{
    const tr_voxel_box *box = writer->box;
    const int64_t x1 = tr_floor_div(box->low.x + box->size[0] - 1, REGION_COLUMNS);
    const int64_t z1 = tr_floor_div(box->low.z + box->size[2] - 1, REGION_COLUMNS);
    for (int64_t z = tr_floor_div(box->low.z, REGION_COLUMNS); z <= z1; z++)
        for (int64_t x = tr_floor_div(box->low.x, REGION_COLUMNS); x <= x1; x++)
            if (!write_region(writer, x, z, err)) return false;
    return true;
}

// Removes the regions that a world that failed has left, in the order in which they were written, and empty folders.
static void take_back(const anvil_writer *writer)
{
    const tr_voxel_box *box = writer->box;
    const int64_t x0 = tr_floor_div(box->low.x, REGION_COLUMNS), z0 = tr_floor_div(box->low.z, REGION_COLUMNS);
    const int64_t columns = tr_floor_div(box->low.x + box->size[0] - 1, REGION_COLUMNS) - x0 + 1;
    char path[LONGEST_PATH];
    for (int64_t i = 0; i < (int64_t)writer->report.files; i++) {
        name_region(writer, x0 + i % columns, z0 + i / columns, path);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/region", writer->directory);
    remove(path);
    remove(writer->directory);
}

// A world is one once it has this file: it is written last.
static bool write_level(anvil_writer *writer, tr_error *err)
{
    char path[LONGEST_PATH];
    tr_atomic_file file;
    snprintf(path, sizeof path, "%s/level.dat", writer->directory);
    tr_bytes_clear(&writer->nbt);
    tr_bytes_clear(&writer->packed);
    tr_anvil_level_append(&writer->nbt, writer->def);
    if (!tr_bytes_check(&writer->nbt, err) || !tr_zlib_append(&writer->packed, &writer->nbt, true, err) ||
        !tr_atomic_file_open(&file, writer->source->context, path, err))
        return false;
    if (!tr_atomic_file_write(&file, writer->packed.bytes, writer->packed.count, err)) {
        tr_atomic_file_abort(&file);
        return false;
    }
    if (!tr_atomic_file_commit(&file, err)) return false;
    writer->report.files++;
    writer->report.bytes += writer->packed.count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------

static bool check_box(const char *directory, const tr_voxel_box *box, tr_error *err)
{
    if (!tr_voxel_box_check(box, err)) return false;
    const int64_t low[2] = {box->low.x * SIDE, box->low.z * SIDE};
    const int64_t size[2] = {(int64_t)box->size[0] * SIDE, (int64_t)box->size[2] * SIDE};
    for (int axis = 0; axis < 2; axis++)
        if (low[axis] < -FARTHEST || low[axis] + size[axis] > FARTHEST)
            return tr_fail(err, TR_ERROR_TOO_LARGE,
                           "%s: blocks %" PRId64 " to %" PRId64 " along %c; a world reaches from %d to %d", directory,
                           low[axis], low[axis] + size[axis], "xz"[axis], -FARTHEST, FARTHEST);
    return true;
}

static bool check_def(const char *directory, const tr_anvil_def *def, tr_error *err)
{
    char path[LONGEST_PATH];
    if (strlen(def->name) > LONGEST_NAME)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a name of %zu bytes; allowed are %d", strlen(def->name),
                       LONGEST_NAME);
    for (int axis = 0; axis < 3; axis++)
        if (def->spawn[axis] < INT32_MIN || def->spawn[axis] > INT32_MAX)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "spawn at %" PRId64 " along %c; allowed are 32 bits",
                           def->spawn[axis], "xyz"[axis]);
    if ((size_t)snprintf(path, sizeof path, "%s/level.dat", directory) > sizeof path - TR_OS_SUFFIX_SIZE - 64)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "the path of the world has %zu bytes; that is too long",
                       strlen(directory));
    if (tr_os_file_size(path) >= 0)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s holds a world already: take an empty directory", directory);
    return true;
}

bool tr_anvil_write(const tr_voxel_source *source, const char *directory, const tr_voxel_box *box,
                    const tr_anvil_def *def, tr_blocks_report *report, const tr_progress *progress, tr_error *err)
{
    assert(def->cookie == TR_ANVIL_DEF_COOKIE && def->name);
    char regions[LONGEST_PATH];
    if (!check_box(directory, box, err) || !check_def(directory, def, err)) return false;
    snprintf(regions, sizeof regions, "%s/region", directory);
    if (!tr_os_make_directories(regions, err)) return false;
    tr_context *context = source->context;
    anvil_writer writer = {.source = source,
                           .directory = directory,
                           .box = box,
                           .def = def,
                           .progress = progress,
                           .nbt = {.context = context},
                           .packed = {.context = context}};
    writer.column = tr_alloc(context, sizeof *writer.column, err);
    if (writer.column) writer.blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *writer.blocks, err);
    const bool done = writer.blocks && write_regions(&writer, err) && write_level(&writer, err);
    if (!done) take_back(&writer);
    tr_free(context, writer.column);
    tr_free(context, writer.blocks);
    tr_bytes_free(&writer.nbt);
    tr_bytes_free(&writer.packed);
    if (done && report) *report = writer.report;
    return done;
}
