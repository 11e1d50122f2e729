#include "view/view_plants.h"

#include <math.h>
#include <string.h>

static const double min_px = 0.7;  // of an object that is shown

static const tr_world_place_set_def *set_of(const tr_world *world, int32_t set)
{
    return &tr_world_def_of(world)->place_sets[set];
}

static double view_m_of(const tr_world *world, const tr_view_shot *shot, int32_t set)
{
    return shot->plant_range * set_of(world, set)->view_m;
}

// ---------------------------------------------------------------------------------------------------------
// Squares

int64_t tr_view_tile_side_m(const tr_world *world, int32_t set)
{
    return (int64_t)fmin(fmax(floor(set_of(world, set)->view_m / 6), 16), 512);
}

static double larger_side_m(tr_model_kind model)
{
    double height_m = 0, width_m = 0;
    tr_model_size(model, &height_m, &width_m);
    return fmax(height_m, width_m);
}

double tr_view_plants_reach_m(const tr_world *world, const tr_view_shot *shot, int32_t set, double nearest_m)
{
    const tr_world_place_set_def *placed = set_of(world, set);
    double max_m = 0;
    for (int32_t i = 0; i < placed->layer_count; i++) {
        max_m = fmax(max_m, placed->layers[i].layer.scale_high * larger_side_m(placed->layers[i].model));
    }
    // The distance to the ground is a rough one.
    const double visible_m = max_m * tr_view_px_per_radian(shot) / min_px, ground_m = 0.5 * nearest_m;
    return visible_m > ground_m ? fmin(view_m_of(world, shot, set), visible_m) : 0;
}

static void middle_of(const tr_world *world, const tr_view_shot *shot, const tr_view_tile *tile, double out_m[2])
{
    const double side_m = (double)tr_view_tile_side_m(world, tile->set);
    out_m[0] = ((double)tile->x + 0.5) * side_m - shot->eye_m[0];
    out_m[1] = ((double)tile->z + 0.5) * side_m - shot->eye_m[2];
}

double tr_view_tile_thinning(const tr_world *world, const tr_view_shot *shot, const tr_view_tile *tile)
{
    double middle_m[2];
    middle_of(world, shot, tile, middle_m);
    return tr_view_woods_share(sqrt(middle_m[0] * middle_m[0] + middle_m[1] * middle_m[1]),
                               view_m_of(world, shot, tile->set));
}

bool tr_view_tile_is_seen(const tr_world *world, const tr_view_shot *shot, const tr_view_sector *seen,
                          const tr_view_tile *tile)
{
    // What stands beyond the border of the picture throws shadows into it.
    const double max_margin_m = 60, margin_m = fmin(0.1 * view_m_of(world, shot, tile->set), max_margin_m);
    const double radius_m = 0.7072 * (double)tr_view_tile_side_m(world, tile->set);
    double middle_m[2];
    middle_of(world, shot, tile, middle_m);
    return tr_view_sector_meets(seen, middle_m[0], middle_m[1], radius_m + margin_m);
}

// ---------------------------------------------------------------------------------------------------------
// Models

tr_render_part *tr_view_model_part(tr_context *context, int32_t model, tr_error *err)
{
    tr_mesh meshes[TR_MODEL_LEVELS] = {0};
    tr_render_model_def def = tr_default_render_model_def();
    def.levels = meshes;
    bool done = true;
    for (; done && def.level_count < TR_MODEL_LEVELS; def.level_count += done) {
        done = tr_model_make(context, (tr_model_kind)(model / TR_VIEW_MAX_VARIANTS), model % TR_VIEW_MAX_VARIANTS,
                             def.level_count, &meshes[def.level_count], err);
    }
    tr_render_part *part = done ? tr_render_part_model(context, &def, err) : NULL;
    for (int i = 0; i < def.level_count; i++) {
        tr_mesh_destroy(context, &meshes[i]);
    }
    return part;
}

// ---------------------------------------------------------------------------------------------------------
// One object

typedef struct found_object {
    tr_render_instance instance;
    int32_t group;  // model and share
} found_object;

enum { GROUPS = TR_VIEW_MODELS * TR_VIEW_PLANT_SHARES };

typedef struct tile_search {
    const tr_view_tile_def *def;
    double px_per_radian;
    tr_sample_area humidity_area;
    tr_grid humidity;
    found_object *found;
    size_t count;
} tile_search;

