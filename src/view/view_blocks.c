#include "view/view_blocks.h"

#include <math.h>
#include <stdlib.h>

#include "view/view_wait.h"

// A chunk on the renderer.
typedef struct shown_chunk {
    int32_t level;
    tr_voxel_at at;
    uint64_t serial;
    tr_render_id id;
    uint64_t device_bytes;
    bool in_use;
} shown_chunk;

// A chunk that is to be uploaded.
typedef struct new_chunk {
    double distance;  // squared, in chunks of level 0
    size_t part;
    int64_t shown;  // which it replaces; -1: none
} new_chunk;

struct tr_block_view {
    tr_context *context;
    tr_renderer *renderer;
    double side_m;
    tr_voxel_save *save;  // NULL: none
    tr_voxel_scene *scene;
    shown_chunk *shown;
    size_t shown_count, shown_room;
    tr_voxel_scene_part *parts;
    new_chunk *news;
    int64_t *index;  // of `shown` by hash; -1: none
    size_t room, index_room;
    uint64_t device_bytes, waiting;
};

// ---------------------------------------------------------------------------------------------------------
// Places

static double block_side_m(const tr_voxels *voxels)
{
    return tr_voxel_def_of(voxels)->block_m;
}

bool tr_view_blocks_lift(const tr_world *world, tr_view_shot *shot, tr_error *err)
{
    const double min_above = 2;
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels) {
        return false;
    }
    const double side_m = block_side_m(voxels);
    const int64_t x = (int64_t)floor(shot->eye_m[0] / side_m), z = (int64_t)floor(shot->eye_m[2] / side_m);
    tr_voxel_surface ground;
    if (!tr_voxels_surface(voxels, &(tr_region){x, z, x + 1, z + 1}, &ground, err)) {
        return false;
    }
    const int32_t top = ground.water > ground.top ? ground.water : ground.top;
    const double lift_m = (top + 1 + min_above) * side_m - shot->eye_m[1];
    if (lift_m > 0) {
        shot->eye_m[1] += lift_m;
        shot->target_m[1] += lift_m;
    }
    return true;
}

