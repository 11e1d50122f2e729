#include "decorations_reference.h"

#include <string.h>

#include "voxel/decorate/decoration_shape.h"

static int rank_of(uint8_t block)
{
    switch (tr_block_info_of(block)->shape) {
    case TR_SHAPE_EMPTY: return 0;
    case TR_SHAPE_SPRITE: return 1;
    case TR_SHAPE_LEAVES: return 2;
    default: return 3;
    }
}

typedef void (*draw_fn)(const tr_canvas *canvas, uint16_t kind);
static const draw_fn drawers[TR_DECORATION_SHAPES] = {
#define X(id, family, reach) tr_decoration_draw_##family,
    TR_DECORATION_LIST(X)
#undef X
};

// Draws a single decoration into one empty chunk that lies (dx, dz) columns from that of its root.
static void draw_alone(const tr_decoration *one, const tr_column *target, int dx, int dz, int32_t chunk_y,
                       uint8_t *blocks)
{
    const tr_canvas canvas = {.blocks = blocks,
                              .top = target->top,
                              .base = chunk_y * TR_VOXEL_SIDE,
                              .x = one->x - dx * TR_VOXEL_SIDE,
                              .y = one->y - chunk_y * TR_VOXEL_SIDE,
                              .z = one->z - dz * TR_VOXEL_SIDE,
                              .variant = one->variant};
    memset(blocks, 0, TR_VOXEL_COUNT);
    drawers[one->kind](&canvas, one->kind);
}

static void add(const decorations_reference *reference, int32_t x, int32_t y, int32_t z, uint8_t block)
{
    if (x < 0 || z < 0 || y < 0 || x >= reference->width || z >= reference->width || y >= reference->height) return;
    uint8_t *at =
        &reference->blocks[(size_t)x + (size_t)reference->width * ((size_t)z + (size_t)reference->width * (size_t)y)];
    if (rank_of(block) > rank_of(*at)) *at = block;
}

static bool is_near(int32_t root, int32_t chunk)
{
    return root >= chunk - TR_DECORATION_REACH && root < chunk + TR_VOXEL_SIDE + TR_DECORATION_REACH;
}

// All chunks that its reach allows.
static void put_shape(const decorations_reference *reference, int32_t x, int32_t z, const tr_decoration *one)
{
    static uint8_t blocks[TR_VOXEL_COUNT];
    const int32_t middle = (one->y >> 5) - reference->low;
    for (int32_t i = 0; i < 27; i++) {
        const int32_t tx = x + i % 3 - 1, tz = z + i / 3 % 3 - 1, layer = middle + i / 9 - 1;
        if (tx < 1 || tz < 1 || tx >= reference->side - 1 || tz >= reference->side - 1) continue;
        if (!is_near(x * 32 + one->x, tx * 32) || !is_near(z * 32 + one->z, tz * 32)) continue;
        draw_alone(one, &reference->columns[tx + reference->side * tz], tx - x, tz - z, reference->low + layer, blocks);
        for (int32_t k = 0; k < TR_VOXEL_COUNT; k++) {
            if (blocks[k] == TR_BLOCK_AIR) continue;
            add(reference, (tx - 1) * 32 + k % 32, layer * 32 + k / 1024, (tz - 1) * 32 + k / 32 % 32, blocks[k]);
        }
    }
}

static void put_one(const decorations_reference *reference, int32_t x, int32_t z, const tr_decoration *one)
{
    if (one->kind < TR_DECORATION_PLANT) {
        put_shape(reference, x, z, one);
        return;
    }
    for (int32_t y = 0; y <= one->height; y++)
        add(reference, (x - 1) * 32 + one->x, one->y + y - reference->low * 32, (z - 1) * 32 + one->z,
            (uint8_t)(one->kind - TR_DECORATION_PLANT));
}

void decorations_reference_put(const decorations_reference *reference)
{
    for (int32_t z = 0; z < reference->side; z++) {
        for (int32_t x = 0; x < reference->side; x++) {
            const tr_column *column = &reference->columns[x + reference->side * z];
            for (int32_t i = 0; i < column->decoration_count; i++) put_one(reference, x, z, &column->decorations[i]);
        }
    }
}

void decorations_reference_shape(uint16_t kind, uint32_t variant, uint8_t *blocks)
{
    static tr_column ground;
    static uint8_t chunk[TR_VOXEL_COUNT];
    for (int32_t i = 0; i < TR_COLUMN_CELLS; i++) ground.top[i] = TR_VOXEL_SIDE - 1;
    const tr_decoration one = {
        .y = TR_VOXEL_SIDE, .kind = kind, .height = (uint16_t)tr_decoration_height(kind, variant), .variant = variant};
    for (int32_t i = 0; i < 27; i++) {
        const int32_t cx = i % 3, cz = i / 3 % 3, cy = i / 9;
        draw_alone(&one, &ground, cx - 1, cz - 1, cy, chunk);
        for (int32_t row = 0; row < TR_VOXEL_LAYER; row++) {
            const int32_t z = cz * 32 + row % 32, y = cy * 32 + row / 32;
            memcpy(&blocks[cx * 32 + 96 * (z + 96 * y)], &chunk[row * 32], 32);
        }
    }
}