static float humidity_at(const tile_search *search, const tr_object *object)
{
    const tr_sample_area *area = &search->humidity_area;
    const int64_t i = llrint(object->x_m / area->spacing_m) - area->x,
                  j = llrint(object->z_m / area->spacing_m) - area->z;
    const int64_t x = i < 0 ? 0 : i < area->width ? i : area->width - 1;
    const int64_t z = j < 0 ? 0 : j < area->height ? j : area->height - 1;
    return search->humidity.samples[z * search->humidity.row_stride + x];
}

// No two are alike: some are darker, some yellower; where it is dry more are.
static void tint(const tile_search *search, const tr_object *object, uint8_t out[4])
{
    enum { SALT_LIGHT = 81, SALT_HUE = 82 };
    const double light = tr_unit_from_hash(tr_hash_identity(object->id, SALT_LIGHT, 0, 0, 0));
    const double hue = tr_unit_from_hash(tr_hash_identity(object->id, SALT_HUE, 0, 0, 0));
    const double dry = fmin(fmax(0.55 - (double)humidity_at(search, object), 0), 0.5);
    const double base = 184 + 40 * light;
    const double yellow = 18 * (hue - 0.5) + 24 * dry;
    const double channels[3] = {0.98 * base + yellow, base + 0.25 * yellow, 0.98 * base - 0.9 * yellow};
    for (int i = 0; i < 3; i++) {
        out[i] = (uint8_t)lrint(fmin(fmax(channels[i], 0), 255));
    }
    out[3] = 255;
}

// When it is left out as the eye goes away: the number at which the thinning of its square passes it.
static double resistance(const tr_object *object)
{
    enum { SALT_FAR = 83 };
    return tr_unit_from_hash(tr_hash_identity(object->id, SALT_FAR, 0, 0, 0));
}

static bool is_shown_to_camera(const tile_search *search, const tr_object *object, tr_model_kind model)
{
    const tr_view_shot *shot = search->def->shot;
    const double view_m = view_m_of(search->def->world, shot, search->def->tile.set);
    const double x = object->x_m - shot->eye_m[0], y = (double)object->y_m - shot->eye_m[1],
                 z = object->z_m - shot->eye_m[2];
    const double distance_m = sqrt(x * x + z * z);
    const double size_px = (double)object->scale * larger_side_m(model) * search->px_per_radian /
                           fmax(sqrt(distance_m * distance_m + y * y), 1);
    const double thinning = tr_view_woods_share(distance_m, view_m);
    return distance_m <= view_m && size_px >= min_px && !(thinning > 0 && resistance(object) < thinning);
}

static void add_object(tile_search *search, const tr_object *object, double ground_m)
{
    const tr_view_tile_def *def = search->def;
    const tr_model_kind model = set_of(def->world, def->tile.set)->layers[object->layer].model;
    int32_t share = 0;
    double drawn_m = ground_m;
    if (!def->heights) {
        share = resistance(object) * TR_VIEW_PLANT_SHARES >= 1;
    } else if (is_shown_to_camera(search, object, model)) {
        tr_view_drawn_height(def->heights, def->height_count, object->x_m, object->z_m, &drawn_m);
    } else {
        return;
    }
    found_object *out = &search->found[search->count++];
    const int32_t variant = object->variant % tr_model_variants(model);
    out->group = ((int32_t)model * TR_VIEW_MAX_VARIANTS + variant) * TR_VIEW_PLANT_SHARES + share;
    out->instance = (tr_render_instance){
        .position_m = {object->x_m, (double)object->y_m + drawn_m - ground_m, object->z_m}, .scale = object->scale};
    memcpy(out->instance.rotation, object->rotation, sizeof out->instance.rotation);
    tint(search, object, out->instance.tint);
}

// ---------------------------------------------------------------------------------------------------------
// A square

static void add_placement(tile_search *search, const tr_placement *placement)
{
    enum { BATCH = 256 };
    const int32_t set = search->def->tile.set;
    const int64_t count = tr_placement_count(placement, set, -1);
    const tr_place_record *records = tr_placement_records(placement, set, -1);
    tr_object objects[BATCH];
    for (int64_t first = 0; first < count; first += BATCH) {
        const int64_t batch = count - first < BATCH ? count - first : BATCH;
        tr_placement_objects(placement, set, -1, first, batch, objects);
        for (int64_t i = 0; i < batch; i++) {
            add_object(search, &objects[i], (double)records[first + i].y_m);
        }
    }
}

