// A region as a GLB scene. Objects of a layer and a variant are a list of copies; layers that look alike share a model.
#include "terrane/export.h"

#include "export/ground.h"

#include "terrane/io.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_VARIANTS = 256, MAX_MODELS = 256, SCENE_DEF_COOKIE = 0x78736365 };

typedef struct scene_work {
    const tr_world *world;
    const tr_export_scene_def *def;
    const char *path;
    const tr_object_list *from;
    tr_context *context;
    tr_mesh models[MAX_MODELS];
    char model_names[MAX_MODELS][40];
    int16_t numbers[TR_MODEL_COUNT][MAX_VARIANTS];  // of models, from 1; 0: not made
    int model_count;
    tr_export_ground ground;
    tr_glb_mesh *meshes;  // models, ground and bridges
    int mesh_count;
    tr_glb_instances *instances;
    char (*list_names)[2 * TR_PLACE_NAME_SIZE + 8];
    int list_count;
    double *positions_m;
    float *rotations, *scales;
    double origin_m[3];
} scene_work;

// The number of the mesh of a model; made when it is the first of its kind. -1 for a failure.
static int find_model(scene_work *scene, tr_model_kind kind, int32_t variant, tr_error *err)
{
    const int32_t shape = variant % tr_model_variants(kind);
    if (scene->numbers[kind][shape] == 0) {
        tr_mesh *mesh = &scene->models[scene->model_count];
        if (!tr_model_make(scene->context, kind, shape, scene->def->level, mesh, err)) {
            return -1;
        }
        char *name = scene->model_names[scene->model_count];
        snprintf(name, sizeof scene->model_names[0], "%s %d", tr_model_name(kind), (int)shape);
        scene->meshes[scene->mesh_count++] =
            (tr_glb_mesh){.name = name, .levels = mesh, .level_count = 1, .roughness = 0.95f};
        scene->model_count++;
        scene->numbers[kind][shape] = (int16_t)scene->model_count;
    }
    return scene->numbers[kind][shape] - 1;
}

static void put_object(scene_work *scene, int64_t at, const tr_object *object)
{
    scene->positions_m[3 * at] = object->x_m;
    scene->positions_m[3 * at + 1] = (double)object->y_m;
    scene->positions_m[3 * at + 2] = object->z_m;
    memcpy(scene->rotations + 4 * at, object->rotation, sizeof object->rotation);
    scene->scales[at] = object->scale;
}

// The objects of a layer, sorted by variant without another array: each variant is looked for in turn.
static bool add_layer(scene_work *scene, int32_t set, int32_t layer, int64_t *at, tr_error *err)
{
    const tr_object_range range = tr_object_list_range(scene->from, set, layer);
    const tr_world_place_layer *def = &tr_world_def_of(scene->world)->place_sets[set].layers[layer];
    for (int32_t variant = 0; variant < def->layer.variants; variant++) {
        const int64_t first = *at;
        for (int64_t i = 0; i < range.count; i++) {
            if (range.objects[i].variant == variant) {
                put_object(scene, (*at)++, &range.objects[i]);
            }
        }
        if (*at == first) {
            continue;
        }
        const int mesh = find_model(scene, def->model, variant, err);
        if (mesh < 0) {
            return false;
        }
        char set_name[TR_PLACE_NAME_SIZE], layer_name[TR_PLACE_NAME_SIZE];
        char *name = scene->list_names[scene->list_count];
        snprintf(name, sizeof scene->list_names[0], "%s/%s %d", tr_world_set_name(scene->world, set, set_name),
                 tr_world_layer_name(scene->world, set, layer, layer_name), (int)variant);
        scene->instances[scene->list_count++] = (tr_glb_instances){.name = name,
                                                                   .mesh = mesh,
                                                                   .positions_m = scene->positions_m + 3 * first,
                                                                   .rotations = scene->rotations + 4 * first,
                                                                   .scales = scene->scales + first,
                                                                   .count = (size_t)(*at - first)};
    }
    return true;
}

static bool take_memory(scene_work *scene, tr_error *err)
{
    const size_t count = (size_t)scene->from->count + 1;
    int lists = 1;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; layer < tr_object_list_layers(scene->from, set); layer++) {
            lists += tr_world_def_of(scene->world)->place_sets[set].layers[layer].layer.variants;
        }
    }
    return (scene->instances = tr_alloc_array(scene->context, (size_t)lists, sizeof *scene->instances, err)) &&
           (scene->list_names = tr_alloc_array(scene->context, (size_t)lists, sizeof *scene->list_names, err)) &&
           (scene->positions_m = tr_alloc_array(scene->context, count, 3 * sizeof(double), err)) &&
           (scene->rotations = tr_alloc_array(scene->context, count, 4 * sizeof(float), err)) &&
           (scene->scales = tr_alloc_array(scene->context, count, sizeof(float), err));
}

static bool add_objects(scene_work *scene, tr_error *err)
{
    int64_t at = 0;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; layer < tr_object_list_layers(scene->from, set); layer++) {
            if (!add_layer(scene, set, layer, &at, err)) {
                return false;
            }
        }
    }
    return true;
}

