#include "caves_reference.h"

#include "terrane/blocks.h"

enum { DRY = -(1 << 24) };

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static float lerp(float a, float b, float t)
{
    const float change = b - a;
    return a + t * change;
}

static uint64_t seed_of(const caves_reference *reference, uint64_t what)
{
    return tr_hash_identity(reference->seed, what, 0, 0, 0);
}

// ---------------------------------------------------------------------------------------------------------
// Gradient noise of one octave

typedef struct test_octave {
    int64_t cell[3];
    float t[3];
    uint32_t seed[3];
} test_octave;

static uint32_t word_of(int64_t cell, int axis, uint32_t seed)
{
    static const uint32_t multiplier[3] = {0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du};
    const uint64_t biased = (uint64_t)cell + 0x80000000u;
    const uint32_t linear = (uint32_t)biased * multiplier[axis] + (uint32_t)(biased >> 32) * 0x27d4eb2fu + seed;
    return (linear ^ linear >> 15) * 0x7feb352du;
}

static uint32_t hash_of(uint32_t sum)
{
    return (sum ^ sum >> 16) * 0x846ca68bu;
}

// The gradient of a corner times an offset, by axis.
static void gradient_at(const test_octave *octave, int x, int y, int z, float out[3])
{
    const uint32_t hash =
        hash_of(word_of(octave->cell[0] + x, 0, octave->seed[0]) + word_of(octave->cell[1] + y, 1, octave->seed[1]) +
                word_of(octave->cell[2] + z, 2, octave->seed[2]));
    const uint32_t upper = hash << 1, middle = hash << 12;
    const float a = (float)(int32_t)(upper & 0x7fffff00u), b = (float)(int32_t)(middle & 0x7fffffffu);
    const float smaller = a < b ? a : b, larger = a < b ? b : a;
    out[0] = hash >> 31 ? -smaller : smaller;
    out[1] = middle >> 31 ? -(larger - smaller) : larger - smaller;
    out[2] = upper >> 31 ? -(0x1p31f - larger) : 0x1p31f - larger;
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

// What the column of lattice points at x says.
static float beside(const test_octave *octave, int x)
{
    const float v = fade(octave->t[1]), w = fade(octave->t[2]);
    float slope[2], dot[2];
    for (int z = 0; z < 2; z++) {
        float g0[3], g1[3];
        gradient_at(octave, x, 0, z, g0);
        gradient_at(octave, x, 1, z, g1);
        const float ty = octave->t[1], tz = z == 0 ? octave->t[2] : octave->t[2] - 1.0f;
        const float d0 = g0[1] * ty + g0[2] * tz, d1 = g1[1] * (ty - 1.0f) + g1[2] * tz;
        slope[z] = lerp(g0[0], g1[0], v);
        dot[z] = lerp(d0, d1, v);
    }
    const float t = x == 0 ? octave->t[0] : octave->t[0] - 1.0f;
    return lerp(slope[0], slope[1], w) * t + lerp(dot[0], dot[1], w);
}

static float noise_at(const caves_reference *reference, int number, const int64_t at[3])
{
    static const int32_t sizes[6][3] = {{107, 61, 113}, {43, 37, 41},   {79, 83, 73},
                                        {101, 89, 97},  {131, 71, 127}, {47, 34, 53}};
    test_octave at_octave;
    for (int axis = 0; axis < 3; axis++) {
        at_octave.cell[axis] = floor_div(at[axis], sizes[number][axis]);
        at_octave.t[axis] =
            (float)(at[axis] - at_octave.cell[axis] * sizes[number][axis]) * (1.0f / (float)sizes[number][axis]);
        at_octave.seed[axis] = (uint32_t)(tr_hash_identity(reference->seed, 0x6361, number, axis, 0) >> 32);
    }
    return lerp(beside(&at_octave, 0), beside(&at_octave, 1), fade(at_octave.t[0])) * (1.776f * 0x1p-31f);
}

// ---------------------------------------------------------------------------------------------------------
// Tunnels and halls

static caves_reference_point make_point(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    const int64_t at[3] = {4 * x, 4 * y, 4 * z}, point[3] = {x, y, z};
    uint32_t sum = 0;
    for (int axis = 0; axis < 3; axis++)
        sum += word_of(point[axis], axis, (uint32_t)(tr_hash_identity(reference->seed, 0x6362, axis, 0, 0) >> 32));
    const float rough = (float)(int32_t)(hash_of(sum) & 0xffffff00u) * 0x1p-31f;
    const float hall = noise_at(reference, 4, at) * 0.85f + noise_at(reference, 5, at) * 0.15f;
    const float factor = 1.0f + 0.9f * hall + 0.28f * rough;
    const float reach = (0.03f + 0.04f * reference->amount) * (factor > 0.3f ? factor : 0.3f);
    return (caves_reference_point){.x = x,
                                   .y = y,
                                   .z = z,
                                   .sheet = noise_at(reference, 0, at) * 0.85f + noise_at(reference, 1, at) * 0.15f,
                                   .line = noise_at(reference, 2, at),
                                   .branch = noise_at(reference, 3, at),
                                   .reach = reach * reach,
                                   .chamber = hall + 0.035f * rough - (0.62f - 0.28f * reference->amount),
                                   .known = true};
}

static caves_reference_point point_at(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    if (!reference->memory) return make_point(reference, x, y, z);
    caves_reference_point *place = &reference->memory[tr_hash_identity(0, 0, x, y, z) % CAVES_REFERENCE_MEMORY];
    if (!place->known || place->x != x || place->y != y || place->z != z) *place = make_point(reference, x, y, z);
    return *place;
}

// Between eight points: along x, then y, then z.
static float between(const float v[8], const float t[3])
{
    float line[4];
    for (int i = 0; i < 4; i++) line[i] = lerp(v[2 * i], v[2 * i + 1], t[0]);
    return lerp(lerp(line[0], line[2], t[1]), lerp(line[1], line[3], t[1]), t[2]);
}

typedef struct fields {
    float sheet, line, branch, reach, chamber;
} fields;

static fields fields_at(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    const int64_t cell[3] = {floor_div(x, 4), floor_div(y, 4), floor_div(z, 4)};
    const float t[3] = {(float)(x - 4 * cell[0]) * 0.25f, (float)(y - 4 * cell[1]) * 0.25f,
                        (float)(z - 4 * cell[2]) * 0.25f};
    float v[5][8];
    for (int i = 0; i < 8; i++) {
        const caves_reference_point p =
            point_at(reference, cell[0] + (i & 1), cell[1] + (i >> 2 & 1), cell[2] + (i >> 1 & 1));
        v[0][i] = p.sheet, v[1][i] = p.line, v[2][i] = p.branch, v[3][i] = p.reach, v[4][i] = p.chamber;
    }
    return (fields){between(v[0], t), between(v[1], t), between(v[2], t), between(v[3], t), between(v[4], t)};
}

bool caves_reference_is_tunnel(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    const fields f = fields_at(reference, x, y, z);
    const float line = f.line * f.line, branch = f.branch * f.branch;
    return f.sheet * f.sheet + (line < branch ? line : branch) < f.reach;
}

bool caves_reference_is_hall(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    const fields f = fields_at(reference, x, y, z);
    return f.chamber > f.sheet * f.sheet * 3.0f;
}

// ---------------------------------------------------------------------------------------------------------
// Water

typedef struct region {
    int64_t square_x, square_z;
    int32_t level;
} region;

// How the lattice that bends borders moves a place along an axis.
static float moved(const caves_reference *reference, int64_t x, int64_t z, int shift)
{
    const int64_t i = floor_div(x, 16), j = floor_div(z, 16);
    const float tx = (float)(x - 16 * i) * 0.0625f, tz = (float)(z - 16 * j) * 0.0625f;
    float corner[4];
    for (int k = 0; k < 4; k++) {
        const uint64_t hash = tr_hash_identity(seed_of(reference, 0x6365), 2, i + k % 2, j + k / 2, 0);
        corner[k] = ((float)(int32_t)(hash >> shift & 0xffff) * 0x1p-15f - 1.0f) * 11.0f;
    }
    return lerp(lerp(corner[0], corner[1], tx), lerp(corner[2], corner[3], tx), tz);
}

static int32_t level_of(const caves_reference *reference, uint64_t hash)
{
    const int32_t low = reference->bottom + 18 + 12, high = reference->sea > low + 1 ? reference->sea : low + 1;
    if (hash >> 60 >= 4) return DRY;
    return low + (int32_t)((hash >> 32 & 0xffff) * (uint32_t)(high - low) >> 16);
}

// The region of a column, and another that is about as near or the same again. Distances are measured from the first
// block of a chunk, where floats are exact enough to be the same for all.
static void regions_at(const caves_reference *reference, int64_t x, int64_t z, int64_t chunk_x, int64_t chunk_z,
                       region out[2])
{
    const int64_t ox = chunk_x * 32, oz = chunk_z * 32, sx = floor_div(ox, 160), sz = floor_div(oz, 160);
    const float px = (float)(x - ox) + moved(reference, x, z, 0), pz = (float)(z - oz) + moved(reference, x, z, 16);
    float best = 1e30f, second = 1e30f;
    for (int64_t j = -2; j <= 2; j++)
        for (int64_t i = -2; i <= 2; i++) {
            const uint64_t hash = tr_hash_identity(seed_of(reference, 0x6365), 1, sx + i, sz + j, 0);
            const float dx = (float)((sx + i) * 160 - ox + (int64_t)((hash & 0xffff) * 160 >> 16)) - px;
            const float dz = (float)((sz + j) * 160 - oz + (int64_t)((hash >> 16 & 0xffff) * 160 >> 16)) - pz;
            const float apart = dx * dx + dz * dz;
            const region here = {sx + i, sz + j, level_of(reference, hash)};
            if (apart < best) {
                second = best, out[1] = out[0];
                best = apart, out[0] = here;
            } else if (apart < second) {
                second = apart, out[1] = here;
            }
        }
    if (!(second - best < 500.0f)) out[1] = out[0];
}

static bool same_region(const region *a, const region *b)
{
    return a->square_x == b->square_x && a->square_z == b->square_z;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static const int64_t sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

// The level of water of a column, and up to where stone stays between regions.
static int32_t water_at(const caves_reference *reference, int64_t x, int64_t z, int32_t *wall)
{
    const int64_t chunk_x = floor_div(x, 32), chunk_z = floor_div(z, 32);
    region here[2], there[2];
    regions_at(reference, x, z, chunk_x, chunk_z, here);
    *wall = same_region(&here[0], &here[1]) ? DRY : larger(here[0].level, here[1].level);
    for (int i = 0; i < 4; i++) {
        regions_at(reference, x + sides[i][0], z + sides[i][1], chunk_x, chunk_z, there);
        if (!same_region(&here[0], &there[0])) *wall = larger(*wall, larger(here[0].level, there[0].level));
    }
    return here[0].level;
}

// ---------------------------------------------------------------------------------------------------------
// What is cut

static float smooth(float t)
{
    return t * t * (3.0f - 2.0f * t);
}

bool caves_reference_is_open(const caves_reference *reference, int64_t x, int64_t z)
{
    const caves_reference_column column = reference->column(reference->user, x, z);
    if (!column.bare || column.wet) return false;
    const int64_t i = floor_div(x, 64), j = floor_div(z, 64);
    float corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] =
            (float)(int32_t)(tr_hash_identity(seed_of(reference, 0x6364), 0, i + k % 2, j + k / 2, 0) >> 56) - 200.0f;
    const float tx = smooth((float)(x - 64 * i) * (1.0f / 64.0f)), tz = smooth((float)(z - 64 * j) * (1.0f / 64.0f));
    if (!(lerp(lerp(corner[0], corner[1], tx), lerp(corner[2], corner[3], tx), tz) > 0.0f)) return false;
    for (int32_t y = column.top - 6; y <= column.top; y++)
        if (caves_reference_is_tunnel(reference, x, y, z)) return true;
    return false;
}

// The highest y that may be cut.
static int32_t limit_at(const caves_reference *reference, int64_t x, int64_t z, int32_t level)
{
    const caves_reference_column column = reference->column(reference->user, x, z);
    const bool open = caves_reference_is_open(reference, x, z);
    const int32_t liquid = larger(level, reference->bottom + 18);
    const int32_t cover = column.wet ? 7 : column.bare ? 4 : 6;
    int32_t limit = open ? column.top : column.end - 1 - cover;
    if (open && column.end <= liquid) limit = smaller(limit, column.end - 1);
    for (int i = 0; i < 4; i++) {
        const caves_reference_column beside = reference->column(reference->user, x + sides[i][0], z + sides[i][1]);
        if (!open || beside.wet || beside.end - 1 < liquid) limit = smaller(limit, beside.end - 1);
    }
    return limit;
}

static bool is_cut(const caves_reference *reference, int64_t x, int64_t y, int64_t z)
{
    const bool tunnel = caves_reference_is_tunnel(reference, x, y, z),
               hall = caves_reference_is_hall(reference, x, y, z);
    if ((!tunnel && !hall) || y < reference->bottom + 6) return false;
    int32_t wall;
    const int32_t level = water_at(reference, x, z, &wall), lava = reference->bottom + 18;
    int32_t limit = limit_at(reference, x, z, level);
    if (!tunnel) limit = smaller(limit, reference->column(reference->user, x, z).end - 1 - 20);
    if (y > limit) return false;
    return y <= lava || (y > wall && (level == DRY || y > lava + 2));
}

static bool is_stone(uint8_t block)
{
    return block == TR_BLOCK_STONE || block == TR_BLOCK_DEEP_STONE;
}

static uint64_t cheap_hash(uint64_t seed, int64_t place)
{
    uint64_t word = seed + (uint64_t)place * 0xd1342543de82ef95u;
    word = (word ^ word >> 31) * 0x9e3779b97f4a7c15u;
    word = (word ^ word >> 29) * 0xbf58476d1ce4e5b9u;
    return word ^ word >> 32;
}

static uint8_t floor_kind(const caves_reference *reference, int64_t x, int64_t y, int64_t z, uint8_t before,
                          uint64_t *hash)
{
    *hash = cheap_hash(seed_of(reference, 0x6363) + cheap_hash((uint64_t)y, z), x);
    const caves_reference_point point = point_at(reference, floor_div(x, 4), floor_div(y, 4), floor_div(z, 4));
    const float along = point.line + point.branch, dither = (float)(int32_t)(*hash >> 48) * 0x1p-16f;
    if ((*hash & 0x3ff) < 3) return TR_BLOCK_GLOW_CRYSTAL;
    if (along > 0.12f + 0.1f * dither) return TR_BLOCK_GRAVEL;
    return along < -0.2f - 0.15f * dither ? TR_BLOCK_MOSSY_COBBLE : before;
}

static uint8_t content(const caves_reference *reference, int64_t x, int64_t y, int64_t z, uint8_t below)
{
    int32_t wall;
    if (y <= reference->bottom + 18) return TR_BLOCK_LAVA;
    if (y <= water_at(reference, x, z, &wall)) return TR_BLOCK_WATER;
    // Mushrooms, but not in the lowest layer of a chunk.
    if (floor_div(y, 32) * 32 == y || !is_stone(below) || is_cut(reference, x, y - 1, z)) return TR_BLOCK_AIR;
    uint64_t hash;
    const uint8_t on = floor_kind(reference, x, y - 1, z, below, &hash);
    const uint64_t seldom = on == TR_BLOCK_MOSSY_COBBLE ? 0x1f : 0x1ff;
    return (hash >> 16 & seldom) == 0 ? TR_BLOCK_GLOW_MUSHROOM : TR_BLOCK_AIR;
}

uint8_t caves_reference_block(const caves_reference *reference, int64_t x, int64_t y, int64_t z, uint8_t before,
                              uint8_t below)
{
    if (before == TR_BLOCK_AIR || before == TR_BLOCK_WATER) return before;
    if (is_cut(reference, x, y, z)) return before == TR_BLOCK_BEDROCK ? before : content(reference, x, y, z, below);
    // Floors. The lava's own are as they were.
    if (!is_stone(before) || y + 1 < reference->bottom + 6) return before;
    if (floor_div(y, 32) * 32 + 32 <= reference->bottom + 18 || !is_cut(reference, x, y + 1, z)) return before;
    uint64_t hash;
    return floor_kind(reference, x, y, z, before, &hash);
}
