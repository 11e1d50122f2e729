#include "place_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "cmocka_test.h"
#include "place/placer.h"

// ---------------------------------------------------------------------------------------------------------
// Fields

// A smooth wave in whole numbers and exact halves, the same everywhere: 0..1.
static double wave(double x, double period)
{
    const double at = x / period - floor(x / period);
    return at < 0.5 ? at * 2 : 2 - at * 2;
}

static double field(int32_t layer, double x, double z, double share, int32_t layers)
{
    const double weight = 2.0 * share / layers;
    return weight * (0.5 * wave(x + 13 * layer, 37 + layer) + 0.5 * wave(z - 7 * layer + x * 0.25, 53 + 2 * layer));
}

static double height(double x, double z)
{
    return 40 * wave(x + z * 0.5, 211) + 11 * wave(z, 97) - 3;
}

// ---------------------------------------------------------------------------------------------------------
// Textures

static void begin(place_scene *scene, tr_context *context, int32_t layer_count, double share)
{
    memset(scene, 0, sizeof *scene);
    scene->context = context;
    scene->share = share;
    scene->set = tr_default_place_set_def();
    scene->set.layer_count = layer_count;
    for (int32_t layer = 0; layer < SCENE_MAX_LAYERS; layer++) scene->layers[layer] = tr_default_place_layer_def();
    if (layer_count % 2 == 1) scene->layers[layer_count - 1].tilt_limit_deg = 20;
    scene->def = tr_default_placer_def();
    scene->def.seed = 77;
    scene->def.set_count = 1;
}

static tr_grid new_grid(tr_context *context, int32_t width, int32_t rows)
{
    tr_grid grid;
    tr_error err;
    if (!tr_grid_create(context, width, rows, 1, &grid, &err)) fail_msg("%s", err.message);
    return grid;
}

void place_scene_textures(place_scene *scene, tr_context *context, const tr_region *bounds, int32_t layer_count,
                          int32_t size, double share)
{
    begin(scene, context, layer_count, share);
    scene->def.has_bounds = true;
    scene->def.bounds_m = *bounds;
    for (int32_t layer = 0; layer < layer_count; layer++) {
        const int32_t width = layer % 3 == 1 ? size / 2 + 1 : size, rows = layer % 3 == 2 ? size / 2 + 1 : size;
        tr_density_map *map = &scene->maps[layer];
        *map = tr_default_density_map();
        map->texture = new_grid(context, width, rows);
        for (int32_t z = 0; z < rows; z++)
            for (int32_t x = 0; x < width; x++)
                map->texture.samples[z * map->texture.row_stride + x] =
                    (float)field(layer, x * 200.0 / width, z * 200.0 / rows, share, layer_count);
    }
    scene->textures.height = new_grid(context, size + 3, size + 1);
    for (int32_t z = 0; z < size + 1; z++)
        for (int32_t x = 0; x < size + 3; x++)
            scene->textures.height.samples[z * scene->textures.height.row_stride + x] =
                (float)(height(x * 200.0 / size, z * 200.0 / size) / 64);
    scene->textures.low_m = -20;
    scene->textures.high_m = 44;
}

void place_scene_fill(place_scene *scene, int32_t layer, float value)
{
    const tr_grid *texture = &scene->maps[layer].texture;
    for (int32_t z = 0; z < texture->height; z++)
        for (int32_t x = 0; x < texture->width; x++) texture->samples[z * texture->row_stride + x] = value;
}

void place_scene_destroy(place_scene *scene)
{
    for (int32_t layer = 0; layer < SCENE_MAX_LAYERS; layer++)
        if (scene->maps[layer].texture.samples) tr_grid_destroy(scene->context, &scene->maps[layer].texture);
    if (scene->textures.height.samples) tr_grid_destroy(scene->context, &scene->textures.height);
}

// ---------------------------------------------------------------------------------------------------------
// Ground

