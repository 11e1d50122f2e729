// Boulders: two or three lumps of stone that sit in the ground, and reach down to it where it falls away.
#include "voxel/decorate/decoration_shape.h"

enum { COUNT = 1, SIZE, TURN, PART = 16, MAX_PARTS = 3, DEEPEST = -4 };

typedef struct parts {
    tr_lump lumps[MAX_PARTS];
    int32_t count;
} parts;

static parts make_parts(uint32_t variant)
{
    parts made = {.count = tr_shape_between(variant, COUNT, 1, MAX_PARTS)};
    const float size = tr_shape_range(variant, SIZE, 1.2f, 2.4f);
    for (int32_t i = 0; i < made.count; i++) {
        const uint32_t what = PART + 8 * (uint32_t)i;
        const float share = i == 0 ? 1.0f : tr_shape_range(variant, what, 0.5f, 0.8f);
        // Along an axis, where lumps share blocks with the first.
        const int8_t *way = tr_ways[2 * (tr_shape_between(variant, TURN, 0, 3) + i) & 7];
        const float aside = i == 0 ? 0.0f : 0.75f * size;
        made.lumps[i] = (tr_lump){.x = aside * way[0] + tr_shape_range(variant, what + 1, -0.3f, 0.3f),
                                  .y = i == 0 ? 0.2f * size : -0.2f,
                                  .z = aside * way[1] + tr_shape_range(variant, what + 2, -0.3f, 0.3f),
                                  .rx = size * share * tr_shape_range(variant, what + 3, 0.9f, 1.25f),
                                  .ry = size * share * tr_shape_range(variant, what + 4, 0.75f, 1.0f),
                                  .rz = size * share * tr_shape_range(variant, what + 5, 0.9f, 1.25f)};
    }
    return made;
}

int32_t tr_decoration_height_boulder(uint16_t kind, uint32_t variant)
{
    (void)kind;
    (void)variant;
    return 3;
}

static tr_block_kind stone_of(const tr_canvas *canvas, uint16_t kind, int32_t x, int32_t y, int32_t z)
{
    if (kind == TR_DECORATION_SANDSTONE_BOULDER) return TR_BLOCK_SANDSTONE;
    if (kind == TR_DECORATION_STONE_BOULDER) {
        return tr_canvas_is_missing(canvas, x, y, z, 0.15f) ? TR_BLOCK_COBBLE : TR_BLOCK_STONE;
    }
    return tr_canvas_is_missing(canvas, x, y, z, y > 0 ? 0.75f : 0.45f) ? TR_BLOCK_MOSSY_COBBLE : TR_BLOCK_COBBLE;
}

// The lowest and the highest block of a column of the boulder that its lumps fill.
static bool span_of(const parts *made, int32_t x, int32_t z, int32_t *low, int32_t *high)
{
    bool any = false;
    for (int32_t i = 0; i < made->count; i++) {
        const tr_lump *lump = &made->lumps[i];
        const float dx = ((float)x - lump->x) / lump->rx, dz = ((float)z - lump->z) / lump->rz,
                    level = dx * dx + dz * dz;
        for (int32_t y = DEEPEST; y <= 3; y++) {
            const float dy = ((float)y - lump->y) / lump->ry;
            if (level + dy * dy * dy * dy > 1.0f) continue;  // flatter than a ball: no single block on top
            if (!any || y < *low) *low = y;
            if (!any || y > *high) *high = y;
            any = true;
        }
    }
    return any;
}

void tr_decoration_draw_boulder(const tr_canvas *canvas, uint16_t kind)
{
    const parts made = make_parts(canvas->variant);
    const int32_t reach = tr_decoration_reach(kind);
    for (int32_t z = -reach; z <= reach; z++) {
        if ((uint32_t)(canvas->z + z) >= TR_VOXEL_SIDE) continue;
        for (int32_t x = -reach; x <= reach; x++) {
            int32_t low = 0, high = 0;
            if ((uint32_t)(canvas->x + x) >= TR_VOXEL_SIDE || !span_of(&made, x, z, &low, &high)) continue;
            for (int32_t y = DEEPEST; y <= high; y++) {
                const tr_block_kind stone = stone_of(canvas, kind, x, y, z);
                if (y >= low)
                    tr_canvas_put(canvas, x, y, z, stone);
                else
                    tr_canvas_foot(canvas, x, y, y, z, stone);
            }
        }
    }
}
