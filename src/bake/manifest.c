// The index of a bake (bake_manifest.h). docs/bake.md describes manifest.json.
#include "bake/manifest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/atomic_file.h"
#include "bake/paths.h"
#include "world/world.h"

enum { PATH_SIZE = 4096, OVERVIEW_SAMPLES = 513 };

static bool path_of(const tr_bake_plan *plan, const char *name, char out[PATH_SIZE], tr_error *err)
{
    if (snprintf(out, PATH_SIZE, "%s/%s", plan->def.directory, name) < PATH_SIZE) return true;
    return tr_fail(err, TR_ERROR_FILE_OPEN, "%.60s...: the name is too long", plan->def.directory);
}

// Writes the finished text, which it takes over.
static bool write_text(tr_context *context, const char *path, char *text, tr_error *err)
{
    tr_atomic_file file;
    if (!text) return false;
    bool ok = tr_atomic_file_open(&file, context, path, err);
    if (ok) {
        ok = tr_atomic_file_write(&file, text, strlen(text), err);
        if (ok)
            ok = tr_atomic_file_commit(&file, err);
        else
            tr_atomic_file_abort(&file);
    }
    tr_free(context, text);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// manifest.json

static void add_hash(tr_json *json, const char *key, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    tr_json_text(json, key, text);
}

static void add_world(tr_json *json, const tr_world *world)
{
    const char *wkt;
    double origin[2];
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, world->def.seed);
    tr_world_georeference(world, &wkt, origin);
    tr_json_open(json, "world", '{');
    tr_json_text(json, "name", world->def.name ? world->def.name : "");
    tr_json_text(json, "seed", seed);
    add_hash(json, "hash", tr_world_hash(world));
    tr_json_double(json, "sea_level_m", world->def.sea_level_m);
    tr_json_text(json, "crs", wkt ? wkt : "");
    tr_json_double(json, "east_of_origin_m", origin[0]);
    tr_json_double(json, "north_of_origin_m", origin[1]);
    tr_json_close(json);
}

static void add_16_bits(tr_json *json, const tr_bake_plan *plan, tr_bake_range range)
{
    if (!tr_bake_has(plan, TR_BAKE_PNG) && !tr_bake_has(plan, TR_BAKE_R16)) return;
    tr_json_open(json, "height_16_bit", '{');
    tr_json_double(json, "height_of_0_m", (double)range.low_m);
    tr_json_double(json, "height_of_65535_m", (double)range.high_m);
    tr_json_text(json, "r16_byte_order", "little-endian");
    tr_json_close(json);
}

