#include "carve/sample/tile_cover.h"

#include <stdlib.h>
#include <string.h>

#include "base/integers.h"

tr_region tr_cover_everywhere(int64_t units)
{
    const int64_t limit = ((int64_t)1 << 62) / units;
    return (tr_region){-limit, -limit, limit, limit};
}

bool tr_cover_samples(const tr_cover_lattice *lattice, const tr_box *box, tr_region *out)
{
    if (box->x0 > box->x1 || box->z0 > box->z1) return false;
    const int64_t units = lattice->units;
    out->x0 = tr_max_i64(-tr_floor_div(-box->x0, units), lattice->samples.x0);
    out->z0 = tr_max_i64(-tr_floor_div(-box->z0, units), lattice->samples.z0);
    out->x1 = tr_min_i64(tr_floor_div(box->x1, units) + 1, lattice->samples.x1);
    out->z1 = tr_min_i64(tr_floor_div(box->z1, units) + 1, lattice->samples.z1);
    return out->x0 < out->x1 && out->z0 < out->z1;
}

// ---------------------------------------------------------------------------------------------------------
// Adding

static bool reserve(tr_context *context, tr_cover *cover, tr_error *err)
{
    if (cover->count < cover->capacity) return true;
    if (cover->capacity > INT32_MAX / 2)
        return tr_fail(err, TR_ERROR_TOO_LARGE,
                       "more than %d tiles are carved: take a larger spacing or limit the area", INT32_MAX / 2);
    const int32_t capacity = 2 * cover->capacity + 64;
    tr_cover_tile *tiles = tr_alloc_array(context, (size_t)capacity, sizeof *tiles, err);
    if (!tiles) return false;
    if (cover->count > 0) memcpy(tiles, cover->tiles, (size_t)cover->count * sizeof *tiles);
    tr_free(context, cover->tiles);
    cover->tiles = tiles;
    cover->capacity = capacity;
    return true;
}

bool tr_cover_add_tile(tr_context *context, const tr_region *samples, int64_t x, int64_t z, tr_cover *cover,
                       tr_error *err)
{
    if (!reserve(context, cover, err)) return false;
    const int64_t left = x * TR_COVER_TILE, top = z * TR_COVER_TILE;
    cover->tiles[cover->count++] = (tr_cover_tile){
        .x = x,
        .z = z,
        .x0 = (uint8_t)tr_max_i64(samples->x0 - left, 0),
        .z0 = (uint8_t)tr_max_i64(samples->z0 - top, 0),
        .x1 = (uint8_t)tr_min_i64(samples->x1 - left, TR_COVER_TILE),
        .z1 = (uint8_t)tr_min_i64(samples->z1 - top, TR_COVER_TILE),
    };
    return true;
}

typedef struct descent_work {
    tr_context *context;
    const tr_piece_index *index;
    int64_t units;
    const tr_region *samples;
    tr_cover *cover;
} descent_work;

static bool is_touched(const descent_work *descent, const tr_region *tiles)
{
    const int64_t size = TR_COVER_TILE;
    const tr_box box = {
        tr_max_i64(tiles->x0 * size, descent->samples->x0) * descent->units,
        tr_max_i64(tiles->z0 * size, descent->samples->z0) * descent->units,
        (tr_min_i64(tiles->x1 * size, descent->samples->x1) - 1) * descent->units,
        (tr_min_i64(tiles->z1 * size, descent->samples->z1) - 1) * descent->units,
    };
    return tr_piece_index_touches(descent->index, &box);
}

// Halves the longer side until one tile is left: empty ground is left out in large parts.
static bool descend(const descent_work *descent, const tr_region *tiles, tr_error *err)
{
    if (!is_touched(descent, tiles)) return true;
    const int64_t width = tiles->x1 - tiles->x0, height = tiles->z1 - tiles->z0;
    if (width == 1 && height == 1)
        return tr_cover_add_tile(descent->context, descent->samples, tiles->x0, tiles->z0, descent->cover, err);
    tr_region first = *tiles, second = *tiles;
    if (width >= height)
        first.x1 = second.x0 = tiles->x0 + width / 2;
    else
        first.z1 = second.z0 = tiles->z0 + height / 2;
    return descend(descent, &first, err) && descend(descent, &second, err);
}

bool tr_cover_add_box(tr_context *context, const tr_cover_lattice *lattice, const tr_piece_index *index,
                      const tr_box *box, tr_cover *cover, tr_error *err)
{
    tr_region samples;
    if (!tr_cover_samples(lattice, box, &samples)) return true;
    const tr_region tiles = {
        tr_floor_div(samples.x0, TR_COVER_TILE),
        tr_floor_div(samples.z0, TR_COVER_TILE),
        tr_floor_div(samples.x1 - 1, TR_COVER_TILE) + 1,
        tr_floor_div(samples.z1 - 1, TR_COVER_TILE) + 1,
    };
    const descent_work descent = {context, index, lattice->units, &samples, cover};
    return descend(&descent, &tiles, err);
}

bool tr_cover_add_paths(const tr_carving *carving, const tr_cover_lattice *lattice, tr_cover *cover, tr_error *err)
{
    for (int32_t i = 0; i < carving->path_count; i++) {
        const tr_carve_path *path = carving->paths[i];
        if (path->def.area) {
            const tr_box box = tr_path_reach(path, carving->def.scale_m);
            if (!tr_cover_add_box(carving->context, lattice, carving->index, &box, cover, err)) return false;
            continue;
        }
        for (int32_t k = 0; k < path->course.piece_count; k++) {
            const tr_box box = tr_piece_reach(path, &path->course.pieces[k], carving->def.scale_m);
            if (!tr_cover_add_box(carving->context, lattice, carving->index, &box, cover, err)) return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Joining

static int compare_tiles(const void *left, const void *right)
{
    const tr_cover_tile *a = left, *b = right;
    return tr_cover_order(a->x, a->z, b->x, b->z);
}

void tr_cover_join(tr_cover *cover)
{
    if (cover->count == 0) return;
    qsort(cover->tiles, (size_t)cover->count, sizeof *cover->tiles, compare_tiles);
    int32_t last = 0;
    for (int32_t i = 1; i < cover->count; i++) {
        tr_cover_tile *into = &cover->tiles[last];
        const tr_cover_tile part = cover->tiles[i];
        if (compare_tiles(into, &part) != 0) {
            cover->tiles[++last] = part;
            continue;
        }
        into->x0 = part.x0 < into->x0 ? part.x0 : into->x0;
        into->z0 = part.z0 < into->z0 ? part.z0 : into->z0;
        into->x1 = part.x1 > into->x1 ? part.x1 : into->x1;
        into->z1 = part.z1 > into->z1 ? part.z1 : into->z1;
    }
    cover->count = last + 1;
}

void tr_cover_destroy(tr_context *context, tr_cover *cover)
{
    tr_free(context, cover->tiles);
    *cover = (tr_cover){0};
}
