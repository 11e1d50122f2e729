#include "view_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

float view_island(double x_m, double z_m)
{
    return (float)fmax(300 - 0.5 * sqrt(x_m * x_m + z_m * z_m), -40);
}

float view_rough(double x_m, double z_m)
{
    const uint64_t hash = tr_hash_identity(1, 2, llrint(x_m), 0, llrint(z_m));
    return (float)(60 * tr_unit_from_hash(hash));
}

float view_plain(double x_m, double z_m)
{
    (void)x_m, (void)z_m;
    return 10;
}

static void fill_level(tr_context *context, view_shape shape, const double middle_m[2], view_level *level)
{
    const tr_sample_area *area = &level->area;
    assert_true(tr_grid_create(context, area->width, area->height, 1, &level->height, NULL));
    assert_true(tr_image_create(context, &(tr_image_shape){area->width, area->height, 3, 8}, &level->color, NULL));
    for (int32_t z = 0; z < area->height; z++) {
        uint8_t *colors = (uint8_t *)level->color.pixels + (size_t)z * level->color.row_bytes;
        for (int32_t x = 0; x < area->width; x++) {
            const double x_m = (double)(area->x + x) * area->spacing_m - middle_m[0];
            const double z_m = (double)(area->z + z) * area->spacing_m - middle_m[1];
            level->height.samples[z * level->height.row_stride + x] = shape(x_m, z_m);
            memcpy(colors + 3 * x, "\x80\x90\x78", 3);
        }
    }
}

view_fixture view_fixture_open(view_shape shape, const double middle_m[2])
{
    view_fixture fixture = {.context = test_context(2),
                            .renderer = tr_default_renderer_def(),
                            .environment = tr_default_environment_def(),
                            .camera = tr_default_camera_def(),
                            .target = tr_default_render_target_def()};
    const char *api = getenv("TERRANE_TEST_RENDER_API");
    const bool es = api && strcmp(api, "gles3") == 0;
    fixture.renderer.quality = TR_QUALITY_PICTURE;
    fixture.renderer.samples = 4;
    fixture.renderer.api = es ? TR_RENDER_API_GLES3 : TR_RENDER_API_GL33;
    // Mesa has clip control in both; a browser may not.
    fixture.marks.no_clip_control = es;
    fixture.used_bytes_before = tr_context_memory(fixture.context).used_bytes;
    for (int i = 0; i < VIEW_LEVELS; i++) {
        const double spacing_m = 4 << i;
        fixture.levels[i].area = (tr_sample_area){.x = (int64_t)floor(middle_m[0] / spacing_m) - VIEW_SIDE / 2,
                                                  .z = (int64_t)floor(middle_m[1] / spacing_m) - VIEW_SIDE / 2,
                                                  .width = VIEW_SIDE,
                                                  .height = VIEW_SIDE,
                                                  .spacing_m = spacing_m};
        fill_level(fixture.context, shape, middle_m, &fixture.levels[i]);
    }
    fixture.target.width = 160;
    fixture.target.height = 90;
    return fixture;
}

void view_fixture_close(view_fixture *fixture)
{
    for (int i = 0; i < VIEW_LEVELS; i++) {
        tr_grid_destroy(fixture->context, &fixture->levels[i].height);
        tr_image_destroy(fixture->context, &fixture->levels[i].color);
        tr_grid_destroy(fixture->context, &fixture->levels[i].water);
    }
    assert_int_equal(tr_context_memory(fixture->context).used_bytes, fixture->used_bytes_before);
    tr_context_destroy(fixture->context);
}

