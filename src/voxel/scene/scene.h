// A scene from the inside: what it holds, what it wants, what is under way. docs/voxel.md has the rules.
//
// Blocks and lights never change once they are shared: an edit puts others in their place, so that jobs may read them
// without locks. They are counted by the thread of the scene alone, which also hands them to jobs and takes them back.
#ifndef TR_VOXEL_SCENE_SCENE_H
#define TR_VOXEL_SCENE_SCENE_H

#include "terrane/voxel_scene.h"
#include "blocks/chunk_edit.h"
#include "voxel/light/light.h"

enum {
    TR_VOXEL_SCENE_MAX_JOBS = 16,
    TR_VOXEL_SCENE_MAX_LEVEL = 8,
    TR_VOXEL_SCENE_BATCH = 64,      // chunks of a batch of blocks or of light
    TR_VOXEL_SCENE_MESH_BATCH = 8,  // of meshes
    TR_VOXEL_SCENE_GROUP = 4,       // chunks along the sides of a cube that is lit at once
    TR_VOXEL_SCENE_LIT_BOX = (TR_VOXEL_SCENE_GROUP + 2) * (TR_VOXEL_SCENE_GROUP + 2) * (TR_VOXEL_SCENE_GROUP + 2),
    // The most that one can take: indices of a byte with the palette; a cube of leaves, whose faces are all drawn.
    TR_VOXEL_SCENE_BLOCKS_BYTES = TR_VOXEL_COUNT + 1024,
    TR_VOXEL_SCENE_LIGHT_BYTES = TR_VOXEL_COUNT * (int)sizeof(tr_light) + 256,
    TR_VOXEL_SCENE_MESH_BYTES = TR_VOXEL_COUNT * 6 * (int)sizeof(tr_voxel_quad),
};

// ---------------------------------------------------------------------------------------------------------
// Where chunks come from

// The standard one is a generator and a save; tests bring others. All but `write_edits` are called from any thread.
typedef struct tr_voxel_scene_source tr_voxel_scene_source;
struct tr_voxel_scene_source {
    void *user;
    tr_context *context;
    int32_t bottom, top;
    bool (*generate)(void *user, int32_t level, const tr_voxel_at *chunks, size_t count, tr_voxel_chunk *out,
                     tr_error *err);
    bool (*open_sky)(void *user, const tr_voxel_box *box, tr_voxel_sky *out, tr_error *err);
    bool (*mesh)(tr_context *context, const tr_voxel_around *around, unsigned borders, tr_voxel_mesh *out,
                 tr_error *err);
    void (*end_mesh)(tr_context *context, tr_voxel_mesh *mesh);
    // Both NULL: there is no save. The edits of a chunk are in ascending order of places, memory of the context.
    bool (*read_edits)(const tr_voxel_scene_source *source, const tr_voxel_at *chunk, tr_placed_block **out,
                       size_t *count, tr_error *err);
    bool (*write_edits)(const tr_voxel_scene_source *source, const tr_block_edit *edits, size_t count, tr_error *err);
    tr_voxel_save *save;
};

