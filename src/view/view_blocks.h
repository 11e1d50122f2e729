// A view of a world as blocks: full detail around the eye, coarser levels farther away.
#ifndef TR_VIEW_VIEW_BLOCKS_H
#define TR_VIEW_VIEW_BLOCKS_H

#include "terrane/view.h"
#include "terrane/voxel_scene.h"
#include "view/view_shot.h"

typedef struct tr_block_view tr_block_view;

// Lifts the eye out of the blocks, and its target with it.
bool tr_view_blocks_lift(const tr_world *world, tr_view_shot *shot, tr_error *err);
// The upper side of the highest block of the sea.
bool tr_view_blocks_sea_level(const tr_world *world, double *out_m, tr_error *err);

tr_block_view *tr_block_view_create(const tr_world *world, tr_renderer *renderer, const tr_view_def *def,
                                    tr_error *err);
// Drops everything from the renderer.
void tr_block_view_destroy(tr_block_view *blocks);

// What an update has done, added to what is there.
typedef struct tr_block_view_work {
    int64_t deadline_ns;  // of uploads; at least one is made
    int64_t wait_ns, upload_ns;
    uint64_t uploads, drops;
} tr_block_view_work;

// Follows the eye without waiting. A failure does not end the view.
bool tr_block_view_update(tr_block_view *blocks, const double eye_m[3], tr_block_view_work *work, tr_error *err);
// Waits until all chunks in range are there and uploaded.
bool tr_block_view_settle(tr_block_view *blocks, const double eye_m[3], const tr_progress *progress,
                          tr_block_view_work *work, tr_error *err);

// Fills what is held now: shown, missing, ready, bytes, chunks and quads.
void tr_block_view_count(const tr_block_view *blocks, tr_view_stats *stats);

#endif
