#include "model_view.h"

#include <math.h>
#include <string.h>

#include "terrane/render.h"

// Every model is drawn as large as a tree, so that light and grain of the ground are the same for grass and for trees.
#define SLOT_M 10.0
#define FOV_DEG 12.0
#define PI 3.14159265358979323846

enum { GROUND_SIDE = 65, GROUND_LEVELS = 3 };

// ---------------------------------------------------------------------------------------------------------
// Ground

static bool make_level(tr_context *context, double spacing_m, tr_view_level *out, tr_error *err)
{
    *out = (tr_view_level){.area = {.x = -GROUND_SIDE / 2,
                                    .z = -GROUND_SIDE / 2,
                                    .width = GROUND_SIDE,
                                    .height = GROUND_SIDE,
                                    .spacing_m = spacing_m}};
    if (!tr_grid_create(context, GROUND_SIDE, GROUND_SIDE, 1, &out->height, err) ||
        !tr_image_create(context, GROUND_SIDE, GROUND_SIDE, 3, 8, &out->color, err)) {
        return false;
    }
    memset(out->height.samples, 0, sizeof(float) * GROUND_SIDE * GROUND_SIDE);
    static const uint8_t soil[3] = {168, 166, 150};
    for (int32_t y = 0; y < GROUND_SIDE; y++) {
        uint8_t *row = (uint8_t *)out->color.pixels + (size_t)y * out->color.row_bytes;
        for (int32_t x = 0; x < GROUND_SIDE; x++) {
            memcpy(row + (size_t)3 * (size_t)x, soil, sizeof soil);
        }
    }
    return true;
}

static void destroy_level(tr_context *context, tr_view_level *level)
{
    tr_grid_destroy(context, &level->height);
    tr_image_destroy(context, &level->color);
}

// ---------------------------------------------------------------------------------------------------------
// Models

// The height of what is seen at the row.
static double tall_m(const model_view *view)
{
    return SLOT_M * view->count * view->height_px / view->width_px;
}

// What one metre of a model becomes: the widest and the highest that can be must fit.
static double scale_of(const model_view *view)
{
    double scale = 1e9;
    for (int i = 0; i < view->count; i++) {
        double height_m, width_m;
        tr_model_size(view->stands[i].kind, &height_m, &width_m);
        scale = fmin(scale, fmin(0.74 * SLOT_M / width_m, 0.74 * tall_m(view) / height_m));
    }
    return scale;
}

// Instances are lit as plants in a view are.
static void make_instance(const model_view *view, int index, double scale, tr_view_instance *out)
{
    const double half = 0.5 * view->stands[index].turn_deg * PI / 180;
    *out = (tr_view_instance){.position_m = {SLOT_M * (index + 0.5 - 0.5 * view->count), 0, 0},
                              .rotation = {0, (float)sin(half), 0, (float)cos(half)},
                              .scale = (float)scale,
                              .tint = {255, 255, 255, 255}};
}

// ---------------------------------------------------------------------------------------------------------
// The view

// So far away that the row fills the width.
static void place_camera(const model_view *view, tr_view_def *def)
{
    const double distance_m = 0.5 * tall_m(view) / tan(0.5 * FOV_DEG * PI / 180);
    const double elevation = view->elevation_deg * PI / 180;
    const double target[3] = {0, 0.41 * tall_m(view) * cos(elevation), 0};
    const double eye[3] = {0, target[1] + distance_m * sin(elevation), distance_m * cos(elevation)};
    memcpy(def->target_m, target, sizeof target);
    memcpy(def->eye_m, eye, sizeof eye);
    def->fov_deg = FOV_DEG;
}

static bool draw(tr_context *context, const model_view *view, const tr_view_instances *instances,
                 const tr_view_level *levels, tr_image *out, tr_error *err)
{
    tr_view_def def = tr_default_view_def();
    def.width = view->width_px;
    def.height = view->height_px;
    def.instances = instances;
    def.instances_count = view->count;
    def.sun_azimuth_deg = 222;
    def.sun_elevation_deg = 42;
    def.sea_level_m = -100;
    place_camera(view, &def);
    return tr_render_view(context, &def, levels, GROUND_LEVELS, NULL, out, err);
}

bool model_view_draw(tr_context *context, const model_view *view, tr_image *out, tr_error *err)
{
    tr_view_level levels[GROUND_LEVELS] = {0};
    tr_mesh meshes[MODEL_VIEW_MOST] = {0};
    tr_view_instance places[MODEL_VIEW_MOST];
    tr_view_instances instances[MODEL_VIEW_MOST];
    const double scale = scale_of(view);
    bool done = true;
    for (int i = 0; i < GROUND_LEVELS && done; i++) {
        done = make_level(context, (double)(4 << (2 * i)), &levels[i], err);
    }
    for (int i = 0; i < view->count && done; i++) {
        const model_stand *it = &view->stands[i];
        make_instance(view, i, scale, &places[i]);
        instances[i] = (tr_view_instances){.levels = &meshes[i], .level_count = 1, .instances = &places[i], .count = 1};
        done = tr_model_make(context, it->kind, it->variant, it->level, &meshes[i], err);
    }
    done = done && draw(context, view, instances, levels, out, err);
    for (int i = 0; i < view->count; i++) {
        tr_mesh_destroy(context, &meshes[i]);
    }
    for (int i = 0; i < GROUND_LEVELS; i++) {
        destroy_level(context, &levels[i]);
    }
    return done;
}
