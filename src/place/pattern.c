// Patterns: their definitions, and which tile a cell of the plane has.
#include "place/pattern.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "place/pattern_nearest.h"
#include "place/pattern_square.h"

#define PATTERN_COOKIE 0x70617474u
// What random numbers are for.
enum { OF_ROW = 0x726f77 };

static const char *const names[TR_PATTERN_COUNT] = {
#define X(id, name, what) name,
    TR_PATTERN_LIST(X)
#undef X
};

const char *tr_pattern_name(tr_pattern_kind kind)
{
    assert((unsigned)kind < TR_PATTERN_COUNT);
    return names[kind];
}

bool tr_pattern_from_name(const char *name, tr_pattern_kind *out)
{
    for (int i = 0; i < TR_PATTERN_COUNT; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        *out = (tr_pattern_kind)i;
        return true;
    }
    return false;
}

tr_pattern_def tr_default_pattern_def(void)
{
    return (tr_pattern_def){.cookie = PATTERN_COOKIE, .kind = TR_PATTERN_DART, .colors = 2};
}

// ---------------------------------------------------------------------------------------------------------
// Making

static bool has_corners(tr_pattern_kind kind)
{
    return kind == TR_PATTERN_DART || kind == TR_PATTERN_BLUE;
}

// What is known before the tiles are made.
static bool plan(const tr_pattern_def *def, tr_pattern *out, tr_error *err)
{
    if ((unsigned)def->kind >= TR_PATTERN_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the kind of the pattern is %d; allowed is 0 to %d",
                       (int)def->kind, TR_PATTERN_COUNT - 1);
    out->tile_count = TR_SQUARE_TILES;
    out->slot_count = TR_PATTERN_SLOTS;
    if (def->kind == TR_PATTERN_GRID) {
        out->side = (uint32_t)tr_square_grid_side();
        return true;
    }
    if (def->kind == TR_PATTERN_OWN) {
        int32_t side;
        if (!tr_square_check_own(def, &side, err)) return false;
        out->side = (uint32_t)side;
        out->slot_count = def->point_count;
        return true;
    }
    if (def->colors < 1 || def->colors > TR_PATTERN_MAX_COLORS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the corners of the pattern have %d colours; allowed is 1 to %d",
                       (int)def->colors, TR_PATTERN_MAX_COLORS);
    const int32_t period = tr_tiles_period(def->colors);
    out->side = (uint32_t)tr_tiles_side();
    out->colors = def->colors;
    out->period = period;
    out->tile_count = period * period * def->colors * def->colors * def->colors * def->colors;
    return true;
}

static bool make_tiles(const tr_pattern *pattern, const tr_pattern_def *def, tr_tile *tiles, tr_error *err)
{
    if (has_corners(def->kind)) return tr_tiles_make(pattern->context, def, tiles, err);
    if (def->kind == TR_PATTERN_GRID) {
        tr_square_make_grid(def, tiles);
    } else {
        tr_square_make_own(def, tiles);
    }
    return true;
}

static int64_t nearest_squared(const tr_pattern *pattern, tr_pattern_kind kind, const tr_tile *tiles)
{
    const int32_t side = (int32_t)pattern->side;
    if (has_corners(kind)) return tr_nearest_of_corner_tiles(tiles, side, pattern->colors);
    return tr_nearest_of_any_tiles(tiles, kind == TR_PATTERN_OWN ? 1 : pattern->tile_count, side);
}

static void pack(tr_pattern *pattern, const tr_tile *tiles)
{
    const uint32_t step = TR_PLACE_ONE / (uint32_t)pattern->slot_count;
    for (int32_t slot = 0; slot < TR_PATTERN_SLOTS + TR_PATTERN_SLACK; slot++)
        pattern->thresholds[slot] = slot < pattern->slot_count ? (uint32_t)slot * step : TR_PLACE_NEVER;
    for (int32_t tile = 0; tile < pattern->tile_count; tile++) {
        uint32_t *places = pattern->places + (size_t)tile * TR_PATTERN_SLOTS;
        assert(tiles[tile].count == pattern->slot_count);
        for (int32_t slot = 0; slot < TR_PATTERN_SLOTS; slot++) {
            const tr_spot at = slot < pattern->slot_count ? tiles[tile].spots[slot] : (tr_spot){0, 0};
            places[slot] = (uint32_t)at.x | (uint32_t)at.z << 16;
        }
    }
    memset(pattern->places + (size_t)pattern->tile_count * TR_PATTERN_SLOTS, 0, TR_PATTERN_SLACK * sizeof(uint32_t));
}

static bool fill_pattern(tr_pattern *pattern, const tr_pattern_def *def, tr_error *err)
{
    const size_t tile_count = (size_t)pattern->tile_count, slots = tile_count * TR_PATTERN_SLOTS + TR_PATTERN_SLACK;
    tr_tile *tiles = tr_alloc_array(pattern->context, tile_count, sizeof *tiles, err);
    bool ok = tiles && (pattern->places = tr_alloc_array(pattern->context, slots, sizeof(uint32_t), err)) &&
              make_tiles(pattern, def, tiles, err);
    if (ok) {
        const int64_t squared = nearest_squared(pattern, def->kind, tiles);
        pattern->nearest = sqrt((double)squared) / TR_PATTERN_UNITS;
        pack(pattern, tiles);
        if (pattern->nearest < 1)
            ok = tr_fail(err, TR_ERROR_INTERNAL, "two candidates are only %.6g footprints apart", pattern->nearest);
    }
    tr_free(pattern->context, tiles);
    return ok;
}

