// What time left of a plan. Walls are rows of upright posts of masonry, each as high as a hash of its place leaves it:
// nothing of them hangs in the air. Above an opening there is masonry as long as both sides still carry it, and upper
// floors are ledges that grow out of walls.
#include "voxel/decorate/structure_ruin.h"

#include "base/integers.h"

enum { DECAY = 1, CRUMBLE, PAVE, RUBBLE, LEDGE };

static const tr_ruin_plan plans[] = {tr_ruin_keep, tr_ruin_tower, tr_ruin_temple};
enum { PLAN_COUNT = sizeof plans / sizeof plans[0] };

typedef struct ruin_plan {
    const tr_build *build;
    tr_ruin_plan plan;
    uint32_t turn;
} ruin_plan;

// Plans are drawn with their gate towards -z, and turned by quarters.
static void to_plan(uint32_t turn, int32_t x, int32_t z, int32_t *px, int32_t *pz)
{
    *px = turn == 0 ? x : turn == 1 ? z : turn == 2 ? -x : -z;
    *pz = turn == 0 ? z : turn == 1 ? -x : turn == 2 ? -z : x;
}

// How many blocks of a wall of this height stand at a place of the plan: the noise makes breaches, the hash teeth.
static int32_t standing(const ruin_plan *ruin, const tr_ruin_cell *cell, int32_t x, int32_t z)
{
    const int32_t wall = cell->wall;
    const float decay = tr_build_noise(ruin->build, DECAY, x, z, 9);
    const float teeth = tr_build_noise(ruin->build, CRUMBLE, x, z, 3);
    float share = (cell->is_sturdy ? 1.9f : 1.5f) - 1.5f * decay - 0.3f * teeth;
    share = share > 1.0f ? 1.0f : share < 0.0f ? 0.0f : share;
    int32_t high = (int32_t)((float)wall * share);
    if (high < wall) high -= (int32_t)(tr_build_hash(ruin->build, CRUMBLE, x, 0, z) % 2);
    return tr_max_i32(high, decay > 0.9f ? 0 : 1);
}

static int32_t standing_at(const ruin_plan *ruin, const int32_t place[2])
{
    const tr_ruin_cell cell = ruin->plan(ruin->build, place[0], place[1]);
    return cell.wall > 0 && cell.arch == 0 ? standing(ruin, &cell, place[0], place[1]) : 0;
}

// The masonry of a cell is at y < high, less gap[0] <= y < gap[1].
static int32_t wall_of(const ruin_plan *ruin, const tr_ruin_cell *cell, int32_t x, int32_t z, int32_t gap[2])
{
    gap[0] = gap[1] = 0;
    if (cell->wall == 0) return 0;
    const int32_t high = standing(ruin, cell, x, z);
    if (cell->arch == 0) {
        const bool merlon = high == cell->wall && ((x + z) & 1) == 0;
        return high + merlon;
    }
    const int32_t carried = tr_min_i32(standing_at(ruin, cell->jambs[0]), standing_at(ruin, cell->jambs[1]));
    if (carried <= cell->arch) return tr_min_i32(high, cell->sill);
    gap[0] = cell->sill;
    gap[1] = cell->arch;
    return carried;
}

static void put_floor(const tr_build *build, const tr_ruin_cell *cell, int32_t x, int32_t z)
{
    const uint32_t number = tr_build_hash(build, PAVE, x, 0, z) % 100;
    const float worn = tr_build_noise(build, PAVE, x, z, 5);
    if (cell->floor == TR_FLOOR_TURF || (cell->floor == TR_FLOOR_PAVING && worn > 0.62f)) {
        tr_build_turf(build, x, z);
    } else if (cell->floor == TR_FLOOR_PAVING) {
        const tr_block_kind stone = number < 30   ? TR_BLOCK_MOSSY_COBBLE
                                    : number < 45 ? TR_BLOCK_GRAVEL
                                    : number < 60 ? TR_BLOCK_STONE
                                                  : TR_BLOCK_COBBLE;
        tr_build_level(build, x, z, stone, TR_BLOCK_COBBLE);
    } else {
        tr_build_level(build, x, z, tr_build_masonry(build, x, 1, z),
                       number < 40 ? TR_BLOCK_MOSSY_COBBLE : TR_BLOCK_COBBLE);
    }
}

