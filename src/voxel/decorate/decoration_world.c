// Roots of the preset WORLD.
//
// Trees stand on the places of an absolute lattice: a point at random in each cell of 5 x 5 blocks, which gives way to
// a point of higher rank in a cell beside it that is nearer than the least distance. What is large (old trees,
// boulders, fallen trunks) has a lattice of its own, of 16 x 16 blocks, and the small ones keep away from its places.
// All of that is hashes, so that a column knows the places beyond its border; only then the ground and the biome say
// what grows on a place. Plants are drawn cell by cell, in patches.
#include "base/integers.h"
#include "voxel/decorate/decoration_biomes.h"
#include "voxel/decorate/decoration_noise.h"
#include "voxel/decorate/decoration_roots.h"
#include "voxel/decorate/decoration_shape.h"
#include "voxel/decorate/structures.h"

enum { WHAT_PLACE = 0x706c6163, WHAT_GREAT, WHAT_PLANT, WHAT_PATCH, WHAT_BLOOM, WHAT_GROVE, WHAT_SPECIES };

enum {
    SMALL_CELL = 5,
    SMALL_APART2 = 12,  // squares of least distances, in blocks: between small ones,
    GREAT_CELL = 16,
    GREAT_JITTER = 13,   // (large ones lie at least 4 apart by this alone)
    GREAT_APART2 = 20,   // of small from large ones,
    CACTUS_APART2 = 64,  // and of what must not touch anything
    GREAT_PERCENT = 60,  // of cells with a large place
    MAX_GREAT = 25,
};

typedef struct place {
    int32_t x, z;  // from the column's first block
    uint64_t hash;
} place;

typedef struct planting_work {
    const tr_voxel_rules *rules;
    const tr_column *column;
    tr_decoration_list *list;
    tr_site sites[TR_MAX_SITES];
    int32_t site_count;
    place great[MAX_GREAT];
    int32_t great_count;
    uint32_t biomes;  // a bit for each that the column has
    tr_slow_noise patch, bloom, grove, species;
} planting_work;

// ---------------------------------------------------------------------------------------------------------
// What the ground allows

static bool is_soil(uint8_t block)
{
    return block == TR_BLOCK_GRASS || block == TR_BLOCK_DRY_GRASS || block == TR_BLOCK_PODZOL ||
           block == TR_BLOCK_DIRT || block == TR_BLOCK_MUD;
}

static bool grows_on(uint16_t kind, uint8_t block)
{
    switch (kind) {
    case TR_DECORATION_CACTUS: return block == TR_BLOCK_SAND;
    case TR_DECORATION_PALM:
    case TR_DECORATION_SANDSTONE_BOULDER: return block == TR_BLOCK_SAND || is_soil(block);
    case TR_DECORATION_PINE:
    case TR_DECORATION_TALL_PINE:
    case TR_DECORATION_YOUNG_PINE:
    case TR_DECORATION_UMBRELLA_PINE:
    case TR_DECORATION_FALLEN_PINE: return block == TR_BLOCK_SNOW || is_soil(block);
    case TR_DECORATION_DEAD_TREE: return block == TR_BLOCK_SAND || block == TR_BLOCK_SNOW || is_soil(block);
    case TR_DECORATION_STONE_BOULDER:
    case TR_DECORATION_MOSSY_BOULDER:
        return block == TR_BLOCK_SAND || block == TR_BLOCK_SNOW || block == TR_BLOCK_GRAVEL || is_soil(block);
    default: return is_soil(block);
    }
}

// The range of heights of the cells x0 .. x1, z0 .. z1 that the column has.
static void height_range(const tr_column *column, int32_t x0, int32_t z0, int32_t x1, int32_t z1, int32_t *low,
                         int32_t *high)
{
    *low = INT32_MAX;
    *high = INT32_MIN;
    for (int32_t z = tr_max_i32(z0, 0); z <= tr_min_i32(z1, TR_VOXEL_SIDE - 1); z++) {
        for (int32_t x = tr_max_i32(x0, 0); x <= tr_min_i32(x1, TR_VOXEL_SIDE - 1); x++) {
            const int32_t top = column->top[x + TR_VOXEL_SIDE * z];
            *low = tr_min_i32(*low, top);
            *high = tr_max_i32(*high, top);
        }
    }
}

