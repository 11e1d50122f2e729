// Balls of triangles: a block, an icosahedron, and icosahedra whose triangles were split in four.
#ifndef TR_MODEL_BALL_H
#define TR_MODEL_BALL_H

#include "model/model_vector.h"

enum { TR_BALL_MAX_VERTICES = 162, TR_BALL_MAX_TRIANGLES = 320 };

typedef struct tr_ball {
    tr_vec3 vertices[TR_BALL_MAX_VERTICES];  // of length 1 (those of the block are not); those of a coarser
                                             // icosahedron come first
    int triangles[TR_BALL_MAX_TRIANGLES][3];
    int vertex_count, triangle_count;
} tr_ball;

// 12, 20, 80 or 320 triangles for a detail of 0 to 3.
void tr_ball_make(int detail, tr_ball *out);

#endif
