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
#include "io/anvil_pack.h"
#include "io/anvil_region.h"
#include "io/block_export.h"
#include "io/zlib_bytes.h"

enum {
    SIDE = TR_VOXEL_SIDE,
    REGION_COLUMNS = TR_REGION_SIDE * TR_ANVIL_SIDE / SIDE,  // of ours along a side of a region
    FARTHEST = 29999984,                                     // where the game ends its world
    MAX_PATH = 4096,
    MAX_NAME = 1000,
};

typedef struct anvil_writer {
    const tr_voxel_source *source;
    const char *directory;
    const tr_voxel_box *box;
    const tr_anvil_def *def;
    const tr_progress *progress;
    tr_blocks_report report;
    uint64_t regions;  // files that are there
    tr_anvil_column column;
    tr_block *blocks;  // of a chunk
    tr_byte_list nbt, packed;
    size_t done_columns;
} anvil_writer;

// ---------------------------------------------------------------------------------------------------------
// Columns

// The first block of a layer of the world in the column, or -1 beyond the heights of the format.
static int64_t layer_place(const anvil_writer *writer, int64_t y)
{
    const int64_t to = y - writer->def->lower - writer->column.min_y;
    return to < 0 || to >= writer->column.height ? -1 : to * TR_VOXEL_LAYER;
}

// Copies the layers of a chunk that the format can hold.
static void place_blocks(anvil_writer *writer, const tr_voxel_chunk *chunk)
{
    if (chunk->filled == 0) return;
    tr_voxel_chunk_unpack(chunk, writer->blocks);
    for (int y = 0; y < SIDE; y++) {
        const tr_block *layer = writer->blocks + y * TR_VOXEL_LAYER;
        const int64_t world_y = chunk->at.y * SIDE + y, to = layer_place(writer, world_y);
        uint64_t count = 0;
        for (int i = 0; i < TR_VOXEL_LAYER; i++) count += layer[i] != TR_BLOCK_AIR;
        if (to >= 0) {
            writer->report.blocks += count;
            memcpy(writer->column.blocks + to, layer, TR_VOXEL_LAYER * sizeof *layer);
        } else if (world_y - writer->def->lower < writer->column.min_y) {
            writer->report.cut_below += count;
        } else {
            writer->report.cut_above += count;
        }
    }
}

static uint8_t game_light(tr_light light)
{
    const unsigned sky = light >> TR_LIGHT_SKY_SHIFT & TR_LIGHT_MAX;
    return (uint8_t)(sky << 4 | tr_export_lamp(light));
}

static void place_light(anvil_writer *writer, const tr_voxel_light *light, int64_t chunk_y)
{
    for (int y = 0; y < SIDE; y++) {
        const int64_t to = layer_place(writer, chunk_y * SIDE + y);
        if (to < 0) continue;
        if (!light->values) {
            memset(writer->column.light + to, game_light(light->uniform), TR_VOXEL_LAYER);
            continue;
        }
        const tr_light *layer = light->values + y * TR_VOXEL_LAYER;
        for (int i = 0; i < TR_VOXEL_LAYER; i++) writer->column.light[to + i] = game_light(layer[i]);
    }
}

// The biome that most columns of a cell have, of several the one with the lowest number.
static uint8_t cell_biome(const uint8_t *columns, int64_t row)
{
    enum { CELL = TR_ANVIL_BIOME_SIDE };
    uint8_t best = columns[0];
    int best_count = 0;
    for (int i = 0; i < CELL * CELL; i++) {
        const uint8_t biome = columns[i % CELL + i / CELL * row];
        int count = 0;
        for (int k = 0; k < CELL * CELL; k++) count += columns[k % CELL + k / CELL * row] == biome;
        if (count > best_count || (count == best_count && biome < best)) {
            best = biome;
            best_count = count;
        }
    }
    return best;
}

static void place_biomes(anvil_writer *writer, const tr_block_piece *piece, int32_t x, int32_t z)
{
    enum { CELL = TR_ANVIL_BIOME_SIDE, CELLS = TR_ANVIL_BIOME_CELLS };
    const int64_t row = (int64_t)piece->box.size[0] * SIDE;
    const uint8_t *corner = piece->biomes + (int64_t)x * SIDE + (int64_t)z * SIDE * row;
    for (int i = 0; i < CELLS * CELLS; i++)
        writer->column.biomes[i] = cell_biome(corner + i % CELLS * CELL + i / CELLS * CELL * row, row);
}

