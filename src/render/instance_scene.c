#include "render/instance_scene.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------
// Models

static tr_model_vertex vertex_of(const tr_mesh *mesh, size_t i)
{
    tr_model_vertex vertex = {.color = {180, 180, 180, 255}};
    for (size_t axis = 0; axis < 3; axis++) {
        vertex.at[axis] = (float)(mesh->origin[axis] + (double)mesh->positions[3 * i + axis]);
        if (mesh->normals)
            vertex.normal[axis] = (int16_t)lrintf(32767 * fminf(fmaxf(mesh->normals[3 * i + axis], -1), 1));
    }
    if (mesh->colors) memcpy(vertex.color, mesh->colors + 4 * i, 3);
    return vertex;
}

static void add_level(tr_instance_scene *scene, const tr_mesh *mesh, int level, tr_instance_group *group)
{
    const uint32_t first = (uint32_t)scene->vertex_count;
    group->first_index[level] = (uint32_t)scene->index_count;
    group->index_count[level] = (uint32_t)mesh->index_count;
    for (size_t i = 0; mesh->index_count > 0 && i < mesh->vertex_count; i++)
        scene->vertices[scene->vertex_count++] = vertex_of(mesh, i);
    for (size_t i = 0; i < mesh->index_count; i++) scene->indices[scene->index_count++] = first + mesh->indices[i];
}

// The middle of the box around some vertices, and how far they are from it.
static void find_ball(const tr_model_vertex *vertices, size_t count, tr_instance_group *group)
{
    if (count == 0) return;
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, radius2 = 0;
    for (size_t i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fminf(low[axis], vertices[i].at[axis]);
            high[axis] = fmaxf(high[axis], vertices[i].at[axis]);
        }
    }
    for (int axis = 0; axis < 3; axis++) group->middle_m[axis] = 0.5f * (low[axis] + high[axis]);
    for (size_t i = 0; i < count; i++) {
        float sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            const float off = vertices[i].at[axis] - group->middle_m[axis];
            sum += off * off;
        }
        radius2 = fmaxf(radius2, sum);
    }
    group->radius_m = sqrtf(radius2);
}

// ---------------------------------------------------------------------------------------------------------
// Copies

static void rotate(const int16_t quaternion[4], const float v[3], float out[3])
{
    float q[4], inner[3];
    for (int i = 0; i < 4; i++) q[i] = (float)quaternion[i] / 32767;
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        inner[i] = q[next] * v[last] - q[last] * v[next] + q[3] * v[i];
    }
    for (int i = 0; i < 3; i++) {
        const int next = (i + 1) % 3, last = (i + 2) % 3;
        out[i] = v[i] + 2 * (q[next] * inner[last] - q[last] * inner[next]);
    }
}

// Relative to the eye and without the curvature of the Earth.
static float ball_of(const tr_instance_scene *scene, const tr_instance_place *place, float middle[3])
{
    const tr_instance_group *group = &scene->groups[place->group];
    float offset[3];
    rotate(place->rotation, group->middle_m, offset);
    for (int axis = 0; axis < 3; axis++) middle[axis] = place->at[axis] + place->scale * offset[axis];
    return place->scale * group->radius_m;
}

float tr_instance_ball(const tr_instance_scene *scene, const tr_instance_place *place, float middle[3])
{
    const float radius_m = ball_of(scene, place, middle);
    middle[1] -= (place->at[0] * place->at[0] + place->at[2] * place->at[2]) / (float)(2 * TR_CAMERA_EARTH_M);
    return radius_m;
}

float tr_instance_scene_cover(const tr_instance_scene *scene)
{
    // A crown is about this wide in the ball around its tree.
    const float crown = 0.55f, least_m = 3;
    float sum = 0;
    for (size_t i = 0; i < scene->place_count; i++) {
        float middle[3];
        const float radius_m = crown * tr_instance_ball(scene, &scene->places[i], middle);
        const float above_m = middle[1] + radius_m, reach_m = fmaxf(above_m, least_m) + radius_m;
        if (above_m < 1 || middle[0] * middle[0] + middle[2] * middle[2] > reach_m * reach_m) continue;
        sum += radius_m * radius_m / (reach_m * reach_m);
    }
    return 1 - expf(-sum);
}

static tr_instance_place place_of(const tr_view_instance *instance, int group, const double eye[3])
{
    tr_instance_place place = {.scale = instance->scale, .light = {255, 255}, .group = (uint16_t)group};
    for (int axis = 0; axis < 3; axis++) place.at[axis] = (float)(instance->position_m[axis] - eye[axis]);
    for (int i = 0; i < 4; i++) place.rotation[i] = (int16_t)lrintf(32767 * fminf(fmaxf(instance->rotation[i], -1), 1));
    memcpy(place.tint, instance->tint, sizeof place.tint);
    return place;
}

