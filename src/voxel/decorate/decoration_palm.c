// Palms with bent trunks, and cacti.
#include "voxel/decorate/decoration_shape.h"

enum { TRUNK = 1, LEAN, TURN, ARMS, FROND = 16 };

int32_t tr_decoration_height_palm(uint16_t kind, uint32_t variant)
{
    if (kind == TR_DECORATION_CACTUS) return tr_shape_between(variant, TRUNK, 1, 3) + (variant & 3 ? 0 : 1);
    return tr_shape_between(variant, TRUNK, 6, 10) + 2;
}

// A frond rises by one, runs out and bends down at its tip.
static void draw_frond(const tr_canvas *canvas, const int32_t crown[3], const int8_t way[2], int32_t out)
{
    const bool slanted = way[0] && way[1];
    const int32_t length = slanted ? 2 : out;
    const int32_t knee[3] = {crown[0] + way[0], crown[1] + 1, crown[2] + way[1]};
    const int32_t flat[3] = {crown[0] + length * way[0], crown[1] + 1, crown[2] + length * way[1]};
    const int32_t tip[3] = {flat[0] + (slanted ? 0 : way[0]), flat[1] - (slanted ? 1 : 2),
                            flat[2] + (slanted ? 0 : way[1])};
    const int32_t above[3] = {crown[0], crown[1] + 1, crown[2]};
    tr_canvas_branch(canvas, above, knee, TR_BLOCK_PALM_LEAVES);
    tr_canvas_branch(canvas, knee, flat, TR_BLOCK_PALM_LEAVES);
    if (slanted) {
        tr_canvas_put(canvas, tip[0], tip[1], tip[2], TR_BLOCK_PALM_LEAVES);
        return;
    }
    tr_canvas_put(canvas, tip[0], flat[1], tip[2], TR_BLOCK_PALM_LEAVES);
    tr_canvas_put(canvas, tip[0], flat[1] - 1, tip[2], TR_BLOCK_PALM_LEAVES);
}

static void draw_palm(const tr_canvas *canvas)
{
    const uint32_t variant = canvas->variant;
    const int32_t height = tr_shape_between(variant, TRUNK, 6, 10), lean = tr_shape_between(variant, LEAN, 0, 3);
    const int8_t *way = tr_ways[tr_shape_between(variant, TURN, 0, 7)];
    int32_t at[3] = {0, 0, 0};
    tr_canvas_put(canvas, 0, 0, 0, TR_BLOCK_PALM_LOG);
    for (int32_t y = 1; y <= height; y++) {
        // The lean grows with the square of the height.
        const int32_t aside = (lean * y * y + height * height / 2) / (height * height);
        const int32_t next[3] = {aside * way[0], y, aside * way[1]};
        tr_canvas_branch(canvas, at, next, TR_BLOCK_PALM_LOG);
        for (int i = 0; i < 3; i++) at[i] = next[i];
    }
    tr_canvas_put(canvas, at[0], at[1] + 1, at[2], TR_BLOCK_PALM_LEAVES);
    for (uint32_t i = 0; i < 8; i++) {
        // All along the axes, most of those between.
        const bool slanted = (i & 1) != 0;
        if (slanted && tr_shape_random(variant, FROND + i) % 4 == 0) continue;
        draw_frond(canvas, at, tr_ways[i], tr_shape_between(variant, FROND + 8 + i, 2, 3));
    }
}

static void draw_cactus(const tr_canvas *canvas)
{
    const uint32_t variant = canvas->variant;
    const int32_t high = tr_decoration_height_palm(TR_DECORATION_CACTUS, variant);
    tr_canvas_post(canvas, 0, 0, high, 0, TR_BLOCK_CACTUS);
    if (high < 3) return;
    const int32_t turn = tr_shape_between(variant, TURN, 0, 3), arms = tr_shape_between(variant, ARMS, 0, 2);
    for (int32_t i = 0; i < arms; i++) {
        const int8_t *way = tr_ways[2 * ((turn + 2 * i) & 3)];
        const int32_t low = 1 + i % 2;
        tr_canvas_post(canvas, way[0], low, low + tr_shape_between(variant, ARMS + 1 + (uint32_t)i, 0, high - low - 1),
                       way[1], TR_BLOCK_CACTUS);
    }
}

void tr_decoration_draw_palm(const tr_canvas *canvas, uint16_t kind)
{
    if (kind == TR_DECORATION_CACTUS)
        draw_cactus(canvas);
    else
        draw_palm(canvas);
}