// x and z are counted in chunks from the corner of the piece. What the box does not hold is air in full daylight above
// it and dark below.
static void read_column(anvil_writer *writer, const tr_block_piece *piece, int32_t x, int32_t z)
{
    tr_anvil_column *column = &writer->column;
    const size_t count = (size_t)column->height * TR_VOXEL_LAYER;
    memset(column->blocks, 0, count * sizeof *column->blocks);
    if (column->light) {
        const int64_t bottom = piece->box.low.y * SIDE - writer->def->lower - column->min_y;
        const size_t dark = (size_t)tr_min_i64(tr_max_i64(bottom, 0), column->height) * TR_VOXEL_LAYER;
        memset(column->light, 0, dark);
        memset(column->light + dark, TR_LIGHT_MAX << 4, count - dark);
    }
    for (int32_t y = 0; y < piece->box.size[1]; y++) {
        const size_t index = tr_export_piece_index(piece, x, y, z);
        place_blocks(writer, &piece->chunks[index]);
        if (column->light) place_light(writer, &piece->lights[index], piece->box.low.y + y);
    }
    if (piece->biomes) place_biomes(writer, piece, x, z);
}

static bool put_column(anvil_writer *writer, tr_anvil_region *region, int64_t x, int64_t z, tr_error *err)
{
    for (int i = 0; i < 4; i++) {
        const int64_t chunk_x = 2 * x + (i & 1), chunk_z = 2 * z + (i >> 1);
        tr_bytes_clear(&writer->nbt);
        tr_bytes_clear(&writer->packed);
        tr_anvil_chunk_append(&writer->nbt, &writer->column, chunk_x, chunk_z);
        if (!tr_bytes_check(&writer->nbt, err) || !tr_zlib_append(&writer->packed, &writer->nbt, false, err) ||
            !tr_anvil_region_put(region, chunk_x, chunk_z, writer->packed.bytes, writer->packed.count, err))
            return false;
    }
    const size_t columns = (size_t)writer->box->size[0] * (size_t)writer->box->size[2];
    return tr_export_report(writer->progress, ++writer->done_columns, columns, err);
}

// ---------------------------------------------------------------------------------------------------------
// Regions

static bool put_piece(anvil_writer *writer, tr_anvil_region *region, const tr_voxel_box *box, tr_error *err)
{
    tr_block_piece piece;
    if (!tr_export_piece_open(writer->source, writer->def->pieces, box, &piece, err)) return false;
    bool done = true;
    for (int32_t i = 0; done && i < box->size[0] * box->size[2]; i++) {
        const int32_t x = i % box->size[0], z = i / box->size[0];
        read_column(writer, &piece, x, z);
        done = put_column(writer, region, box->low.x + x, box->low.z + z, err);
    }
    tr_export_piece_close(writer->source, writer->def->pieces, &piece);
    return done;
}

static bool fill_region(anvil_writer *writer, tr_anvil_region *region, int64_t region_x, int64_t region_z,
                        tr_error *err)
{
    const tr_voxel_box *box = writer->box;
    const int64_t x1 = tr_min_i64(box->low.x + box->size[0], (region_x + 1) * REGION_COLUMNS);
    const int64_t z1 = tr_min_i64(box->low.z + box->size[2], (region_z + 1) * REGION_COLUMNS);
    for (int64_t z = tr_max_i64(box->low.z, region_z * REGION_COLUMNS); z < z1; z += TR_BLOCK_PIECE_COLUMNS)
        for (int64_t x = tr_max_i64(box->low.x, region_x * REGION_COLUMNS); x < x1; x += TR_BLOCK_PIECE_COLUMNS) {
            const tr_region columns = {x, z, tr_min_i64(x + TR_BLOCK_PIECE_COLUMNS, x1),
                                       tr_min_i64(z + TR_BLOCK_PIECE_COLUMNS, z1)};
            const tr_voxel_box part = tr_export_columns(box, &columns);
            if (!put_piece(writer, region, &part, err)) return false;
        }
    return true;
}

static void name_region(const anvil_writer *writer, int64_t x, int64_t z, char path[MAX_PATH])
{
    snprintf(path, MAX_PATH, "%s/region/r.%" PRId64 ".%" PRId64 ".mca", writer->directory, x, z);
}

