// Caves of a chunk as bits, compiled once per ISA (caves_isa.h).
//
// Noises are computed plane by plane of equal x: a column of their lattice is a slope and a constant for each (y, z),
// made once for all points beside it. Cells between points that no cave can reach, as the values at their corners show,
// are not looked at block by block.
#include "voxel/generate/caves_isa.h"

#include "voxel/generate/caves_kernel.h"

enum {
    POINTS = TR_CAVE_POINTS,
    PLANE = TR_CAVE_PLANE,
    CELLS = TR_CAVE_CELLS,
    STEP = TR_CAVE_STEP,
    SIDE = TR_VOXEL_SIDE
};

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

static inline __attribute__((always_inline)) kf min_of(const float *field, int at, int above)
{
    const corner_range range = range_of(field, at, above);
    return tr_cave_min(range.low, range.high);
}

// What is looked for in cells.
enum { OF_LINES = 1, OF_BRANCHES = 2, OF_HALLS = 4 };

// Cells of a plane that caves may reach: a bit for each point, at which a cell begins.
typedef struct plane_cells {
    uint8_t lines[PLANE / 8 + 1], branches[PLANE / 8 + 1], halls[PLANE / 8 + 1];
    unsigned kinds;  // of what there is any
} plane_cells;

// The fields of a bound are those at which every block of a cell is at least as far from caves.
static inline __attribute__((always_inline)) void mark_cells(const tr_cave_values *values, int x, int i, int above,
                                                             plane_cells *out)
{
    const kf margin = k_set(0.00001f);
    const int at = i + PLANE * x;
    tr_cave_fields bound;
    bound.sheet = min_of(values->sheet, at, above);
    bound.line = bound.branch = min_of(values->line, at, above);
    bound.reach = range_of(values->reach, at, above).high + margin;
    bound.chamber = range_of(values->chamber, at, above).high + margin;
    const unsigned lines = k_lane_bits(tr_cave_is_tunnel(bound)), halls = k_lane_bits(tr_cave_is_hall(bound));
    bound.line = bound.branch = min_of(values->branch, at, above);
    const unsigned branches = k_lane_bits(tr_cave_is_tunnel(bound));
    out->lines[i / 8] |= (uint8_t)(lines << i % 8);
    out->branches[i / 8] |= (uint8_t)(branches << i % 8);
    out->halls[i / 8] |= (uint8_t)(halls << i % 8);
    out->kinds |= (lines ? OF_LINES : 0u) | (branches ? OF_BRANCHES : 0u) | (halls ? OF_HALLS : 0u);
}

// Where the cells of the layer on top begin.
enum { TOP = POINTS * CELLS };
_Static_assert(TOP % 8 == 0 && TOP + CELLS <= PLANE, "no vector has cells of both");

static plane_cells cells_of(const tr_cave_values *values, int x)
{
    plane_cells cells = {{0}, {0}, {0}, 0};
    for (int i = 0; i < TOP; i += TR_LANES) mark_cells(values, x, i, POINTS, &cells);
    for (int i = TOP; i < TOP + CELLS; i += TR_LANES) mark_cells(values, x, i, 0, &cells);
    return cells;
}