tr_voxel_scene *tr_voxel_scene_open(const tr_voxel_scene_source *source, const tr_voxel_scene_def *def, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// What is held

typedef struct tr_voxel_scene_blocks {
    tr_voxel_chunk chunk;
    int32_t references;
} tr_voxel_scene_blocks;

typedef struct tr_voxel_scene_lights {
    tr_voxel_light light;
    int32_t references;
} tr_voxel_scene_lights;

typedef enum tr_voxel_scene_stage {
    TR_STAGE_BLOCKS,
    TR_STAGE_LIGHT,
    TR_STAGE_MESH,
    TR_STAGE_COUNT
} tr_voxel_scene_stage;

// A chunk of a level. Whatever changes what a stage is made from raises the number of that stage; it is out of date
// while the number that it was made at is another.
typedef struct tr_voxel_scene_chunk {
    int32_t level;
    tr_voxel_at at;
    tr_voxel_scene_blocks *blocks;  // NULL: not there
    tr_voxel_scene_lights *light;   // of level 0
    tr_voxel_sky sky;               // columns that are open above the chunk, with `light`
    tr_voxel_mesh mesh;
    bool has_mesh;
    unsigned borders;                 // that the mesh was made with
    uint64_t serial;                  // of the mesh
    bool busy[TR_STAGE_COUNT];        // a job makes it
    uint64_t number[TR_STAGE_COUNT];  // of what it should be made from
    uint64_t made[TR_STAGE_COUNT];
    int32_t request;  // that is for this chunk, or negative
    bool pinned;      // by an edit under way: not dropped
} tr_voxel_scene_chunk;

// Chunks by level and place: open addressing, at most half full.
typedef struct tr_voxel_scene_table {
    tr_voxel_scene_chunk **slots;
    int32_t capacity, count;  // capacity is a power of two
} tr_voxel_scene_table;

// A chunk that is wanted, nearest first.
typedef struct tr_voxel_scene_request {
    tr_voxel_at at;
    tr_voxel_scene_chunk *chunk;  // NULL: not in the table
    float distance;               // from the eye's chunk, in blocks
    uint8_t level, stage;         // up to this tr_voxel_scene_stage
    uint8_t borders;
} tr_voxel_scene_request;

// Something that may be dropped, farthest first.
typedef struct tr_voxel_scene_victim {
    float distance;
    int32_t level;
    tr_voxel_at at;
} tr_voxel_scene_victim;

// Chunks of a level around the eye: those of the box that are not in the box of the finer level are drawn.
typedef struct tr_voxel_scene_ring {
    tr_voxel_at low, high;  // in chunks of the level, high is beyond
} tr_voxel_scene_ring;

// Edits of a chunk, in ascending order of places.
typedef struct tr_voxel_scene_overlay {
    tr_voxel_at at;
    tr_placed_block *edits;
    int32_t count, capacity;
} tr_voxel_scene_overlay;

typedef struct tr_voxel_scene_overlays {
    tr_voxel_scene_overlay *items;  // by place
    int32_t count, capacity;
} tr_voxel_scene_overlays;

// An edit that can be taken back.
typedef struct tr_voxel_scene_step {
    tr_light_change *changes;
    size_t count;
} tr_voxel_scene_step;

typedef struct tr_voxel_scene_history {
    tr_voxel_scene_step *steps;
    int32_t count, capacity;
} tr_voxel_scene_history;

// A column of chunks in the save.
typedef struct tr_voxel_scene_column {
    int64_t x, z;
    int64_t highest;  // chunk with edits; TR_VOXEL_SCENE_NO_EDITS: none is known
    bool read;        // all chunks were asked for; else only what was edited since is known
} tr_voxel_scene_column;

#define TR_VOXEL_SCENE_NO_EDITS INT64_MIN

typedef struct tr_voxel_scene_job tr_voxel_scene_job;

struct tr_voxel_scene {
    tr_context *context;
    tr_voxel_scene_source source;
    tr_voxel_scene_def def;
    double eye[3];
    tr_voxel_at eye_chunk;
    bool placed;  // there was an update
    int32_t level_count;
    tr_voxel_scene_ring rings[TR_VOXEL_SCENE_MAX_LEVEL + 1];
    tr_voxel_scene_table table;
    tr_voxel_scene_request *requests, *unsorted;
    tr_voxel_scene_victim *victims;
    int32_t request_count, request_capacity, unsorted_capacity, victim_count, victim_capacity, next_victim;
    int32_t cursor[TR_STAGE_COUNT];  // before it no request needs the stage, unless a job makes it
    bool victims_outdated;
    bool requests_changed;  // some may be fulfilled or started that could not be before
    tr_voxel_scene_job *jobs[TR_VOXEL_SCENE_MAX_JOBS];
    tr_voxel_scene_overlays overlays;
    tr_voxel_scene_history undo, redo;
    tr_voxel_scene_column *columns;  // by place
    int32_t column_count, column_capacity;
    tr_voxel_scene_part *parts;
    int32_t part_count, part_capacity;
    bool parts_changed;
    uint64_t next_serial;
    uint64_t made, dropped;
    uint64_t bytes;     // held
    uint64_t reserved;  // for what jobs make
    bool over_budget;   // something could not be started for want of room
    tr_error failure;   // of a batch since the last update
};

// --- scene_table.c
tr_voxel_scene_chunk *tr_voxel_scene_find(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at);
// A chunk needs something again: its request is looked at when jobs are started.
void tr_voxel_scene_touch(tr_voxel_scene *scene, const tr_voxel_scene_chunk *chunk);
tr_voxel_scene_chunk *tr_voxel_scene_add(tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at, tr_error *err);
void tr_voxel_scene_remove(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk);

// --- scene_held.c: memory that is shared with jobs, and counted
tr_voxel_scene_blocks *tr_voxel_scene_hold_blocks(tr_voxel_scene *scene, const tr_voxel_chunk *chunk, tr_error *err);
tr_voxel_scene_lights *tr_voxel_scene_hold_light(tr_voxel_scene *scene, const tr_voxel_light *light, tr_error *err);
void tr_voxel_scene_release_blocks(tr_voxel_scene *scene, tr_voxel_scene_blocks *blocks);
void tr_voxel_scene_release_light(tr_voxel_scene *scene, tr_voxel_scene_lights *light);
void tr_voxel_scene_set_mesh(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk, const tr_voxel_mesh *mesh);
uint64_t tr_voxel_scene_mesh_bytes(const tr_voxel_mesh *mesh);
// Room for `bytes` more, for something at `distance`: drops what is farther. False when that is not enough.
bool tr_voxel_scene_make_room(tr_voxel_scene *scene, double distance, uint64_t bytes);
void *tr_voxel_scene_grow(tr_voxel_scene *scene, void *array, int32_t count, int32_t *capacity, size_t size,
                          tr_error *err);
void tr_voxel_scene_free_array(tr_voxel_scene *scene, void *array, int32_t capacity, size_t size);

// --- scene_requests.c
bool tr_voxel_scene_make_requests(tr_voxel_scene *scene, tr_error *err);
bool tr_voxel_scene_list_victims(tr_voxel_scene *scene, tr_error *err);
bool tr_voxel_scene_ring_has(const tr_voxel_scene_ring *ring, const tr_voxel_at *at);
// Whether a chunk of a level is to be drawn at that level.
bool tr_voxel_scene_is_leaf(const tr_voxel_scene *scene, int32_t level, const tr_voxel_at *at);

// --- scene_jobs.c
uint64_t tr_voxel_scene_count_missing(const tr_voxel_scene *scene);
void tr_voxel_scene_collect(tr_voxel_scene *scene);
void tr_voxel_scene_start(tr_voxel_scene *scene);
void tr_voxel_scene_end_jobs(tr_voxel_scene *scene);

// --- scene_edit.c
void tr_voxel_scene_end_edits(tr_voxel_scene *scene);

// --- scene_overlay.c
tr_voxel_scene_overlay *tr_voxel_scene_overlay_find(const tr_voxel_scene *scene, const tr_voxel_at *chunk);
bool tr_voxel_scene_overlay_put(tr_voxel_scene *scene, const tr_voxel_at *block, tr_block what, tr_error *err);
void tr_voxel_scene_overlay_end(tr_voxel_scene *scene);

// --- scene_columns.c
const tr_voxel_scene_column *tr_voxel_scene_column_find(const tr_voxel_scene *scene, int64_t x, int64_t z);
// Adds what was found out about a column to what is known of it.
bool tr_voxel_scene_column_note(tr_voxel_scene *scene, const tr_voxel_scene_column *column, tr_error *err);

// --- scene_light.c
// Light after edits; failures and edges leave chunks to be lit again by a job.
void tr_voxel_scene_follow_light(tr_voxel_scene *scene, const tr_light_change *changes, size_t count);

// --- scene_parts.c
bool tr_voxel_scene_list_parts(tr_voxel_scene *scene, tr_error *err);

static inline bool tr_at_equal(const tr_voxel_at *a, const tr_voxel_at *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

// The chunk that lies one of 27 steps away, in the order of tr_voxel_around.
static inline tr_voxel_at tr_at_around(const tr_voxel_at *at, int index)
{
    return (tr_voxel_at){at->x + index % 3 - 1, at->y + index / 9 - 1, at->z + index / 3 % 3 - 1};
}

static inline tr_voxel_at tr_chunk_of(const tr_voxel_at *block)
{
    return (tr_voxel_at){block->x >> 5, block->y >> 5, block->z >> 5};
}

static inline uint16_t tr_place_of(const tr_voxel_at *block)
{
    return (uint16_t)((block->x & 31) | (block->z & 31) << 5 | (block->y & 31) << 10);
}

#endif