static bool is_level(const tr_column *column, int32_t x, int32_t z, int32_t around, int32_t step)
{
    int32_t low, high;
    height_range(column, x - around, z - around, x + around, z + around, &low, &high);
    const int32_t top = column->top[x + TR_VOXEL_SIDE * z];
    return high - top <= step && top - low <= step;
}

static bool is_kept_off(const planting_work *planting, int32_t x, int32_t z, int32_t reach)
{
    const int64_t bx = planting->column->x * TR_VOXEL_SIDE + x, bz = planting->column->z * TR_VOXEL_SIDE + z;
    for (int32_t i = 0; i < planting->site_count; i++) {
        const tr_site *site = &planting->sites[i];
        const int32_t half = site->half + reach;
        if (bx >= site->x - half && bx <= site->x + half && bz >= site->z - half && bz <= site->z + half) return true;
    }
    return false;
}

static bool is_far_from_great(const planting_work *planting, int32_t x, int32_t z, int32_t apart2)
{
    for (int32_t i = 0; i < planting->great_count; i++) {
        const int32_t dx = planting->great[i].x - x, dz = planting->great[i].z - z;
        if (dx * dx + dz * dz < apart2) return false;
    }
    return true;
}

// Nothing may touch a cactus: it stands on the highest ground around, all of which the column knows.
static bool fits_cactus(const planting_work *planting, int32_t x, int32_t z)
{
    if (x < 2 || z < 2 || x >= TR_VOXEL_SIDE - 2 || z >= TR_VOXEL_SIDE - 2) return false;
    int32_t low, high;
    height_range(planting->column, x - 2, z - 2, x + 2, z + 2, &low, &high);
    return high <= planting->column->top[x + TR_VOXEL_SIDE * z] && is_far_from_great(planting, x, z, CACTUS_APART2);
}

// A trunk lies on free level ground from end to end.
static bool fits_fallen(const planting_work *planting, const tr_decoration *request)
{
    bool along_x;
    const int32_t length = tr_decoration_length(request->kind, request->variant, &along_x);
    const int32_t top = planting->column->top[request->x + TR_VOXEL_SIDE * request->z];
    for (int32_t i = 1; i <= length; i++) {
        const int32_t x = request->x + (along_x ? i : 0), z = request->z + (along_x ? 0 : i),
                      cell = x + TR_VOXEL_SIDE * z;
        if (x >= TR_VOXEL_SIDE || z >= TR_VOXEL_SIDE || planting->column->top[cell] != top) return false;
        if (!tr_column_is_free(planting->column, cell)) return false;
    }
    return true;
}

static bool fits_thick(const planting_work *planting, int32_t x, int32_t z)
{
    if (x >= TR_VOXEL_SIDE - 1 || z >= TR_VOXEL_SIDE - 1) return false;
    for (int32_t i = 0; i < 4; i++)
        if (!tr_column_is_free(planting->column, x + (i & 1) + TR_VOXEL_SIDE * (z + (i >> 1)))) return false;
    return true;
}

// Palms grow where it is hot; of a beach only the land behind it tells.
static bool is_hot(const planting_work *planting)
{
    const uint32_t hot =
        1u << TR_BIOME_DESERT | 1u << TR_BIOME_SAVANNA | 1u << TR_BIOME_JUNGLE | 1u << TR_BIOME_RAINFOREST;
    return (planting->biomes & hot) != 0;
}

// Palms of a desert stand at water.
static bool fits_palm(const planting_work *planting, int32_t x, int32_t z)
{
    if (!is_hot(planting)) return false;
    if (planting->column->biome[x + TR_VOXEL_SIDE * z] != TR_BIOME_DESERT) return true;
    for (int32_t k = -4; k <= 4; k++) {
        for (int32_t i = -4; i <= 4; i++) {
            const int32_t px = x + i, pz = z + k;
            if ((uint32_t)(px | pz) >= TR_VOXEL_SIDE) continue;
            if (planting->column->water[px + TR_VOXEL_SIDE * pz] >= planting->column->top[px + TR_VOXEL_SIDE * pz])
                return true;
        }
    }
    return false;
}

