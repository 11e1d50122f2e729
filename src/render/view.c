// Views (terrane/render.h): light on the caller's threads, then GL on a thread of its own.
//
// A GL context belongs to one thread at a time, and the caller may have one of its own current.
#include "render/view.h"

#include <pthread.h>

#include "base/os.h"
#include "gpu/egl_open.h"
#include "render/view_def.h"
#include "render/view_draw.h"
#include "render/water_surface.h"

// ---------------------------------------------------------------------------------------------------------
// The scene

static void scene_destroy(tr_view_scene *scene)
{
    for (int i = 0; i < scene->level_count; i++) {
        tr_level_light_destroy(scene->context, &scene->lights[i]);
        tr_grid_destroy(scene->context, &scene->surfaces[i]);
    }
    tr_ground_mesh_destroy(scene->context, &scene->mesh);
    tr_mesh_scene_destroy(scene->context, &scene->meshes);
    tr_instance_scene_destroy(scene->context, &scene->instances);
    tr_block_scene_destroy(scene->context, &scene->blocks);
    tr_free(scene->context, scene);
}

static bool light_levels(tr_view_scene *scene, tr_error *err)
{
    for (int i = scene->level_count - 1; i >= 0; i--) {
        const bool last = i + 1 == scene->level_count;
        if (!tr_level_light_create(scene->context, scene->def, &scene->levels[i], last ? NULL : &scene->levels[i + 1],
                                   last ? NULL : &scene->lights[i + 1], &scene->lights[i], err)) {
            return false;
        }
        tr_mesh_scene_add_light(&scene->meshes, scene->def, &scene->levels[i], &scene->lights[i]);
        if (!tr_instance_scene_add_light(scene->context, &scene->instances, scene->def, &scene->levels[i],
                                         &scene->lights[i], err)) {
            return false;
        }
        if (!last) tr_level_light_trim(scene->context, &scene->lights[i + 1]);
    }
    if (scene->level_count > 0) tr_level_light_trim(scene->context, &scene->lights[0]);
    return true;
}

// Levels pass into each other, so that all of them need a surface as soon as one has water.
static bool surface_levels(tr_view_scene *scene, tr_error *err)
{
    scene->has_water = scene->blocks.has_water;
    for (int i = 0; i < scene->level_count; i++) {
        scene->has_water = scene->has_water || tr_water_surface_is_seen(&scene->levels[i]);
    }
    for (int i = 0; i < scene->level_count && scene->has_water; i++) {
        if (!tr_water_surface_create(scene->context, &scene->levels[i], &scene->surfaces[i], err)) return false;
    }
    return true;
}

static bool scene_fill(tr_view_scene *scene, tr_error *err)
{
    scene->camera = tr_camera_of(scene->def);
    tr_sky_compute(scene->def, &scene->sky);
    return tr_mesh_scene_create(scene->context, scene->def, &scene->meshes, err) &&
           tr_instance_scene_create(scene->context, scene->def, &scene->instances, err) &&
           tr_block_scene_create(scene->context, scene->def, &scene->blocks, err) && light_levels(scene, err) &&
           surface_levels(scene, err) &&
           tr_ground_mesh_create(scene->context, &scene->camera, scene->levels, scene->level_count, &scene->mesh, err);
}

// ---------------------------------------------------------------------------------------------------------
// The GL thread

typedef struct draw_task {
    const tr_view_scene *scene;
    const tr_progress *progress;
    const tr_image *out;
    bool done;
    tr_error error;
} draw_task;

static void *run_draw(void *user)
{
    draw_task *task = user;
    tr_gl_context gl;
    if (!tr_gl_open_headless(&gl, &task->error)) return NULL;
    task->done = tr_view_draw(task->scene, task->progress, task->out, &task->error);
    tr_gl_close(&gl);
    return NULL;
}

static bool draw_on_own_thread(draw_task *task, tr_error *err)
{
    pthread_t thread;
    if (!tr_os_thread_start(&thread, run_draw, task)) {
        return tr_fail(err, TR_ERROR_THREADS, "the thread that draws could not be started");
    }
    pthread_join(thread, NULL);
    if (!task->done && err) *err = task->error;
    return task->done;
}

// ---------------------------------------------------------------------------------------------------------

bool tr_view_render(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                    const tr_view_marks *marks, const tr_progress *progress, tr_image *out, tr_error *err)
{
    if (!tr_view_check(def, levels, level_count, err)) return false;
    tr_view_scene *scene = tr_alloc(context, sizeof *scene, err);
    if (!scene) return false;
    *scene =
        (tr_view_scene){.context = context, .def = def, .levels = levels, .level_count = level_count, .marks = *marks};
    tr_image image = {0};
    bool done = scene_fill(scene, err) && tr_image_create(context, def->width, def->height, 3, 8, &image, err);
    if (done) {
        draw_task task = {.scene = scene, .progress = progress, .out = &image};
        done = draw_on_own_thread(&task, err);
    }
    scene_destroy(scene);
    if (done) {
        *out = image;
    } else {
        tr_image_destroy(context, &image);
    }
    return done;
}

bool tr_render_view(tr_context *context, const tr_view_def *def, const tr_view_level *levels, int level_count,
                    const tr_progress *progress, tr_image *out, tr_error *err)
{
    const tr_view_marks marks = {0};
    return tr_view_render(context, def, levels, level_count, &marks, progress, out, err);
}
