// A view of a world as blocks: full detail around the eye, coarser levels farther away.
#ifndef CLI_VIEW_BLOCKS_H
#define CLI_VIEW_BLOCKS_H

#include "terrane/render.h"
#include "terrane/scene.h"
#include "terrane/world.h"

typedef struct view_blocks {
    tr_context *context;
    tr_scene *scene;
    tr_save *save;  // NULL: none
    tr_view_blocks *parts;
    int32_t count;
    tr_scene_facts facts;
} view_blocks;

typedef struct view_blocks_def {
    int32_t near_chunks, far_chunks;
    const char *save;  // file; NULL: none
} view_blocks_def;

// Lifts the camera of a view out of the blocks, and takes the level of the sea from them.
bool view_blocks_place(const tr_world *world, tr_view_def *def, tr_error *err);
// Everything that is to be drawn for the eye of the view; sets the blocks of `def`.
bool view_blocks_create(const tr_world *world, const view_blocks_def *blocks, tr_view_def *def,
                        const tr_progress *progress, view_blocks *out, tr_error *err);
void view_blocks_destroy(view_blocks *blocks);

#endif
