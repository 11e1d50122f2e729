// Corner tiles with Poisson discs (after Lagae and Dutre, "An Alternative for Wang Tiles: Colored Edges versus Colored
// Corners").
//
// Points near a corner belong to the corner, points near an edge to its two corners, all others to the cell. What
// belongs together is made in larger surroundings, filled to saturation, of which only the region is kept: points next
// to the outline of a region are then like any others, and the lattice of cells does not show in the density.
//
// What does show in a spectrum is that the same points come again and again at the same place of their cells. The power
// at frequencies of the lattice grows as points / variants, where those near corners have the fewest variants. That is
// why the colours of a corner are different ones at each place of a square of period x period corners: with two colours
// and a period of 8, there are 128 corners and 1024 tiles, against 3 and 81 with three colours alone.
#include "place/pattern_tiles.h"

#include <assert.h>
#include <string.h>

enum {
    SIDE = 39550,                            // mean of 64 points in a saturated cell
    DISC_RADIUS = 3 * TR_PATTERN_UNITS / 2,  // of a corner
    STRIP_HALF = TR_PATTERN_UNITS / 2 + 32,  // of an edge, to both sides; cells' own points are farther apart
    AROUND = 3 * TR_PATTERN_UNITS,           // what is made around a region
    AROUND_CELL = 7 * TR_PATTERN_UNITS / 4,  // the same where it is relaxed
    MAX_PATCH = 24,
};
// What random numbers are for.
enum { OF_CORNER = 1, OF_EDGE_X, OF_EDGE_Z, OF_CELL, OF_RANK };

// The points of a corner or an edge, relative to the corner with the lower coordinates.
typedef struct patch {
    int32_t count;
    tr_spot spots[MAX_PATCH];
} patch;

typedef struct tile_maker {
    const tr_pattern_def *def;
    int32_t colors, period;
    patch *corners;        // [z][x][color]
    patch *edges[2];       // along x, along z: [z][x][color][color of the end]
    tr_scatter *scatters;  // of each worker
    tr_tile *tiles;
} tile_maker;

int32_t tr_tiles_period(int32_t colors)
{
    static const int32_t periods[TR_PATTERN_MAX_COLORS + 1] = {0, 1, 8, 4, 2};
    assert(colors >= 1 && colors <= TR_PATTERN_MAX_COLORS);
    return periods[colors];
}

int32_t tr_tiles_side(void)
{
    return SIDE;
}

static uint64_t seed_of(const tile_maker *maker, uint64_t what, int64_t number)
{
    return tr_hash_identity(maker->def->seed, what, number, maker->colors, maker->def->kind);
}

static void add_patch(tr_scatter *scatter, const patch *from, int32_t x, int32_t z)
{
    for (int32_t i = 0; i < from->count; i++)
        tr_scatter_add(scatter, (tr_spot){from->spots[i].x + x, from->spots[i].z + z});
}

static void keep_point(patch *out, tr_spot at)
{
    assert(out->count < MAX_PATCH);
    out->spots[out->count++] = at;
}

static void fill(const tile_maker *maker, tr_scatter *scatter, const tr_spot_domain *domain)
{
    tr_scatter_fix(scatter);
    tr_scatter_fill(scatter, domain);
    if (maker->def->kind == TR_PATTERN_BLUE) tr_scatter_relax(scatter, domain);
}

// ---------------------------------------------------------------------------------------------------------
// Corners and edges

static const patch *corner_at(const tile_maker *maker, int32_t x, int32_t z, int32_t color)
{
    const int32_t mask = maker->period - 1;
    return &maker->corners[((z & mask) * maker->period + (x & mask)) * maker->colors + color];
}

static const patch *edge_at(const tile_maker *maker, int axis, int32_t x, int32_t z, int32_t color, int32_t end_color)
{
    const int32_t mask = maker->period - 1, first = (z & mask) * maker->period + (x & mask);
    return &maker->edges[axis][(first * maker->colors + color) * maker->colors + end_color];
}

static bool make_corners(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)err;
    tile_maker *maker = user;
    tr_scatter *scatter = &maker->scatters[worker];
    const int32_t reach = DISC_RADIUS + 5 * TR_PATTERN_UNITS / 2;
    const tr_spot_domain domain = {.box = {-reach, -reach, reach, reach}};
    for (int64_t number = begin; number < end; number++) {
        patch *out = &maker->corners[number];
        tr_scatter_clear(scatter, seed_of(maker, OF_CORNER, number));
        fill(maker, scatter, &domain);
        out->count = 0;
        for (int32_t i = 0; i < scatter->count; i++) {
            const int64_t from_corner = tr_spot_distance_squared(scatter->spots[i], (tr_spot){0, 0});
            if (from_corner < (int64_t)DISC_RADIUS * DISC_RADIUS) keep_point(out, scatter->spots[i]);
        }
    }
    return true;
}