static void add_group(tr_instance_scene *scene, const tr_view_instances *instances, const double eye[3])
{
    const int index = scene->group_count++;
    tr_instance_group *group = &scene->groups[index];
    *group = (tr_instance_group){.level_count = instances->level_count};
    const size_t first = scene->vertex_count;
    for (int32_t i = 0; i < instances->level_count; i++) add_level(scene, &instances->levels[i], (int)i, group);
    find_ball(scene->vertices + first, scene->vertex_count - first, group);
    for (size_t i = 0; i < instances->count; i++) {
        tr_instance_place *place = &scene->places[scene->place_count++];
        *place = place_of(&instances->instances[i], index, eye);
        float middle[3];
        const float radius_m = tr_instance_ball(scene, place, middle);
        const float distance_m = sqrtf(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
        scene->nearest_m = fminf(scene->nearest_m, fmaxf(distance_m - radius_m, 0));
    }
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static bool allocate(tr_context *context, const tr_view_def *def, tr_instance_scene *out, tr_error *err)
{
    size_t vertex_count = 0, index_count = 0, place_count = 0;
    for (int32_t i = 0; i < def->instances_count; i++) {
        place_count += def->instances[i].count;
        for (int32_t k = 0; k < def->instances[i].level_count; k++) {
            vertex_count += def->instances[i].levels[k].vertex_count;
            index_count += def->instances[i].levels[k].index_count;
        }
    }
    if (place_count == 0 || index_count == 0) return true;
    if (vertex_count > UINT32_MAX || index_count > INT32_MAX || place_count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "the instances are %zu with %zu vertices and %zu indices; allowed is %d, %u and %d", place_count,
                       vertex_count, index_count, INT32_MAX, UINT32_MAX, INT32_MAX);
    out->vertices = tr_alloc_array(context, vertex_count, sizeof *out->vertices, err);
    if (out->vertices) out->indices = tr_alloc_array(context, index_count, sizeof *out->indices, err);
    if (out->indices) out->groups = tr_alloc_array(context, (size_t)def->instances_count, sizeof *out->groups, err);
    if (out->groups) out->places = tr_alloc_array(context, place_count, sizeof *out->places, err);
    return out->places != NULL;
}

bool tr_instance_scene_create(tr_context *context, const tr_view_def *def, tr_instance_scene *out, tr_error *err)
{
    *out = (tr_instance_scene){.nearest_m = INFINITY};
    if (!allocate(context, def, out, err)) {
        tr_instance_scene_destroy(context, out);
        return false;
    }
    for (int32_t i = 0; out->places && i < def->instances_count; i++) add_group(out, &def->instances[i], def->eye_m);
    return true;
}

void tr_instance_scene_destroy(tr_context *context, tr_instance_scene *scene)
{
    tr_free(context, scene->vertices);
    tr_free(context, scene->indices);
    tr_free(context, scene->groups);
    tr_free(context, scene->places);
    *scene = (tr_instance_scene){0};
}

// ---------------------------------------------------------------------------------------------------------
// Light

typedef struct light_job {
    tr_instance_scene *scene;
    const tr_view_def *def;
    const tr_view_level *level;
    const tr_level_light *light;
} light_job;

static bool light_places(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const light_job *job = user;
    for (int64_t i = begin; i < end; i++) {
        tr_instance_place *place = &job->scene->places[i];
        float middle[3];
        ball_of(job->scene, place, middle);
        double at_m[3];
        for (int axis = 0; axis < 3; axis++) at_m[axis] = job->def->eye_m[axis] + (double)middle[axis];
        if (!tr_level_is_over(&job->level->area, at_m)) continue;
        const tr_place_light here = tr_level_light_at(job->def, job->level, job->light, at_m);
        place->light[0] = (uint8_t)lrintf(255 * here.sun);
        place->light[1] = (uint8_t)lrintf(255 * here.sky);
    }
    return true;
}

bool tr_instance_scene_add_light(tr_context *context, tr_instance_scene *scene, const tr_view_def *def,
                                 const tr_view_level *level, const tr_level_light *light, tr_error *err)
{
    enum { GRAIN = 4096 };
    light_job job = {scene, def, level, light};
    return tr_parallel_for(context, (int64_t)scene->place_count, GRAIN, light_places, &job, NULL, err);
}