static bool ground_heights(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    (void)user;
    (void)err;
    for (int32_t z = 0; z < area->height; z++)
        for (int32_t x = 0; x < area->width; x++)
            out->samples[z * out->row_stride + x] =
                (float)height((double)(area->x + x) * area->spacing_m, (double)(area->z + z) * area->spacing_m);
    return true;
}

static bool ground_densities(void *user, int32_t set, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    const place_scene *scene = user;
    (void)set;
    (void)err;
    assert_int_equal(out->depth, scene->set.layer_count);
    for (int32_t layer = 0; layer < out->depth; layer++)
        for (int32_t z = 0; z < area->height; z++)
            for (int32_t x = 0; x < area->width; x++)
                out->samples[layer * out->plane_stride + z * out->row_stride + x] =
                    (float)field(layer, (double)(area->x + x) * area->spacing_m,
                                 (double)(area->z + z) * area->spacing_m, scene->share, scene->set.layer_count);
    return true;
}

void place_scene_ground(place_scene *scene, tr_context *context, int32_t layer_count, double spacing_m, double share)
{
    begin(scene, context, layer_count, share);
    scene->set.spacing_m = spacing_m;
    scene->def.ground = (tr_place_ground){NULL, ground_heights, ground_densities};
}

// ---------------------------------------------------------------------------------------------------------
// Placers and placements

tr_placer *place_scene_try(const place_scene *scene, tr_error *err)
{
    tr_placer_def def = scene->def;
    tr_place_set_def set = scene->set;
    tr_place_textures textures = scene->textures;
    set.layers = scene->layers;
    def.sets = &set;
    textures.maps = scene->maps;
    if (textures.height.samples)
        def.textures = &textures;
    else
        def.ground.user = (void *)scene;
    return tr_placer_create(scene->context, &def, err);
}

tr_placer *place_scene_placer(const place_scene *scene)
{
    tr_error err;
    tr_placer *placer = place_scene_try(scene, &err);
    if (!placer) fail_msg("%s", err.message);
    return placer;
}

tr_placement *place_region(const tr_placer *placer, tr_region region)
{
    tr_place_request_def request = tr_default_place_request_def();
    tr_error err;
    request.region_m = region;
    tr_placement *placement = tr_place(placer, &request, NULL, &err);
    if (!placement) fail_msg("%s", err.message);
    return placement;
}

// ---------------------------------------------------------------------------------------------------------
// The reference

static double texel_density(const tr_density_map *map, int64_t x, int64_t z)
{
    const double value = map->texture.samples[z * map->texture.row_stride + x] * map->scale + map->offset;
    return fmin(fmax(value, map->low), map->high);
}

static int32_t max(const place_scene *scene, bool rows)
{
    int32_t size = 1;
    for (int32_t layer = 0; layer < scene->set.layer_count; layer++) {
        const tr_grid *texture = &scene->maps[layer].texture;
        size = tr_max_i32(size, rows ? texture->height : texture->width);
    }
    return size;
}

// A texel of the map brought to the size of the largest one.
static double map_density(void *user, int32_t layer, int64_t x, int64_t z)
{
    const place_scene *scene = user;
    const tr_density_map *map = &scene->maps[layer];
    const int32_t width = map->texture.width, rows = map->texture.height;
    const double at_x = fmin(fmax(((double)x + 0.5) * width / max(scene, false) - 0.5, 0), width - 1);
    const double at_z = fmin(fmax(((double)z + 0.5) * rows / max(scene, true) - 0.5, 0), rows - 1);
    const int64_t x0 = (int64_t)at_x, z0 = (int64_t)at_z;
    const int64_t x1 = tr_min_i64(x0 + 1, width - 1), z1 = tr_min_i64(z0 + 1, rows - 1);
    const double fx = at_x - (double)x0, fz = at_z - (double)z0;
    const double top = texel_density(map, x0, z0) * (1 - fx) + texel_density(map, x1, z0) * fx;
    const double bottom = texel_density(map, x0, z1) * (1 - fx) + texel_density(map, x1, z1) * fx;
    return top * (1 - fz) + bottom * fz;
}

