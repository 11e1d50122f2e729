// Blocks on the CPU: tiles, each by one worker (shape_run.h).
#include "terrain/shape_run.h"

#include <string.h>

#include "base/integers.h"
#include "terrain/shape_isa.h"

typedef struct tiles {
    const tr_shape_block *block;
    const tr_shape_table *table;
    tr_shape_scratch *scratch;  // per worker
    int32_t across;
} tiles;

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const tiles *it = user;
    (void)err;
    for (int64_t index = begin; index < end; index++) {
        tr_shape_task task = {.block = it->block, .scratch = it->scratch + worker};
        task.x0 = (int32_t)(index % it->across) * TR_SHAPE_TILE_WIDTH;
        task.z0 = (int32_t)(index / it->across) * TR_SHAPE_TILE_ROWS;
        task.width = tr_min_i32(TR_SHAPE_TILE_WIDTH, it->block->x.count - task.x0);
        task.rows = tr_min_i32(TR_SHAPE_TILE_ROWS, it->block->z.count - task.z0);
        it->table->run(&task);
    }
    return true;
}

static bool run_cpu(tr_context *context, const tr_shape_block *block, tr_error *err)
{
    const size_t workers = (size_t)tr_context_threads(context);
    tiles it = {.block = block, .table = TR_ISA_PICK(tr_shape_table, tr_context_isa(context))};
    it.scratch = tr_alloc_array(context, workers, sizeof *it.scratch, err);
    if (!it.scratch) return false;
    // Vectors read a little beyond what is filled; that must not be slow denormals.
    memset(it.scratch, 0, workers * sizeof *it.scratch);
    it.across = (block->x.count + TR_SHAPE_TILE_WIDTH - 1) / TR_SHAPE_TILE_WIDTH;
    const int32_t down = (block->z.count + TR_SHAPE_TILE_ROWS - 1) / TR_SHAPE_TILE_ROWS;
    const bool ok = tr_parallel_for(context, (int64_t)it.across * down, it.across, run_tiles, &it, NULL, err);
    tr_free(context, it.scratch);
    return ok;
}

bool tr_shape_run(tr_context *context, const tr_shape_block *block, tr_error *err)
{
    return tr_context_backend(context) == TR_BACKEND_GL ? tr_shape_run_gl(context, block, err)
                                                        : run_cpu(context, block, err);
}