// The cells of a row along z.
static unsigned row_of(const uint8_t *bytes, int y)
{
    const int at = POINTS * y;
    return (unsigned)(bytes[at / 8] | bytes[at / 8 + 1] << 8) >> at % 8 & 0xff;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks of cells

// Fields between two planes: at each point the values of four blocks along x.
enum { LINES = STEP * PLANE };
typedef struct plane_lines {
    float sheet[LINES], line[LINES], branch[LINES], reach[LINES], chamber[LINES];
} plane_lines;

static void spread_line(const float *field, float *out)
{
    for (int i = 0; i < PLANE; i += TR_LANES) {
        const kf left = k_load(field + i), right = k_load(field + PLANE + i);
        uint32_t words[STEP * TR_LANES];
        k_store_turns(words, k_bits(left), k_bits(tr_lerp(left, right, k_set(0.25f))),
                      k_bits(tr_lerp(left, right, k_set(0.5f))), k_bits(tr_lerp(left, right, k_set(0.75f))));
        memcpy(out + STEP * i, words, sizeof words);
    }
}

// Those fields that cells with some of `kinds` are looked at by: with halls all (cut_pair).
static void spread_lines(const tr_cave_values *values, int x, unsigned kinds, plane_lines *out)
{
    spread_line(values->sheet + PLANE * x, out->sheet);
    spread_line(values->reach + PLANE * x, out->reach);
    if (kinds & (OF_LINES | OF_HALLS)) spread_line(values->line + PLANE * x, out->line);
    if (kinds & (OF_BRANCHES | OF_HALLS)) spread_line(values->branch + PLANE * x, out->branch);
    if (kinds & OF_HALLS) spread_line(values->chamber + PLANE * x, out->chamber);
}

// A field along z, in one layer.
typedef struct z_line {
    kf begin, end;
} z_line;

static inline __attribute__((always_inline)) z_line z_line_of(const float *field, int at, int layer)
{
    const float *p = field + at, *q = p + STEP * POINTS;
    if (layer == 0) return (z_line){k_load(p), k_load(p + STEP)};
    const kf ty = k_set(0.25f * (float)layer);
    return (z_line){tr_lerp(k_load(p), k_load(q), ty), tr_lerp(k_load(p + STEP), k_load(q + STEP), ty)};
}

static inline __attribute__((always_inline)) kf along(z_line line, int z)
{
    return z == 0 ? line.begin : tr_lerp(line.begin, line.end, k_set(0.25f * (float)z));
}

// Two cells beside each other along z, which are eight lanes.
typedef struct cell_pair {
    int x, y, z;     // of the first, in cells
    unsigned valid;  // lanes of those that exist
} cell_pair;

static inline void put_bits(unsigned lanes, int x, uint32_t *rows)
{
    rows[0] |= (lanes & 0xf) << (STEP * x);
    if (lanes >> STEP) rows[STEP] |= (lanes >> STEP) << (STEP * x);
}

static inline __attribute__((always_inline)) bool cut_layer(const plane_lines *lines, cell_pair pair, int layer,
                                                            unsigned kinds, tr_cave_bits *tunnels, tr_cave_bits *halls)
{
    const int row = STEP * pair.z + SIDE * (STEP * pair.y + layer);
    unsigned tunnel_lanes[STEP] = {0}, hall_lanes[STEP] = {0};
    for (int lane = 0; lane < 2 * STEP; lane += TR_LANES) {
        const int at = STEP * (pair.z + POINTS * pair.y) + lane;
        const z_line sheet = z_line_of(lines->sheet, at, layer), reach = z_line_of(lines->reach, at, layer),
                     line = z_line_of(kinds & OF_LINES ? lines->line : lines->branch, at, layer),
                     branch = z_line_of(kinds & OF_BRANCHES ? lines->branch : lines->line, at, layer),
                     chamber = z_line_of(lines->chamber, at, layer);
        for (int z = 0; z < STEP; z++) {
            const tr_cave_fields fields = {along(sheet, z), along(line, z), along(branch, z), along(reach, z),
                                           along(chamber, z)};
            if (kinds & (OF_LINES | OF_BRANCHES)) tunnel_lanes[z] |= k_lane_bits(tr_cave_is_tunnel(fields)) << lane;
            if (kinds & OF_HALLS) hall_lanes[z] |= k_lane_bits(tr_cave_is_hall(fields)) << lane;
        }
    }
    unsigned any = 0;
    for (int z = 0; z < STEP; z++) {
        tunnel_lanes[z] &= pair.valid;
        hall_lanes[z] &= pair.valid;
        if (tunnel_lanes[z]) put_bits(tunnel_lanes[z], pair.x, tunnels->rows + row + z);
        if (hall_lanes[z]) put_bits(hall_lanes[z], pair.x, halls->rows + row + z);
        any |= tunnel_lanes[z] | hall_lanes[z];
    }
    return any;
}

static inline __attribute__((always_inline)) bool cut_layers(const plane_lines *lines, cell_pair pair, unsigned kinds,
                                                             tr_cave_bits *tunnels, tr_cave_bits *halls)
{
    bool any = cut_layer(lines, pair, 0, kinds, tunnels, halls);
    if (pair.y == CELLS) return any;
    any |= cut_layer(lines, pair, 1, kinds, tunnels, halls);
    any |= cut_layer(lines, pair, 2, kinds, tunnels, halls);
    any |= cut_layer(lines, pair, 3, kinds, tunnels, halls);
    return any;
}

// To look for more than what the cells may have changes nothing.
static bool cut_pair(const plane_lines *lines, cell_pair pair, unsigned kinds, tr_cave_bits *tunnels,
                     tr_cave_bits *halls)
{
    switch (kinds) {
    case OF_LINES: return cut_layers(lines, pair, OF_LINES, tunnels, halls);
    case OF_BRANCHES: return cut_layers(lines, pair, OF_BRANCHES, tunnels, halls);
    case OF_LINES | OF_BRANCHES: return cut_layers(lines, pair, OF_LINES | OF_BRANCHES, tunnels, halls);
    case OF_HALLS: return cut_layers(lines, pair, OF_HALLS, tunnels, halls);
    default: return cut_layers(lines, pair, OF_LINES | OF_BRANCHES | OF_HALLS, tunnels, halls);
    }
}

static bool cut_plane(const tr_cave_values *values, int x, int height, plane_lines *lines, tr_cave_bits *tunnels,
                      tr_cave_bits *halls)
{
    const plane_cells cells = cells_of(values, x);
    if (!cells.kinds) return false;
    spread_lines(values, x, cells.kinds, lines);
    bool any = false;
    for (int y = 0; y < height; y++) {
        const unsigned in_lines = row_of(cells.lines, y), in_branches = row_of(cells.branches, y),
                       in_halls = row_of(cells.halls, y);
        for (unsigned left = in_lines | in_branches | in_halls; left;) {
            const int z = __builtin_ctz(left);
            const unsigned both = 3u << z;
            const unsigned kinds = (in_lines & both ? OF_LINES : 0u) | (in_branches & both ? OF_BRANCHES : 0u) |
                                   (in_halls & both ? OF_HALLS : 0u);
            any |= cut_pair(lines, (cell_pair){x, y, z, z + 1 < CELLS ? 0xff : 0xf}, kinds, tunnels, halls);
            left &= ~both;
        }
    }
    return any;
}

static bool bits(const tr_cave_values *values, int height, tr_cave_bits *tunnels, tr_cave_bits *halls)
{
    plane_lines lines;
    bool any = false;
    for (int x = 0; x < CELLS; x++) any |= cut_plane(values, x, height, &lines, tunnels, halls);
    return any;
}

static void join(tr_cave_bits *cut, const tr_cave_bits *halls, uint32_t used[TR_CAVE_LAYERS])
{
    for (int layer = 0; layer < TR_CAVE_LAYERS; layer++) {
        used[layer] = 0;
        for (int z = 0; z < SIDE; z += TR_LANES) {
            uint32_t *rows = cut->rows + z + SIDE * layer;
            const ku both = k_load_u(rows) | k_load_u(halls->rows + z + SIDE * layer);
            k_store_u(rows, both);
            used[layer] |= (uint32_t)k_lane_bits(both != k_set_u(0)) << z;
        }
    }
}

const tr_cave_table TR_ISA_NAME(tr_cave_table) = {noise, shape, bits, join};
