// Conifers: cones of skirts, and pines with a bare trunk below a flat crown.
#include "voxel/decorate/decoration_shape.h"

enum { TRUNK = 1, SLOPE, BARE, TOOTH, CROWN, TURN, BRANCH = 16 };

static int32_t trunk_height(uint16_t kind, uint32_t variant)
{
    switch (kind) {
    case TR_DECORATION_YOUNG_PINE: return tr_shape_between(variant, TRUNK, 3, 5);
    case TR_DECORATION_PINE: return tr_shape_between(variant, TRUNK, 7, 11);
    case TR_DECORATION_TALL_PINE: return tr_shape_between(variant, TRUNK, 13, 19);
    default: return tr_shape_between(variant, TRUNK, 9, 13);
    }
}

int32_t tr_decoration_height_conifer(uint16_t kind, uint32_t variant)
{
    return trunk_height(kind, variant) + (kind == TR_DECORATION_UMBRELLA_PINE ? 3 : 2);
}

// Skirts that widen downwards: each second layer is drawn in, so that tiers show.
static void draw_cone(const tr_canvas *canvas, int32_t height, int32_t bare, float max_width)
{
    const uint32_t variant = canvas->variant;
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_PINE_LOG);
    tr_canvas_put(canvas, 0, height + 1, 0, TR_BLOCK_PINE_LEAVES);
    tr_canvas_put(canvas, 0, height + 2, 0, TR_BLOCK_PINE_LEAVES);
    const int32_t layers = height - bare;
    const float slope = max_width / (float)layers;
    const int32_t phase = tr_shape_between(variant, TOOTH, 0, 1);
    for (int32_t i = 0; i <= layers; i++) {
        const bool drawn_in = ((i + phase) & 1) != 0;
        float radius =
            1.0f + slope * (float)i - (drawn_in ? 0.25f + 0.28f * max_width * (float)i / (float)layers : 0.0f);
        radius += tr_shape_range(variant, BRANCH + (uint32_t)i, -0.15f, 0.2f);
        if (radius > max_width + 0.3f) radius = max_width + 0.3f;
        if (radius < 1.0f) radius = 1.0f;
        tr_canvas_disc(canvas, 0, height - i, 0, radius, radius > 1.5f ? 0.3f : 0.0f, TR_BLOCK_PINE_LEAVES);
    }
}

// A bare trunk, a few short branches, and a ragged flat crown.
static void draw_umbrella(const tr_canvas *canvas, int32_t height)
{
    const uint32_t variant = canvas->variant;
    tr_canvas_post(canvas, 0, 0, height, 0, TR_BLOCK_PINE_LOG);
    const int32_t turn = tr_shape_between(variant, TURN, 0, 7), count = tr_shape_between(variant, BARE, 3, 5);
    for (int32_t i = 0; i < count; i++) {
        const int8_t *way = tr_ways[(turn + 3 * i) & 7];
        const uint32_t what = BRANCH + 8 * (uint32_t)i;
        const int32_t out = way[0] && way[1] ? 2 : tr_shape_between(variant, what, 2, 3);
        const int32_t y = height - tr_shape_between(variant, what + 1, 1, 4);
        const int32_t from[3] = {0, y, 0}, to[3] = {out * way[0], y + 1, out * way[1]};
        tr_canvas_branch(canvas, from, to, TR_BLOCK_PINE_LOG);
        const tr_lump lump = {(float)to[0], (float)to[1] + 0.3f,
                              (float)to[2], tr_shape_range(variant, what + 2, 1.8f, 2.6f),
                              1.1f,         tr_shape_range(variant, what + 3, 1.8f, 2.6f),
                              0.4f,         TR_BLOCK_PINE_LEAVES};
        tr_canvas_lump(canvas, &lump);
    }
    const float level = tr_shape_range(variant, CROWN, 2.4f, 3.2f);
    const tr_lump roof = {0, (float)height + 0.4f, 0, level, 1.7f, level, 0.35f, TR_BLOCK_PINE_LEAVES};
    tr_canvas_lump(canvas, &roof);
}

void tr_decoration_draw_conifer(const tr_canvas *canvas, uint16_t kind)
{
    const uint32_t variant = canvas->variant;
    const int32_t height = trunk_height(kind, variant);
    switch (kind) {
    case TR_DECORATION_YOUNG_PINE: draw_cone(canvas, height, 1, tr_shape_range(variant, SLOPE, 1.5f, 2.0f)); break;
    case TR_DECORATION_PINE:
        draw_cone(canvas, height, tr_shape_between(variant, BARE, 1, 3), tr_shape_range(variant, SLOPE, 2.4f, 3.2f));
        break;
    case TR_DECORATION_TALL_PINE:
        draw_cone(canvas, height, tr_shape_between(variant, BARE, 2, 5), tr_shape_range(variant, SLOPE, 3.0f, 4.2f));
        break;
    default: draw_umbrella(canvas, height); break;
    }
}
