// What a scene has under way: batches of blocks, of light, of meshes. The picks and the ends run on the thread of the
// scene, the bodies on any.
#ifndef TR_VOXEL_SCENE_SCENE_JOBS_H
#define TR_VOXEL_SCENE_SCENE_JOBS_H

#include "voxel/scene/scene.h"

typedef struct tr_voxel_scene_mesh_item {
    tr_voxel_scene_blocks *blocks[27];
    tr_voxel_scene_lights *lights[27];
    unsigned borders;
    bool done;
    tr_voxel_mesh mesh;
} tr_voxel_scene_mesh_item;

// Requests that cannot be fulfilled yet and that are looked at for one batch: what lies behind so many is far away.
enum { TR_VOXEL_SCENE_MAX_WAITING = 96 };

struct tr_voxel_scene_job {
    tr_job *job;
    tr_voxel_scene_source source;
    tr_voxel_scene_stage stage;
    int32_t level;
    uint64_t reserved;
    size_t count;
    tr_voxel_at at[TR_VOXEL_SCENE_BATCH];
    uint64_t number[TR_VOXEL_SCENE_BATCH];  // that its chunks had at the start
    // Blocks
    tr_voxel_chunk chunks[TR_VOXEL_SCENE_BATCH];
    // Light
    tr_voxel_box box;
    tr_voxel_scene_blocks *around[TR_VOXEL_SCENE_LIT_BOX];
    bool wanted[TR_VOXEL_SCENE_BATCH];
    tr_voxel_light lights[TR_VOXEL_SCENE_BATCH];
    tr_voxel_sky above[TR_VOXEL_SCENE_BATCH];
    tr_voxel_scene_column
        columns[(TR_VOXEL_SCENE_GROUP + 2) * (TR_VOXEL_SCENE_GROUP + 2)];  // of the box, where there is a save
    tr_voxel_scene_overlay *edited;                                        // above the box, where there is none
    int32_t edited_count, edited_capacity;
    // Meshes
    tr_voxel_scene_mesh_item meshes[TR_VOXEL_SCENE_MESH_BATCH];
};

// Each finds the nearest chunks that can be made now and fills in a job; false when there are none.
bool tr_voxel_scene_pick_blocks(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err);
bool tr_voxel_scene_pick_light(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err);
bool tr_voxel_scene_pick_meshes(tr_voxel_scene *scene, tr_voxel_scene_job *job, tr_error *err);

bool tr_voxel_scene_make_blocks(void *user, tr_job *job, tr_error *err);
bool tr_voxel_scene_make_light(void *user, tr_job *job, tr_error *err);
bool tr_voxel_scene_make_meshes(void *user, tr_job *job, tr_error *err);

// Each takes over what was made, if anything was, and lets go of what the job held.
void tr_voxel_scene_take_blocks(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err);
void tr_voxel_scene_take_light(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err);
void tr_voxel_scene_take_meshes(tr_voxel_scene *scene, tr_voxel_scene_job *job, bool made, tr_error *err);

// Counts one more chunk into a job, with room for what it will take; false when there is none.
bool tr_voxel_scene_job_add(tr_voxel_scene *scene, tr_voxel_scene_job *job, const tr_voxel_scene_request *request,
                            uint64_t number, uint64_t bytes);
// Blocks as they are generated, with the edits of the save.
bool tr_voxel_scene_load_blocks(const tr_voxel_scene_source *source, int32_t level, const tr_voxel_at *at, size_t count,
                                tr_voxel_chunk *out, tr_error *err);
// Blocks of a chunk that has come; takes over the chunk in any case.
bool tr_voxel_scene_put_blocks(tr_voxel_scene *scene, tr_voxel_scene_chunk *chunk, tr_voxel_chunk *blocks,
                               tr_error *err);

#endif
