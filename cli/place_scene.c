// Objects of a layer and a variant are a list of copies; layers that look alike share a model.
#include "place_scene.h"

#include "place_ground.h"

#include "terrane/io.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_VARIANTS = 256, MOST_MODELS = 256 };

typedef struct place_scene {
    const place_objects *from;
    const place_scene_def *def;
    tr_context *context;
    tr_mesh models[MOST_MODELS];
    char model_names[MOST_MODELS][40];
    int16_t numbers[TR_MODEL_COUNT][MOST_VARIANTS];  // of models, from 1; 0: not made
    int model_count;
    place_ground ground;
    tr_glb_mesh *meshes;  // models, ground and bridges
    int mesh_count;
    tr_glb_instances *instances;
    char (*list_names)[2 * PLACE_NAME_SIZE + 8];
    int list_count;
    double *positions_m;
    float *rotations, *scales;
    double origin_m[3];
} place_scene;

// The number of the mesh of a model; made when it is the first of its kind. -1 for a failure.
static int find_model(place_scene *it, tr_model_kind kind, int32_t variant, tr_error *err)
{
    const int32_t shape = variant % tr_model_variants(kind);
    if (it->numbers[kind][shape] == 0) {
        tr_mesh *mesh = &it->models[it->model_count];
        if (!tr_model_make(it->context, kind, shape, it->def->level, mesh, err)) {
            return -1;
        }
        char *name = it->model_names[it->model_count];
        snprintf(name, sizeof it->model_names[0], "%s %d", tr_model_name(kind), (int)shape);
        it->meshes[it->mesh_count++] =
            (tr_glb_mesh){.name = name, .levels = mesh, .level_count = 1, .roughness = 0.95f};
        it->model_count++;
        it->numbers[kind][shape] = (int16_t)it->model_count;
    }
    return it->numbers[kind][shape] - 1;
}

static void put_object(place_scene *it, int64_t at, const tr_object *object)
{
    it->positions_m[3 * at] = object->x_m;
    it->positions_m[3 * at + 1] = (double)object->y_m;
    it->positions_m[3 * at + 2] = object->z_m;
    memcpy(it->rotations + 4 * at, object->rotation, sizeof object->rotation);
    it->scales[at] = object->scale;
}

// The objects of a layer, sorted by variant without another array: each variant is looked for in turn.
static bool add_layer(place_scene *it, int32_t set, int32_t layer, int64_t *at, tr_error *err)
{
    const place_range range = place_objects_of(it->from, set, layer);
    const tr_world_place_layer *def = &tr_world_get_def(it->from->world)->place_sets[set].layers[layer];
    for (int32_t variant = 0; variant < def->layer.variants; variant++) {
        const int64_t first = *at;
        for (int64_t i = 0; i < range.count; i++) {
            if (range.objects[i].variant == variant) {
                put_object(it, (*at)++, &range.objects[i]);
            }
        }
        if (*at == first) {
            continue;
        }
        const int mesh = find_model(it, def->model, variant, err);
        if (mesh < 0) {
            return false;
        }
        char set_name[PLACE_NAME_SIZE], layer_name[PLACE_NAME_SIZE];
        char *name = it->list_names[it->list_count];
        snprintf(name, sizeof it->list_names[0], "%s/%s %d", place_set_name(it->from->world, set, set_name),
                 place_layer_name(it->from->world, set, layer, layer_name), (int)variant);
        it->instances[it->list_count++] = (tr_glb_instances){.name = name,
                                                             .mesh = mesh,
                                                             .positions_m = it->positions_m + 3 * first,
                                                             .rotations = it->rotations + 4 * first,
                                                             .scales = it->scales + first,
                                                             .count = (size_t)(*at - first)};
    }
    return true;
}

static bool take_memory(place_scene *it, tr_error *err)
{
    const size_t count = (size_t)it->from->count + 1;
    int lists = 1;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; place_has_set(it->from, set) && layer < place_layer_count(it->from, set); layer++) {
            lists += tr_world_get_def(it->from->world)->place_sets[set].layers[layer].layer.variants;
        }
    }
    return (it->instances = tr_alloc_array(it->context, (size_t)lists, sizeof *it->instances, err)) &&
           (it->list_names = tr_alloc_array(it->context, (size_t)lists, sizeof *it->list_names, err)) &&
           (it->positions_m = tr_alloc_array(it->context, count, 3 * sizeof(double), err)) &&
           (it->rotations = tr_alloc_array(it->context, count, 4 * sizeof(float), err)) &&
           (it->scales = tr_alloc_array(it->context, count, sizeof(float), err));
}

