// The ground of coarser levels (level.h): samples at the corners of cells, whose mean is the height of a cell.
//
// A cell that is wet at two corners or more is under water; where it is too shallow for a cell of water, its bed lies
// one lower, so that shores, rivers and lakes stay where they are.
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "voxel/generate/classic.h"
#include "voxel/generate/ground_blocks.h"
#include "voxel/generate/level.h"
#include "voxel/generate/overhang.h"

enum {
    CORNERS = TR_LEVEL_WIDE + 1,  // along a side
    ROW = 40,                     // of samples: a multiple of a vector
    SAMPLES = ROW * CORNERS,
    SOIL_SALT = 0x6c65766c,
    NEAR_STEP = 8,
};

// Heights of faces in blocks.
typedef struct corner_samples {
    float height[SAMPLES], water[SAMPLES];  // `water` not above `height`: dry
} corner_samples;

typedef struct level_place {
    const tr_voxel_rules *rules;
    int32_t step;  // blocks of a cell
    int64_t x, z;  // of the first corner, in cells
} level_place;

static const int corner_steps[4] = {0, 1, ROW, ROW + 1};

// ---------------------------------------------------------------------------------------------------------
// Heights

static float mean_height(const corner_samples *corners, int at)
{
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += corners->height[at + corner_steps[i]];
    return sum * 0.25f;
}

// Of the wet corners, the highest; -INFINITY where fewer than two are wet. Near by, a corner of a river or lake counts
// for two: they are narrow, and would come apart.
static float water_height(const level_place *place, const corner_samples *corners, int at)
{
    const float sea = place->rules->ground.sea_level + 0.5f;
    float highest = -INFINITY;
    int wet = 0;
    for (int i = 0; i < 4; i++) {
        const int corner = at + corner_steps[i];
        if (!(corners->water[corner] > corners->height[corner])) continue;
        wet += place->step <= NEAR_STEP && corners->water[corner] > sea ? 2 : 1;
        highest = fmaxf(highest, corners->water[corner]);
    }
    return wet >= 2 ? highest : -INFINITY;
}

// The highest cell whose middle lies below a height in blocks.
static int32_t cell_below(const level_place *place, float height)
{
    const float max = (float)(1 << (TR_VOXEL_TALL_LOG2 + 1));
    return tr_block_below(fminf(fmaxf(height, -max), max) / (float)place->step);
}

// `water` is -INFINITY where it is dry.
static void set_heights(const level_place *place, float ground, float water, tr_level_cell *out)
{
    const int32_t bottom = (int32_t)tr_floor_div(place->rules->def.bottom, place->step);
    out->top = tr_max_i32(cell_below(place, ground), bottom);
    out->water = TR_COLUMN_DRY;
    if (water == -INFINITY) return;
    const int32_t level = cell_below(place, water);
    if (level <= bottom) return;
    out->water = level;
    out->top = tr_min_i32(out->top, level - 1);
}

static float slope_of(const level_place *place, const corner_samples *corners, int at)
{
    const float *h = corners->height + at;
    const float east = h[1] + h[ROW + 1] - h[0] - h[ROW], south = h[ROW] + h[ROW + 1] - h[0] - h[1];
    return sqrtf(east * east + south * south) * 0.5f / (float)place->step;
}

// Soil as thick as in blocks, of which a cell shows at least the surface.
static uint8_t cells_of(const level_place *place, uint8_t blocks)
{
    return (uint8_t)((blocks + place->step / 2) / place->step);
}

static bool carries_woods(uint8_t surface)
{
    switch (surface) {
    case TR_BLOCK_GRASS:
    case TR_BLOCK_DRY_GRASS:
    case TR_BLOCK_PODZOL:
    case TR_BLOCK_DIRT:
    case TR_BLOCK_MUD:
    case TR_BLOCK_SAND:
    case TR_BLOCK_SNOW: return true;
    default: return false;
    }
}

// ---------------------------------------------------------------------------------------------------------
// The preset WORLD

typedef struct world_samples {
    corner_samples corners;
    float temperature[SAMPLES], humidity[SAMPLES], patch[SAMPLES];
    uint8_t biome[SAMPLES], cover[SAMPLES];
} world_samples;

