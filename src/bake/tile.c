// The raster files of a tile (bake_tile.h); the mesh is in bake_mesh.c.
#include "bake/tile.h"

#include <stdio.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/area.h"
#include "terrain/derived.h"
#include "terrane/io.h"
#include "world/world.h"

enum { PATH_SIZE = 4096 };

// What the files of a tile are written from.
typedef struct tile_job {
    const tr_world *world;
    const tr_bake_plan *plan;
    tr_bake_tile tile;
    tr_bake_range range;
    tr_sample_area area;
    tr_grid wide;    // heights with one sample more on each side
    tr_grid height;  // the same without
    char path[PATH_SIZE];
} tile_job;

static tr_bake_range range_of(const tr_grid *grid)
{
    tr_bake_range range = {grid->samples[0], grid->samples[0]};
    for (int32_t j = 0; j < grid->height; j++) {
        const float *row = grid->samples + j * grid->row_stride;
        for (int32_t i = 0; i < grid->width; i++) {
            if (row[i] < range.low_m) range.low_m = row[i];
            if (row[i] > range.high_m) range.high_m = row[i];
        }
    }
    return range;
}

bool tr_bake_tile_range(const tr_world *world, const tr_bake_plan *plan, tr_bake_tile tile, tr_bake_range *out,
                        tr_error *err)
{
    const tr_sample_area area = tr_bake_file_area(plan, tile);
    tr_grid height;
    if (!tr_grid_create(world->context, area.width, area.height, 1, &height, err)) return false;
    const bool ok = tr_world_heights(world, &area, &height, NULL, err);
    if (ok) *out = range_of(&height);
    tr_grid_destroy(world->context, &height);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Formats

// Heights as 16-bit numbers over the range of the whole bake.
static void fill_16_bits(const tile_job *job, const tr_image *out)
{
    const float span = job->range.high_m - job->range.low_m, scale = span > 0 ? 65535.0f / span : 0.0f;
    for (int32_t j = 0; j < out->height; j++) {
        const float *from = job->height.samples + j * job->height.row_stride;
        uint16_t *to = (uint16_t *)(void *)((uint8_t *)out->pixels + (size_t)j * out->row_bytes);
        for (int32_t i = 0; i < out->width; i++) {
            const float value = (from[i] - job->range.low_m) * scale + 0.5f;
            to[i] = (uint16_t)(value < 0 ? 0 : value > 65535 ? 65535 : value);
        }
    }
}

static bool write_png(const tile_job *job, tr_error *err)
{
    tr_context *context = job->world->context;
    tr_image image;
    if (!tr_image_create(context, &(tr_image_shape){job->area.width, job->area.height, 1, 16}, &image, err))
        return false;
    fill_16_bits(job, &image);
    const bool ok = tr_png_write(context, job->path, &image, err);
    tr_image_destroy(context, &image);
    return ok;
}

// Little-endian, whatever the machine is.
static bool write_r16(const tile_job *job, tr_error *err)
{
    tr_context *context = job->world->context;
    tr_image image;
    tr_atomic_file file;
    if (!tr_image_create(context, &(tr_image_shape){job->area.width, job->area.height, 1, 16}, &image, err))
        return false;
    fill_16_bits(job, &image);
    bool ok = tr_atomic_file_open(&file, context, job->path, err);
    const bool opened = ok;
    for (int32_t j = 0; ok && j < image.height; j++) {
        uint8_t *row = (uint8_t *)image.pixels + (size_t)j * image.row_bytes;
        for (int32_t i = 0; i < image.width; i++) {
            uint16_t value;
            memcpy(&value, row + (ptrdiff_t)2 * i, sizeof value);
            row[2 * i] = (uint8_t)value;
            row[2 * i + 1] = (uint8_t)(value >> 8);
        }
        ok = tr_atomic_file_write(&file, row, 2 * (size_t)image.width, err);
    }
    if (ok)
        ok = tr_atomic_file_commit(&file, err);
    else if (opened)
        tr_atomic_file_abort(&file);
    tr_image_destroy(context, &image);
    return ok;
}

static bool write_tiff(const tile_job *job, tr_error *err)
{
    const char *wkt;
    double origin[2];
    tr_world_georeference(job->world, &wkt, origin);
    const double spacing = job->area.spacing_m;
    const tr_georeference *file = tr_heights_place(job->world->heights);
    const tr_georeference place = {.wkt = file ? file->wkt : NULL,
                                   .west = origin[0] + ((double)job->area.x - 0.5) * spacing,
                                   .north = origin[1] - ((double)job->area.z - 0.5) * spacing,
                                   .pixel_m = spacing};
    return tr_geotiff_write(job->world->context, job->path, &job->height, &place, "height above the datum (m)", err);
}

static uint8_t byte_of_direction(float component)
{
    return (uint8_t)(component * 127.5f + 128.0f);
}

// As OpenGL takes normal maps: red east, green north (up in the picture), blue up.
static bool write_normal(const tile_job *job, tr_error *err)
{
    tr_context *context = job->world->context;
    tr_grid normal = {0};
    tr_image image = {0};
    bool ok = tr_grid_create(context, job->area.width, job->area.height, 3, &normal, err) &&
              tr_image_create(context, &(tr_image_shape){job->area.width, job->area.height, 3, 8}, &image, err) &&
              tr_derived_evaluate(context, TR_FIELD_NORMAL, job->area.spacing_m, &job->wide, &normal, err);
    for (int32_t j = 0; ok && j < image.height; j++) {
        const float *x = normal.samples + j * normal.row_stride;
        const float *y = x + normal.plane_stride, *z = y + normal.plane_stride;
        uint8_t *to = (uint8_t *)image.pixels + (size_t)j * image.row_bytes;
        for (int32_t i = 0; i < image.width; i++) {
            *to++ = byte_of_direction(x[i]);
            *to++ = byte_of_direction(-z[i]);
            *to++ = byte_of_direction(y[i]);
        }
    }
    ok = ok && tr_png_write(context, job->path, &image, err);
    tr_grid_destroy(context, &normal);
    tr_image_destroy(context, &image);
    return ok;
}

// The number of the biome as a grey value; the manifest has the names.
static bool write_biome(const tile_job *job, tr_error *err)
{
    tr_context *context = job->world->context;
    tr_grid biome = {0};
    tr_image image = {0};
    bool ok = tr_grid_create(context, job->area.width, job->area.height, 1, &biome, err) &&
              tr_image_create(context, &(tr_image_shape){job->area.width, job->area.height, 1, 8}, &image, err) &&
              tr_world_query(job->world, TR_FIELD_BIOME, &job->area, NULL, &biome, err);
    for (int32_t j = 0; ok && j < image.height; j++) {
        uint8_t *to = (uint8_t *)image.pixels + (size_t)j * image.row_bytes;
        for (int32_t i = 0; i < image.width; i++) to[i] = (uint8_t)biome.samples[j * biome.row_stride + i];
    }
    ok = ok && tr_png_write(context, job->path, &image, err);
    tr_grid_destroy(context, &biome);
    tr_image_destroy(context, &image);
    return ok;
}

// Neighbouring meshes share the vertices of their borders. Meshes of different levels do not, so a skirt hides the gap.
static bool write_glb(const tile_job *job, tr_error *err)
{
    const bool has_levels = job->plan->def.levels > 1;
    const tr_bake_mesh_def def = {.area = tr_bake_tile_area(job->plan, job->tile, 1),
                                  .name = "terrain",
                                  .path = job->path,
                                  .texture_scale = 1,
                                  .skirt_m = has_levels ? 4 * job->area.spacing_m : 0};
    return tr_bake_mesh_write(job->world, &def, err);
}

typedef bool (*write_format)(const tile_job *job, tr_error *err);
static const write_format writers[TR_BAKE_FORMAT_COUNT] = {
    [TR_BAKE_PNG] = write_png,       [TR_BAKE_R16] = write_r16,     [TR_BAKE_TIFF] = write_tiff,
    [TR_BAKE_NORMAL] = write_normal, [TR_BAKE_BIOME] = write_biome, [TR_BAKE_GLB] = write_glb,
};

// ---------------------------------------------------------------------------------------------------------

bool tr_bake_file_measure(tr_context *context, const char *path, tr_bake_file *out, tr_error *err)
{
    enum { BLOCK = 1 << 16 };
    FILE *stream = fopen(path, "rb");
    if (!stream) return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened again", path);
    uint8_t *block = tr_alloc(context, BLOCK, err);
    tr_sha256 hash = tr_sha256_begin();
    size_t part;
    while (block && (part = fread(block, 1, BLOCK, stream)) > 0) tr_sha256_add(&hash, block, part);
    bool ok = block;
    if (ok && ferror(stream)) ok = tr_fail(err, TR_ERROR_FILE_READ, "%s: cannot be read again", path);
    out->bytes = hash.size;
    tr_sha256_finish(&hash, out->sha256);
    tr_free(context, block);
    fclose(stream);
    return ok;
}

static bool write_files(tile_job *job, tr_bake_record *record, tr_error *err)
{
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++) {
        if (!tr_bake_has(job->plan, (tr_bake_format)format)) continue;
        char name[TR_BAKE_NAME_SIZE];
        tr_bake_file_name(job->tile, (tr_bake_format)format, name);
        if (snprintf(job->path, PATH_SIZE, "%s/%s", job->plan->def.directory, name) >= PATH_SIZE)
            return tr_fail(err, TR_ERROR_FILE_OPEN, "%.60s...: the name is too long", job->path);
        if (!writers[format](job, err) ||
            !tr_bake_file_measure(job->world->context, job->path, &record->files[format], err))
            return false;
    }
    return true;
}

bool tr_bake_tile_write(const tr_world *world, const tr_bake_plan *plan, tr_bake_tile tile, tr_bake_range range,
                        tr_bake_record *record, tr_error *err)
{
    tile_job job = {.world = world, .plan = plan, .tile = tile, .range = range, .area = tr_bake_file_area(plan, tile)};
    const tr_sample_area wide = tr_area_with_halo(&job.area, TR_DERIVED_HALO);
    if (!tr_grid_create(world->context, wide.width, wide.height, 1, &job.wide, err)) return false;
    bool ok = tr_world_heights(world, &wide, &job.wide, NULL, err);
    job.height = tr_grid_without_halo(&job.wide, TR_DERIVED_HALO);
    if (ok) {
        const tr_bake_range own = range_of(&job.height);
        *record = (tr_bake_record){.done = true, .low_m = own.low_m, .high_m = own.high_m};
        ok = write_files(&job, record, err);
    }
    tr_grid_destroy(world->context, &job.wide);
    return ok;
}
