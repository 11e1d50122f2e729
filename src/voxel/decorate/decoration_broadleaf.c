// Broadleaf trees and bushes: crowns are lumps around the ends of trunks and branches.
#include "base/integers.h"
#include "voxel/decorate/decoration_shape.h"

enum { MAX_BRANCHES = 6 };

// Numbers of the random values of a shape.
enum { TRUNK = 1, CROWN, FORM, TURN, SIDE_LUMP = 16, BRANCH = 32, ROOT = 64 };

static float range(const tr_canvas *canvas, uint32_t what, float low, float high)
{
    return tr_shape_range(canvas->variant, what, low, high);
}

static int32_t between(const tr_canvas *canvas, uint32_t what, int32_t low, int32_t high)
{
    return tr_shape_between(canvas->variant, what, low, high);
}

// Blocks of trunk below the middle of the highest lump.
static int32_t trunk_height(uint16_t kind, uint32_t variant)
{
    switch (kind) {
    case TR_DECORATION_OAK: return tr_shape_between(variant, TRUNK, 4, 6);
    case TR_DECORATION_BIRCH: return tr_shape_between(variant, TRUNK, 5, 8);
    case TR_DECORATION_OLD_OAK: return tr_shape_between(variant, TRUNK, 8, 11);
    case TR_DECORATION_SWAMP_OAK: return tr_shape_between(variant, TRUNK, 5, 7);
    case TR_DECORATION_JUNGLE_TREE: return tr_shape_between(variant, TRUNK, 8, 13);
    case TR_DECORATION_JUNGLE_GIANT: return tr_shape_between(variant, TRUNK, 17, 26);
    case TR_DECORATION_ACACIA: return tr_shape_between(variant, TRUNK, 3, 5);
    default: return 0;
    }
}

int32_t tr_decoration_height_broadleaf(uint16_t kind, uint32_t variant)
{
    const int32_t above = kind == TR_DECORATION_BUSH ? 2 : 4;
    return trunk_height(kind, variant) + above;
}

static void put_lump(const tr_canvas *canvas, float x, float y, float z, float level, float upright, float rough,
                     tr_block_kind block)
{
    const tr_lump lump = {x, y, z, level, upright, level, rough, block};
    tr_canvas_lump(canvas, &lump);
}

// A round crown around the end of a trunk, with smaller lumps on its sides.
static void draw_round(const tr_canvas *canvas, int32_t height, tr_block_kind log, tr_block_kind leaves)
{
    const float level = range(canvas, CROWN, 2.3f, 2.9f), upright = range(canvas, CROWN + 100, 1.9f, 2.6f);
    tr_canvas_post(canvas, 0, 0, height, 0, log);
    put_lump(canvas, 0, (float)height, 0, level, upright, 0.35f, leaves);
    const int32_t count = between(canvas, FORM, 2, 4), turn = between(canvas, TURN, 0, 7);
    for (int32_t i = 0; i < count; i++) {
        const int8_t *way = tr_ways[(turn + i * 3) & 7];
        const uint32_t what = SIDE_LUMP + 4 * (uint32_t)i;
        const float aside = range(canvas, what, 1.0f, 1.7f) * (way[0] && way[1] ? 0.75f : 1.0f);
        const float y = (float)height + range(canvas, what + 1, -1.6f, 0.7f);
        put_lump(canvas, aside * way[0], y, aside * way[1], range(canvas, what + 2, 1.5f, 2.1f), 1.5f, 0.4f, leaves);
    }
}

static void draw_birch(const tr_canvas *canvas, int32_t height)
{
    const float level = range(canvas, CROWN, 1.7f, 2.2f), upright = range(canvas, CROWN + 100, 2.6f, 3.4f);
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_BIRCH_LOG);
    put_lump(canvas, 0, (float)height + 0.3f, 0, level, upright, 0.35f, TR_BLOCK_BIRCH_LEAVES);
    for (uint32_t i = 0; i < 3; i++) {
        const int8_t *way = tr_ways[between(canvas, TURN + 10 + i, 0, 7)];
        const float y = (float)height + range(canvas, SIDE_LUMP + i, -2.0f, 0.5f);
        put_lump(canvas, 0.8f * way[0], y, 0.8f * way[1], 1.5f, 1.3f, 0.4f, TR_BLOCK_BIRCH_LEAVES);
    }
}