static void add_biomes(tr_json *json, const tr_world *world, const tr_bake_plan *plan)
{
    if (!tr_bake_has(plan, TR_BAKE_BIOME)) return;
    tr_json_open(json, "biomes", '[');
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        const uint8_t *rgb = world->def.biomes[i].color;
        char color[8];
        snprintf(color, sizeof color, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "value", i);
        tr_json_text(json, "name", tr_biome_name((tr_biome)i));
        tr_json_text(json, "color", color);
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void add_files(tr_json *json, const tr_bake_plan *plan, tr_bake_tile tile, const tr_bake_record *record)
{
    tr_json_open(json, "files", '{');
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++) {
        if (!tr_bake_has(plan, (tr_bake_format)format)) continue;
        char name[TR_BAKE_NAME_SIZE];
        tr_bake_file_name(tile, (tr_bake_format)format, name);
        tr_json_open(json, tr_bake_format_name((tr_bake_format)format), '{');
        tr_json_text(json, "name", name);
        tr_json_int(json, "bytes", (int64_t)record->files[format].bytes);
        tr_json_text(json, "sha256", record->files[format].sha256);
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void add_tile(tr_json *json, const tr_bake_plan *plan, tr_bake_tile tile, const tr_bake_record *record)
{
    const tr_sample_area area = tr_bake_file_area(plan, tile);
    tr_json_open(json, NULL, '{');
    tr_json_int(json, "x", tile.x);
    tr_json_int(json, "z", tile.z);
    tr_json_double(json, "west_m", (double)area.x * area.spacing_m);
    tr_json_double(json, "north_m", (double)area.z * area.spacing_m);
    tr_json_double(json, "low_m", (double)record->low_m);
    tr_json_double(json, "high_m", (double)record->high_m);
    add_files(json, plan, tile, record);
    tr_json_close(json);
}

static void add_levels(tr_json *json, const tr_bake_plan *plan, const tr_bake_journal *journal)
{
    tr_json_open(json, "levels", '[');
    for (int i = 0; i < plan->def.levels; i++) {
        const tr_bake_level *level = &plan->levels[i];
        tr_json_open(json, NULL, '{');
        tr_json_double(json, "spacing_m", level->spacing_m);
        tr_json_int(json, "first_sample_x", level->x);
        tr_json_int(json, "first_sample_z", level->z);
        tr_json_int(json, "tiles_x", level->tiles_x);
        tr_json_int(json, "tiles_z", level->tiles_z);
        tr_json_open(json, "tiles", '[');
        for (int64_t t = 0; t < (int64_t)level->tiles_x * level->tiles_z; t++)
            add_tile(json, plan, tr_bake_plan_tile(plan, level->first_tile + t),
                     tr_bake_journal_record(journal, level->first_tile + t));
        tr_json_close(json);
        tr_json_close(json);
    }
    tr_json_close(json);
}

static bool write_manifest(const tr_world *world, const tr_bake_plan *plan, const tr_bake_journal *journal,
                           tr_bake_range range, tr_error *err)
{
    enum { MANIFEST_VERSION = 1 };
    char path[PATH_SIZE];
    if (!path_of(plan, "manifest.json", path, err)) return false;
    tr_json json = tr_json_begin(world->context);
    tr_json_open(&json, NULL, '{');
    tr_json_text(&json, "generator", "terrane");
    tr_json_text(&json, "generator_version", tr_version());
    tr_json_int(&json, "manifest_version", MANIFEST_VERSION);
    add_world(&json, world);
    tr_json_open(&json, "region_m", '[');
    const int64_t corners[4] = {plan->def.region_m.x0, plan->def.region_m.z0, plan->def.region_m.x1,
                                plan->def.region_m.z1};
    for (int i = 0; i < 4; i++) tr_json_int(&json, NULL, corners[i]);
    tr_json_close(&json);
    tr_json_int(&json, "tile_samples", plan->def.tile + (plan->def.overlap ? 1 : 0));
    tr_json_int(&json, "overlap_samples", plan->def.overlap ? 1 : 0);
    add_16_bits(&json, plan, range);
    add_biomes(&json, world, plan);
    const bool listed = tr_bake_paths_add(&json, world, err);
    add_levels(&json, plan, journal);
    tr_json_close(&json);
    char *text = tr_json_finish(&json, listed ? err : NULL);
    if (listed) return write_text(world->context, path, text, err);
    tr_free(world->context, text);
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// heights.vrt: the GeoTIFFs of the finest level as one raster, for GDAL and QGIS

// Escapes what XML does not allow in text.
static void add_xml_text(tr_text_builder *text, const char *from)
{
    for (; *from; from++) {
        const char one[2] = {*from, '\0'};
        tr_text_append(text, *from == '<'   ? "&lt;"
                             : *from == '>' ? "&gt;"
                             : *from == '&' ? "&amp;"
                             : *from == '"' ? "&quot;"
                                            : one);
    }
}

static void add_vrt_head(tr_text_builder *text, const tr_world *world, const tr_bake_plan *plan)
{
    const tr_bake_level *level = &plan->levels[0];
    const char *wkt;
    double origin[2];
    tr_world_georeference(world, &wkt, origin);
    tr_text_appendf(text, "<VRTDataset rasterXSize=\"%" PRId64 "\" rasterYSize=\"%" PRId64 "\">\n",
                    (int64_t)level->tiles_x * plan->def.tile, (int64_t)level->tiles_z * plan->def.tile);
    if (wkt) {
        tr_text_append(text, "  <SRS>");
        add_xml_text(text, wkt);
        tr_text_append(text, "</SRS>\n");
    }
    tr_text_append(text, "  <GeoTransform>");
    tr_text_append_double(text, origin[0] + ((double)level->x - 0.5) * level->spacing_m);
    tr_text_append(text, ", ");
    tr_text_append_double(text, level->spacing_m);
    tr_text_append(text, ", 0, ");
    tr_text_append_double(text, origin[1] - ((double)level->z - 0.5) * level->spacing_m);
    tr_text_append(text, ", 0, ");
    tr_text_append_double(text, -level->spacing_m);
    tr_text_append(text, "</GeoTransform>\n  <VRTRasterBand dataType=\"Float32\" band=\"1\">\n"
                         "    <Description>height above the datum (m)</Description>\n    <UnitType>m</UnitType>\n");
}

static bool write_mosaic(const tr_world *world, const tr_bake_plan *plan, tr_error *err)
{
    char path[PATH_SIZE];
    const int64_t side = plan->def.tile, count = (int64_t)plan->levels[0].tiles_x * plan->levels[0].tiles_z;
    if (!tr_bake_has(plan, TR_BAKE_TIFF)) return true;
    if (!path_of(plan, "heights.vrt", path, err)) return false;
    tr_text_builder text = tr_text_builder_open(world->context);
    add_vrt_head(&text, world, plan);
    for (int64_t i = 0; i < count; i++) {
        const tr_bake_tile tile = tr_bake_plan_tile(plan, i);
        char name[TR_BAKE_NAME_SIZE];
        tr_bake_file_name(tile, TR_BAKE_TIFF, name);
        tr_text_appendf(&text,
                        "    <SimpleSource>\n      <SourceFilename relativeToVRT=\"1\">%s</SourceFilename>\n"
                        "      <SourceBand>1</SourceBand>\n"
                        "      <SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%" PRId64 "\" ySize=\"%" PRId64 "\"/>\n"
                        "      <DstRect xOff=\"%" PRId64 "\" yOff=\"%" PRId64 "\" xSize=\"%" PRId64
                        "\" ySize=\"%" PRId64 "\"/>\n    </SimpleSource>\n",
                        name, side, side, tile.x * side, tile.z * side, side, side);
    }
    tr_text_append(&text, "  </VRTRasterBand>\n</VRTDataset>\n");
    return write_text(world->context, path, tr_text_builder_finish(&text, err), err);
}

// ---------------------------------------------------------------------------------------------------------
// overview.glb: the whole region in one mesh, for a first look

static bool write_overview(const tr_world *world, const tr_bake_plan *plan, tr_error *err)
{
    char path[PATH_SIZE];
    if (!tr_bake_has(plan, TR_BAKE_GLB)) return true;
    if (!path_of(plan, "overview.glb", path, err)) return false;
    tr_bake_mesh_def def = {.name = "overview", .path = path, .flat_sea = true, .texture_scale = 4};
    double spacing_m = plan->def.spacing_m;
    do {
        if (!tr_sample_area_of_region(&plan->def.region_m, spacing_m, &def.area, err)) return false;
        spacing_m *= 2;
    } while (def.area.width > OVERVIEW_SAMPLES || def.area.height > OVERVIEW_SAMPLES);
    return tr_bake_mesh_write(world, &def, err);
}

void tr_bake_index_remove(const tr_bake_plan *plan)
{
    char path[PATH_SIZE];
    if (path_of(plan, "manifest.json", path, NULL)) remove(path);
}

bool tr_bake_index_write(const tr_world *world, const tr_bake_plan *plan, const tr_bake_journal *journal,
                         tr_bake_range range, tr_error *err)
{
    return write_mosaic(world, plan, err) && write_overview(world, plan, err) &&
           write_manifest(world, plan, journal, range, err);
}
