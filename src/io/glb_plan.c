// The layout of a GLB file. Sizes are known and checked before any array of a mesh is looked at, and the pictures are
// encoded last, because their sizes cannot be known before.
#include "io/glb.h"

#include <limits.h>

bool tr_glb_check_size(const char *path, uint64_t size, tr_error *err)
{
    if (size > UINT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "%s: the scene needs %.1f GiB; a GLB file holds less than 4: write it to several files", path,
                       (double)size / (1024.0 * 1024 * 1024));
    }
    return true;
}

static bool check_meshes(tr_glb_plan *plan, tr_error *err)
{
    const tr_glb_scene *scene = plan->scene;
    if (scene->mesh_count < 1 || !scene->meshes) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d meshes; a GLB file needs at least 1", plan->path,
                       scene->mesh_count);
    }
    // A level has five views at most, copies three, a mesh one picture, and views are counted in an int.
    const int64_t max_levels = ((int64_t)INT_MAX - scene->mesh_count - 3 * (int64_t)scene->instance_count) / 5;
    for (int mesh = 0; mesh < scene->mesh_count; mesh++) {
        if (!tr_glb_check_mesh(plan, mesh, err)) return false;
        if (scene->meshes[mesh].level_count > max_levels - plan->level_count) {
            return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: more than %lld meshes and levels", plan->path,
                           (long long)(max_levels > 0 ? max_levels : 0));
        }
        plan->level_count += scene->meshes[mesh].level_count;
    }
    return true;
}

static bool check_copies(tr_glb_plan *plan, tr_error *err)
{
    const tr_glb_scene *scene = plan->scene;
    if (scene->instance_count < 0 || (scene->instance_count > 0 && !scene->instances)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d lists of copies that are not there", plan->path,
                       scene->instance_count);
    }
    for (int i = 0; i < scene->instance_count; i++) {
        if (!tr_glb_check_copies(plan, i, err)) return false;
    }
    return true;
}

static bool allocate(tr_glb_plan *plan, tr_error *err)
{
    const size_t meshes = (size_t)plan->scene->mesh_count;
    const size_t copies = (size_t)plan->scene->instance_count;
    const size_t levels = (size_t)plan->level_count;
    return (plan->groups = tr_alloc_array(plan->context, meshes, sizeof *plan->groups, err)) &&
           (plan->pictures = tr_alloc_array(plan->context, meshes, sizeof *plan->pictures, err)) &&
           (plan->levels = tr_alloc_array(plan->context, levels, sizeof *plan->levels, err)) &&
           (copies == 0 || (plan->copies = tr_alloc_array(plan->context, copies, sizeof *plan->copies, err))) &&
           (plan->views = tr_alloc_array(plan->context, 5 * levels + 3 * copies + meshes, sizeof *plan->views, err));
}

static bool add_view(tr_glb_plan *plan, tr_glb_content content, int owner, uint64_t size, tr_error *err)
{
    plan->views[plan->view_count++] =
        (tr_glb_view){.content = content, .owner = owner, .offset = plan->binary_size, .size = size};
    plan->binary_size += tr_glb_padded(size);
    return tr_glb_check_size(plan->path, plan->binary_size, err);
}

static bool add_level(tr_glb_plan *plan, int number, const tr_mesh *mesh, tr_error *err)
{
    tr_glb_level *level = &plan->levels[number];
    *level = (tr_glb_level){.mesh = mesh, .first_view = plan->view_count};
    const uint64_t vertices = mesh->vertex_count;
    const uint64_t index_bytes = tr_glb_has_short_indices(mesh) ? sizeof(uint16_t) : sizeof(uint32_t);
    const bool added = add_view(plan, TR_GLB_POSITIONS, number, vertices * 3 * sizeof(float), err) &&
                       (!mesh->normals || add_view(plan, TR_GLB_NORMALS, number, vertices * 3 * sizeof(float), err)) &&
                       (!mesh->uvs || add_view(plan, TR_GLB_UVS, number, vertices * 2 * sizeof(float), err)) &&
                       (!mesh->colors || add_view(plan, TR_GLB_COLORS, number, vertices * TR_GLB_COLOR_SIZE, err)) &&
                       add_view(plan, TR_GLB_INDICES, number, mesh->index_count * index_bytes, err);
    level->view_count = plan->view_count - level->first_view;
    return added;
}

