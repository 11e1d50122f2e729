// What a scene wants: boxes of chunks around the eye, one per level, each with the finer one cut out of it.
//
// The box of level k < last has the chunks whose parents have a part within near 2^k chunks of the eye's, so its sides
// lie between chunks of the next level, and every place within the last box is in exactly one ring. Chunks of level 0
// need light up to one chunk beyond their box (corners of meshes take it from there), and blocks up to two.
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/scene/scene.h"

static const tr_voxel_at steps[6] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}};

enum { BEYOND_RANGE = 1 << 24, BUCKETS = 4096, BUCKETS_PER_CHUNK = 3 };

static int32_t count_levels(const tr_voxel_scene_def *def)
{
    int32_t last = 0;
    while (last < TR_VOXEL_SCENE_MAX_LEVEL && ((int64_t)def->near_chunks << last) < def->far_chunks) last++;
    return last + 1;
}

// From the chunk `at - radius` to `at + radius` of level 0, widened to chunks of 2^aligned; in chunks of 2^level.
static void widen(int64_t at, int64_t radius, int32_t aligned, int32_t level, int64_t *low, int64_t *high)
{
    const int64_t parts = (int64_t)1 << (aligned - level);
    *low = ((at - radius) >> aligned) * parts;
    *high = (((at + radius) >> aligned) + 1) * parts;
}

static void make_rings(tr_voxel_scene *scene)
{
    scene->level_count = count_levels(&scene->def);
    const int32_t last = scene->level_count - 1;
    for (int32_t level = 0; level <= last; level++) {
        tr_voxel_scene_ring *ring = &scene->rings[level];
        const int64_t radius = level == last ? scene->def.far_chunks : (int64_t)scene->def.near_chunks << level;
        const int32_t aligned = level == last ? level : level + 1;
        widen(scene->eye_chunk.x, radius, aligned, level, &ring->low.x, &ring->high.x);
        widen(scene->eye_chunk.y, radius, aligned, level, &ring->low.y, &ring->high.y);
        widen(scene->eye_chunk.z, radius, aligned, level, &ring->low.z, &ring->high.z);
        const int64_t side = (int64_t)TR_VOXEL_SIDE << level;
        ring->low.y = tr_max_i64(ring->low.y, tr_floor_div(scene->source.bottom, side));
        ring->high.y = tr_min_i64(ring->high.y, tr_floor_div(scene->source.top - 1, side) + 1);
    }
}

bool tr_voxel_scene_ring_has(const tr_voxel_scene_ring *ring, const tr_voxel_at *at)
{
    return at->x >= ring->low.x && at->x < ring->high.x && at->y >= ring->low.y && at->y < ring->high.y &&
           at->z >= ring->low.z && at->z < ring->high.z;
}

// Whether a finer level is drawn in the place of a chunk: the whole of it, or, at the limits of the world, what there
// is.
static bool is_split(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at)
{
    if (level == 0) return false;
    const tr_voxel_scene_ring *finer = &scene->rings[level - 1];
    return 2 * at->x >= finer->low.x && 2 * at->x < finer->high.x && 2 * at->z >= finer->low.z &&
           2 * at->z < finer->high.z && 2 * at->y + 1 >= finer->low.y && 2 * at->y < finer->high.y;
}

bool tr_voxel_scene_is_leaf(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at)
{
    return tr_voxel_scene_ring_has(&scene->rings[level], at) && !is_split(scene, level, at);
}

// From the middle of the eye's chunk to the nearest place of a chunk, along the longest axis, in blocks.
static float distance_to(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at)
{
    const int64_t eye[3] = {scene->eye_chunk.x, scene->eye_chunk.y, scene->eye_chunk.z};
    const int64_t side = (int64_t)1 << level, low[3] = {at->x * side, at->y * side, at->z * side};
    int64_t farthest = 0, sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t away = tr_max_i64(0, tr_max_i64(low[axis] - eye[axis], eye[axis] - (low[axis] + side - 1)));
        farthest = tr_max_i64(farthest, away);
        sum += away;
    }
    // Among those that are equally far, faces come before corners.
    return TR_VOXEL_SIDE * ((float)farthest + (float)sum / (float)(3 * farthest + 1));
}

static bool add_request(tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at, tr_voxel_scene_stage stage,
                        tr_error *err)
{
    tr_voxel_scene_request *requests = tr_voxel_scene_grow(scene, scene->unsorted, scene->request_count,
                                                           &scene->unsorted_capacity, sizeof *requests, err);
    if (!requests) return false;
    scene->unsorted = requests;
    tr_voxel_scene_request *request = &requests[scene->request_count++];
    *request = (tr_voxel_scene_request){
        .at = *at, .distance = distance_to(scene, level, at), .level = (uint8_t)level, .stage = (uint8_t)stage};
    for (int face = 0; face < 6 && stage == TR_STAGE_MESH; face++) {
        const tr_voxel_at next = {at->x + steps[face].x, at->y + steps[face].y, at->z + steps[face].z};
        const int64_t side = (int64_t)TR_VOXEL_SIDE << level;
        const bool in_world = (next.y + 1) * side > scene->source.bottom && next.y * side < scene->source.top;
        if (in_world && !tr_voxel_scene_is_leaf(scene, level, &next))
            request->borders = (uint8_t)(request->borders | 1u << face);
    }
    return true;
}

