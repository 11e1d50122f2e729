// What a scene knows of the columns of chunks of its save: the highest chunk that has edits. Each column is read once.
#include <string.h>

#include "base/integers.h"
#include "voxel/scene/scene.h"

// Where a column is or would be.
static int32_t place_of(const tr_voxel_scene *scene, int64_t x, int64_t z)
{
    int32_t low = 0, high = scene->column_count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        const tr_voxel_scene_column *column = &scene->columns[middle];
        if (column->x < x || (column->x == x && column->z < z))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const tr_voxel_scene_column *tr_voxel_scene_column_find(const tr_voxel_scene *scene, int64_t x, int64_t z)
{
    const int32_t at = place_of(scene, x, z);
    if (at == scene->column_count || scene->columns[at].x != x || scene->columns[at].z != z) return NULL;
    return &scene->columns[at];
}

bool tr_voxel_scene_column_note(tr_voxel_scene *scene, const tr_voxel_scene_column *column, tr_error *err)
{
    const int32_t at = place_of(scene, column->x, column->z);
    if (at == scene->column_count || scene->columns[at].x != column->x || scene->columns[at].z != column->z) {
        tr_voxel_scene_column *columns = tr_voxel_scene_grow(scene, scene->columns, scene->column_count,
                                                             &scene->column_capacity, sizeof *columns, err);
        if (!columns) return false;
        scene->columns = columns;
        memmove(&columns[at + 1], &columns[at], (size_t)(scene->column_count - at) * sizeof *columns);
        scene->column_count++;
        columns[at] = *column;
        return true;
    }
    tr_voxel_scene_column *known = &scene->columns[at];
    known->highest = tr_max_i64(known->highest, column->highest);
    known->read |= column->read;
    return true;
}
