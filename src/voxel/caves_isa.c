// Caves of a chunk as bits, compiled once per ISA (caves_isa.h).
//
// Noises are computed plane by plane of equal x: a column of their lattice is a slope and a constant for each (y, z),
// made once for all points beside it. Cells between points that no cave can reach, as the values at their corners show,
// are not looked at block by block.
#include "voxel/caves_isa.h"

#include "voxel/caves_kernel.h"

enum { POINTS = TR_CAVE_POINTS, PLANE = TR_CAVE_PLANE, CELLS = TR_CAVE_CELLS, STEP = TR_CAVE_STEP };

// ---------------------------------------------------------------------------------------------------------
// Noises at the points

// What the points of a plane have of their places along y and z.
typedef struct plane_places {
    uint32_t word[4][PLANE];  // sums at (y, z), (y + 1, z), (y, z + 1), (y + 1, z + 1)
    float ty[PLANE], tz[PLANE];
} plane_places;

typedef struct plane_columns {
    float slope[PLANE], constant[PLANE];
} plane_columns;

static void spread_places(const tr_cave_axis *y_axis, const tr_cave_axis *z_axis, plane_places *out)
{
    for (int y = 0; y < POINTS; y++) {
        const uint32_t *wy = y_axis->word + y_axis->cell[y];
        for (int z = 0, i = y * POINTS; z < POINTS; z++, i++) {
            const uint32_t *wz = z_axis->word + z_axis->cell[z];
            out->word[0][i] = wy[0] + wz[0];
            out->word[1][i] = wy[1] + wz[0];
            out->word[2][i] = wy[0] + wz[1];
            out->word[3][i] = wy[1] + wz[1];
            out->ty[i] = y_axis->t[y];
            out->tz[i] = z_axis->t[z];
        }
    }
    for (int i = POINTS * POINTS; i < PLANE; i++) {
        for (int k = 0; k < 4; k++) out->word[k][i] = 0;
        out->ty[i] = out->tz[i] = 0.0f;
    }
}

static inline tr_gradient_3d gradient_at(const plane_places *places, int corner, int i, ku column_word)
{
    return tr_hash_gradient3(tr_upper_hash(column_word + k_load_u(places->word[corner] + i)));
}

static void make_columns(const plane_places *places, uint32_t column_word, plane_columns *out)
{
    const ku word = k_set_u(column_word);
    for (int i = 0; i < PLANE; i += TR_LANES) {
        const kf ty = k_load(places->ty + i), tz = k_load(places->tz + i);
        const tr_gradient_column column = tr_gradient_column3(
            gradient_at(places, 0, i, word), gradient_at(places, 1, i, word), gradient_at(places, 2, i, word),
            gradient_at(places, 3, i, word), ty, tz, tr_fade_smootherstep(ty), tr_fade_smootherstep(tz));
        k_store(out->slope + i, column.slope);
        k_store(out->constant + i, column.constant);
    }
}

static void add_octave(const tr_cave_octave *octave, bool first, float *out)
{
    plane_places places;
    plane_columns columns[TR_CAVE_OCTAVE_CELLS];
    const tr_cave_axis *x_axis = &octave->axis[0];
    spread_places(&octave->axis[1], &octave->axis[2], &places);
    for (int c = 0; c <= x_axis->cell[POINTS - 1] + 1; c++) make_columns(&places, x_axis->word[c], &columns[c]);
    for (int x = 0; x < POINTS; x++) {
        const plane_columns *left = &columns[x_axis->cell[x]], *right = left + 1;
        const kf t = k_set(x_axis->t[x]), u = tr_fade_smootherstep(t);
        for (int i = 0; i < PLANE; i += TR_LANES) {
            float *to = out + x * PLANE + i;
            const tr_gradient_column l = {k_load(left->slope + i), k_load(left->constant + i)};
            const tr_gradient_column r = {k_load(right->slope + i), k_load(right->constant + i)};
            const kf value = tr_gradient_sample(l, r, t, u, TR_GRADIENT_SCALE3) * octave->weight;
            k_store(to, first ? value : k_load(to) + value);
        }
    }
}

static void noise(const tr_cave_octave *octaves, int count, float *out)
{
    for (int i = 0; i < count; i++) add_octave(&octaves[i], i == 0, out);
}