// Wide and low, with leaves that hang down from the rim.
static void draw_swamp_oak(const tr_canvas *canvas, int32_t height)
{
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_OAK_LOG);
    const float level = range(canvas, CROWN, 3.0f, 3.6f);
    put_lump(canvas, 0, (float)height + 0.4f, 0, level, 1.7f, 0.3f, TR_BLOCK_OAK_LEAVES);
    put_lump(canvas, 0, (float)height + 1.3f, 0, level - 1.2f, 1.7f, 0.3f, TR_BLOCK_OAK_LEAVES);
    for (uint32_t i = 0; i < 8; i++) {
        const int8_t *way = tr_ways[i];
        const int32_t out = way[0] && way[1] ? 2 : 3;
        tr_canvas_branch(canvas, (int32_t[]){0, height, 0}, (int32_t[]){out * way[0], height, out * way[1]},
                         TR_BLOCK_OAK_LEAVES);
        const int32_t hang = between(canvas, SIDE_LUMP + i, 0, out == 2 ? 2 : 3);
        for (int32_t y = 1; y <= hang; y++)
            tr_canvas_put(canvas, out * way[0], height - y, out * way[1], TR_BLOCK_OAK_LEAVES);
    }
}

// The four posts of a thick trunk, down to the ground below each, and roots beside them.
static void draw_thick_trunk(const tr_canvas *canvas, int32_t height, tr_block_kind log)
{
    for (int32_t i = 0; i < 4; i++) tr_canvas_foot(canvas, i & 1, -8, height, i >> 1, log);
    static const int8_t beside[8][2] = {{-1, 0}, {-1, 1}, {2, 0}, {2, 1}, {0, -1}, {1, -1}, {0, 2}, {1, 2}};
    for (uint32_t i = 0; i < 8; i++) {
        const int32_t high = between(canvas, ROOT + i, -3, 2);
        if (high >= 0) tr_canvas_foot(canvas, beside[i][0], -3, high, beside[i][1], log);
    }
}

// Branches from a thick trunk all around, each with a lump of leaves at its end.
typedef struct bough_def {
    int32_t low, high;  // where branches leave the trunk
    int32_t count;      // of branches
    int32_t out_low, out_high, rise_low, rise_high;
    float level_low, level_high, upright;
    tr_block_kind log, leaves;
} bough_def;

static void draw_boughs(const tr_canvas *canvas, const bough_def *def)
{
    const int32_t turn = between(canvas, TURN, 0, 7);
    for (int32_t i = 0; i < def->count; i++) {
        const uint32_t what = BRANCH + 8 * (uint32_t)i;
        const int8_t *way = tr_ways[(turn + i * 3 + between(canvas, what, 0, 1)) & 7];
        const int32_t request = between(canvas, what + 1, def->out_low, def->out_high);
        const int32_t out = way[0] && way[1] ? (request * 3 + 2) / 4 : request;
        const int32_t y = def->low + (def->high - def->low) * i / tr_max_i32(def->count - 1, 1);
        const int32_t from[3] = {way[0] > 0, y, way[1] > 0};
        const int32_t to[3] = {from[0] + out * way[0], y + between(canvas, what + 2, def->rise_low, def->rise_high),
                               from[2] + out * way[1]};
        tr_canvas_branch(canvas, from, to, def->log);
        put_lump(canvas, (float)to[0], (float)to[1] + 0.4f, (float)to[2],
                 range(canvas, what + 3, def->level_low, def->level_high), def->upright, 0.35f, def->leaves);
    }
}

static void draw_old_oak(const tr_canvas *canvas, int32_t height)
{
    draw_thick_trunk(canvas, height, TR_BLOCK_OAK_LOG);
    put_lump(canvas, 0.5f, (float)height + 0.4f, 0.5f, range(canvas, CROWN, 3.5f, 4.1f), 2.9f, 0.3f,
             TR_BLOCK_OAK_LEAVES);
    const bough_def def = {.low = height - 4,
                           .high = height - 1,
                           .count = between(canvas, FORM, 5, MAX_BRANCHES),
                           .out_low = 3,
                           .out_high = 4,
                           .rise_low = 0,
                           .rise_high = 2,
                           .level_low = 2.5f,
                           .level_high = 3.2f,
                           .upright = 2.0f,
                           .log = TR_BLOCK_OAK_LOG,
                           .leaves = TR_BLOCK_OAK_LEAVES};
    draw_boughs(canvas, &def);
}

static void draw_jungle_tree(const tr_canvas *canvas, int32_t height)
{
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_JUNGLE_LOG);
    put_lump(canvas, 0, (float)height + 0.3f, 0, range(canvas, CROWN, 2.7f, 3.4f), 1.8f, 0.3f, TR_BLOCK_JUNGLE_LEAVES);
    const int32_t turn = between(canvas, TURN, 0, 3);
    const int32_t count = between(canvas, FORM, 0, 2);
    for (int32_t i = 0; i < count; i++) {
        const int8_t *way = tr_ways[2 * ((turn + 2 * i) & 3)];
        const int32_t y = height - 3 - between(canvas, BRANCH + (uint32_t)i, 0, 2);
        const int32_t from[3] = {0, y, 0}, to[3] = {2 * way[0], y + 1, 2 * way[1]};
        tr_canvas_branch(canvas, from, to, TR_BLOCK_JUNGLE_LOG);
        put_lump(canvas, (float)to[0], (float)to[1] + 0.3f, (float)to[2], 2.0f, 1.2f, 0.4f, TR_BLOCK_JUNGLE_LEAVES);
    }
}

