// What paths show of themselves in pictures (terrane/world.h).
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/integers.h"
#include "world/path_fields.h"

enum { TILE = TR_CHUNK_SIDE };

typedef struct cover_walk {
    const tr_world *world;
    const tr_sample_area *area;
    bool decks;
    const tr_grid *out;
    int64_t columns;
} cover_walk;

// The kinds whose edges a cover follows.
static const unsigned cover_kinds[TR_COVER_COUNT] = {
    [TR_COVER_CITY] = 1u << TR_PATH_CITY,
    [TR_COVER_WATER] = 1u << TR_PATH_LAKE | 1u << TR_PATH_STREAM | 1u << TR_PATH_RIVER,
    [TR_COVER_SHOULDER] = 1u << TR_PATH_ROAD | 1u << TR_PATH_RAIL,
    [TR_COVER_TRACK] = 1u << TR_PATH_TRACK,
    [TR_COVER_ROAD] = 1u << TR_PATH_ROAD,
    [TR_COVER_RAIL] = 1u << TR_PATH_RAIL,
};

// How far beyond its edge a cover is painted: nothing where samples are close; where they are not, so much that the
// narrowest river is about a sample wide, and the narrowest way somewhat more. Shoulders are wider than what they
// belong to. Cities are never narrow.
static double growth_m(tr_path_cover cover, double spacing_m)
{
    if (cover == TR_COVER_CITY) return 0;
    const double narrow_m = 2, shoulder_m = 1.2, samples = cover == TR_COVER_WATER ? 0.42 : 0.6;
    const double min_m = fmax(samples * spacing_m - narrow_m, 0);
    return cover == TR_COVER_SHOULDER ? min_m + fmax(shoulder_m, 0.4 * spacing_m) : min_m;
}

static bool cover_plane(const tr_world *world, bool decks, tr_path_cover cover, const tr_sample_area *area,
                        const tr_grid *plane, tr_error *err)
{
    const double growth = growth_m(cover, area->spacing_m);
    const float grow = (float)growth, per_sample = (float)(1 / area->spacing_m);
    if (!tr_carving_edge_distance(world->carving, &(tr_edge_query){cover_kinds[cover], growth + area->spacing_m}, area,
                                  NULL, plane, err))
        return false;
    if (decks) tr_bridge_decks_lower(&world->decks, cover_kinds[cover], growth + area->spacing_m, area, plane);
    for (int32_t j = 0; j < area->height; j++) {
        float *row = plane->samples + j * plane->row_stride;
        for (int32_t i = 0; i < area->width; i++) row[i] = fminf(fmaxf(0.5f - (row[i] - grow) * per_sample, 0), 1);
    }
    return true;
}

static void clear(const tr_grid *plane)
{
    for (int32_t j = 0; j < plane->height; j++)
        memset(plane->samples + j * plane->row_stride, 0, (size_t)plane->width * sizeof *plane->samples);
}

static bool cover_tile(const cover_walk *walk, const tr_sample_area *area, int64_t x, int64_t y, tr_error *err)
{
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        const tr_path_cover cover = (tr_path_cover)c;
        tr_grid plane = *walk->out;
        plane.samples += c * plane.plane_stride + y * plane.row_stride + x;
        plane.width = area->width;
        plane.height = area->height;
        plane.depth = 1;
        const double reach_m = growth_m(cover, area->spacing_m) + area->spacing_m;
        if (!(walk->world->path_kinds & cover_kinds[c]) || !tr_path_fields_touch(walk->world, area, reach_m))
            clear(&plane);
        else if (!cover_plane(walk->world, walk->decks, cover, area, &plane, err))
            return false;
    }
    return true;
}