// The middle of the region, on the ground.
static bool find_origin(scene_work *scene, tr_error *err)
{
    const tr_region *region = &scene->def->region_m;
    const tr_sample_area area = {.x = region->x0 + (region->x1 - region->x0) / 2,
                                 .z = region->z0 + (region->z1 - region->z0) / 2,
                                 .width = 1,
                                 .height = 1,
                                 .spacing_m = 1};
    float height_m = 0;
    const tr_grid grid = {
        .samples = &height_m, .width = 1, .height = 1, .depth = 1, .row_stride = 1, .plane_stride = 1};
    if (!tr_world_query(scene->world, TR_FIELD_HEIGHT, &area, NULL, &grid, err)) {
        return false;
    }
    scene->origin_m[0] = (double)area.x;
    scene->origin_m[1] = floor((double)height_m);
    scene->origin_m[2] = (double)area.z;
    return true;
}

// Before the objects, so that there is room for all meshes; they come after the models all the same.
static bool make_ground(scene_work *scene, tr_error *err)
{
    if (scene->def->ground && !tr_export_ground_create(scene->world, &scene->def->region_m, &scene->ground, err)) {
        return false;
    }
    const size_t max = MAX_MODELS + 1 + (size_t)scene->ground.bridges.count;
    scene->meshes = tr_alloc_array(scene->context, max, sizeof *scene->meshes, err);
    return scene->meshes != NULL;
}

static void add_ground(scene_work *scene)
{
    if (!scene->def->ground) {
        return;
    }
    scene->meshes[scene->mesh_count++] = (tr_glb_mesh){.name = "ground",
                                                       .levels = &scene->ground.mesh,
                                                       .level_count = 1,
                                                       .texture = &scene->ground.texture,
                                                       .roughness = 1.0f};
    for (int32_t i = 0; i < scene->ground.bridges.count; i++) {
        scene->meshes[scene->mesh_count++] = (tr_glb_mesh){
            .name = "bridge", .levels = &scene->ground.bridges.meshes[i], .level_count = 1, .roughness = 1.0f};
    }
}

static bool write_scene(const scene_work *scene, tr_error *err)
{
    if (scene->mesh_count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: there is nothing in the region, and a GLB file needs something: add the ground",
                       scene->path);
    }
    const tr_glb_scene glb = {.meshes = scene->meshes,
                              .mesh_count = scene->mesh_count,
                              .instances = scene->instances,
                              .instance_count = scene->list_count,
                              .origin = {scene->origin_m[0], scene->origin_m[1], scene->origin_m[2]},
                              .plain_nodes = scene->def->plain_nodes};
    return tr_glb_scene_write(scene->context, scene->path, &glb, err);
}

static bool make_scene(scene_work *scene, tr_error *err)
{
    if (!take_memory(scene, err) || !find_origin(scene, err) || !make_ground(scene, err) || !add_objects(scene, err)) {
        return false;
    }
    add_ground(scene);
    return write_scene(scene, err);
}

static tr_export_scene_report report_of(const scene_work *scene)
{
    tr_export_scene_report report = {.object_count = scene->from->count,
                                     .model_count = scene->model_count,
                                     .bridge_count = scene->ground.bridges.count};
    memcpy(report.origin_m, scene->origin_m, sizeof report.origin_m);
    return report;
}

static void release(scene_work *scene)
{
    for (int i = 0; i < scene->model_count; i++) {
        tr_mesh_destroy(scene->context, &scene->models[i]);
    }
    tr_export_ground_destroy(scene->context, &scene->ground);
    tr_free(scene->context, scene->meshes);
    tr_free(scene->context, scene->scales);
    tr_free(scene->context, scene->rotations);
    tr_free(scene->context, scene->positions_m);
    tr_free(scene->context, scene->list_names);
    tr_free(scene->context, scene->instances);
    tr_free(scene->context, scene);
}

tr_export_scene_def tr_default_export_scene_def(void)
{
    return (tr_export_scene_def){.cookie = SCENE_DEF_COOKIE, .level = 1, .ground = true};
}

static bool check_def(const tr_export_scene_def *def, tr_error *err)
{
    assert(def->cookie == SCENE_DEF_COOKIE);
    const tr_region *region = &def->region_m;
    if (region->x0 >= region->x1 || region->z0 >= region->z1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the region from (%lld, %lld) to (%lld, %lld) m is empty",
                       (long long)region->x0, (long long)region->z0, (long long)region->x1, (long long)region->z1);
    }
    if (def->level < 0 || def->level >= TR_MODEL_LEVELS) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the level of the models is %d; allowed is 0 to %d",
                       (int)def->level, TR_MODEL_LEVELS - 1);
    }
    return true;
}

bool tr_export_scene(const tr_world *world, const tr_export_scene_def *def, const char *path,
                     const tr_progress *progress, tr_export_scene_report *report, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    if (!check_def(def, err)) {
        return false;
    }
    scene_work *scene = tr_alloc(context, sizeof *scene, err);
    if (!scene) {
        return false;
    }
    *scene = (scene_work){.world = world, .def = def, .path = path, .from = def->objects, .context = context};
    tr_object_list placed = {0};
    bool done = true;
    if (!def->objects) {
        tr_place_request_def request = tr_default_place_request_def();
        request.region_m = def->region_m;
        done = tr_world_place(world, &request, progress, &placed, err);
        scene->from = &placed;
    }
    done = done && make_scene(scene, err);
    if (done && report) {
        *report = report_of(scene);
    }
    release(scene);
    tr_object_list_destroy(&placed);
    return done;
}
