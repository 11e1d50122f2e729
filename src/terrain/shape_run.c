// Blocks on the CPU: tiles, each by one worker (shape_run.h).
#include "terrain/shape_run.h"

#include <string.h>

#include "base/integers.h"
#include "terrain/shape_isa.h"

typedef struct tile_range {
    const tr_shape_block *block;
    const tr_shape_table *table;
    tr_shape_scratch *scratch;  // per worker
    int32_t across;
} tile_range;

static bool run_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const tile_range *tiles = user;
    (void)err;
    for (int64_t index = begin; index < end; index++) {
        tr_shape_task task = {.block = tiles->block, .scratch = tiles->scratch + worker};
        task.x0 = (int32_t)(index % tiles->across) * TR_SHAPE_TILE_WIDTH;
        task.z0 = (int32_t)(index / tiles->across) * TR_SHAPE_TILE_ROWS;
        task.width = tr_min_i32(TR_SHAPE_TILE_WIDTH, tiles->block->x.count - task.x0);
        task.rows = tr_min_i32(TR_SHAPE_TILE_ROWS, tiles->block->z.count - task.z0);
        tiles->table->run(&task);
    }
    return true;
}

static bool run_cpu(tr_context *context, const tr_shape_block *block, tr_error *err)
{
    const size_t workers = (size_t)tr_context_threads(context);
    tile_range tiles = {.block = block, .table = TR_ISA_PICK(tr_shape_table, tr_context_isa(context))};
    tiles.scratch = tr_alloc_array(context, workers, sizeof *tiles.scratch, err);
    if (!tiles.scratch) return false;
    // Vectors read a little beyond what is filled; that must not be slow denormals.
    memset(tiles.scratch, 0, workers * sizeof *tiles.scratch);
    tiles.across = (block->x.count + TR_SHAPE_TILE_WIDTH - 1) / TR_SHAPE_TILE_WIDTH;
    const int32_t down = (block->z.count + TR_SHAPE_TILE_ROWS - 1) / TR_SHAPE_TILE_ROWS;
    const bool ok = tr_parallel_for(
        context, &(tr_range_work){(int64_t)tiles.across * down, tiles.across, run_tiles, &tiles}, NULL, err);
    tr_free(context, tiles.scratch);
    return ok;
}

bool tr_shape_run(tr_context *context, const tr_shape_block *block, tr_error *err)
{
    return tr_context_backend(context) == TR_BACKEND_GL ? tr_shape_run_gl(context, block, err)
                                                        : run_cpu(context, block, err);
}