static tr_spot_box strip_of(int axis, int32_t x, int32_t z, int32_t half)
{
    return axis == 0 ? (tr_spot_box){x, z - half, x + SIDE, z + half} : (tr_spot_box){x - half, z, x + half, z + SIDE};
}

static void make_edge(const tile_maker *maker, tr_scatter *scatter, int axis, int32_t number)
{
    patch *out = &maker->edges[axis][number];
    const int32_t end_color = number % maker->colors, color = number / maker->colors % maker->colors;
    const int32_t corner = number / (maker->colors * maker->colors), x = corner % maker->period,
                  z = corner / maker->period;
    const tr_spot last = axis == 0 ? (tr_spot){SIDE, 0} : (tr_spot){0, SIDE};
    const tr_spot_box strip = strip_of(axis, 0, 0, STRIP_HALF);
    const tr_spot_domain domain = {.box = strip_of(axis, 0, 0, STRIP_HALF + AROUND),
                                   .discs = {{0, 0}, last},
                                   .disc_count = 2,
                                   .disc_radius = DISC_RADIUS};
    tr_scatter_clear(scatter, seed_of(maker, axis == 0 ? OF_EDGE_X : OF_EDGE_Z, number));
    add_patch(scatter, corner_at(maker, x, z, color), 0, 0);
    add_patch(scatter, corner_at(maker, x + (axis == 0), z + (axis == 1), end_color), last.x, last.z);
    fill(maker, scatter, &domain);
    out->count = 0;
    for (int32_t i = scatter->fixed_count; i < scatter->count; i++) {
        if (tr_spot_in_box(scatter->spots[i], &strip)) keep_point(out, scatter->spots[i]);
    }
}

