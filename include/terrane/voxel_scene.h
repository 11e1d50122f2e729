/// @file scene.h
/// A piece of a world of blocks in memory, around somebody who walks through it: streaming, edits, light, meshes, and
/// what a body and an eye meet.
///
/// A scene belongs to one thread: call it from that one. Chunks, lights and meshes are made on the threads of the
/// context. tr_voxel_scene_update() never waits; it takes over what is finished and asks for what is missing, nearest
/// first.
#ifndef TERRANE_VOXEL_SCENE_H
#define TERRANE_VOXEL_SCENE_H

#include "terrane/voxel_save.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_voxel_scene tr_voxel_scene;

/// Take it from tr_default_voxel_scene_def().
typedef struct tr_voxel_scene_def {
    uint32_t cookie;
    int32_t near_chunks;    ///< radius of full detail around the viewer, in chunks, 1..32
    int32_t far_chunks;     ///< radius of coarser levels, in chunks of level 0, near_chunks..1024; equal: none
    uint64_t budget_bytes;  ///< of everything the scene holds; what is farthest away is dropped first
    int32_t jobs;           ///< batches under way at one time, 1..16
    tr_voxel_save *save;    ///< may be NULL: edits are lost with the scene
    bool meshes;            ///< make meshes
} tr_voxel_scene_def;

/// 6 chunks near, 64 far, 512 MiB, 2 jobs, no save, meshes.
TR_API tr_voxel_scene_def tr_default_voxel_scene_def(void);

TR_API tr_voxel_scene *tr_voxel_scene_create(const tr_voxels *voxels, const tr_voxel_scene_def *def, tr_error *err);
TR_API void tr_voxel_scene_destroy(tr_voxel_scene *scene);
/// Changes the radii of a scene that runs.
TR_API bool tr_voxel_scene_set_range(tr_voxel_scene *scene, int32_t near_chunks, int32_t far_chunks, tr_error *err);

/// Moves the viewer, takes over what is finished, asks for what is missing.
/// @param eye  in blocks
/// @return false when a batch failed; the scene goes on and asks again
TR_API bool tr_voxel_scene_update(tr_voxel_scene *scene, const double eye[3], tr_error *err);
/// Waits until everything in range is there. For tests and pictures.
TR_API bool tr_voxel_scene_settle(tr_voxel_scene *scene, const double eye[3], const tr_progress *progress,
                                  tr_error *err);

typedef struct tr_voxel_scene_stats {
    uint64_t chunks, lit_chunks, meshes;  ///< held now
    uint64_t missing;                     ///< chunks in range that are not there yet
    uint64_t made, dropped;               ///< chunks, since the scene was created
    uint64_t quads;
    uint64_t bytes;
} tr_voxel_scene_stats;
TR_API tr_voxel_scene_stats tr_voxel_scene_stats_of(const tr_voxel_scene *scene);

/// The block at a place; AIR where the chunk is not there (`*known`, which may be NULL, is then false).
TR_API tr_block tr_voxel_scene_block(const tr_voxel_scene *scene, const tr_voxel_at *at, bool *known);
TR_API tr_light tr_voxel_scene_light(const tr_voxel_scene *scene, const tr_voxel_at *at, bool *known);
/// Changes blocks, all or none, in memory and, where there is one, in the save. Light follows at once; meshes at the
/// next update. Below the bottom and above the top of the world it is INVALID_ARGUMENT, with the limits in the message.
TR_API bool tr_voxel_scene_edit(tr_voxel_scene *scene, const tr_block_edit *edits, size_t count, tr_error *err);
/// Takes the last edit back, or does it again. NOT_FOUND when there is none.
TR_API bool tr_voxel_scene_undo(tr_voxel_scene *scene, tr_error *err);
TR_API bool tr_voxel_scene_redo(tr_voxel_scene *scene, tr_error *err);

/// A mesh that is to be drawn. `serial` changes whenever the quads do.
typedef struct tr_voxel_scene_part {
    int32_t level;
    tr_voxel_at at;  ///< chunk of its level
    const tr_voxel_mesh *mesh;
    uint64_t serial;
} tr_voxel_scene_part;
/// What is to be drawn now: every place in range once, at its level. Valid until the next call that changes the scene.
/// @param planes       of a frustum, inwards: x, y, z, distance, relative to the eye of the last update; NULL:
/// everything
/// @return the number of parts; at most `capacity` are written
TR_API size_t tr_voxel_scene_parts(const tr_voxel_scene *scene, const double (*planes)[4], int plane_count,
                                   tr_voxel_scene_part *out, size_t capacity);

/// What a ray meets first.
typedef struct tr_voxel_scene_hit {
    tr_voxel_at block;   ///< that was met
    tr_voxel_face face;  ///< through which the ray entered: where a block would be put
    tr_block what;
    double distance;
} tr_voxel_scene_hit;
/// @param liquids  whether they stop the ray too
/// @return whether something was met within `reach` blocks
TR_API bool tr_voxel_scene_pick(const tr_voxel_scene *scene, const double from[3], const double direction[3],
                                double reach, bool liquids, tr_voxel_scene_hit *out);

/// A body: a box that stands on its middle.
typedef struct tr_voxel_scene_body {
    double position[3];  ///< middle of the foot, in blocks
    double velocity[3];  ///< blocks per second
    double width, height;
    bool flying;
    bool on_ground, in_liquid, eyes_in_liquid;  ///< set by tr_voxel_scene_walk()
} tr_voxel_scene_body;
/// Moves a body for a time: gravity, jumping, swimming, flying; it never enters what is solid, and does not fall
/// where chunks are missing. Steps are cut so that nothing is passed through at any speed.
/// @param heading  where to: blocks per second along x and z, upward (jump, swim, fly) along y
TR_API void tr_voxel_scene_walk(const tr_voxel_scene *scene, tr_voxel_scene_body *body, const double heading[3],
                                double seconds);

#ifdef __cplusplus
}
#endif
#endif
