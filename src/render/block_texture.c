#include "render/block_texture.h"

#include <math.h>
#include <string.h>

enum { SIDE = TR_BLOCK_TEXTURE_SIDE, SALT_GRAIN = 501, SALT_PATCH = 502, SALT_SPECK = 503, SALT_BLADE = 504 };

typedef struct texture_layer {
    tr_block_kind kind;
    bool is_side;
    const uint8_t *color, *top_color;
    uint8_t *texels;
} texture_layer;

static double random_at(const texture_layer *layer, int salt, int x, int y)
{
    return tr_unit_from_hash(tr_hash_identity((uint64_t)layer->kind, (uint64_t)salt, x, y, layer->is_side));
}

static void put(const texture_layer *layer, int x, int y, const uint8_t *color, double brightness)
{
    uint8_t *texel = layer->texels + 4 * (x + SIDE * y);
    for (int i = 0; i < 3; i++) texel[i] = (uint8_t)lrint(fmin(fmax(color[i] * brightness, 0), 255));
    texel[3] = 255;
}

// ---------------------------------------------------------------------------------------------------------
// Patterns: brightness of a texel

// Grain of single texels over softer patches of four; both repeat with the texture.
static double grain(const texture_layer *layer, int x, int y, double strength)
{
    const double fine = random_at(layer, SALT_GRAIN, x, y) - 0.5;
    const double coarse = random_at(layer, SALT_PATCH, x / 4, y / 4) +
                          random_at(layer, SALT_PATCH, (x + 2) % SIDE / 4, (y + 2) % SIDE / 4 + 8) - 1;
    return 1 + strength * (1.3 * fine + 0.5 * coarse);
}

// Courses of four rows, joints of one texel, every other course shifted by half a brick.
static double bricks(const texture_layer *layer, int x, int y)
{
    const int course = y / 4, along = (x + (course % 2) * 4) % 8;
    const bool joint = y % 4 == 3 || along == 7;
    const double brick = random_at(layer, SALT_PATCH, (x + (course % 2) * 4) % SIDE / 8, course);
    return joint ? 0.66 : (0.92 + 0.16 * brick) * grain(layer, x, y, 0.1);
}

static double planks(const texture_layer *layer, int x, int y)
{
    const int board = y / 4;
    const bool end = x == (board * 7 + 3) % SIDE;
    return y % 4 == 3 || end ? 0.72
                             : 0.96 + 0.1 * random_at(layer, SALT_PATCH, board, 0) +
                                   0.08 * (random_at(layer, SALT_GRAIN, x / 3, y) - 0.5);
}

// Bark runs up and down, with dark furrows; the cut end shows rings.
static double wood(const texture_layer *layer, int x, int y)
{
    if (layer->is_side) {
        const double furrow = random_at(layer, SALT_PATCH, x, 0);
        return 0.82 + 0.3 * furrow + 0.14 * (random_at(layer, SALT_GRAIN, x, y / 3) - 0.5);
    }
    const double dx = x - 7.5, dy = y - 7.5, radius = fmax(fabs(dx), fabs(dy)) * 0.6 + sqrt(dx * dx + dy * dy) * 0.4;
    return radius > 7 ? 0.62 : 0.92 + 0.12 * sin(2.2 * radius) + 0.06 * (random_at(layer, SALT_GRAIN, x, y) - 0.5);
}

// Clumps of leaves with dark gaps between them.
static double leaves(const texture_layer *layer, int x, int y)
{
    const double clump = random_at(layer, SALT_PATCH, x / 2, y / 2), fine = random_at(layer, SALT_GRAIN, x, y);
    return fine < 0.17 ? 0.5 : 0.78 + 0.26 * clump + 0.22 * (fine - 0.5);
}

static double cobble(const texture_layer *layer, int x, int y)
{
    double nearest = 1e9, second = 1e9, tone = 0;
    for (int i = 0; i < 36; i++) {
        const int cx = i % 6 - 1, cy = i / 6 - 1;
        const double px = 4 * cx + 4 * random_at(layer, SALT_PATCH, (cx + 4) % 4, (cy + 4) % 4);
        const double py = 4 * cy + 4 * random_at(layer, SALT_PATCH, (cx + 4) % 4 + 8, (cy + 4) % 4);
        const double distance = (px - x) * (px - x) + (py - y) * (py - y);
        if (distance < nearest) {
            second = nearest;
            nearest = distance;
            tone = random_at(layer, SALT_SPECK, (cx + 4) % 4, (cy + 4) % 4);
        } else if (distance < second) {
            second = distance;
        }
    }
    return sqrt(second) - sqrt(nearest) < 0.8 ? 0.68 : 0.88 + 0.24 * tone;
}