bool tr_view_blocks_sea_level(const tr_world *world, double *out_m, tr_error *err)
{
    const double surface = 0.875;
    const tr_voxels *voxels = tr_world_voxels(world, err);
    if (!voxels) {
        return false;
    }
    const double side_m = block_side_m(voxels);
    const double sea_m = tr_voxel_def_of(voxels)->preset == TR_VOXEL_CLASSIC ? 0 : tr_world_def_of(world)->sea_level_m;
    *out_m = (ceil(sea_m / side_m) - 1 + surface) * side_m;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Making and ending

static bool open_scene(const tr_voxels *voxels, const tr_view_def *def, tr_block_view *blocks, tr_error *err)
{
    tr_voxel_scene_def scene = tr_default_voxel_scene_def();
    scene.near_chunks = def->near_chunks;
    scene.far_chunks = def->far_chunks;
    scene.jobs = def->max_jobs;
    // The other half is for what is on the device.
    const uint64_t allowed = tr_context_memory(blocks->context).budget_bytes;
    scene.budget_bytes = (def->budget_bytes < allowed ? def->budget_bytes : allowed) / 2;
    if (def->save) {
        blocks->save = tr_voxel_save_open(voxels, def->save, TR_VOXEL_SAVE_READ, err);
        scene.save = blocks->save;
        if (!blocks->save) {
            return false;
        }
    }
    blocks->scene = tr_voxel_scene_create(voxels, &scene, err);
    return blocks->scene != NULL;
}

tr_block_view *tr_block_view_create(const tr_world *world, tr_renderer *renderer, const tr_view_def *def, tr_error *err)
{
    tr_context *context = tr_world_context(world);
    const tr_voxels *voxels = tr_world_voxels(world, err);
    tr_block_view *blocks = voxels ? tr_alloc(context, sizeof *blocks, err) : NULL;
    if (!blocks) {
        return NULL;
    }
    *blocks = (tr_block_view){.context = context, .renderer = renderer, .side_m = block_side_m(voxels)};
    if (!open_scene(voxels, def, blocks, err)) {
        tr_block_view_destroy(blocks);
        return NULL;
    }
    return blocks;
}

void tr_block_view_destroy(tr_block_view *blocks)
{
    if (!blocks) {
        return;
    }
    for (size_t i = 0; i < blocks->shown_count; i++) {
        tr_renderer_drop(blocks->renderer, blocks->shown[i].id);
    }
    if (blocks->scene) {
        tr_voxel_scene_destroy(blocks->scene);
    }
    if (blocks->save) {
        tr_voxel_save_close(blocks->save, NULL);
    }
    tr_free(blocks->context, blocks->shown);
    tr_free(blocks->context, blocks->parts);
    tr_free(blocks->context, blocks->news);
    tr_free(blocks->context, blocks->index);
    tr_free(blocks->context, blocks);
}

// ---------------------------------------------------------------------------------------------------------
// What is new

static bool make_room(tr_block_view *blocks, size_t count, tr_error *err)
{
    if (count > blocks->room) {
        const size_t room = count + count / 2;
        tr_free(blocks->context, blocks->parts);
        tr_free(blocks->context, blocks->news);
        blocks->room = 0;
        blocks->parts = tr_alloc_array(blocks->context, room, sizeof *blocks->parts, err);
        blocks->news = blocks->parts ? tr_alloc_array(blocks->context, room, sizeof *blocks->news, err) : NULL;
        if (!blocks->news) {
            tr_free(blocks->context, blocks->parts);
            blocks->parts = NULL;
            return false;
        }
        blocks->room = room;
    }
    if (blocks->shown_count + count > blocks->shown_room) {
        const size_t room = blocks->shown_count + count + count / 2;
        shown_chunk *shown = tr_alloc_array(blocks->context, room, sizeof *shown, err);
        if (!shown) {
            return false;
        }
        for (size_t i = 0; i < blocks->shown_count; i++) {
            shown[i] = blocks->shown[i];
        }
        tr_free(blocks->context, blocks->shown);
        blocks->shown = shown;
        blocks->shown_room = room;
    }
    return true;
}

static size_t place_in(const tr_block_view *blocks, int32_t level, const tr_voxel_at *at)
{
    return (size_t)tr_hash_identity(0, (uint64_t)level, at->x, at->y, at->z) & (blocks->index_room - 1);
}

static bool make_index(tr_block_view *blocks, tr_error *err)
{
    size_t room = 64;
    while (room < 2 * blocks->shown_count) {
        room *= 2;
    }
    if (room > blocks->index_room) {
        int64_t *index = tr_alloc_array(blocks->context, room, sizeof *index, err);
        if (!index) {
            return false;
        }
        tr_free(blocks->context, blocks->index);
        blocks->index = index;
        blocks->index_room = room;
    }
    for (size_t i = 0; i < blocks->index_room; i++) {
        blocks->index[i] = -1;
    }
    for (size_t i = 0; i < blocks->shown_count; i++) {
        size_t place = place_in(blocks, blocks->shown[i].level, &blocks->shown[i].at);
        while (blocks->index[place] >= 0) {
            place = (place + 1) & (blocks->index_room - 1);
        }
        blocks->index[place] = (int64_t)i;
        blocks->shown[i].in_use = false;
    }
    return true;
}

static int64_t find_shown(const tr_block_view *blocks, const tr_voxel_scene_part *part)
{
    for (size_t place = place_in(blocks, part->level, &part->at); blocks->index[place] >= 0;
         place = (place + 1) & (blocks->index_room - 1)) {
        const shown_chunk *chunk = &blocks->shown[blocks->index[place]];
        if (chunk->level == part->level && chunk->at.x == part->at.x && chunk->at.y == part->at.y &&
            chunk->at.z == part->at.z) {
            return blocks->index[place];
        }
    }
    return -1;
}

static double distance_of(const tr_block_view *blocks, const tr_voxel_scene_part *part, const double eye_m[3])
{
    const double chunk_m = blocks->side_m * TR_VOXEL_SIDE * (double)(INT64_C(1) << part->level);
    const double middle[3] = {((double)part->at.x + 0.5) * chunk_m, ((double)part->at.y + 0.5) * chunk_m,
                              ((double)part->at.z + 0.5) * chunk_m};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (middle[i] - eye_m[i]) * (middle[i] - eye_m[i]);
    }
    return sum;
}

static int by_distance(const void *a, const void *b)
{
    const new_chunk *one = a, *other = b;
    return one->distance < other->distance ? -1 : one->distance > other->distance ? 1 : 0;
}