// How far beyond the box of level 0 a chunk lies.
static int64_t beyond(const tr_voxel_scene_ring *ring, const tr_voxel_at *at)
{
    const int64_t x = tr_max_i64(ring->low.x - at->x, at->x - ring->high.x + 1);
    const int64_t y = tr_max_i64(ring->low.y - at->y, at->y - ring->high.y + 1);
    const int64_t z = tr_max_i64(ring->low.z - at->z, at->z - ring->high.z + 1);
    return tr_max_i64(x, tr_max_i64(y, z));
}

static bool request_for_level(tr_voxel_scene *scene, int32_t level, tr_error *err)
{
    const tr_voxel_scene_ring *ring = &scene->rings[level];
    if (ring->low.y >= ring->high.y) return true;
    const int64_t margin = level == 0 ? 2 : 0;
    tr_voxel_at at;
    for (at.y = ring->low.y - margin; at.y < ring->high.y + margin; at.y++)
        for (at.z = ring->low.z - margin; at.z < ring->high.z + margin; at.z++)
            for (at.x = ring->low.x - margin; at.x < ring->high.x + margin; at.x++) {
                if (is_split(scene, level, &at)) continue;
                const int64_t out = level == 0 ? beyond(ring, &at) : 0;
                const tr_voxel_scene_stage last = scene->def.meshes ? TR_STAGE_MESH
                                                  : level           ? TR_STAGE_BLOCKS
                                                                    : TR_STAGE_LIGHT;
                const tr_voxel_scene_stage stage = out >= 2 ? TR_STAGE_BLOCKS : out == 1 ? TR_STAGE_LIGHT : last;
                if (!add_request(scene, level, &at, stage, err)) return false;
            }
    return true;
}

// By distance, in buckets: there are too many to be compared within a frame.
static bool sort_requests(tr_voxel_scene *scene, tr_error *err)
{
    while (scene->request_capacity < scene->request_count) {
        tr_voxel_scene_request *requests = tr_voxel_scene_grow(scene, scene->requests, scene->request_capacity,
                                                               &scene->request_capacity, sizeof *requests, err);
        if (!requests) return false;
        scene->requests = requests;
    }
    int32_t starts[BUCKETS + 1] = {0};
    const float scale = (float)BUCKETS_PER_CHUNK / TR_VOXEL_SIDE;
    for (int32_t i = 0; i < scene->request_count; i++) starts[(int32_t)(scene->unsorted[i].distance * scale) + 1]++;
    for (int32_t i = 0; i < BUCKETS; i++) starts[i + 1] += starts[i];
    for (int32_t i = 0; i < scene->request_count; i++) {
        const tr_voxel_scene_request *request = &scene->unsorted[i];
        scene->requests[starts[(int32_t)(request->distance * scale)]++] = *request;
    }
    return true;
}

static int compare_victims(const void *a, const void *b)
{
    const tr_voxel_scene_victim *first = a, *second = b;
    return (second->distance > first->distance) - (second->distance < first->distance);
}

// Everything that is held, farthest first; what is no longer wanted goes before all that is.
bool tr_voxel_scene_list_victims(tr_voxel_scene *scene, tr_error *err)
{
    scene->victim_count = scene->next_victim = 0;
    scene->victims_outdated = false;
    for (int32_t i = 0; i < scene->table.capacity; i++) {
        tr_voxel_scene_chunk *chunk = scene->table.slots[i];
        if (!chunk) continue;
        tr_voxel_scene_victim *victims = tr_voxel_scene_grow(scene, scene->victims, scene->victim_count,
                                                             &scene->victim_capacity, sizeof *victims, err);
        if (!victims) return false;
        scene->victims = victims;
        const float distance =
            distance_to(scene, chunk->level, &chunk->at) + (chunk->request < 0 ? (float)BEYOND_RANGE : 0.0f);
        victims[scene->victim_count++] = (tr_voxel_scene_victim){distance, chunk->level, chunk->at};
    }
    if (scene->victim_count > 0)
        qsort(scene->victims, (size_t)scene->victim_count, sizeof *scene->victims, compare_victims);
    return true;
}

static void join_chunks(tr_voxel_scene *scene)
{
    for (int32_t i = 0; i < scene->table.capacity; i++)
        if (scene->table.slots[i]) scene->table.slots[i]->request = -1;
    for (int32_t i = 0; i < scene->request_count; i++) {
        tr_voxel_scene_request *request = &scene->requests[i];
        request->chunk = tr_voxel_scene_find(scene, request->level, &request->at);
        if (request->chunk) request->chunk->request = i;
    }
}

bool tr_voxel_scene_make_requests(tr_voxel_scene *scene, tr_error *err)
{
    make_rings(scene);
    scene->request_count = 0;
    bool done = true;
    for (int32_t level = 0; level < scene->level_count && done; level++) done = request_for_level(scene, level, err);
    done = done && sort_requests(scene, err);
    if (!done) scene->request_count = 0;
    join_chunks(scene);
    scene->requests_changed = scene->victims_outdated = true;
    scene->victim_count = scene->next_victim = 0;
    memset(scene->cursor, 0, sizeof scene->cursor);
    return done;
}
