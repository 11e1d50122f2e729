#include "model/model_ball.h"

#include <string.h>

// Narrower above, as stones lie.
static void make_block(tr_ball *out)
{
    static const int triangles[12][3] = {{0, 5, 4}, {0, 1, 5}, {2, 7, 3}, {2, 6, 7}, {0, 6, 2}, {0, 4, 6},
                                         {1, 7, 5}, {1, 3, 7}, {0, 3, 1}, {0, 2, 3}, {4, 7, 6}, {4, 5, 7}};
    for (int i = 0; i < 8; i++) {
        const double wide = i & 2 ? 0.36 : 0.78;
        out->vertices[i] = tr_vec3_of(i & 1 ? wide : -wide, i & 2 ? 0.8 : -0.8, i & 4 ? wide : -wide);
    }
    memcpy(out->triangles, triangles, sizeof triangles);
    out->vertex_count = 8;
    out->triangle_count = 12;
}

static void make_icosahedron(tr_ball *out)
{
    // The golden ratio; a corner points up, so that a crown has a top.
    static const int triangles[20][3] = {{0, 2, 1},  {0, 3, 2},  {0, 4, 3},  {0, 5, 4},   {0, 1, 5},
                                         {1, 2, 6},  {2, 3, 7},  {3, 4, 8},  {4, 5, 9},   {5, 1, 10},
                                         {2, 7, 6},  {3, 8, 7},  {4, 9, 8},  {5, 10, 9},  {1, 6, 10},
                                         {11, 6, 7}, {11, 7, 8}, {11, 8, 9}, {11, 9, 10}, {11, 10, 6}};
    const double y = 1 / sqrt(5.0), radius = 2 / sqrt(5.0);
    out->vertices[0] = tr_vec3_of(0, 1, 0);
    out->vertices[11] = tr_vec3_of(0, -1, 0);
    for (int i = 0; i < 5; i++) {
        out->vertices[1 + i] = tr_vec3_scale(tr_vec3_level(tr_model_turn * i / 5), radius);
        out->vertices[6 + i] = tr_vec3_scale(tr_vec3_level(tr_model_turn * (i + 0.5) / 5), radius);
        out->vertices[1 + i].y = y;
        out->vertices[6 + i].y = -y;
    }
    memcpy(out->triangles, triangles, sizeof triangles);
    out->vertex_count = 12;
    out->triangle_count = 20;
}

// The number of the vertex in the middle of an edge, found again from the triangle on its other side.
static int middle_of(tr_ball *ball, int first_new, int a, int b)
{
    const tr_vec3 middle = tr_vec3_unit(tr_vec3_add(ball->vertices[a], ball->vertices[b]));
    for (int i = first_new; i < ball->vertex_count; i++) {
        const tr_vec3 apart = tr_vec3_subtract(ball->vertices[i], middle);
        if (tr_vec3_dot(apart, apart) < 1e-12) return i;
    }
    ball->vertices[ball->vertex_count] = middle;
    return ball->vertex_count++;
}

static void split(tr_ball *ball)
{
    tr_ball finer = *ball;
    finer.triangle_count = 0;
    for (int i = 0; i < ball->triangle_count; i++) {
        const int *corner = ball->triangles[i];
        int middle[3];
        for (int k = 0; k < 3; k++) middle[k] = middle_of(&finer, ball->vertex_count, corner[k], corner[(k + 1) % 3]);
        const int parts[4][3] = {{corner[0], middle[0], middle[2]},
                                 {corner[1], middle[1], middle[0]},
                                 {corner[2], middle[2], middle[1]},
                                 {middle[0], middle[1], middle[2]}};
        memcpy(finer.triangles[finer.triangle_count], parts, sizeof parts);
        finer.triangle_count += 4;
    }
    *ball = finer;
}

void tr_ball_make(int detail, tr_ball *out)
{
    if (detail <= 0) {
        make_block(out);
        return;
    }
    make_icosahedron(out);
    for (int i = 1; i < detail; i++) split(out);
}
