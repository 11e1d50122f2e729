#include "render/instance_pick.h"

#include <math.h>
#include <string.h>

// Pictures are sorted by distance in steps of a fourth of its double, so that near ones hide far ones before those are
// shaded.
enum { DISTANCE_STEPS = 96, STEPS_PER_DOUBLE = 4, NOT_DRAWN = -1 };

// How wide the ball around an instance must be on the screen for a level, and for a mesh at all: a picture of the first
// level looks better than the later ones, whose facets are seen; they are for shadows, and for what a picture is too
// coarse for.
static const float level_px[TR_VIEW_MAX_MODEL_LEVELS - 1] = {84, 44, 22};
static const float mesh_px = 48;
// Shadows are less than what throws them: texels that count as a pixel.
static const float texels_per_px = 4;

bool tr_instance_picks_create(tr_context *context, const tr_instance_scene *scene, tr_instance_picks *out,
                              tr_error *err)
{
    *out = (tr_instance_picks){0};
    if (scene->place_count == 0) return true;
    out->places = tr_alloc_array(context, scene->place_count, sizeof *out->places, err);
    if (out->places) out->buckets = tr_alloc_array(context, scene->place_count, sizeof *out->buckets, err);
    if (out->buckets)
        out->meshes = tr_alloc_array(context, (size_t)scene->group_count * TR_VIEW_MAX_MODEL_LEVELS + DISTANCE_STEPS,
                                     sizeof *out->meshes, err);
    return out->meshes != NULL;
}

void tr_instance_picks_destroy(tr_context *context, tr_instance_picks *picks)
{
    tr_free(context, picks->places);
    tr_free(context, picks->buckets);
    tr_free(context, picks->meshes);
    *picks = (tr_instance_picks){0};
}

// ---------------------------------------------------------------------------------------------------------
// Buckets: the levels of each group, then the steps of distance

typedef struct sight {
    float size_px;  // not drawn: 0
    float distance_m;
} sight;

typedef sight (*look_fn)(const void *user, const float middle[3], float radius_m);

// What is smaller than a pixel is left out the more the smaller it is, instead of flickering.
static bool is_lost(float size_px, size_t index)
{
    const float whole_px = 1.2f;
    const uint32_t hash = (uint32_t)index * 2654435761u;
    return size_px < whole_px && (float)(hash >> 8) / 16777216 > size_px / whole_px;
}

static int level_of(const tr_instance_group *group, float size_px)
{
    int level = 0;
    while (level + 1 < group->level_count && size_px < level_px[level]) level++;
    return level;
}

static uint32_t bucket_of(const tr_instance_scene *scene, size_t index, look_fn look, const void *user)
{
    const tr_instance_place *place = &scene->places[index];
    float middle[3];
    const float radius_m = tr_instance_ball(scene, place, middle);
    const sight seen = look(user, middle, radius_m);
    if (!(seen.size_px > 0) || is_lost(seen.size_px, index)) return (uint32_t)NOT_DRAWN;
    if (seen.size_px >= mesh_px)
        return (uint32_t)(place->group * TR_VIEW_MAX_MODEL_LEVELS +
                          level_of(&scene->groups[place->group], seen.size_px));
    const float step = STEPS_PER_DOUBLE * log2f(fmaxf(seen.distance_m, 1));
    const int last = DISTANCE_STEPS - 1;
    return (uint32_t)(scene->group_count * TR_VIEW_MAX_MODEL_LEVELS + (step < (float)last ? (int)step : last));
}

static void pick(const tr_instance_scene *scene, look_fn look, const void *user, tr_instance_picks *out)
{
    const size_t mesh_buckets = (size_t)scene->group_count * TR_VIEW_MAX_MODEL_LEVELS,
                 buckets = mesh_buckets + DISTANCE_STEPS;
    out->count = 0;
    out->pictures = (tr_instance_range){0};
    if (scene->place_count == 0) return;
    memset(out->meshes, 0, buckets * sizeof *out->meshes);
    for (size_t i = 0; i < scene->place_count; i++) {
        out->buckets[i] = bucket_of(scene, i, look, user);
        if (out->buckets[i] != (uint32_t)NOT_DRAWN) out->meshes[out->buckets[i]].count++;
    }
    for (size_t i = 0; i < buckets; i++) {
        out->meshes[i].first = (uint32_t)out->count;
        out->count += out->meshes[i].count;
        out->meshes[i].count = 0;
    }
    for (size_t i = 0; i < scene->place_count; i++) {
        if (out->buckets[i] == (uint32_t)NOT_DRAWN) continue;
        tr_instance_range *range = &out->meshes[out->buckets[i]];
        out->places[range->first + range->count++] = scene->places[i];
    }
    out->pictures.first = out->meshes[mesh_buckets].first;
    out->pictures.count = (uint32_t)out->count - out->pictures.first;
}

// ---------------------------------------------------------------------------------------------------------
// The camera

typedef struct camera_look {
    const tr_camera_frustum *frustum;
    float px_per_radian, mirror_m;
} camera_look;

static sight look_by_camera(const void *user, const float middle[3], float radius_m)
{
    const camera_look *camera = user;
    float low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = middle[axis] - radius_m;
        high[axis] = middle[axis] + radius_m;
    }
    if (!isnan(camera->mirror_m)) {
        low[1] = -middle[1] - 2 * camera->mirror_m - radius_m;
        high[1] = -middle[1] - 2 * camera->mirror_m + radius_m;
    }
    if (!tr_camera_sees_box(camera->frustum, low, high)) return (sight){0};
    const float distance_m = sqrtf(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
    return (sight){2 * radius_m * camera->px_per_radian / fmaxf(distance_m, 1e-3f), distance_m};
}

void tr_instance_pick_view(const tr_instance_scene *scene, const tr_camera_frustum *frustum, float px_per_radian,
                           float mirror_m, tr_instance_picks *out)
{
    const camera_look camera = {frustum, px_per_radian, mirror_m};
    pick(scene, look_by_camera, &camera, out);
}

// ---------------------------------------------------------------------------------------------------------
// The sun

typedef struct square_look {
    const tr_view_block *block;
    float radius_m, inner_radius_m;
} square_look;

static sight look_by_sun(const void *user, const float middle[3], float radius_m)
{
    const square_look *square = user;
    const tr_view_block *block = square->block;
    float across = 0, along = 0;
    for (int axis = 0; axis < 3; axis++) {
        across += block->shade_right[axis] * (middle[axis] - block->shade_middle[axis]);
        along += block->shade_up[axis] * (middle[axis] - block->shade_middle[axis]);
    }
    const float off_m = fmaxf(fabsf(across), fabsf(along));
    // A little of the smaller square is drawn too: its outermost texels are read from here.
    if (off_m > square->radius_m + radius_m || off_m + radius_m < 0.95f * square->inner_radius_m) return (sight){0};
    return (sight){radius_m * TR_SHADE_SIDE / (texels_per_px * square->radius_m), 1};
}

void tr_instance_pick_square(const tr_instance_scene *scene, const tr_view_block *block, float radius_m,
                             float inner_radius_m, tr_instance_picks *out)
{
    const square_look square = {block, radius_m, inner_radius_m};
    pick(scene, look_by_sun, &square, out);
}
