#include "view_plants.h"

#include <math.h>
#include <string.h>

#include "view_sector.h"
#include "view_woods.h"

static const double pi = 3.14159265358979323846;

// A model and a variant of it are a group.
enum { MAX_VARIANTS = 8, GROUPS = TR_MODEL_COUNT * MAX_VARIANTS };

// ---------------------------------------------------------------------------------------------------------
// Objects that were found

typedef struct found_object {
    tr_view_instance instance;
    int32_t group;
} found_object;

typedef struct object_list {
    found_object *items;
    size_t count, room;
} object_list;

static bool make_room(tr_context *context, object_list *list, size_t more, tr_error *err)
{
    if (list->count + more <= list->room) {
        return true;
    }
    const size_t room = list->count + more + list->room / 2;
    found_object *items = tr_alloc_array(context, room, sizeof *items, err);
    if (!items) {
        return false;
    }
    if (list->count > 0) {
        memcpy(items, list->items, list->count * sizeof *items);
    }
    tr_free(context, list->items);
    list->items = items;
    list->room = room;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// One object

typedef struct plant_search {
    const tr_world *world;
    const tr_view_def *def;
    const view_levels *levels;
    double px_per_radian;
    tr_area humidity_area;
    tr_grid humidity;
    object_list found;
} plant_search;

static float humidity_at(const plant_search *search, const tr_object *object)
{
    const tr_area *area = &search->humidity_area;
    const int64_t i = llrint(object->x_m / area->spacing_m) - area->x,
                  j = llrint(object->z_m / area->spacing_m) - area->z;
    const int64_t x = i < 0 ? 0 : i < area->width ? i : area->width - 1;
    const int64_t z = j < 0 ? 0 : j < area->height ? j : area->height - 1;
    return search->humidity.samples[z * search->humidity.row_stride + x];
}

// No two are alike: some are darker, some yellower; where it is dry more are.
static void tint(const plant_search *search, const tr_object *object, uint8_t out[4])
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

// Whether it is left out: towards the end of the view of its set fewer and fewer are drawn, and the ground takes their
// colour.
static bool is_thinned(const tr_object *object, double distance_m, double view_m)
{
    enum { SALT_FAR = 83 };
    const double share = view_woods_share(distance_m, view_m);
    return share > 0 && tr_unit_from_hash(tr_hash_identity(object->id, SALT_FAR, 0, 0, 0)) < share;
}

static void add_object(plant_search *search, const tr_world_place_set *set, const tr_object *object, double ground_m)
{
    const double least_px = 0.7;
    const tr_model_kind model = set->layers[object->layer].model;
    const double x = object->x_m - search->def->eye_m[0], z = object->z_m - search->def->eye_m[2];
    const double distance_m = sqrt(x * x + z * z);
    double height_m = 0, width_m = 0;
    tr_model_size(model, &height_m, &width_m);
    const double up_m = (double)object->y_m - search->def->eye_m[1];
    const double size_px = (double)object->scale * fmax(height_m, width_m) * search->px_per_radian /
                           fmax(sqrt(distance_m * distance_m + up_m * up_m), 1);
    if (distance_m > set->view_m || size_px < least_px || is_thinned(object, distance_m, set->view_m)) {
        return;
    }
    double drawn_m = ground_m;
    view_levels_height(search->levels, object->x_m, object->z_m, &drawn_m);
    found_object *out = &search->found.items[search->found.count++];
    out->group = (int32_t)model * MAX_VARIANTS + object->variant % tr_model_variants(model);
    out->instance = (tr_view_instance){
        .position_m = {object->x_m, (double)object->y_m + drawn_m - ground_m, object->z_m}, .scale = object->scale};
    memcpy(out->instance.rotation, object->rotation, sizeof out->instance.rotation);
    tint(search, object, out->instance.tint);
}

// ---------------------------------------------------------------------------------------------------------
// A set

static bool add_placement(plant_search *search, int32_t set, const tr_placement *placement, tr_error *err)
{
    enum { BATCH = 256 };
    const int64_t count = tr_placement_count(placement, set, -1);
    const tr_place_record *records = tr_placement_records(placement, set, -1);
    if (!make_room(tr_world_context(search->world), &search->found, (size_t)count, err)) {
        return false;
    }
    tr_object objects[BATCH];
    for (int64_t first = 0; first < count; first += BATCH) {
        const int64_t batch = count - first < BATCH ? count - first : BATCH;
        tr_placement_objects(placement, set, -1, first, batch, objects);
        for (int64_t i = 0; i < batch; i++) {
            add_object(search, &tr_world_get_def(search->world)->place_sets[set], &objects[i],
                       (double)records[first + i].y_m);
        }
    }
    return true;
}

// Squares around the eye that are asked for one after the other.
typedef struct set_tiles {
    double low_m[2];  // relative to the eye
    double side_m;
    int columns, rows;
    view_sector seen;
    double margin_m;  // beyond what is seen: what stands there throws shadows into the picture
} set_tiles;

static set_tiles tiles_of(const plant_search *search, const tr_world_place_set *set)
{
    const double most_margin_m = 60;
    set_tiles tiles = {.seen = view_sector_of(search->def), .margin_m = fmin(0.1 * set->view_m, most_margin_m)};
    double high_m[2];
    view_sector_box(&tiles.seen, set->view_m, tiles.low_m, high_m);
    tiles.side_m = fmin(fmax(floor(set->view_m / 6), 16), 512);
    for (int axis = 0; axis < 2; axis++) {
        tiles.low_m[axis] -= tiles.margin_m;
        high_m[axis] += tiles.margin_m;
    }
    tiles.columns = (int)ceil((high_m[0] - tiles.low_m[0]) / tiles.side_m);
    tiles.rows = (int)ceil((high_m[1] - tiles.low_m[1]) / tiles.side_m);
    return tiles;
}

static bool is_tile_seen(const set_tiles *tiles, int column, int row, double view_m)
{
    const double x_m = tiles->low_m[0] + (column + 0.5) * tiles->side_m;
    const double z_m = tiles->low_m[1] + (row + 0.5) * tiles->side_m, radius_m = 0.7072 * tiles->side_m;
    return sqrt(x_m * x_m + z_m * z_m) < view_m + radius_m &&
           view_sector_meets(&tiles->seen, x_m, z_m, radius_m + tiles->margin_m);
}

static bool add_tile(plant_search *search, int32_t set, const set_tiles *tiles, int column, int row, tr_error *err)
{
    tr_place_request request = tr_default_place_request();
    const int64_t x0 = llrint(search->def->eye_m[0] + tiles->low_m[0] + column * tiles->side_m);
    const int64_t z0 = llrint(search->def->eye_m[2] + tiles->low_m[1] + row * tiles->side_m);
    const int64_t side = (int64_t)tiles->side_m;
    request.region_m = (tr_region){x0, z0, x0 + side, z0 + side};
    request.sets = 1u << set;
    tr_placement *placement = tr_place(tr_world_placer(search->world), &request, NULL, err);
    if (!placement) {
        return false;
    }
    const bool done = add_placement(search, set, placement, err);
    tr_placement_destroy(placement);
    return done;
}

static bool add_set(plant_search *search, int32_t set, const tr_progress *progress, tr_error *err)
{
    const tr_world_def *def = tr_world_get_def(search->world);
    const tr_world_place_set *placed = &def->place_sets[set];
    const set_tiles tiles = tiles_of(search, placed);
    for (int row = 0; row < tiles.rows; row++) {
        for (int column = 0; column < tiles.columns; column++) {
            if (is_tile_seen(&tiles, column, row, placed->view_m) && !add_tile(search, set, &tiles, column, row, err)) {
                return false;
            }
        }
        const double share = (set + (double)(row + 1) / tiles.rows) / def->place_set_count;
        if (progress && progress->report && !progress->report(progress->user, share)) {
            return tr_fail(err, TR_ERROR_CANCELLED, "the view was cancelled");
        }
    }
    return true;
}

// Humidity changes over kilometres: a few samples are enough.
static bool find_humidity(plant_search *search, tr_error *err)
{
    enum { SIDE = 64 };
    double farthest_m = 64;
    const tr_world_def *def = tr_world_get_def(search->world);
    for (int32_t i = 0; i < def->place_set_count; i++) {
        farthest_m = fmax(farthest_m, def->place_sets[i].view_m);
    }
    double spacing_m = 4;
    while (spacing_m * (SIDE - 2) < 2 * farthest_m) {
        spacing_m *= 2;
    }
    search->humidity_area = (tr_area){llrint(search->def->eye_m[0] / spacing_m) - SIDE / 2,
                                      llrint(search->def->eye_m[2] / spacing_m) - SIDE / 2, SIDE, SIDE, spacing_m};
    return tr_grid_create(tr_world_context(search->world), SIDE, SIDE, 1, &search->humidity, err) &&
           tr_world_query(search->world, TR_FIELD_HUMIDITY, &search->humidity_area, &search->humidity, NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// Groups

static bool make_models(tr_context *context, int32_t group, view_plants *out, tr_error *err)
{
    for (int32_t level = 0; level < TR_MODEL_LEVELS; level++) {
        if (!tr_model_make(context, (tr_model_kind)(group / MAX_VARIANTS), group % MAX_VARIANTS, level,
                           &out->meshes[out->mesh_count], err)) {
            return false;
        }
        out->mesh_count++;
    }
    return true;
}

static bool allocate_groups(tr_context *context, int32_t used, size_t count, view_plants *out, tr_error *err)
{
    out->groups = tr_alloc_array(context, (size_t)used, sizeof *out->groups, err);
    if (out->groups) {
        out->meshes = tr_alloc_array(context, (size_t)used * TR_MODEL_LEVELS, sizeof *out->meshes, err);
    }
    if (out->meshes) {
        out->instances = tr_alloc_array(context, count, sizeof *out->instances, err);
    }
    return out->instances != NULL;
}

// Sorts what was found by group, and makes the models of those that have any.
static bool form_groups(tr_context *context, const object_list *found, view_plants *out, tr_error *err)
{
    size_t counts[GROUPS] = {0}, first[GROUPS], sum = 0;
    int32_t used = 0;
    for (size_t i = 0; i < found->count; i++) {
        counts[found->items[i].group]++;
    }
    for (int32_t i = 0; i < GROUPS; i++) {
        first[i] = sum;
        sum += counts[i];
        used += counts[i] > 0;
    }
    if (used == 0) {
        return true;
    }
    if (!allocate_groups(context, used, found->count, out, err)) {
        return false;
    }
    for (int32_t i = 0; i < GROUPS; i++) {
        if (counts[i] == 0) {
            continue;
        }
        out->groups[out->group_count++] = (tr_view_instances){.levels = &out->meshes[out->mesh_count],
                                                              .level_count = TR_MODEL_LEVELS,
                                                              .instances = out->instances + first[i],
                                                              .count = counts[i]};
        if (!make_models(context, i, out, err)) {
            return false;
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        out->instances[first[found->items[i].group]++] = found->items[i].instance;
    }
    out->count = found->count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------

bool view_plants_create(const tr_world *world, const tr_view_def *def, const view_levels *levels,
                        const tr_progress *progress, view_plants *out, tr_error *err)
{
    *out = (view_plants){0};
    if (!tr_world_placer(world)) {
        return true;
    }
    tr_context *context = tr_world_context(world);
    plant_search search = {.world = world,
                           .def = def,
                           .levels = levels,
                           .px_per_radian = def->height / (2 * tan(def->fov_deg * pi / 360))};
    bool done = find_humidity(&search, err);
    for (int32_t i = 0; done && i < tr_world_get_def(world)->place_set_count; i++) {
        done = add_set(&search, i, progress, err);
    }
    done = done && form_groups(context, &search.found, out, err);
    tr_grid_destroy(context, &search.humidity);
    tr_free(context, search.found.items);
    if (!done) {
        view_plants_destroy(world, out);
    }
    return done;
}

void view_plants_destroy(const tr_world *world, view_plants *plants)
{
    tr_context *context = tr_world_context(world);
    for (int32_t i = 0; i < plants->mesh_count; i++) {
        tr_mesh_destroy(context, &plants->meshes[i]);
    }
    tr_free(context, plants->meshes);
    tr_free(context, plants->instances);
    tr_free(context, plants->groups);
    *plants = (view_plants){0};
}