// Sources give rows without gaps: from the last on, they are moved apart.
static void spread_rows(void *values, size_t size)
{
    char *bytes = values;
    for (size_t row = CORNERS; row-- > 1;)
        memmove(bytes + row * ROW * size, bytes + row * CORNERS * size, CORNERS * size);
}

static bool sample_world(const level_place *place, world_samples *samples, tr_error *err)
{
    const tr_voxel_rules *rules = place->rules;
    const tr_ground_samples out = {samples->corners.height, samples->corners.water, samples->temperature,
                                   samples->humidity,       samples->biome,         samples->cover};
    if (!rules->ground.sample(rules->ground.user, place->x, place->z, CORNERS, CORNERS, place->step, &out, err))
        return false;
    float *const numbers[] = {samples->corners.height, samples->corners.water, samples->temperature, samples->humidity};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) spread_rows(numbers[i], sizeof(float));
    spread_rows(samples->biome, 1);
    spread_rows(samples->cover, 1);
    memset(samples->patch, 0, sizeof samples->patch);
    if (!rules->overhangs) return true;
    tr_noise_query query = tr_default_noise_query();
    query.seed = rules->seed;
    query.origin[0] = place->x * place->step;
    query.origin[1] = place->z * place->step;
    query.step[0] = query.step[1] = place->step;
    query.size[0] = query.size[1] = CORNERS;
    const tr_grid grid = {samples->patch, CORNERS, CORNERS, 1, ROW, SAMPLES};
    return tr_noise_grid(rules->overhangs->patches, &query, NULL, &grid, err);
}

static void set_world_cell(const level_place *place, const world_samples *samples, int x, int z, tr_level_cell *out)
{
    const int at = x + ROW * z;
    set_heights(place, mean_height(&samples->corners, at), water_height(place, &samples->corners, at), out);
    const tr_ground_cell cell = {
        .biome = samples->biome[at],
        .cover = samples->cover[at],
        .depth = out->water == TR_COLUMN_DRY ? 0 : (out->water - out->top) * place->step,
        .slope = slope_of(place, &samples->corners, at),
        .degC = samples->temperature[at],
        .humidity = samples->humidity[at],
        .patch = samples->patch[at],
        .hash = tr_hash_identity(place->rules->seed, SOIL_SALT, place->x + x, place->step, place->z + z),
    };
    const tr_ground_soil soil = tr_ground_soil_of(&cell);
    out->surface = soil.surface;
    out->under = soil.under;
    out->under_depth = cells_of(place, soil.depth);
    out->biome = cell.biome;
    out->grows =
        out->water == TR_COLUMN_DRY && cell.cover == TR_GROUND_BARE && cell.slope < 1.2f && carries_woods(soil.surface);
}

static bool make_world(const level_place *place, tr_level_cell *cells, tr_error *err)
{
    world_samples *samples = tr_alloc(place->rules->context, sizeof *samples, err);
    if (!samples) return false;
    const bool done = sample_world(place, samples, err);
    for (int i = 0; i < TR_LEVEL_CELLS && done; i++)
        set_world_cell(place, samples, i % TR_LEVEL_WIDE, i / TR_LEVEL_WIDE, &cells[i]);
    tr_free(place->rules->context, samples);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// The preset CLASSIC: its ground is rough, so that a cell is the mean of 4 x 4 samples. At level 1 they are those of
// which its four blocks are made, each the mean of what lies diagonally beside it; then they lie evenly in the cell.

enum { FOOTPRINT = 4, FINE_ROW = FOOTPRINT * TR_LEVEL_WIDE, FINE_SAMPLES = FINE_ROW * FINE_ROW };

typedef struct classic_samples {
    int32_t between;  // samples from a cell to the next
    float noise[TR_CLASSIC_FIELD_COUNT][FINE_SAMPLES];
    float height[FINE_SAMPLES];
    uint32_t biome[FINE_SAMPLES];
} classic_samples;
_Static_assert(FINE_SAMPLES % 8 == 0, "kernels take whole vectors");

static bool sample_classic(const level_place *place, classic_samples *samples, tr_error *err)
{
    const tr_voxel_rules *rules = place->rules;
    const bool overlaps = place->step == 2;
    samples->between = overlaps ? 2 : FOOTPRINT;
    tr_noise_query query = tr_default_noise_query();
    query.seed = rules->seed;
    query.origin[0] = place->x * place->step + (overlaps ? -1 : place->step / 8);
    query.origin[1] = place->z * place->step + (overlaps ? -1 : place->step / 8);
    query.step[0] = query.step[1] = overlaps ? 1 : place->step / FOOTPRINT;
    query.size[0] = query.size[1] = samples->between * (TR_LEVEL_WIDE - 1) + FOOTPRINT;
    const float *noise[TR_CLASSIC_FIELD_COUNT];
    memset(samples->noise, 0, sizeof samples->noise);
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) {
        noise[field] = samples->noise[field];
        const tr_grid grid = {samples->noise[field], query.size[0], query.size[1], 1, FINE_ROW, FINE_SAMPLES};
        if (!tr_noise_grid(rules->classic->noise[field], &query, NULL, &grid, err)) return false;
    }
    const tr_isa isa = tr_context_isa(rules->context);
    TR_ISA_PICK(tr_classic_table, isa)->ground(noise, FINE_SAMPLES, samples->height, samples->biome);
    return true;
}

