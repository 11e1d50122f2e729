#include "view/model_view.h"

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

static tr_environment_def daylight(void)
{
    tr_environment_def environment = tr_default_environment_def();
    environment.sun_azimuth_deg = 222;
    environment.sun_elevation_deg = 42;
    environment.sea_level_m = -100;
    return environment;
}

// A level of plain soil.
static tr_render_part *make_level(tr_context *context, double spacing_m, const tr_render_part *coarser, tr_error *err)
{
    static const uint8_t soil[3] = {168, 166, 150};
    tr_render_ground_def def = tr_default_render_ground_def();
    def.area = (tr_sample_area){-GROUND_SIDE / 2, -GROUND_SIDE / 2, GROUND_SIDE, GROUND_SIDE, spacing_m};
    def.environment = daylight();
    def.coarser = coarser;
    tr_render_part *part = NULL;
    if (tr_grid_create(context, GROUND_SIDE, GROUND_SIDE, 1, &def.height, err) &&
        tr_image_create(context, &(tr_image_shape){GROUND_SIDE, GROUND_SIDE, 3, 8}, &def.color, err)) {
        memset(def.height.samples, 0, sizeof(float) * GROUND_SIDE * GROUND_SIDE);
        for (int32_t y = 0; y < GROUND_SIDE; y++) {
            uint8_t *row = (uint8_t *)def.color.pixels + (size_t)y * def.color.row_bytes;
            for (int32_t x = 0; x < GROUND_SIDE; x++) {
                memcpy(row + (size_t)3 * (size_t)x, soil, sizeof soil);
            }
        }
        part = tr_render_part_ground(context, &def, err);
    }
    tr_grid_destroy(context, &def.height);
    tr_image_destroy(context, &def.color);
    return part;
}

// ---------------------------------------------------------------------------------------------------------
// Models

// The height of what is seen at the row.
static double tall_m(const tr_model_view *view)
{
    return SLOT_M * view->count * view->height_px / view->width_px;
}

// What one metre of a model becomes: the widest and the highest that can be must fit.
static double scale_of(const tr_model_view *view)
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
static void make_instance(const tr_model_view *view, int index, double scale, tr_render_instance *out)
{
    const double half = 0.5 * view->stands[index].turn_deg * PI / 180;
    *out = (tr_render_instance){.position_m = {SLOT_M * (index + 0.5 - 0.5 * view->count), 0, 0},
                                .rotation = {0, (float)sin(half), 0, (float)cos(half)},
                                .scale = (float)scale,
                                .tint = {255, 255, 255, 255}};
}

// ---------------------------------------------------------------------------------------------------------
// The view

// So far away that the row fills the width.
static tr_camera_def camera_of(const tr_model_view *view)
{
    const double distance_m = 0.5 * tall_m(view) / tan(0.5 * FOV_DEG * PI / 180);
    const double elevation = view->elevation_deg * PI / 180;
    const double target[3] = {0, 0.41 * tall_m(view) * cos(elevation), 0};
    const double eye[3] = {0, target[1] + distance_m * sin(elevation), distance_m * cos(elevation)};
    tr_camera_def camera = tr_default_camera_def();
    memcpy(camera.target_m, target, sizeof target);
    memcpy(camera.eye_m, eye, sizeof eye);
    camera.fov_deg = FOV_DEG;
    return camera;
}

// Adds a part and lets go of it.
static bool add(tr_renderer *renderer, tr_render_part *part, tr_error *err)
{
    const bool done = part && tr_renderer_add(renderer, part, err).id != 0;
    tr_render_part_destroy(part);
    return done;
}

static bool add_model(tr_context *context, const tr_model_view *view, int index, const tr_render_light *light,
                      tr_renderer *renderer, tr_error *err)
{
    const tr_model_stand *stand = &view->stands[index];
    tr_mesh mesh;
    if (!tr_model_make(context, stand->kind, stand->variant, stand->level, &mesh, err)) {
        return false;
    }
    tr_render_instance place;
    make_instance(view, index, scale_of(view), &place);
    tr_render_model_def model = tr_default_render_model_def();
    model.levels = &mesh;
    model.level_count = 1;
    tr_render_part *part = tr_render_part_model(context, &model, err);
    tr_render_instances_def instances = tr_default_render_instances_def();
    instances.model = part;
    instances.instances = &place;
    instances.count = 1;
    instances.light = *light;
    if (part) {
        instances.model_id = tr_renderer_add(renderer, part, err);
    }
    const bool done =
        instances.model_id.id != 0 && add(renderer, tr_render_part_instances(context, &instances, err), err);
    tr_render_part_destroy(part);
    tr_mesh_destroy(context, &mesh);
    return done;
}

static bool add_all(tr_context *context, const tr_model_view *view, tr_renderer *renderer, tr_error *err)
{
    tr_render_part *levels[GROUND_LEVELS] = {0};
    const tr_environment_def environment = daylight();
    tr_render_part *sky = tr_render_part_environment(context, &environment, err);
    bool done = sky && tr_renderer_set_environment(renderer, sky, err);
    for (int i = GROUND_LEVELS - 1; i >= 0 && done; i--) {
        levels[i] = make_level(context, (double)(4 << (2 * i)), i + 1 < GROUND_LEVELS ? levels[i + 1] : NULL, err);
        done = levels[i] && tr_renderer_add(renderer, levels[i], err).id != 0;
    }
    const tr_render_light light = {(const tr_render_part *const *)levels, GROUND_LEVELS};
    for (int i = 0; i < view->count && done; i++) {
        done = add_model(context, view, i, &light, renderer, err);
    }
    tr_render_part_destroy(sky);
    for (int i = 0; i < GROUND_LEVELS; i++) {
        tr_render_part_destroy(levels[i]);
    }
    return done;
}

bool tr_model_view_draw(tr_context *context, const tr_model_view *view, tr_image *out, tr_error *err)
{
    tr_renderer_def def = tr_default_renderer_def();
    def.quality = TR_QUALITY_PICTURE;
    def.samples = 4;
    tr_renderer *renderer = tr_renderer_create(context, &def, err);
    if (!renderer) {
        return false;
    }
    const tr_camera_def camera = camera_of(view);
    tr_render_target_def target = tr_default_render_target_def();
    target.width = view->width_px;
    target.height = view->height_px;
    const bool done = add_all(context, view, renderer, err) && tr_renderer_draw(renderer, &camera, &target, 0, err) &&
                      tr_renderer_read(renderer, out, err);
    tr_renderer_destroy(renderer);
    return done;
}