// Humidity changes over kilometres: a few samples are enough. They lie on one lattice for the whole world, so that a
// plant looks the same whatever it was found with.
static bool find_humidity(tile_search *search, const tr_region *region, tr_error *err)
{
    const tr_world_def *world = tr_world_def_of(search->def->world);
    double farthest_m = 64, spacing_m = 4;
    for (int32_t i = 0; i < world->place_set_count; i++) {
        farthest_m = fmax(farthest_m, world->place_sets[i].view_m);
    }
    while (spacing_m * 62 < 2 * farthest_m) {
        spacing_m *= 2;
    }
    const int64_t x = (int64_t)floor((double)region->x0 / spacing_m),
                  z = (int64_t)floor((double)region->z0 / spacing_m);
    search->humidity_area =
        (tr_sample_area){x, z, (int32_t)((int64_t)ceil((double)region->x1 / spacing_m) - x + 1),
                         (int32_t)((int64_t)ceil((double)region->z1 / spacing_m) - z + 1), spacing_m};
    return tr_grid_create(tr_world_context(search->def->world), search->humidity_area.width,
                          search->humidity_area.height, 1, &search->humidity, err) &&
           tr_world_query(search->def->world, TR_FIELD_HUMIDITY, &search->humidity_area, NULL, &search->humidity, err);
}

static bool find_objects(tile_search *search, const tr_progress *progress, tr_error *err)
{
    const tr_view_tile_def *def = search->def;
    const int64_t side = tr_view_tile_side_m(def->world, def->tile.set);
    const int64_t x0 = def->tile.x * side, z0 = def->tile.z * side;
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){x0, z0, x0 + side, z0 + side};
    request.sets = 1u << def->tile.set;
    tr_placement *placement = tr_place(tr_world_placer(def->world), &request, progress, err);
    if (!placement) {
        return false;
    }
    const size_t count = (size_t)tr_placement_count(placement, def->tile.set, -1);
    bool done = count == 0;
    if (!done && find_humidity(search, &request.region_m, err)) {
        search->found = tr_alloc_array(tr_world_context(def->world), count, sizeof *search->found, err);
        done = search->found != NULL;
    }
    if (done && count > 0) {
        add_placement(search, placement);
    }
    tr_placement_destroy(placement);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Sorting

static bool sort_found(const tile_search *search, tr_view_tile_plants *out, tr_error *err)
{
    tr_context *context = tr_world_context(search->def->world);
    size_t counts[GROUPS] = {0}, next[GROUPS], sum = 0;
    int32_t used = 0;
    for (size_t i = 0; i < search->count; i++) {
        counts[search->found[i].group]++;
    }
    for (int32_t i = 0; i < GROUPS; i++) {
        next[i] = sum;
        sum += counts[i];
        used += counts[i] > 0;
    }
    if (used == 0) {
        return true;
    }
    out->instances = tr_alloc_array(context, search->count, sizeof *out->instances, err);
    out->items = out->instances ? tr_alloc_array(context, (size_t)used, sizeof *out->items, err) : NULL;
    if (!out->items) {
        return false;
    }
    out->instance_count = search->count;
    for (int32_t i = 0; i < GROUPS; i++) {
        if (counts[i] > 0) {
            out->items[out->count++] = (tr_view_plants){.model = i / TR_VIEW_PLANT_SHARES,
                                                        .share = i % TR_VIEW_PLANT_SHARES,
                                                        .first = next[i],
                                                        .count = counts[i]};
        }
    }
    for (size_t i = 0; i < search->count; i++) {
        out->instances[next[search->found[i].group]++] = search->found[i].instance;
    }
    return true;
}

bool tr_view_tile_plants_create(const tr_view_tile_def *def, const tr_progress *progress, tr_view_tile_plants *out,
                                tr_error *err)
{
    tr_context *context = tr_world_context(def->world);
    tile_search search = {.def = def, .px_per_radian = tr_view_px_per_radian(def->shot)};
    *out = (tr_view_tile_plants){0};
    const bool done = find_objects(&search, progress, err) && sort_found(&search, out, err);
    tr_grid_destroy(context, &search.humidity);
    tr_free(context, search.found);
    if (!done) {
        tr_view_tile_plants_destroy(context, out);
    }
    return done;
}

void tr_view_tile_plants_destroy(tr_context *context, tr_view_tile_plants *plants)
{
    tr_free(context, plants->instances);
    tr_free(context, plants->items);
    *plants = (tr_view_tile_plants){0};
}