static bool cover_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const cover_walk *walk = user;
    (void)worker;
    for (int64_t index = begin; index < end; index++) {
        const int64_t x = index % walk->columns * TILE, y = index / walk->columns * TILE;
        const tr_sample_area area = {walk->area->x + x, walk->area->z + y,
                                     (int32_t)tr_min_i64(TILE, walk->area->width - x),
                                     (int32_t)tr_min_i64(TILE, walk->area->height - y), walk->area->spacing_m};
        if (!cover_tile(walk, &area, x, y, err)) return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// What lies uppermost

// Puts a number where a cover is painted over half and more.
static bool put_cover(const tr_world *world, tr_path_cover cover, const tr_sample_area *area, const tr_grid *spare,
                      uint8_t *out, ptrdiff_t stride, tr_error *err)
{
    if (!cover_plane(world, false, cover, area, spare, err)) return false;
    for (int32_t j = 0; j < area->height; j++) {
        const float *row = spare->samples + j * spare->row_stride;
        for (int32_t i = 0; i < area->width; i++)
            if (row[i] >= 0.5f) out[j * stride + i] = (uint8_t)(cover + 1);
    }
    return true;
}

static bool has_any(const tr_world *world, const tr_sample_area *area, const tr_grid *spare, bool *out, tr_error *err)
{
    const unsigned wanted = 1u << TR_PATH_TRACK | 1u << TR_PATH_ROAD | 1u << TR_PATH_RAIL | 1u << TR_PATH_CITY;
    const double reach_m = growth_m(TR_COVER_SHOULDER, area->spacing_m);
    *out = false;
    if (!tr_path_fields_touch(world, area, reach_m)) return true;
    if (!tr_carving_edge_distance(world->carving, &(tr_edge_query){wanted, reach_m + area->spacing_m}, area, NULL,
                                  spare, err))
        return false;
    for (int32_t j = 0; j < area->height && !*out; j++) {
        const float *row = spare->samples + j * spare->row_stride;
        for (int32_t i = 0; i < area->width; i++) *out |= row[i] <= (float)reach_m;
    }
    return true;
}

// Ways and cities are rare: small tiles without any are done with one look.
static bool cover_piece(const tr_world *world, const tr_sample_area *area, const tr_grid *spare, uint8_t *out,
                        ptrdiff_t stride, tr_error *err)
{
    bool any;
    if (!has_any(world, area, spare, &any, err)) return false;
    for (int c = 0; any && c < TR_COVER_COUNT; c++) {
        if (c != TR_COVER_WATER && (world->path_kinds & cover_kinds[c]) &&
            !put_cover(world, (tr_path_cover)c, area, spare, out, stride, err))
            return false;
    }
    return true;
}

bool tr_path_cover_upmost(const tr_world *world, const tr_sample_area *area, uint8_t *out, ptrdiff_t stride,
                          tr_error *err)
{
    enum { PIECE = 64 };
    for (int32_t j = 0; j < area->height; j++) memset(out + j * stride, 0, (size_t)area->width);
    if (!tr_path_fields_touch(world, area, growth_m(TR_COVER_SHOULDER, area->spacing_m))) return true;
    float samples[PIECE * PIECE];
    for (int32_t j = 0; j < area->height; j += PIECE) {
        for (int32_t i = 0; i < area->width; i += PIECE) {
            const tr_sample_area piece = {area->x + i, area->z + j, tr_min_i32(PIECE, area->width - i),
                                          tr_min_i32(PIECE, area->height - j), area->spacing_m};
            const tr_grid spare = {samples, piece.width, piece.height, 1, PIECE, PIECE * PIECE};
            if (!cover_piece(world, &piece, &spare, out + j * stride + i, stride, err)) return false;
        }
    }
    return true;
}

bool tr_world_path_cover(const tr_world *world, const tr_sample_area *area, bool decks, const tr_progress *progress,
                         const tr_grid *out, tr_error *err)
{
    assert(world && area && out && out->samples);
    if (!tr_sample_area_check(area, err)) return false;
    if (out->width != area->width || out->height != area->height || out->depth != TR_COVER_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "the grid has %d x %d x %d samples; the query needs %d x %d x %d", (int)out->width,
                       (int)out->height, (int)out->depth, (int)area->width, (int)area->height, (int)TR_COVER_COUNT);
    cover_walk walk = {world, area, decks, out, (area->width + TILE - 1) / TILE};
    const int64_t rows = (area->height + TILE - 1) / TILE;
    return tr_parallel_for(world->context, &(tr_range_work){walk.columns * rows, 1, cover_tiles, &walk}, progress, err);
}