static bool add_objects(place_scene *it, tr_error *err)
{
    int64_t at = 0;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; place_has_set(it->from, set) && layer < place_layer_count(it->from, set); layer++) {
            if (!add_layer(it, set, layer, &at, err)) {
                return false;
            }
        }
    }
    return true;
}

// The middle of the region, on the ground.
static bool find_origin(place_scene *it, tr_error *err)
{
    const tr_region *region = &it->from->region_m;
    const tr_area area = {.x = region->x0 + (region->x1 - region->x0) / 2,
                          .z = region->z0 + (region->z1 - region->z0) / 2,
                          .width = 1,
                          .height = 1,
                          .spacing_m = 1};
    float height_m = 0;
    const tr_grid grid = {
        .samples = &height_m, .width = 1, .height = 1, .depth = 1, .row_stride = 1, .plane_stride = 1};
    if (!tr_world_query(it->from->world, TR_FIELD_HEIGHT, &area, &grid, NULL, err)) {
        return false;
    }
    it->origin_m[0] = (double)area.x;
    it->origin_m[1] = floor((double)height_m);
    it->origin_m[2] = (double)area.z;
    return true;
}

// Before the objects, so that there is room for all meshes; they come after the models all the same.
static bool make_ground(place_scene *it, tr_error *err)
{
    if (it->def->ground && !place_ground_create(it->from->world, &it->from->region_m, &it->ground, err)) {
        return false;
    }
    const size_t most = MOST_MODELS + 1 + (size_t)it->ground.bridges.count;
    it->meshes = tr_alloc_array(it->context, most, sizeof *it->meshes, err);
    return it->meshes != NULL;
}

static void add_ground(place_scene *it)
{
    if (!it->def->ground) {
        return;
    }
    it->meshes[it->mesh_count++] = (tr_glb_mesh){.name = "ground",
                                                 .levels = &it->ground.mesh,
                                                 .level_count = 1,
                                                 .texture = &it->ground.texture,
                                                 .roughness = 1.0f};
    for (int32_t i = 0; i < it->ground.bridges.count; i++) {
        it->meshes[it->mesh_count++] = (tr_glb_mesh){
            .name = "bridge", .levels = &it->ground.bridges.meshes[i], .level_count = 1, .roughness = 1.0f};
    }
}

static bool write_scene(const place_scene *it, tr_error *err)
{
    if (it->mesh_count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: there is nothing in the region, and a GLB file needs something: add --ground",
                       it->def->path);
    }
    const tr_glb_scene scene = {.meshes = it->meshes,
                                .mesh_count = it->mesh_count,
                                .instances = it->instances,
                                .instance_count = it->list_count,
                                .origin = {it->origin_m[0], it->origin_m[1], it->origin_m[2]},
                                .plain_nodes = it->def->plain_nodes};
    return tr_glb_scene_write(it->context, it->def->path, &scene, err);
}

static void release(place_scene *it)
{
    for (int i = 0; i < it->model_count; i++) {
        tr_mesh_destroy(it->context, &it->models[i]);
    }
    place_ground_destroy(it->context, &it->ground);
    tr_free(it->context, it->meshes);
    tr_free(it->context, it->scales);
    tr_free(it->context, it->rotations);
    tr_free(it->context, it->positions_m);
    tr_free(it->context, it->list_names);
    tr_free(it->context, it->instances);
    tr_free(it->context, it);
}

bool place_scene_write(const place_objects *objects, const place_scene_def *def, double origin_m[3], tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    place_scene *it = tr_alloc(context, sizeof *it, err);
    if (!it) {
        return false;
    }
    *it = (place_scene){.from = objects, .def = def, .context = context};
    bool done = take_memory(it, err) && find_origin(it, err) && make_ground(it, err) && add_objects(it, err);
    if (done) {
        add_ground(it);
        done = write_scene(it, err);
    }
    memcpy(origin_m, it->origin_m, sizeof it->origin_m);
    release(it);
    return done;
}