static float map_height(void *user, int64_t x, int64_t z)
{
    const place_scene *scene = user;
    const tr_place_textures *textures = &scene->textures;
    const double sample = (double)textures->height.samples[z * textures->height.row_stride + x];
    return (float)(textures->low_m + (textures->high_m - textures->low_m) * sample);
}

static double ground_density(void *user, int32_t layer, int64_t x, int64_t z)
{
    const place_scene *scene = user;
    const double spacing_m = scene->set.spacing_m;
    return (float)field(layer, (double)x * spacing_m, (double)z * spacing_m, scene->share, scene->set.layer_count);
}

static float ground_height(void *user, int64_t x, int64_t z)
{
    const place_scene *scene = user;
    return (float)height((double)x * scene->set.spacing_m, (double)z * scene->set.spacing_m);
}

static reference_axis texel_axis(int64_t from_m, int64_t to_m, int32_t count)
{
    const double step = (double)(to_m - from_m) * 1048576.0 / count;
    return (reference_axis){from_m * 1048576 + llround(step / 2), step, 0, count - 1};
}

reference_result place_scene_reference(const place_scene *scene, const tr_placer *placer, const tr_region *region)
{
    place_reference reference = {.pattern = tr_placer_set(placer, 0)->pattern,
                                 .leans = scene->set.layer_count % 2 == 1,
                                 .seed = placer->sets[0].seed,
                                 .footprint_m = scene->set.footprint_m,
                                 .layer_count = scene->set.layer_count,
                                 .user = (void *)scene};
    const tr_region *bounds = &scene->def.bounds_m;
    tr_region cut = *region;
    if (scene->textures.height.samples) {
        reference.density = map_density;
        reference.height = map_height;
        reference.x = texel_axis(bounds->x0, bounds->x1, max(scene, false));
        reference.z = texel_axis(bounds->z0, bounds->z1, max(scene, true));
        reference.height_x = texel_axis(bounds->x0, bounds->x1, scene->textures.height.width);
        reference.height_z = texel_axis(bounds->z0, bounds->z1, scene->textures.height.height);
        cut = (tr_region){tr_max_i64(region->x0, bounds->x0), tr_max_i64(region->z0, bounds->z0),
                          tr_min_i64(region->x1, bounds->x1), tr_min_i64(region->z1, bounds->z1)};
    } else {
        reference.density = ground_density;
        reference.height = ground_height;
        const double step = scene->set.spacing_m * 1048576.0;
        reference.x = reference.z = reference.height_x = reference.height_z =
            (reference_axis){0, step, -(INT64_C(1) << 50), INT64_C(1) << 50};
    }
    return place_reference_run(&reference, &cut);
}

void assert_placement_is(const tr_placement *placement, const reference_result *expected)
{
    const tr_place_frame frame = tr_placement_frame(placement, 0);
    const int64_t count = expected->starts[TR_PLACE_MAX_LAYERS];
    assert_int_equal(tr_placement_count(placement, 0, -1), count);
    assert_true(frame.unit_m == expected->frame.unit_m);
    if (count == 0) return;
    assert_int_equal(frame.origin_x, expected->frame.origin_x);
    assert_int_equal(frame.origin_z, expected->frame.origin_z);
    for (int32_t layer = 0; layer < TR_PLACE_MAX_LAYERS; layer++)
        assert_int_equal(tr_placement_count(placement, 0, layer),
                         expected->starts[layer + 1] - expected->starts[layer]);
    const tr_place_record *records = tr_placement_records(placement, 0, -1);
    for (int64_t i = 0; i < count; i++)
        if (memcmp(&records[i], &expected->records[i], sizeof *records) != 0)
            fail_msg("record %lld of %lld is (%d, %d, %.9g, %08x) and not (%d, %d, %.9g, %08x)", (long long)i,
                     (long long)count, records[i].x, records[i].z, (double)records[i].y_m, records[i].key,
                     expected->records[i].x, expected->records[i].z, (double)expected->records[i].y_m,
                     expected->records[i].key);
}
