// Where the corners of quads lie (docs/voxel.md has this as a table).
#ifndef TR_VOXEL_MESH_MESH_CORNERS_H
#define TR_VOXEL_MESH_MESH_CORNERS_H

#include "terrane/voxel.h"

// The axes of a face, 0 x, 1 y, 2 z: the first and the second axis along which it lies, and the one it looks along.
typedef struct tr_face_axes {
    uint8_t first, second, normal;
    bool positive;      // it looks towards larger coordinates
    bool second_first;  // corners go along the second axis first, so as to be counter-clockwise seen from outside
} tr_face_axes;

static const tr_face_axes tr_faces_axes[TR_FACE_DIAGONAL] = {
    [TR_FACE_WEST] = {1, 2, 0, false, true},  [TR_FACE_EAST] = {1, 2, 0, true, false},
    [TR_FACE_DOWN] = {0, 2, 1, false, false}, [TR_FACE_UP] = {0, 2, 1, true, true},
    [TR_FACE_NORTH] = {0, 1, 2, false, true}, [TR_FACE_SOUTH] = {0, 1, 2, true, false},
};

// Corner 0..3 of a face of axes: at the far end along the first and along the second axis?
static inline int tr_corner_first(const tr_face_axes *axes, int corner)
{
    return axes->second_first ? corner >> 1 : ((corner + 1) >> 1) & 1;
}

static inline int tr_corner_second(const tr_face_axes *axes, int corner)
{
    return axes->second_first ? ((corner + 1) >> 1) & 1 : corner >> 1;
}

// The corner at the far (1) or near end along the first and along the second axis: the reverse of the two above.
static inline int tr_corner_at(const tr_face_axes *axes, int first, int second)
{
    if (first == second) return 2 * first;
    return (first == 0) == axes->second_first ? 1 : 3;
}

#endif