// The mean height of the upper faces of a cell. Blocks are cut at heights rounded down: their upper faces lie half a
// block above them, in the mean.
static float face_of(const float *heights)
{
    float sum = 0;
    for (int z = 0; z < FOOTPRINT; z++)
        for (int x = 0; x < FOOTPRINT; x++) sum += heights[x + FINE_ROW * z];
    return sum * (1.0f / (FOOTPRINT * FOOTPRINT)) + 0.5f;
}

static void set_classic_cell(const level_place *place, const classic_samples *samples, int x, int z, tr_level_cell *out)
{
    const int first = samples->between * (x + FINE_ROW * z), middle = first + FOOTPRINT / 2 * (1 + FINE_ROW);
    const float face = face_of(samples->height + first);
    // The sea stands up to the upper face of the blocks of y 0.
    set_heights(place, face, face < 0.5f ? 1.0f : -INFINITY, out);
    const bool wet = out->water != TR_COLUMN_DRY;
    const int32_t top = wet ? -1 : tr_max_i32((int32_t)face - 1, 0);
    const tr_classic_soil soil = tr_classic_soil_of(samples->biome[middle], top);
    out->surface = soil.surface;
    out->under = soil.under;
    out->under_depth = cells_of(place, soil.depth);
    out->biome = (uint8_t)samples->biome[middle];
    out->grows = !wet && carries_woods(soil.surface);
}

static bool make_classic(const level_place *place, tr_level_cell *cells, tr_error *err)
{
    classic_samples *samples = tr_alloc(place->rules->context, sizeof *samples, err);
    if (!samples) return false;
    const bool done = sample_classic(place, samples, err);
    for (int i = 0; i < TR_LEVEL_CELLS && done; i++)
        set_classic_cell(place, samples, i % TR_LEVEL_WIDE, i / TR_LEVEL_WIDE, &cells[i]);
    tr_free(place->rules->context, samples);
    return done;
}

// ---------------------------------------------------------------------------------------------------------

// Dry ground beside water reaches up to it, so that no water stands in the air.
static void dam_cells(tr_level_cell *cells)
{
    static const int steps[4] = {-1, 1, -TR_LEVEL_WIDE, TR_LEVEL_WIDE};
    for (int i = TR_LEVEL_WIDE; i < TR_LEVEL_CELLS - TR_LEVEL_WIDE; i++) {
        if (i % TR_LEVEL_WIDE == 0 || i % TR_LEVEL_WIDE == TR_LEVEL_WIDE - 1 || cells[i].water != TR_COLUMN_DRY)
            continue;
        for (int k = 0; k < 4; k++) cells[i].top = tr_max_i32(cells[i].top, cells[i + steps[k]].water);
    }
}

bool tr_level_ground(const tr_voxel_rules *rules, int32_t level, int64_t x, int64_t z,
                     tr_level_cell cells[TR_LEVEL_CELLS], tr_error *err)
{
    const level_place place = {rules, 1 << level, x * TR_VOXEL_SIDE - TR_LEVEL_MARGIN,
                               z * TR_VOXEL_SIDE - TR_LEVEL_MARGIN};
    const bool classic = rules->def.preset == TR_VOXEL_CLASSIC;
    if (!(classic ? make_classic : make_world)(&place, cells, err)) return false;
    dam_cells(cells);
    return true;
}