static void shape(const float *hall, uint32_t words[3][TR_CAVE_POINTS], float radius, float threshold,
                  tr_cave_values *out)
{
    uint32_t plane[PLANE] = {0};
    for (int y = 0; y < POINTS; y++)
        for (int z = 0; z < POINTS; z++) plane[z + POINTS * y] = words[1][y] + words[2][z];
    for (int x = 0; x < POINTS; x++)
        for (int i = 0; i < PLANE; i += TR_LANES) {
            const int at = x * PLANE + i;
            const kf rough = tr_cave_rough(k_load_u(plane + i) + k_set_u(words[0][x])), h = k_load(hall + at);
            k_store(out->reach + at, tr_cave_reach(h, rough, radius));
            k_store(out->chamber + at, tr_cave_chamber(h, rough, threshold));
        }
}

// ---------------------------------------------------------------------------------------------------------
// Cells that caves may reach

// The least and the most of a field over the corners of the cells of two planes.
typedef struct corner_range {
    kf low, high;
} corner_range;

static inline __attribute__((always_inline)) void widen(corner_range *range, const float *p)
{
    const kf value = k_load(p);
    range->low = k_min(range->low, value);
    range->high = k_max(range->high, value);
}

// `above` is how far the points above are: none for the layer on top.
static inline __attribute__((always_inline)) corner_range range_of(const float *field, int at, int above)
{
    const kf first = k_load(field + at);
    corner_range range = {first, first};
    widen(&range, field + at + 1);
    widen(&range, field + at + PLANE);
    widen(&range, field + at + PLANE + 1);
    if (above) {
        widen(&range, field + at + above);
        widen(&range, field + at + above + 1);
        widen(&range, field + at + above + PLANE);
        widen(&range, field + at + above + PLANE + 1);
    }
    return range;
}

static inline __attribute__((always_inline)) kf least_of(const float *field, int at, int above)
{
    const corner_range range = range_of(field, at, above);
    return tr_cave_least(range.low, range.high);
}

