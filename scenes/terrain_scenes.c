#include "scenes/terrain_scenes.h"

static void leave_default(tr_terrain_settings *def)
{
    (void)def;
}

static void only_large_shape(tr_terrain_settings *def)
{
    def->landform.ruggedness = 0;
    def->erosion.strength = 0;
    def->rivers.width_m = 0;
    def->beaches.height_m = 0;
}

static void only_detail(tr_terrain_settings *def)
{
    only_large_shape(def);
    def->landform.ruggedness = 1;
}

static void strong_erosion(tr_terrain_settings *def)
{
    only_large_shape(def);
    def->landform.mountain_share = 1;
    def->erosion = (tr_erosion_settings){.strength = 1, .size_m = 640, .octaves = 8};
}

static void many_rivers(tr_terrain_settings *def)
{
    only_large_shape(def);
    def->rivers = (tr_river_settings){.spacing_m = 1500, .width_m = 50, .valley_width_m = 300, .depth_m = 6};
}

static void wide_beaches(tr_terrain_settings *def)
{
    only_large_shape(def);
    def->beaches = (tr_beach_settings){.height_m = 20, .width = 6};
}

static void steep_terraces(tr_terrain_settings *def)
{
    def->terraces = (tr_terrace_settings){.height_m = 15, .flatness = 0.8};
}

const terrain_scene terrain_scenes[] = {
    {"default", leave_default, 512, false},   {"large shape", only_large_shape, 2048, false},
    {"detail", only_detail, 512, false},      {"erosion", strong_erosion, 512, false},
    {"rivers", many_rivers, 512, false},      {"beaches", wide_beaches, 512, false},
    {"terraces", steep_terraces, 512, false}, {"paths", leave_default, 512, true},
};

const int terrain_scene_count = (int)(sizeof terrain_scenes / sizeof terrain_scenes[0]);

enum { PATH_COUNT = 4, PLACE_COUNT = 4 };

// Paths around the origin, where the areas of a scene are.
typedef struct scene_paths {
    tr_path_vertex places[PATH_COUNT][PLACE_COUNT];
    tr_world_path_def paths[PATH_COUNT];
} scene_paths;

static void fill_paths(scene_paths *out)
{
    static const double places[PATH_COUNT][PLACE_COUNT][2] = {
        {{-900, 120}, {-300, 420}, {250, 300}, {900, 640}},
        {{-700, 900}, {-250, 500}, {100, 260}, {60, 90}},
        {{400, 700}, {720, 690}, {750, 980}, {420, 1000}},
    };
    const tr_world_path_def kinds[PATH_COUNT] = {tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_RIVER),
                                                 tr_default_world_path_def(TR_PATH_SOURCE_LINE, TR_PATH_ROAD),
                                                 tr_default_world_path_def(TR_PATH_SOURCE_AREA, TR_PATH_LAKE),
                                                 tr_default_world_path_def(TR_PATH_SOURCE_DRAIN, TR_PATH_RIVER)};
    for (int i = 0; i < PATH_COUNT; i++) {
        out->paths[i] = kinds[i];
        if (kinds[i].source == TR_PATH_SOURCE_DRAIN) {
            out->paths[i].drain_m2 = 1e5;
            out->paths[i].has_within = true;
            out->paths[i].within_m = (tr_region){-1000, 0, 1000, 1000};
            continue;
        }
        for (int k = 0; k < PLACE_COUNT; k++) {
            out->places[i][k] = tr_path_vertex_at(places[i][k][0], places[i][k][1]);
        }
        out->paths[i].path.vertices = out->places[i];
        out->paths[i].path.vertex_count = PLACE_COUNT;
    }
}

static bool hash_area(tr_world *world, const tr_sample_area *area, uint64_t *hash, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    tr_grid grid;
    if (!tr_grid_create(context, area->width, area->height, 1, &grid, err)) {
        return false;
    }
    const bool ok = tr_world_query(world, TR_FIELD_HEIGHT, area, NULL, &grid, err);
    *hash = tr_hash_bytes(grid.samples, (size_t)grid.width * (size_t)grid.height * sizeof(float), *hash);
    tr_grid_destroy(context, &grid);
    return ok;
}

bool terrain_scene_hash(tr_context *context, const terrain_scene *scene, uint64_t seed, uint64_t *hash, tr_error *err)
{
    const tr_sample_area areas[] = {{-70, 5, 133, 61, 16},
                                    {12, 12, 67, 45, 3},
                                    {250000000000, -250000000000, 133, 37, 4},
                                    {-51, -36, 41, 31, scene->max_width_m}};
    tr_world_def def = tr_default_world_def();
    def.seed = seed;
    scene->describe(&def.terrain);
    scene_paths paths;
    if (scene->paths) {
        fill_paths(&paths);
        def.paths = paths.paths;
        def.path_count = PATH_COUNT;
    }
    tr_world *world = tr_world_create(context, &def, err);
    if (!world) {
        return false;
    }
    bool ok = true;
    *hash = 0;
    for (size_t i = 0; ok && i < sizeof areas / sizeof areas[0]; i++) {
        ok = hash_area(world, &areas[i], hash, err);
    }
    tr_world_destroy(world);
    return ok;
}