static void draw_jungle_giant(const tr_canvas *canvas, int32_t height)
{
    draw_thick_trunk(canvas, height, TR_BLOCK_JUNGLE_LOG);
    bough_def def = {.low = height / 2,
                     .high = height - 5,
                     .count = between(canvas, FORM, 3, 5),
                     .out_low = 3,
                     .out_high = 4,
                     .rise_low = 1,
                     .rise_high = 2,
                     .level_low = 2.4f,
                     .level_high = 3.0f,
                     .upright = 1.5f,
                     .log = TR_BLOCK_JUNGLE_LOG,
                     .leaves = TR_BLOCK_JUNGLE_LEAVES};
    draw_boughs(canvas, &def);
    // The top: arms under a wide roof.
    for (int32_t i = 0; i < 4; i++) {
        const int8_t *way = tr_ways[2 * i];
        const int32_t from[3] = {way[0] > 0, height - 1, way[1] > 0};
        const int32_t to[3] = {from[0] + 3 * way[0], height, from[2] + 3 * way[1]};
        tr_canvas_branch(canvas, from, to, TR_BLOCK_JUNGLE_LOG);
    }
    const float level = range(canvas, CROWN, 5.0f, 5.9f);
    put_lump(canvas, 0.5f, (float)height + 0.4f, 0.5f, level, 2.0f, 0.25f, TR_BLOCK_JUNGLE_LEAVES);
    put_lump(canvas, 0.5f, (float)height + 1.4f, 0.5f, level - 1.8f, 2.2f, 0.3f, TR_BLOCK_JUNGLE_LEAVES);
}

// Flat roofs over arms that lean away from the trunk.
static void draw_acacia(const tr_canvas *canvas, int32_t height)
{
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_ACACIA_LOG);
    const int32_t turn = between(canvas, TURN, 0, 7), count = between(canvas, FORM, 1, 2);
    for (int32_t i = 0; i <= count; i++) {
        const int8_t *way = tr_ways[(turn + 3 * i) & 7];
        const uint32_t what = BRANCH + 8 * (uint32_t)i;
        const int32_t request = between(canvas, what, 2, 4), out = way[0] && way[1] ? request - 1 : request;
        const int32_t low = i == 0 ? height : height - 1 - between(canvas, what + 1, 0, 1);
        const int32_t high = i == 0 ? height + 2 : height + between(canvas, what + 2, 0, 1);
        const int32_t from[3] = {0, low, 0}, to[3] = {out * way[0], high, out * way[1]};
        tr_canvas_branch(canvas, from, to, TR_BLOCK_ACACIA_LOG);
        const float radius = i == 0 ? range(canvas, CROWN, 3.2f, 4.1f) : range(canvas, what + 3, 2.3f, 3.1f);
        tr_canvas_disc(canvas, to[0], to[1], to[2], radius, 0.25f, TR_BLOCK_ACACIA_LEAVES);
        tr_canvas_disc(canvas, to[0], to[1] + 1, to[2], radius - 1.4f, 0.3f, TR_BLOCK_ACACIA_LEAVES);
    }
}

// Nothing of it lies below its root, so that none hangs alone over falling ground.
static void draw_bush(const tr_canvas *canvas)
{
    tr_canvas_put(canvas, 0, 0, 0, TR_BLOCK_OAK_LOG);
    const float x = range(canvas, FORM, -0.4f, 0.4f), z = range(canvas, TURN, -0.4f, 0.4f);
    const float y = range(canvas, TRUNK, 0.2f, 0.9f);
    put_lump(canvas, x, y, z, range(canvas, CROWN, 1.3f, 2.2f), y + 0.95f, 0.45f, TR_BLOCK_BUSH_LEAVES);
    put_lump(canvas, 0, 0, 0, 1.1f, 1.1f, 0.0f, TR_BLOCK_BUSH_LEAVES);
}

void tr_decoration_draw_broadleaf(const tr_canvas *canvas, uint16_t kind)
{
    const int32_t height = trunk_height(kind, canvas->variant);
    switch (kind) {
    case TR_DECORATION_OAK: draw_round(canvas, height, TR_BLOCK_OAK_LOG, TR_BLOCK_OAK_LEAVES); break;
    case TR_DECORATION_BIRCH: draw_birch(canvas, height); break;
    case TR_DECORATION_OLD_OAK: draw_old_oak(canvas, height); break;
    case TR_DECORATION_SWAMP_OAK: draw_swamp_oak(canvas, height); break;
    case TR_DECORATION_JUNGLE_TREE: draw_jungle_tree(canvas, height); break;
    case TR_DECORATION_JUNGLE_GIANT: draw_jungle_giant(canvas, height); break;
    case TR_DECORATION_ACACIA: draw_acacia(canvas, height); break;
    default: draw_bush(canvas); break;
    }
}