static bool write_region(anvil_writer *writer, int64_t x, int64_t z, tr_error *err)
{
    char path[MAX_PATH];
    tr_anvil_region region;
    uint64_t bytes;
    name_region(writer, x, z, path);
    if (!tr_anvil_region_open(&region, writer->source->context, path, err)) return false;
    if (!fill_region(writer, &region, x, z, err)) {
        tr_atomic_file_abort(&region.file);
        return false;
    }
    if (!tr_anvil_region_commit(&region, &bytes, err)) return false;
    writer->regions++;
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
    char path[MAX_PATH];
    for (int64_t i = 0; i < (int64_t)writer->regions; i++) {
        name_region(writer, x0 + i % columns, z0 + i / columns, path);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/region", writer->directory);
    remove(path);
    tr_anvil_pack_remove(writer->directory);
    remove(writer->directory);
}

// A world is one once it has this file: it is written last.
static bool write_level(anvil_writer *writer, tr_error *err)
{
    char path[MAX_PATH];
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
    char path[MAX_PATH];
    if (strlen(def->name) > MAX_NAME)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a name of %zu bytes; allowed are %d", strlen(def->name),
                       MAX_NAME);
    for (int axis = 0; axis < 3; axis++)
        if (def->spawn[axis] < INT32_MIN || def->spawn[axis] > INT32_MAX)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "spawn at %" PRId64 " along %c; allowed are 32 bits",
                           def->spawn[axis], "xyz"[axis]);
    if (def->min_y % TR_ANVIL_SIDE || def->height % TR_ANVIL_SIDE || def->height < TR_ANVIL_SIDE ||
        def->min_y < TR_ANVIL_LOWEST || def->min_y > TR_ANVIL_HIGHEST - def->height)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "heights from %d, %d of them; allowed are multiples of %d within %d .. %d", def->min_y,
                       def->height, TR_ANVIL_SIDE, TR_ANVIL_LOWEST, TR_ANVIL_HIGHEST - 1);
    if ((size_t)snprintf(path, sizeof path, "%s/level.dat", directory) > sizeof path - TR_OS_SUFFIX_SIZE - 128)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "the path of the world has %zu bytes; that is too long",
                       strlen(directory));
    if (tr_os_file_size(path) >= 0)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s holds a world already: take an empty directory", directory);
    return true;
}

static bool allocate(anvil_writer *writer, tr_error *err)
{
    static const char *const plains[] = {"minecraft:plains"};
    tr_context *context = writer->source->context;
    const tr_anvil_def *def = writer->def;
    tr_anvil_column *column = &writer->column;
    const size_t count = (size_t)def->height * TR_VOXEL_LAYER;
    *column = (tr_anvil_column){.min_y = def->min_y, .height = def->height, .biome_names = plains};
    if (def->pieces) column->biome_names = def->biomes;
    column->blocks = tr_alloc_array(context, count, sizeof *column->blocks, err);
    if (!column->blocks) return false;
    if (def->pieces) column->light = tr_alloc(context, count, err);
    if (def->pieces && !column->light) return false;
    writer->blocks = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof *writer->blocks, err);
    return writer->blocks != NULL;
}

static bool write_world(anvil_writer *writer, tr_error *err)
{
    return write_regions(writer, err) &&
           tr_export_any(&writer->report, writer->directory, "; move the world up or down (lower)", err) &&
           (!tr_anvil_needs_pack(writer->def) ||
            tr_anvil_pack_write(writer->source->context, writer->def, &writer->report, err)) &&
           write_level(writer, err);
}

bool tr_anvil_write(const tr_voxel_source *source, const tr_voxel_box *box, const tr_anvil_def *def,
                    const tr_progress *progress, tr_blocks_report *report, tr_error *err)
{
    assert(def->cookie == TR_ANVIL_DEF_COOKIE && def->directory && def->name && (!def->pieces || def->biomes));
    const char *directory = def->directory;
    char regions[MAX_PATH];
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
    const bool done = allocate(&writer, err) && write_world(&writer, err);
    if (!done) take_back(&writer);
    tr_free(context, writer.column.blocks);
    tr_free(context, writer.column.light);
    tr_free(context, writer.blocks);
    tr_bytes_free(&writer.nbt);
    tr_bytes_free(&writer.packed);
    if (done && report) *report = writer.report;
    return done;
}
