// What a ray meets: cells are visited in order, each by the plane through which it is left (Amanatides and Woo 1987).
// Planes are computed from whole numbers, so that nothing adds up along the way.
#include <assert.h>
#include <math.h>

#include "voxel/scene/scene.h"

static int64_t *axis_of(tr_voxel_at *at, int axis)
{
    return axis == 0 ? &at->x : axis == 1 ? &at->y : &at->z;
}

static bool stops_ray(tr_block block, bool liquids)
{
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    return shape != TR_SHAPE_EMPTY && (liquids || shape != TR_SHAPE_LIQUID);
}

// The axis whose plane a ray leaves a cell through, and how far along the ray that is.
static int leave(const tr_voxel_at *cell, const double from[3], const double along[3], double *distance)
{
    const double low[3] = {(double)cell->x, (double)cell->y, (double)cell->z};
    int first = 0;
    *distance = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        if (along[axis] == 0.0) continue;
        const double away = (low[axis] + (along[axis] > 0.0) - from[axis]) / along[axis];
        if (away >= *distance) continue;
        *distance = away;
        first = axis;
    }
    return first;
}

// The face of a cell that looks against the ray along an axis.
static tr_voxel_face face_against(int axis, double along)
{
    return (tr_voxel_face)(2 * axis + (along < 0.0));
}

static int longest_axis(const double along[3])
{
    const int longer = fabs(along[1]) > fabs(along[0]);
    return fabs(along[2]) > fabs(along[longer]) ? 2 : longer;
}

bool tr_voxel_scene_pick(const tr_voxel_scene *scene, const double from[3], const double direction[3], double reach,
                         bool liquids, tr_voxel_scene_hit *out)
{
    assert(scene && from && direction && out);
    const double length = sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (!(length > 0.0) || !isfinite(length) || !isfinite(from[0] + from[1] + from[2])) return false;
    const double along[3] = {direction[0] / length, direction[1] / length, direction[2] / length};
    tr_voxel_at cell = {(int64_t)floor(from[0]), (int64_t)floor(from[1]), (int64_t)floor(from[2])};
    int axis = longest_axis(along);
    for (double distance = 0.0; distance <= reach;) {
        bool known;
        const tr_block block = tr_voxel_scene_block(scene, &cell, &known);
        if (!known) return false;
        if (stops_ray(block, liquids)) {
            *out = (tr_voxel_scene_hit){cell, face_against(axis, along[axis]), block, distance};
            return true;
        }
        axis = leave(&cell, from, along, &distance);
        *axis_of(&cell, axis) += along[axis] > 0.0 ? 1 : -1;
    }
    return false;
}