static bool make_edges(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)err;
    tile_maker *maker = user;
    for (int64_t i = begin; i < end; i++) {
        make_edge(maker, &maker->scatters[worker], 0, (int32_t)i);
        make_edge(maker, &maker->scatters[worker], 1, (int32_t)i);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Cells

static const tr_spot_box cell_box = {0, 0, SIDE, SIDE};
static const tr_spot_box own_box = {STRIP_HALF, STRIP_HALF, SIDE - STRIP_HALF, SIDE - STRIP_HALF};

// Where a cell has its own points, and for relaxation also where its neighbours do.
static tr_spot_domain cell_domain(tr_pattern_kind kind)
{
    tr_spot_domain domain = {.box = own_box,
                             .discs = {{0, 0}, {SIDE, 0}, {0, SIDE}, {SIDE, SIDE}},
                             .disc_count = 4,
                             .disc_radius = DISC_RADIUS};
    if (kind == TR_PATTERN_BLUE) {
        domain.box = (tr_spot_box){-AROUND_CELL, -AROUND_CELL, SIDE + AROUND_CELL, SIDE + AROUND_CELL};
        domain.hole_count = 4;
        for (int i = 0; i < 2; i++) {
            domain.holes[i] = strip_of(0, 0, i * SIDE, STRIP_HALF);
            domain.holes[2 + i] = strip_of(1, i * SIDE, 0, STRIP_HALF);
        }
    }
    return domain;
}

// What corners and edges have in and around a cell.
static void add_border(const tile_maker *maker, tr_scatter *scatter, int32_t number)
{
    const int32_t c = maker->colors, tiles = c * c * c * c;
    const int32_t x = number / tiles % maker->period, z = number / tiles / maker->period;
    const int32_t colors[2][2] = {{number / (c * c * c) % c, number / (c * c) % c}, {number / c % c, number % c}};
    for (int32_t i = 0; i < 2; i++) {
        for (int32_t j = 0; j < 2; j++)
            add_patch(scatter, corner_at(maker, x + j, z + i, colors[i][j]), j * SIDE, i * SIDE);
        add_patch(scatter, edge_at(maker, 0, x, z + i, colors[i][0], colors[i][1]), 0, i * SIDE);
        add_patch(scatter, edge_at(maker, 1, x + i, z, colors[0][i], colors[1][i]), i * SIDE, 0);
    }
}

static int32_t count_in_cell(const tr_scatter *scatter)
{
    int32_t count = 0;
    for (int32_t i = 0; i < scatter->count; i++) count += tr_spot_in_box(scatter->spots[i], &cell_box);
    return count;
}

// Fills parts of the cell anew until it has all slots.
static void settle_count(tr_scatter *scatter, const tr_spot_domain *whole)
{
    enum { TRIES = 1000, WINDOW = 5 * TR_PATTERN_UNITS / 2 };
    tr_spot before[TR_SCATTER_MAX];
    int32_t surplus = count_in_cell(scatter) - TR_PATTERN_SLOTS;
    for (int i = 0; i < TRIES && surplus != 0; i++) {
        const int32_t before_count = scatter->count;
        memcpy(before, scatter->spots, sizeof before);
        tr_spot_domain part = *whole;
        const int32_t x = STRIP_HALF + (int32_t)tr_scatter_draw(scatter, SIDE - 2 * STRIP_HALF - WINDOW);
        const int32_t z = STRIP_HALF + (int32_t)tr_scatter_draw(scatter, SIDE - 2 * STRIP_HALF - WINDOW);
        part.box = (tr_spot_box){x, z, x + WINDOW, z + WINDOW};
        tr_scatter_remove(scatter, &part.box);
        tr_scatter_fill(scatter, &part);
        const int32_t now = count_in_cell(scatter) - TR_PATTERN_SLOTS;
        if (now * now <= surplus * surplus) {
            surplus = now;
        } else {
            tr_scatter_remove(scatter, &part.box);
            for (int32_t k = scatter->fixed_count; k < before_count; k++) {
                if (tr_spot_in_box(before[k], &part.box)) tr_scatter_add(scatter, before[k]);
            }
        }
    }
}

// Where a gap lies across the outline of the cell's own domain, the part beyond cannot be hit, and it would be filled
// less often than gaps elsewhere: the first darts go next to the outline.
static void throw_first(tr_scatter *scatter, const tr_spot_domain *whole)
{
    enum { BAND = 1600, DARTS = 60 };  // tried: the density is even to 1 % over a footprint
    tr_spot_domain band = *whole;
    band.box = own_box;
    band.holes[band.hole_count++] =
        (tr_spot_box){own_box.x0 + BAND, own_box.z0 + BAND, own_box.x1 - BAND, own_box.z1 - BAND};
    tr_scatter_throw(scatter, &band, DARTS);
}

static void make_tile(const tile_maker *maker, tr_scatter *scatter, int32_t number)
{
    const tr_spot_domain domain = cell_domain(maker->def->kind);
    tr_scatter_clear(scatter, seed_of(maker, OF_CELL, number));
    add_border(maker, scatter, number);
    tr_scatter_fix(scatter);
    if (maker->def->kind == TR_PATTERN_DART) throw_first(scatter, &domain);
    tr_scatter_fill(scatter, &domain);
    settle_count(scatter, &domain);
    if (maker->def->kind == TR_PATTERN_BLUE) tr_scatter_relax(scatter, &domain);
    tr_tile *tile = &maker->tiles[number];
    tile->count = 0;
    for (int32_t i = 0; i < scatter->count && tile->count < TR_PATTERN_SLOTS; i++) {
        if (tr_spot_in_box(scatter->spots[i], &cell_box)) tile->spots[tile->count++] = scatter->spots[i];
    }
    tr_tile_rank(tile, SIDE, seed_of(maker, OF_RANK, number));
}

static bool make_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)err;
    tile_maker *maker = user;
    for (int64_t i = begin; i < end; i++) make_tile(maker, &maker->scatters[worker], (int32_t)i);
    return true;
}

static bool make_all(tr_context *context, tile_maker *maker, tr_error *err)
{
    const int64_t corners = (int64_t)maker->period * maker->period * maker->colors;
    const int64_t edges = corners * maker->colors, tiles = edges * maker->colors * maker->colors;
    const size_t workers = (size_t)tr_context_threads(context);
    return (maker->corners = tr_alloc_array(context, (size_t)corners, sizeof(patch), err)) &&
           (maker->edges[0] = tr_alloc_array(context, (size_t)edges, sizeof(patch), err)) &&
           (maker->edges[1] = tr_alloc_array(context, (size_t)edges, sizeof(patch), err)) &&
           (maker->scatters = tr_alloc_array(context, workers, sizeof(tr_scatter), err)) &&
           tr_parallel_for(context, &(tr_range_work){corners, 4, make_corners, maker}, NULL, err) &&
           tr_parallel_for(context, &(tr_range_work){edges, 4, make_edges, maker}, NULL, err) &&
           tr_parallel_for(context, &(tr_range_work){tiles, 8, make_tiles, maker}, NULL, err);
}

bool tr_tiles_make(tr_context *context, const tr_pattern_def *def, tr_tile *tiles, tr_error *err)
{
    tile_maker maker = {.def = def, .colors = def->colors, .period = tr_tiles_period(def->colors), .tiles = tiles};
    const bool ok = make_all(context, &maker, err);
    tr_free(context, maker.scatters);
    tr_free(context, maker.edges[1]);
    tr_free(context, maker.edges[0]);
    tr_free(context, maker.corners);
    return ok;
}