// ---------------------------------------------------------------------------------------------------------
// Kinds

static bool is_among(tr_block_kind kind, const tr_block_kind *kinds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (kinds[i] == kind) return true;
    return false;
}

#define IS_AMONG(kind, ...)                              \
    is_among(kind, (const tr_block_kind[]){__VA_ARGS__}, \
             sizeof((const tr_block_kind[]){__VA_ARGS__}) / sizeof(tr_block_kind))

static bool is_log(tr_block_kind kind)
{
    return IS_AMONG(kind, TR_BLOCK_OAK_LOG, TR_BLOCK_BIRCH_LOG, TR_BLOCK_PINE_LOG, TR_BLOCK_JUNGLE_LOG,
                    TR_BLOCK_ACACIA_LOG, TR_BLOCK_PALM_LOG, TR_BLOCK_CACTUS);
}

static double brightness_of(const texture_layer *layer, int x, int y)
{
    if (is_log(layer->kind)) return wood(layer, x, y);
    if (tr_block_info_of((tr_block)layer->kind)->shape == TR_SHAPE_LEAVES) return leaves(layer, x, y);
    if (IS_AMONG(layer->kind, TR_BLOCK_BRICKS, TR_BLOCK_CRACKED_BRICKS, TR_BLOCK_MOSSY_BRICKS))
        return bricks(layer, x, y);
    if (IS_AMONG(layer->kind, TR_BLOCK_COBBLE, TR_BLOCK_MOSSY_COBBLE, TR_BLOCK_GRAVEL, TR_BLOCK_BALLAST))
        return cobble(layer, x, y);
    if (layer->kind == TR_BLOCK_PLANKS) return planks(layer, x, y);
    if (IS_AMONG(layer->kind, TR_BLOCK_SNOW, TR_BLOCK_ICE, TR_BLOCK_PACKED_ICE, TR_BLOCK_GLASS, TR_BLOCK_WATER,
                 TR_BLOCK_LAMP))
        return grain(layer, x, y, 0.06);
    if (IS_AMONG(layer->kind, TR_BLOCK_SAND, TR_BLOCK_ROAD, TR_BLOCK_CLAY)) return grain(layer, x, y, 0.1);
    if (layer->kind == TR_BLOCK_SANDSTONE && layer->is_side) return grain(layer, x / 8, y, 0.18);
    return grain(layer, x, y, 0.2);
}

// Earth with its green over the edge.
static void paint_turf_side(const texture_layer *layer)
{
    for (int x = 0; x < SIDE; x++) {
        const int fringe = 2 + (int)(2.6 * random_at(layer, SALT_BLADE, x, 0));
        for (int y = 0; y < SIDE; y++)
            put(layer, x, y, y < fringe ? layer->top_color : layer->color, grain(layer, x, y, 0.2));
    }
}

