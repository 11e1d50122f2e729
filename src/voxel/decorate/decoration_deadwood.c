// Dead trees with bare branches, and fallen trunks beside their stumps.
#include "voxel/decorate/decoration_shape.h"

enum { TRUNK = 1, TURN, COUNT, LENGTH, BRANCH = 16 };

int32_t tr_decoration_length(uint16_t kind, uint32_t variant, bool *along_x)
{
    *along_x = (tr_shape_random(variant, TURN) & 1) != 0;
    return kind >= TR_DECORATION_FALLEN_OAK && kind <= TR_DECORATION_FALLEN_PINE
               ? tr_shape_between(variant, LENGTH, 4, 7)
               : 0;
}

int32_t tr_decoration_height_deadwood(uint16_t kind, uint32_t variant)
{
    return kind == TR_DECORATION_DEAD_TREE ? tr_shape_between(variant, TRUNK, 4, 7) + 1 : 1;
}

static void draw_dead_tree(const tr_canvas *canvas)
{
    const uint32_t variant = canvas->variant;
    const int32_t height = tr_shape_between(variant, TRUNK, 4, 7);
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_OAK_LOG);
    const int32_t turn = tr_shape_between(variant, TURN, 0, 7), count = tr_shape_between(variant, COUNT, 2, 4);
    for (int32_t i = 0; i < count; i++) {
        const int8_t *way = tr_ways[(turn + 3 * i) & 7];
        const uint32_t what = BRANCH + 4 * (uint32_t)i;
        const int32_t out = tr_shape_between(variant, what, 1, way[0] && way[1] ? 2 : 3);
        const int32_t y = height - tr_shape_between(variant, what + 1, 1, height - 2);
        const int32_t from[3] = {0, y, 0},
                      to[3] = {out * way[0], y + tr_shape_between(variant, what + 2, 1, 2), out * way[1]};
        tr_canvas_branch(canvas, from, to, TR_BLOCK_OAK_LOG);
    }
}

static void draw_fallen(const tr_canvas *canvas, uint16_t kind, tr_block_kind log)
{
    bool along_x;
    const int32_t length = tr_decoration_length(kind, canvas->variant, &along_x);
    // A stump, the gap where it broke, and the trunk.
    tr_canvas_post(canvas, 0, 0, (int32_t)(canvas->variant & 1), 0, log);
    for (int32_t i = 2; i <= length; i++) tr_canvas_put(canvas, along_x ? i : 0, 0, along_x ? 0 : i, log);
}

void tr_decoration_draw_deadwood(const tr_canvas *canvas, uint16_t kind)
{
    switch (kind) {
    case TR_DECORATION_FALLEN_OAK: draw_fallen(canvas, kind, TR_BLOCK_OAK_LOG); break;
    case TR_DECORATION_FALLEN_BIRCH: draw_fallen(canvas, kind, TR_BLOCK_BIRCH_LOG); break;
    case TR_DECORATION_FALLEN_PINE: draw_fallen(canvas, kind, TR_BLOCK_PINE_LOG); break;
    default: draw_dead_tree(canvas); break;
    }
}