// Fields at which every block of a cell is at least as far from caves.
static inline __attribute__((always_inline)) tr_cave_fields bound_of(const tr_cave_values *values, int at, int above)
{
    const kf margin = k_set(0.00001f);
    tr_cave_fields bound;
    bound.sheet = least_of(values->sheet, at, above);
    bound.line = least_of(values->line, at, above);
    bound.branch = least_of(values->branch, at, above);
    bound.reach = range_of(values->reach, at, above).high + margin;
    bound.chamber = range_of(values->chamber, at, above).high + margin;
    return bound;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks of a cell

// Offsets of the blocks of a layer of a cell.
static const float lane_x[8] = {0, .25f, .5f, .75f, 0, .25f, .5f, .75f};
static const float lane_z[16] = {0, 0, 0, 0, .25f, .25f, .25f, .25f, .5f, .5f, .5f, .5f, .75f, .75f, .75f, .75f};

// The corners of a cell, four values for each field.
enum { SHEET = 0, LINE = 4, BRANCH = 8, REACH = 12, CHAMBER = 16, CORNERS = 24 };
typedef struct cell_corners {
    float low[CORNERS], high[CORNERS];
} cell_corners;

static inline void load_corners(const float *p, int above, int field, cell_corners *out)
{
    float *low = out->low + field, *high = out->high + field;
    low[0] = p[0], low[1] = p[PLANE], low[2] = p[1], low[3] = p[PLANE + 1];
    p += above;
    high[0] = p[0], high[1] = p[PLANE], high[2] = p[1], high[3] = p[PLANE + 1];
}

static inline __attribute__((always_inline)) kf inside(const float *edges, int lane)
{
    return tr_cave_between(k_set(edges[0]), k_set(edges[1]), k_set(edges[2]), k_set(edges[3]),
                           k_load(lane_x + lane % STEP), k_load(lane_z + lane));
}

typedef struct cell_bits {
    uint32_t tunnels, halls;  // of 4 x 4 blocks, x + 4 z
} cell_bits;

static inline __attribute__((always_inline)) cell_bits layer_of(const cell_corners *corners, int layer, bool tunnels,
                                                                bool halls)
{
    const kf ty = k_set(lane_x[layer]);
    float edges[CORNERS];
    for (int i = 0; i < CORNERS; i += TR_LANES)
        k_store(edges + i, tr_lerp(k_load(corners->low + i), k_load(corners->high + i), ty));
    cell_bits bits = {0, 0};
    for (int lane = 0; lane < STEP * STEP; lane += TR_LANES) {
        tr_cave_fields fields;
        fields.sheet = inside(edges + SHEET, lane);
        if (tunnels) {
            fields.line = inside(edges + LINE, lane);
            fields.branch = inside(edges + BRANCH, lane);
            fields.reach = inside(edges + REACH, lane);
            bits.tunnels |= k_lane_bits(tr_cave_is_tunnel(fields)) << lane;
        }
        if (halls) {
            fields.chamber = inside(edges + CHAMBER, lane);
            bits.halls |= k_lane_bits(tr_cave_is_hall(fields)) << lane;
        }
    }
    return bits;
}

static void put_layer(uint32_t cell, int x, uint32_t *rows)
{
    for (int z = 0; z < STEP; z++) rows[z] |= (cell >> (STEP * z) & 0xf) << (STEP * x);
}

typedef struct cave_bits {
    tr_cave_bits *tunnels, *halls;
    bool any;
} cave_bits;

// Where a cell is, in cells.
typedef struct cell_place {
    int x, y, z;
} cell_place;

static inline __attribute__((always_inline)) void cut_layers(const cell_corners *corners, cell_place at, bool tunnels,
                                                             bool halls, cave_bits *out)
{
    for (int layer = 0; layer < (at.y < CELLS ? STEP : 1); layer++) {
        const cell_bits bits = layer_of(corners, layer, tunnels, halls);
        const int row = STEP * at.z + TR_VOXEL_SIDE * (STEP * at.y + layer);
        if (tunnels) put_layer(bits.tunnels, at.x, out->tunnels->rows + row);
        if (halls) put_layer(bits.halls, at.x, out->halls->rows + row);
        out->any |= bits.tunnels || bits.halls;
    }
}

static void cut_cell(const tr_cave_values *values, cell_place cell, bool tunnels, bool halls, cave_bits *out)
{
    const int at = cell.z + POINTS * cell.y + PLANE * cell.x, above = cell.y < CELLS ? POINTS : 0;
    cell_corners corners = {{0}, {0}};
    load_corners(values->sheet + at, above, SHEET, &corners);
    load_corners(values->line + at, above, LINE, &corners);
    load_corners(values->branch + at, above, BRANCH, &corners);
    load_corners(values->reach + at, above, REACH, &corners);
    load_corners(values->chamber + at, above, CHAMBER, &corners);
    if (tunnels && halls)
        cut_layers(&corners, cell, true, true, out);
    else if (tunnels)
        cut_layers(&corners, cell, true, false, out);
    else
        cut_layers(&corners, cell, false, true, out);
}

// The cells of points first <= i < end of a plane that caves may reach.
static void cut_cells(const tr_cave_values *values, int x, int first, int end, cave_bits *out)
{
    const int above = first < POINTS * CELLS ? POINTS : 0;
    for (int i = first; i < end; i += TR_LANES) {
        const tr_cave_fields bound = bound_of(values, i + PLANE * x, above);
        const unsigned tunnels = k_lane_bits(tr_cave_is_tunnel(bound)), halls = k_lane_bits(tr_cave_is_hall(bound));
        for (unsigned bits = tunnels | halls; bits; bits &= bits - 1) {
            const int lane = __builtin_ctz(bits), point = i + lane;
            const cell_place cell = {x, point / POINTS, point % POINTS};
            if (cell.z < CELLS && point < end) cut_cell(values, cell, tunnels >> lane & 1, halls >> lane & 1, out);
        }
    }
}

static bool bits(const tr_cave_values *values, tr_cave_bits *tunnels, tr_cave_bits *halls)
{
    cave_bits out = {tunnels, halls, false};
    for (int x = 0; x < CELLS; x++) {
        cut_cells(values, x, 0, POINTS * CELLS, &out);
        cut_cells(values, x, POINTS * CELLS, POINTS * CELLS + CELLS, &out);
    }
    return out.any;
}

const tr_cave_table TR_ISA_NAME(tr_cave_table) = {noise, shape, bits};