// Specks of the ore's colour in stone.
static void paint_ore(const texture_layer *layer)
{
    const uint8_t *stone = tr_block_info_of(TR_BLOCK_STONE)->side_color;
    const uint8_t specks[][3] = {{38, 38, 40},   {196, 112, 72},  {214, 170, 140},
                                 {250, 214, 80}, {110, 232, 226}, {120, 220, 250}};
    const uint8_t *speck = specks[layer->kind - TR_BLOCK_COAL_ORE];
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int x = i % SIDE, y = i / SIDE;
        const double clump = random_at(layer, SALT_SPECK, x / 3, y / 3), fine = random_at(layer, SALT_BLADE, x, y);
        put(layer, x, y, clump > 0.66 && fine > 0.25 ? speck : stone, grain(layer, x, y, 0.2));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Plants: stalks from the ground up, leaning, with blossoms on some

static void paint_stalk(const texture_layer *layer, int number, double height, const uint8_t *color)
{
    const double foot = 2 + 12 * random_at(layer, SALT_BLADE, number, 0);
    const double lean = 5 * (random_at(layer, SALT_BLADE, number, 1) - 0.5);
    for (int up = 0; up < (int)height; up++) {
        const double bend = (double)up / SIDE;
        const int x = (int)lrint(foot + lean * bend * bend);
        if (x >= 0 && x < SIDE)
            put(layer, x, SIDE - 1 - up, color, 0.62 + 0.5 * up / height + 0.1 * random_at(layer, SALT_GRAIN, x, up));
    }
}

static void paint_blossom(const texture_layer *layer, int x, int y, const uint8_t *color)
{
    static const uint8_t heart[3] = {238, 206, 84};
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (x + dx >= 0 && x + dx < SIDE && y + dy >= 0)
                put(layer, x + dx, y + dy, dx == 0 && dy == 0 ? heart : color, dx && dy ? 0.85 : 1);
}

static void paint_plant(const texture_layer *layer)
{
    static const uint8_t green[3] = {94, 134, 58};
    const bool flower =
        IS_AMONG(layer->kind, TR_BLOCK_RED_FLOWER, TR_BLOCK_YELLOW_FLOWER, TR_BLOCK_BLUE_FLOWER, TR_BLOCK_WHITE_FLOWER);
    const bool mushroom = IS_AMONG(layer->kind, TR_BLOCK_MUSHROOM, TR_BLOCK_GLOW_MUSHROOM);
    if (mushroom) {
        static const uint8_t stem[3] = {214, 202, 178};
        for (int y = 9; y < SIDE; y++)
            for (int x = 7; x < 9; x++) put(layer, x, y, stem, 0.9);
        for (int y = 6; y < 9; y++)
            for (int x = 4 + (y == 6); x < 12 - (y == 6); x++) put(layer, x, y, layer->color, grain(layer, x, y, 0.2));
        return;
    }
    const bool tall = layer->kind == TR_BLOCK_REEDS || layer->kind == TR_BLOCK_TALL_GRASS;
    const int stalks = flower ? 5 : 15;
    for (int i = 0; i < stalks; i++) {
        const double height = (tall ? 9 : flower ? 6 : 7) + 6 * random_at(layer, SALT_BLADE, i, 2);
        paint_stalk(layer, i, height, flower ? green : layer->color);
        if (!flower || i > 2) continue;
        const double foot = 2 + 12 * random_at(layer, SALT_BLADE, i, 0), bend = height / SIDE;
        const double lean = 5 * (random_at(layer, SALT_BLADE, i, 1) - 0.5);
        paint_blossom(layer, (int)lrint(foot + lean * bend * bend), SIDE - 1 - (int)height, layer->color);
    }
}

static void paint(const texture_layer *layer)
{
    const tr_block_info *info = tr_block_info_of((tr_block)layer->kind);
    if (info->shape == TR_SHAPE_SPRITE) {
        paint_plant(layer);
    } else if (layer->is_side &&
               IS_AMONG(layer->kind, TR_BLOCK_GRASS, TR_BLOCK_DRY_GRASS, TR_BLOCK_PODZOL, TR_BLOCK_PATH)) {
        paint_turf_side(layer);
    } else if (layer->kind >= TR_BLOCK_COAL_ORE && layer->kind <= TR_BLOCK_GLOW_CRYSTAL) {
        paint_ore(layer);
    } else {
        for (int i = 0; i < SIDE * SIDE; i++)
            put(layer, i % SIDE, i / SIDE, layer->color, brightness_of(layer, i % SIDE, i / SIDE));
    }
}

void tr_block_texture_fill(uint8_t *texels)
{
    memset(texels, 0, TR_BLOCK_TEXTURE_BYTES);
    for (int i = 0; i < TR_BLOCK_TEXTURE_LAYERS; i++) {
        const tr_block_info *info = tr_block_info_of((tr_block)(i / 2));
        const texture_layer layer = {.kind = (tr_block_kind)(i / 2),
                                     .is_side = i % 2 == 1,
                                     .color = i % 2 ? info->side_color : info->top_color,
                                     .top_color = info->top_color,
                                     .texels = texels + (size_t)4 * SIDE * SIDE * (size_t)i};
        paint(&layer);
    }
}