void view_fixture_look(view_fixture *fixture, const double middle_m[2], const double eye_m[3], const double target_m[3])
{
    for (int i = 0; i < 3; i++) {
        const double middle = i == 1 ? 0 : middle_m[i / 2];
        fixture->camera.eye_m[i] = middle + eye_m[i];
        fixture->camera.target_m[i] = middle + target_m[i];
    }
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

typedef struct scene_parts {
    const tr_render_part *levels[VIEW_LEVELS];
} scene_parts;

static bool add(tr_renderer *renderer, tr_render_part *part, tr_render_id *id, tr_error *err)
{
    if (!part) return false;
    const tr_render_id added = tr_renderer_add(renderer, part, err);
    if (id) *id = added;
    return added.id != 0;
}

static bool add_levels(const view_fixture *fixture, tr_context *context, tr_renderer *renderer, scene_parts *parts,
                       tr_render_id *ids, tr_error *err)
{
    for (int i = VIEW_LEVELS - 1; i >= 0; i--) {
        tr_render_ground_def def = tr_default_render_ground_def();
        def.area = fixture->levels[i].area;
        def.height = fixture->levels[i].height;
        def.color = fixture->levels[i].color;
        def.water = fixture->levels[i].water;
        def.environment = fixture->environment;
        def.coarser = i + 1 < VIEW_LEVELS ? parts->levels[i + 1] : NULL;
        tr_render_part *part = tr_render_part_ground(context, &def, err);
        parts->levels[i] = part;
        if (!add(renderer, part, ids ? &ids[i] : NULL, err)) return false;
    }
    return true;
}

static bool add_group(const view_group *group, tr_context *context, tr_renderer *renderer, const tr_render_light *light,
                      tr_error *err)
{
    tr_render_model_def model_def = tr_default_render_model_def();
    model_def.levels = group->levels;
    model_def.level_count = group->level_count;
    tr_render_part *model = tr_render_part_model(context, &model_def, err), *copies = NULL;
    tr_render_id id;
    bool done = add(renderer, model, &id, err);
    if (done) {
        tr_render_instances_def def = tr_default_render_instances_def();
        def.model = model;
        def.model_id = id;
        def.instances = group->instances;
        def.count = group->count;
        def.light = *light;
        copies = tr_render_part_instances(context, &def, err);
        done = add(renderer, copies, NULL, err);
    }
    tr_render_part_destroy(model);
    tr_render_part_destroy(copies);
    return done;
}

static bool add_objects(const view_fixture *fixture, tr_context *context, tr_renderer *renderer,
                        const scene_parts *parts, tr_error *err)
{
    const tr_render_light light = {parts->levels, VIEW_LEVELS};
    for (int i = 0; i < fixture->mesh_count; i++) {
        tr_render_mesh_def def = tr_default_render_mesh_def();
        def.mesh = &fixture->meshes[i];
        def.light = light;
        tr_render_part *part = tr_render_part_mesh(context, &def, err);
        const bool done = add(renderer, part, NULL, err);
        tr_render_part_destroy(part);
        if (!done) return false;
    }
    for (int i = 0; i < fixture->group_count; i++)
        if (!add_group(&fixture->groups[i], context, renderer, &light, err)) return false;
    return true;
}

static bool fill(const view_fixture *fixture, tr_context *context, tr_renderer *renderer, tr_render_id *ids,
                 tr_error *err)
{
    tr_environment_def environment = fixture->environment;
    environment.eye_height_m = fixture->camera.eye_m[1] - environment.sea_level_m;
    tr_render_part *sky = tr_render_part_environment(context, &environment, err);
    scene_parts parts = {0};
    const bool done = sky && tr_renderer_set_environment(renderer, sky, err) &&
                      add_levels(fixture, context, renderer, &parts, ids, err) &&
                      add_objects(fixture, context, renderer, &parts, err);
    for (int i = 0; i < VIEW_LEVELS; i++) tr_render_part_destroy((tr_render_part *)parts.levels[i]);
    tr_render_part_destroy(sky);
    return done;
}

bool view_fixture_try(view_fixture *fixture, tr_context *context, tr_image *out, tr_error *err)
{
    tr_renderer *renderer = tr_renderer_create_marked(context, &fixture->renderer, &fixture->marks, err);
    const bool done = renderer && fill(fixture, context, renderer, NULL, err) &&
                      tr_renderer_draw(renderer, &fixture->camera, &fixture->target, 0, err) &&
                      tr_renderer_read(renderer, out, err);
    if (renderer) fixture->stats = tr_renderer_statistics(renderer);
    tr_renderer_destroy(renderer);
    return done;
}

static void skip_or_fail(const tr_error *err)
{
    if (err->code != TR_ERROR_GPU_UNAVAILABLE) fail_msg("%s: %s", tr_error_name(err->code), err->message);
    printf("SKIPPED, no GL driver here: %s\n", err->message);
    skip();
}

tr_renderer *view_fixture_renderer(view_fixture *fixture)
{
    tr_error err = {0};
    tr_renderer *renderer = tr_renderer_create_marked(fixture->context, &fixture->renderer, &fixture->marks, &err);
    if (!renderer) skip_or_fail(&err);
    return renderer;
}

void view_fixture_fill(view_fixture *fixture, tr_renderer *renderer, tr_render_id *ids)
{
    tr_error err = {0};
    if (!fill(fixture, fixture->context, renderer, ids, &err)) fail_msg("%s", err.message);
}

tr_image view_fixture_draw(view_fixture *fixture)
{
    tr_image image = {0};
    tr_error err = {0};
    if (!view_fixture_try(fixture, fixture->context, &image, &err)) skip_or_fail(&err);
    return image;
}

tr_image view_fixture_draw_coverage(view_fixture *fixture)
{
    fixture->marks.coverage = true;
    const tr_image image = view_fixture_draw(fixture);
    fixture->marks.coverage = false;
    return image;
}

const uint8_t *view_pixel(const tr_image *image, int x, int y)
{
    return (const uint8_t *)image->pixels + (size_t)y * image->row_bytes + (size_t)3 * (size_t)x;
}

int view_brightness(const tr_image *image, int x, int y)
{
    const uint8_t *pixel = view_pixel(image, x, y);
    return pixel[0] + pixel[1] + pixel[2];
}

int view_difference(const tr_image *a, const tr_image *b)
{
    int max = 0;
    for (int y = 0; y < a->height; y++) {
        for (int x = 0; x < a->width; x++) {
            for (int k = 0; k < 3; k++) {
                const int difference = abs(view_pixel(a, x, y)[k] - view_pixel(b, x, y)[k]);
                if (difference > max) max = difference;
            }
        }
    }
    return max;
}