tr_pattern *tr_pattern_create(tr_context *context, const tr_pattern_def *def, tr_error *err)
{
    assert(context && def && def->cookie == PATTERN_COOKIE);
    tr_pattern planned = {.context = context};
    if (!plan(def, &planned, err)) return NULL;
    tr_pattern *pattern = tr_alloc(context, sizeof *pattern, err);
    if (!pattern) return NULL;
    *pattern = planned;
    atomic_init(&pattern->users, 1);
    if (!fill_pattern(pattern, def, err)) {
        tr_pattern_destroy(pattern);
        return NULL;
    }
    return pattern;
}

tr_pattern *tr_pattern_keep(const tr_pattern *pattern)
{
    // Counting users changes nothing that a pattern is.
    tr_pattern *kept = (tr_pattern *)(uintptr_t)pattern;
    atomic_fetch_add_explicit(&kept->users, 1, memory_order_relaxed);
    return kept;
}

void tr_pattern_destroy(tr_pattern *pattern)
{
    if (!pattern || atomic_fetch_sub_explicit(&pattern->users, 1, memory_order_acq_rel) > 1) return;
    tr_context *context = pattern->context;
    tr_free(context, pattern->places);
    tr_free(context, pattern);
}

tr_pattern_info tr_pattern_info_of(const tr_pattern *pattern)
{
    const double side = (double)pattern->side / TR_PATTERN_UNITS;
    return (tr_pattern_info){.side = side,
                             .slot_count = pattern->slot_count,
                             .tile_count = pattern->tile_count,
                             .per_footprint = pattern->slot_count / (side * side),
                             .nearest = pattern->nearest};
}

// ---------------------------------------------------------------------------------------------------------
// Cells

#define EIGHT(n) (n), (n) + 1, (n) + 2, (n) + 3, (n) + 4, (n) + 5, (n) + 6, (n) + 7
const uint32_t tr_slot_numbers[TR_PATTERN_SLOTS + TR_PATTERN_SLACK] = {
    EIGHT(0), EIGHT(8), EIGHT(16), EIGHT(24), EIGHT(32), EIGHT(40), EIGHT(48), EIGHT(56), EIGHT(64),
};
#undef EIGHT

// One bijection of the row's hash and the column: corners of a row never collide.
static uint64_t corner_hash(uint64_t row, int64_t x)
{
    uint64_t hash = row ^ (uint64_t)x * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

static uint32_t choice(uint64_t hash, uint32_t count)
{
    return (uint32_t)((hash & 0xffffffffu) * count >> 32);
}

void tr_pattern_row(const tr_pattern *pattern, uint64_t seed, int64_t cell_x, int64_t cell_z, int32_t count,
                    tr_place_cell *out)
{
    const uint64_t step = TR_PLACE_ONE / (uint32_t)pattern->slot_count;
    const uint64_t upper = tr_hash_identity(seed, OF_ROW, cell_z, 0, 0);
    if (pattern->colors == 0) {
        for (int32_t i = 0; i < count; i++) {
            const uint64_t hash = corner_hash(upper, cell_x + i);
            out[i] =
                (tr_place_cell){choice(hash, (uint32_t)pattern->tile_count), (uint32_t)((hash >> 32) * step >> 32)};
        }
        return;
    }
    const uint32_t colors = (uint32_t)pattern->colors, square = colors * colors, mask = (uint32_t)pattern->period - 1;
    const uint64_t lower = tr_hash_identity(seed, OF_ROW, (int64_t)((uint64_t)cell_z + 1), 0, 0);
    const uint32_t first = ((uint32_t)cell_z & mask) * (mask + 1);
    uint64_t hash = corner_hash(upper, cell_x);
    uint32_t west = choice(hash, colors) * square + choice(corner_hash(lower, cell_x), colors);
    for (int32_t i = 0; i < count; i++) {
        const uint64_t x = (uint64_t)cell_x + (uint64_t)i, next = corner_hash(upper, (int64_t)(x + 1));
        const uint32_t east = choice(next, colors) * square + choice(corner_hash(lower, (int64_t)(x + 1)), colors);
        const uint32_t tile = (first + ((uint32_t)x & mask)) * square * square + west * colors + east;
        out[i] = (tr_place_cell){tile, (uint32_t)((hash >> 32) * step >> 32)};
        west = east;
        hash = next;
    }
}

int32_t tr_pattern_cell(const tr_pattern *pattern, uint64_t seed, int64_t cell_x, int64_t cell_z, tr_candidate *out)
{
    tr_place_cell cell;
    tr_pattern_row(pattern, seed, cell_x, cell_z, 1, &cell);
    const uint32_t *places = pattern->places + (size_t)cell.tile * TR_PATTERN_SLOTS;
    for (int32_t slot = 0; slot < pattern->slot_count; slot++)
        out[slot] = (tr_candidate){(int32_t)(places[slot] & 0xffff), (int32_t)(places[slot] >> 16),
                                   (double)(pattern->thresholds[slot] + cell.jitter) / TR_PLACE_ONE};
    return pattern->slot_count;
}