static bool fits(const planting_work *planting, const tr_decoration *request)
{
    const int32_t cell = request->x + TR_VOXEL_SIDE * request->z;
    if (!tr_column_is_free(planting->column, cell) || !grows_on(request->kind, planting->column->surface[cell]))
        return false;
    if (is_kept_off(planting, request->x, request->z, tr_decoration_reach(request->kind))) return false;
    if (!is_level(planting->column, request->x, request->z, 1, 2)) return false;
    if (tr_decoration_is_thick(request->kind)) return fits_thick(planting, request->x, request->z);
    switch (request->kind) {
    case TR_DECORATION_CACTUS: return fits_cactus(planting, request->x, request->z);
    case TR_DECORATION_PALM: return fits_palm(planting, request->x, request->z);
    case TR_DECORATION_FALLEN_OAK:
    case TR_DECORATION_FALLEN_BIRCH:
    case TR_DECORATION_FALLEN_PINE: return fits_fallen(planting, request);
    default: return true;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Places

static void find_great(planting_work *planting)
{
    const int64_t x0 = planting->column->x * TR_VOXEL_SIDE, z0 = planting->column->z * TR_VOXEL_SIDE;
    for (int64_t k = tr_floor_div(z0, GREAT_CELL) - 1; k <= tr_floor_div(z0 + TR_VOXEL_SIDE - 1, GREAT_CELL) + 1; k++) {
        for (int64_t i = tr_floor_div(x0, GREAT_CELL) - 1; i <= tr_floor_div(x0 + TR_VOXEL_SIDE - 1, GREAT_CELL) + 1;
             i++) {
            const uint64_t hash = tr_hash_identity(planting->rules->seed, WHAT_GREAT, i, 0, k);
            if (hash % 100 >= GREAT_PERCENT) continue;
            const int32_t dx = (int32_t)((hash >> 16) % GREAT_JITTER), dz = (int32_t)((hash >> 32) % GREAT_JITTER);
            planting->great[planting->great_count++] =
                (place){(int32_t)(i * GREAT_CELL - x0) + dx, (int32_t)(k * GREAT_CELL - z0) + dz, hash};
        }
    }
}

static place small_place(const planting_work *planting, int64_t i, int64_t k)
{
    const int64_t x0 = planting->column->x * TR_VOXEL_SIDE, z0 = planting->column->z * TR_VOXEL_SIDE;
    const uint64_t hash = tr_hash_identity(planting->rules->seed, WHAT_PLACE, i, 0, k);
    return (place){(int32_t)(i * SMALL_CELL - x0) + (int32_t)((hash >> 16) % SMALL_CELL),
                   (int32_t)(k * SMALL_CELL - z0) + (int32_t)((hash >> 24) % SMALL_CELL), hash};
}

// What one of the growths of a biome wins at a place, if any: a number of the place against their chances.
static bool choose(const planting_work *planting, const tr_growth *growths, const place *at, uint16_t *kind)
{
    const tr_biome_growth *growth = &tr_world_growth[planting->column->biome[at->x + TR_VOXEL_SIDE * at->z]];
    const float grove = tr_slow_noise_at(&planting->grove, at->x, at->z);
    // Between 0 in a clearing and 2 in the densest part, 1 on average.
    const float steep = 3.0f * grove - 0.5f, open = steep < 0 ? 0 : steep > 2 ? 2 : steep;
    const float factor = (1.0f + growth->clearings * (open - 1.0f)) * (float)planting->rules->def.decorations;
    const float species = 2.0f * tr_slow_noise_at(&planting->species, at->x, at->z) - 1.0f;
    // The hash itself is the rank of the place: those that are left have high ones.
    float number = (float)(at->hash * UINT64_C(0x9E3779B97F4A7C15) >> 40) * 0x1p-24f;
    for (int i = 0; i < TR_MAX_GROWTHS && growths[i].chance > 0; i++) {
        const float chance = growths[i].chance * factor * (1.0f + 0.9f * (float)growths[i].grove * species);
        if (number < chance) {
            *kind = growths[i].kind;
            return true;
        }
        number -= chance;
    }
    return false;
}

static bool is_inside(const place *at)
{
    return (uint32_t)(at->x | at->z) < TR_VOXEL_SIDE;
}

static void plant(planting_work *planting, const place *at, uint16_t kind)
{
    const tr_decoration request = {
        .x = at->x, .z = at->z, .kind = kind, .variant = (uint32_t)(at->hash ^ at->hash >> 29)};
    if (fits(planting, &request)) tr_decoration_list_add(planting->list, planting->rules, planting->column, &request);
}

static void plant_great(planting_work *planting)
{
    for (int32_t i = 0; i < planting->great_count; i++) {
        const place *at = &planting->great[i];
        uint16_t kind;
        if (!is_inside(at)) continue;
        if (choose(planting, tr_world_growth[planting->column->biome[at->x + TR_VOXEL_SIDE * at->z]].great, at, &kind))
            plant(planting, at, kind);
    }
}

// Rank decides between places that are too near each other; a tie of 64 bits cannot be seen.
static bool is_given_way(const place *at, const place *row, int32_t stride)
{
    for (int32_t k = -1; k <= 1; k++) {
        for (int32_t i = -1; i <= 1; i++) {
            const place *other = &row[i + stride * k];
            const int32_t dx = other->x - at->x, dz = other->z - at->z;
            if (other != at && dx * dx + dz * dz < SMALL_APART2 && other->hash > at->hash) return true;
        }
    }
    return false;
}

static void plant_small(planting_work *planting)
{
    enum { SIDE = TR_VOXEL_SIDE / SMALL_CELL + 4 };
    place places[SIDE * SIDE];
    const int64_t i0 = tr_floor_div(planting->column->x * TR_VOXEL_SIDE, SMALL_CELL) - 1,
                  k0 = tr_floor_div(planting->column->z * TR_VOXEL_SIDE, SMALL_CELL) - 1;
    for (int32_t i = 0; i < SIDE * SIDE; i++) places[i] = small_place(planting, i0 + i % SIDE, k0 + i / SIDE);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const place *at = &places[i];
        uint16_t kind;
        if (!is_inside(at) || is_given_way(at, at, SIDE)) continue;
        if (!is_far_from_great(planting, at->x, at->z, GREAT_APART2)) continue;
        if (choose(planting, tr_world_growth[planting->column->biome[at->x + TR_VOXEL_SIDE * at->z]].trees, at, &kind))
            plant(planting, at, kind);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Plants

static bool is_shore(const tr_column *column, int32_t x, int32_t z)
{
    const int32_t top = column->top[x + TR_VOXEL_SIDE * z];
    for (int32_t i = 0; i < 4; i++) {
        const int32_t px = x + tr_ways[2 * i][0], pz = z + tr_ways[2 * i][1];
        if ((uint32_t)(px | pz) < TR_VOXEL_SIDE && column->water[px + TR_VOXEL_SIDE * pz] == top) return true;
    }
    return false;
}

static float at_least_zero(float value)
{
    return value > 0 ? value : 0;
}

static tr_block_kind choose_flower(const planting_work *planting, int32_t x, int32_t z, uint64_t hash)
{
    static const uint8_t flowers[4] = {TR_BLOCK_YELLOW_FLOWER, TR_BLOCK_RED_FLOWER, TR_BLOCK_WHITE_FLOWER,
                                       TR_BLOCK_BLUE_FLOWER};
    // A patch has a colour, with a few strangers.
    const float tone = 6.0f * tr_slow_noise_at(&planting->species, x, z) + 0.7f * (float)(hash >> 8 & 255) / 256.0f;
    return (tr_block_kind)flowers[(int32_t)tone & 3];
}

// What grows on a cell by a number in [0, 1), if anything; `tall` blocks above the first.
static tr_block_kind choose_plant(const planting_work *planting, int32_t x, int32_t z, uint64_t hash, uint16_t *tall)
{
    const int32_t cell = x + TR_VOXEL_SIDE * z;
    const tr_biome_growth *growth = &tr_world_growth[planting->column->biome[cell]];
    const float factor = (float)planting->rules->def.decorations, patch = tr_slow_noise_at(&planting->patch, x, z);
    const uint8_t ground = planting->column->surface[cell];
    float number = (float)(hash >> 40) * 0x1p-24f;
    if (growth->reeds > 0 && is_shore(planting->column, x, z)) {
        *tall = (uint16_t)(1 + (hash & 1));
        return number < growth->reeds * factor * patch ? TR_BLOCK_REEDS : TR_BLOCK_AIR;
    }
    const float bloom = growth->flower * factor * at_least_zero(4.0f * tr_slow_noise_at(&planting->bloom, x, z) - 2.2f);
    if (number < bloom) return is_soil(ground) ? choose_flower(planting, x, z, hash) : TR_BLOCK_AIR;
    number -= bloom;
    const float low = growth->plant * factor * at_least_zero(1.8f * patch - 0.4f);
    if (number < low) {
        const bool second = (float)(hash & 255) / 256.0f > 1.4f - tr_slow_noise_at(&planting->grove, x, z) - 0.3f;
        const uint8_t block = growth->plants[second];
        const bool on_sand = ground == TR_BLOCK_SAND && (block == TR_BLOCK_SHRUB || block == TR_BLOCK_DRY_TUFT);
        return is_soil(ground) || on_sand ? (tr_block_kind)block : TR_BLOCK_AIR;
    }
    number -= low;
    return number < growth->mushroom * factor && is_soil(ground) ? TR_BLOCK_MUSHROOM : TR_BLOCK_AIR;
}

// The highest chance of any plant in each biome, as a number that most hashes exceed.
static void bound_plants(const planting_work *planting, uint64_t bounds[TR_BIOME_COUNT])
{
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        const tr_biome_growth *growth = &tr_world_growth[i];
        const float sum = 1.8f * growth->flower + 1.4f * growth->plant + growth->mushroom;
        const float max = (sum > growth->reeds ? sum : growth->reeds) * (float)planting->rules->def.decorations;
        bounds[i] = max < 1.0f ? (uint64_t)(max * 0x1p24f) + 1 : (uint64_t)1 << 24;
    }
}

static void plant_low(planting_work *planting)
{
    uint64_t bounds[TR_BIOME_COUNT];
    bound_plants(planting, bounds);
    const uint64_t key =
        tr_hash_identity(planting->rules->seed, WHAT_PLANT, planting->column->x, 0, planting->column->z);
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) {
        const uint64_t hash = tr_cell_hash(key, cell);
        if (hash >> 40 >= bounds[planting->column->biome[cell]] || !tr_column_is_free(planting->column, cell)) continue;
        const int32_t x = cell % TR_VOXEL_SIDE, z = cell / TR_VOXEL_SIDE;
        uint16_t tall = 0;
        const tr_block_kind block = choose_plant(planting, x, z, hash, &tall);
        if (block == TR_BLOCK_AIR || is_kept_off(planting, x, z, 0) || !is_level(planting->column, x, z, 1, 2))
            continue;
        const tr_decoration request = {
            .x = x, .z = z, .kind = (uint16_t)(TR_DECORATION_PLANT + block), .height = tall, .variant = (uint32_t)hash};
        tr_decoration_list_add(planting->list, planting->rules, planting->column, &request);
    }
}

// Most of a sea has none.
static bool has_free_cell(const tr_column *column)
{
    int any = 0;
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++)
        any |=
            (column->water[cell] < column->top[cell]) & (column->cover[cell] == TR_GROUND_BARE) & !column->open[cell];
    return any;
}

void tr_decorations_root_world(const tr_voxel_rules *rules, const tr_column *column, tr_decoration_list *list)
{
    planting_work planting = {.rules = rules, .column = column, .list = list};
    if (!has_free_cell(column)) return;
    planting.site_count = tr_structures_sites(rules, column->x, column->z, TR_DECORATION_REACH, planting.sites);
    for (int32_t cell = 0; cell < TR_COLUMN_CELLS; cell++) planting.biomes |= 1u << column->biome[cell];
    tr_slow_noise_make(&planting.patch, rules->seed, WHAT_PATCH, column, 3);
    tr_slow_noise_make(&planting.bloom, rules->seed, WHAT_BLOOM, column, 4);
    tr_slow_noise_make(&planting.grove, rules->seed, WHAT_GROVE, column, 6);
    tr_slow_noise_make(&planting.species, rules->seed, WHAT_SPECIES, column, 7);
    find_great(&planting);
    plant_great(&planting);
    plant_small(&planting);
    plant_low(&planting);
}