static bool add_levels(tr_glb_plan *plan, tr_error *err)
{
    int number = 0;
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        plan->groups[mesh] = (tr_glb_group){.first_level = number, .picture = -1};
        for (int level = 0; level < plan->scene->meshes[mesh].level_count; level++) {
            if (!add_level(plan, number++, &plan->scene->meshes[mesh].levels[level], err)) return false;
        }
    }
    return true;
}

static bool add_copies(tr_glb_plan *plan, tr_error *err)
{
    for (int i = 0; i < plan->scene->instance_count; i++) {
        const tr_glb_instances *instances = &plan->scene->instances[i];
        const uint64_t count = instances->count;
        tr_glb_copies *copies = &plan->copies[i];
        *copies = (tr_glb_copies){.first_view = plan->view_count};
        plan->groups[instances->mesh].copied = true;
        if (plan->scene->plain_nodes) continue;
        const bool added =
            add_view(plan, TR_GLB_TRANSLATIONS, i, count * 3 * sizeof(float), err) &&
            (!instances->rotations || add_view(plan, TR_GLB_ROTATIONS, i, count * 4 * sizeof(float), err)) &&
            (!instances->scales || add_view(plan, TR_GLB_SCALES, i, count * 3 * sizeof(float), err));
        if (!added) return false;
        copies->view_count = plan->view_count - copies->first_view;
    }
    return true;
}

static bool check_arrays(tr_glb_plan *plan, tr_error *err)
{
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        for (int level = 0; level < plan->scene->meshes[mesh].level_count; level++) {
            if (!tr_glb_check_level(plan, mesh, level, err)) return false;
        }
    }
    for (int i = 0; i < plan->scene->instance_count; i++) {
        if (!tr_glb_check_poses(plan, i, err)) return false;
    }
    return true;
}

// The number of a picture; meshes that share an image share its picture. -1 when it is new.
static int find_picture(const tr_glb_plan *plan, const tr_image *image)
{
    for (int i = 0; i < plan->picture_count; i++) {
        if (plan->pictures[i].image == image) return i;
    }
    return -1;
}

static bool add_picture(tr_glb_plan *plan, const tr_image *image, tr_error *err)
{
    tr_glb_picture *picture = &plan->pictures[plan->picture_count];
    picture->image = image;
    if (!tr_png_write_bytes(plan->context, plan->path, image, &picture->png, err)) return false;
    plan->picture_count++;
    return add_view(plan, TR_GLB_PICTURE, plan->picture_count - 1, picture->png.size, err);
}

static bool add_pictures(tr_glb_plan *plan, tr_error *err)
{
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        const tr_image *texture = plan->scene->meshes[mesh].texture;
        if (!texture) continue;
        int number = find_picture(plan, texture);
        if (number < 0) {
            number = plan->picture_count;
            if (!add_picture(plan, texture, err)) return false;
        }
        plan->groups[mesh].picture = number;
    }
    return true;
}

bool tr_glb_plan_create(tr_glb_plan *plan, tr_context *context, const char *path, const tr_glb_scene *scene,
                        tr_error *err)
{
    *plan = (tr_glb_plan){.context = context, .path = path, .scene = scene};
    if (check_meshes(plan, err) && check_copies(plan, err) && allocate(plan, err) && add_levels(plan, err) &&
        add_copies(plan, err) && check_arrays(plan, err) && add_pictures(plan, err) && tr_glb_fill_light(plan, err)) {
        return true;
    }
    tr_glb_plan_release(plan);
    return false;
}

void tr_glb_plan_release(tr_glb_plan *plan)
{
    for (int i = 0; i < plan->picture_count; i++) {
        tr_free(plan->context, plan->pictures[i].png.bytes);
    }
    tr_free(plan->context, plan->groups);
    tr_free(plan->context, plan->copies);
    tr_free(plan->context, plan->pictures);
    tr_free(plan->context, plan->levels);
    tr_free(plan->context, plan->views);
    *plan = (tr_glb_plan){0};
}