// The room below, its stairs, and the masonry around it.
static void put_cellar(const tr_build *build, const tr_ruin_cell *cell, int32_t x, int32_t z)
{
    const int32_t bottom = -TR_RUIN_CELLAR - 1;
    if (cell->is_shell) {
        for (int32_t y = bottom; y < -1; y++) tr_build_put(build, x, y, z, tr_build_masonry(build, x, y, z));
        return;
    }
    const int32_t low = cell->floor == TR_FLOOR_STAIRS ? -cell->step : -TR_RUIN_CELLAR;
    const int32_t high = cell->floor == TR_FLOOR_STAIRS ? -1 : -3;
    for (int32_t y = bottom; y < low; y++) tr_build_put(build, x, y, z, tr_build_masonry(build, x, y, z));
    for (int32_t y = low; y <= high; y++) tr_build_put(build, x, y, z, TR_BLOCK_AIR);
    for (int32_t y = high + 1; y < -1; y++) tr_build_put(build, x, y, z, TR_BLOCK_CRACKED_BRICKS);
    if (cell->has_lamp) tr_build_put(build, x, low, z, TR_BLOCK_LAMP);
}

// Upper floors: planks that still hang at the walls.
static void put_ledges(const ruin_plan *ruin, const tr_ruin_cell *cell, int32_t x, int32_t z)
{
    const int32_t high = standing_at(ruin, cell->anchor);
    for (int32_t y = TR_RUIN_STOREY; y < high; y += TR_RUIN_STOREY) {
        const uint32_t number = tr_build_hash(ruin->build, LEDGE, cell->anchor[0], y, cell->anchor[1]);
        const float left = tr_build_noise(ruin->build, LEDGE + (uint32_t)y, cell->anchor[0], cell->anchor[1], 4);
        const int32_t reach = (int32_t)(5.0f * left) - 1 + (int32_t)(number % 2);
        if (cell->ledge <= reach) tr_build_put(ruin->build, x, y, z, TR_BLOCK_PLANKS);
    }
}

static void put_column(const ruin_plan *ruin, int32_t x, int32_t z)
{
    int32_t px, pz, gap[2];
    to_plan(ruin->turn, x, z, &px, &pz);
    const tr_build *build = ruin->build;
    const tr_ruin_cell cell = ruin->plan(build, px, pz);
    if (cell.floor == TR_FLOOR_NONE) return;
    put_floor(build, &cell, x, z);
    if (cell.is_shell || cell.floor >= TR_FLOOR_CELLAR) put_cellar(build, &cell, x, z);
    const int32_t high = wall_of(ruin, &cell, px, pz, gap);
    for (int32_t y = 0; y < high; y++)
        if (y < gap[0] || y >= gap[1]) tr_build_put(build, x, y, z, tr_build_masonry(build, x, y, z));
    if (cell.ledge > 0) put_ledges(ruin, &cell, x, z);
    if (cell.wall > 0 || cell.floor >= TR_FLOOR_CELLAR) return;
    // What fell lies about.
    const float heap = tr_build_noise(build, RUBBLE, x, z, 4);
    const uint32_t number = tr_build_hash(build, RUBBLE, x, 0, z) % 100;
    const int32_t stones = heap > 0.8f ? 1 + (number < 25) : number < 2;
    for (int32_t y = 0; y < stones; y++)
        tr_build_put(build, x, y, z, number % 2 ? TR_BLOCK_COBBLE : TR_BLOCK_MOSSY_COBBLE);
}

void tr_structure_draw_ruin(const tr_build *build)
{
    const ruin_plan ruin = {build, plans[build->hash / 4 % PLAN_COUNT], (uint32_t)(build->hash >> 20 & 3)};
    const tr_build_area area = tr_build_clip(build, build->half);
    for (int32_t z = area.z0; z <= area.z1; z++)
        for (int32_t x = area.x0; x <= area.x1; x++) put_column(&ruin, x, z);
}