// Lists what is not on the renderer as the scene has it now, nearest first.
static bool list_news(tr_block_view *blocks, const double eye_m[3], size_t *count, tr_error *err)
{
    const size_t listed = tr_voxel_scene_parts(blocks->scene, NULL, 0, NULL, 0);
    *count = 0;
    if (!make_room(blocks, listed, err) || !make_index(blocks, err)) {
        return false;
    }
    tr_voxel_scene_parts(blocks->scene, NULL, 0, blocks->parts, listed);
    for (size_t i = 0; i < listed; i++) {
        const int64_t shown = find_shown(blocks, &blocks->parts[i]);
        if (shown >= 0) {
            blocks->shown[shown].in_use = true;
        }
        if (shown < 0 || blocks->shown[shown].serial != blocks->parts[i].serial) {
            blocks->news[(*count)++] = (new_chunk){distance_of(blocks, &blocks->parts[i], eye_m), i, shown};
        }
    }
    if (*count > 1) {
        qsort(blocks->news, *count, sizeof *blocks->news, by_distance);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Uploading

static bool upload(tr_block_view *blocks, const new_chunk *chunk, tr_error *err)
{
    const tr_voxel_scene_part *from = &blocks->parts[chunk->part];
    tr_render_blocks_def def = tr_default_render_blocks_def();
    def.mesh = from->mesh;
    def.cell_m = blocks->side_m * (double)(INT64_C(1) << from->level);
    const double chunk_m = def.cell_m * TR_VOXEL_SIDE;
    def.origin_m[0] = (double)from->at.x * chunk_m;
    def.origin_m[1] = (double)from->at.y * chunk_m;
    def.origin_m[2] = (double)from->at.z * chunk_m;
    tr_render_part *part = tr_render_part_blocks(blocks->context, &def, err);
    if (!part) {
        return false;
    }
    shown_chunk *shown = chunk->shown >= 0 ? &blocks->shown[chunk->shown] : &blocks->shown[blocks->shown_count];
    bool done = true;
    if (chunk->shown >= 0) {
        done = tr_renderer_replace(blocks->renderer, shown->id, part, err);
        blocks->device_bytes -= done ? shown->device_bytes : 0;
    } else {
        const tr_render_id id = tr_renderer_add(blocks->renderer, part, err);
        done = id.id != 0;
        if (done) {
            *shown = (shown_chunk){.level = from->level, .at = from->at, .id = id, .in_use = true};
            blocks->shown_count++;
        }
    }
    tr_render_part_destroy(part);
    if (done) {
        shown->serial = from->serial;
        shown->device_bytes = tr_renderer_resource_info(blocks->renderer, shown->id).device_bytes;
        blocks->device_bytes += shown->device_bytes;
    }
    return done;
}

static void drop_unused(tr_block_view *blocks, tr_block_view_work *work)
{
    size_t kept = 0;
    for (size_t i = 0; i < blocks->shown_count; i++) {
        if (blocks->shown[i].in_use) {
            blocks->shown[kept++] = blocks->shown[i];
            continue;
        }
        tr_renderer_drop(blocks->renderer, blocks->shown[i].id);
        blocks->device_bytes -= blocks->shown[i].device_bytes;
        work->drops++;
    }
    blocks->shown_count = kept;
}

// What takes the place of a coarser chunk, or of a finer one, comes first; what it replaces goes after everything is
// there, so that there are no holes meanwhile.
static bool upload_news(tr_block_view *blocks, const double eye_m[3], tr_block_view_work *work, tr_error *err)
{
    size_t count = 0;
    if (!list_news(blocks, eye_m, &count, err)) {
        return false;
    }
    const int64_t begin_ns = tr_os_now_ns();
    bool done = true;
    size_t uploaded = 0;
    while (done && uploaded < count && (uploaded == 0 || tr_os_now_ns() < work->deadline_ns)) {
        done = upload(blocks, &blocks->news[uploaded], err);
        uploaded += done;
    }
    blocks->waiting = count - uploaded;
    if (blocks->waiting == 0) {
        drop_unused(blocks, work);
    }
    work->uploads += uploaded;
    work->upload_ns += tr_os_now_ns() - begin_ns;
    return done;
}

static void eye_in_blocks(const tr_block_view *blocks, const double eye_m[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = eye_m[i] / blocks->side_m;
    }
}

bool tr_block_view_update(tr_block_view *blocks, const double eye_m[3], tr_block_view_work *work, tr_error *err)
{
    double eye[3];
    eye_in_blocks(blocks, eye_m, eye);
    const tr_view_wait wait = tr_view_wait_begin();
    const bool updated = tr_voxel_scene_update(blocks->scene, eye, err);
    work->wait_ns += tr_view_wait_end(&wait);
    return upload_news(blocks, eye_m, work, updated ? err : NULL) && updated;
}

bool tr_block_view_settle(tr_block_view *blocks, const double eye_m[3], const tr_progress *progress,
                          tr_block_view_work *work, tr_error *err)
{
    double eye[3];
    eye_in_blocks(blocks, eye_m, eye);
    work->deadline_ns = INT64_MAX;
    return tr_voxel_scene_settle(blocks->scene, eye, progress, err) && upload_news(blocks, eye_m, work, err);
}

void tr_block_view_count(const tr_block_view *blocks, tr_view_stats *stats)
{
    const tr_voxel_scene_stats scene_stats = tr_voxel_scene_stats_of(blocks->scene);
    stats->missing += scene_stats.missing + blocks->waiting;
    stats->ready += blocks->waiting;
    stats->shown += blocks->shown_count;
    stats->host_bytes += scene_stats.bytes;
    stats->device_bytes += blocks->device_bytes;
    stats->chunks += scene_stats.chunks;
    stats->quads += scene_stats.quads;
}
