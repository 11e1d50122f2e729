// Tiles of an evaluation and the records that reach into them (evaluate.h).
#include "base/integers.h"
#include "carve/evaluate.h"

#define TR_LANES 1
#include "carve/carve_kernel.h"

static int32_t tiles_across(const tr_evaluation *it)
{
    return (it->whole.width + it->tile_width - 1) / it->tile_width;
}

int64_t tr_evaluation_tile_count(const tr_evaluation *it)
{
    if (it->list) return it->list_count;
    return (int64_t)tiles_across(it) * ((it->whole.rows + it->tile_rows - 1) / it->tile_rows);
}

int64_t tr_evaluation_sample_count(const tr_evaluation *it)
{
    int64_t count = (int64_t)it->whole.width * it->whole.rows;
    for (int64_t i = 1; i < it->list_count; i++) count += (int64_t)it->list[i].width * it->list[i].rows;
    return count;
}

static tr_carve_plane part_of(tr_carve_plane plane, int32_t i, int32_t j)
{
    if (plane.samples) plane.samples += j * plane.row_stride + i;
    return plane;
}

tr_carve_tile tr_evaluation_tile(const tr_evaluation *it, int64_t number)
{
    if (it->list) return it->list[number];
    const int32_t across = tiles_across(it);
    const int32_t i = (int32_t)(number % across) * it->tile_width, j = (int32_t)(number / across) * it->tile_rows;
    tr_carve_tile tile = it->whole;
    tile.x += i * tile.step;
    tile.z += j * tile.step;
    tile.width = tr_min_i32(it->tile_width, it->whole.width - i);
    tile.rows = tr_min_i32(it->tile_rows, it->whole.rows - j);
    tile.height = part_of(tile.height, i, j);
    tile.strength = part_of(tile.strength, i, j);
    tile.inclination = part_of(tile.inclination, i, j);
    tile.distance = part_of(tile.distance, i, j);
    tile.water = part_of(tile.water, i, j);
    tile.ground = part_of(tile.ground, i, j);
    tile.edge = part_of(tile.edge, i, j);
    if (tile.owner) tile.owner += j * tile.owner_stride + i;
    return tile;
}

static tr_box grown(const tr_box *box, const tr_evaluation *it)
{
    return (tr_box){box->x0 - it->more_x, box->z0 - it->more_z, box->x1 + it->more_x, box->z1 + it->more_z};
}

static tr_box exact_around(const tr_record_place *place)
{
    const int64_t most = INT64_C(1) << 24;
    return (tr_box){place->x - most, place->z - most, place->x + most, place->z + most};
}

static int32_t list_all(const tr_piece_index *index, int32_t *out)
{
    for (int32_t i = 0; i < index->run_count; i++) out[i] = i;
    return index->run_count;
}

// The samples [*first, *last] of `count` from `start` on that lie in [low, high].
static void range_of(int64_t start, int64_t step, int32_t count, int64_t low, int64_t high, int32_t *first,
                     int32_t *last)
{
    const int64_t from = -tr_floor_div(start - low, step), to = tr_floor_div(high - start, step);
    *first = (int32_t)tr_max_i64(0, tr_min_i64(from, count));
    *last = (int32_t)tr_max_i64(-1, tr_min_i64(to, count - 1));
}

// All samples of a tile, grown by what they look at around.
static tr_box around(const tr_evaluation *it, const tr_carve_tile *tile)
{
    const tr_box samples = {tile->x, tile->z, tile->x + (tile->width - 1) * tile->step,
                            tile->z + (tile->rows - 1) * tile->step};
    return grown(&samples, it);
}

int32_t tr_evaluation_most(const tr_evaluation *it)
{
    if (it->all) return it->index->run_count;
    const tr_box box = around(it, &it->whole);
    int32_t most = tr_piece_index_most(it->index, &box);
    for (int64_t i = 1; i < it->list_count; i++) {
        const tr_box tile = around(it, &it->list[i]);
        most = tr_max_i32(most, tr_piece_index_most(it->index, &tile));
    }
    return most;
}

// The samples of a tile that a record reaches; false when there are none.
static bool entry_of(const tr_evaluation *it, const tr_carve_tile *tile, const tr_record_place *place,
                     tr_carve_entry *out)
{
    const tr_box reach = it->all ? exact_around(place) : grown(&place->box, it);
    out->i0 = out->j0 = 0;
    out->i1 = tile->width - 1;
    out->j1 = tile->rows - 1;
    if (!it->all || it->exact) {
        range_of(tile->x, tile->step, tile->width, reach.x0, reach.x1, &out->i0, &out->i1);
        range_of(tile->z, tile->step, tile->rows, reach.z0, reach.z1, &out->j0, &out->j1);
    }
    return out->i0 <= out->i1 && out->j0 <= out->j1;
}

int32_t tr_evaluation_entries(const tr_evaluation *it, const tr_carve_tile *tile, int32_t *numbers, tr_carve_entry *out)
{
    const tr_piece_index *index = it->index;
    const tr_box box = around(it, tile);
    const int32_t listed = it->all ? list_all(index, numbers) : tr_piece_index_list(index, &box, numbers);
    int32_t count = 0;
    for (int32_t k = 0; k < listed; k++) {
        const tr_record_run *run = &index->runs[numbers[k]];
        const tr_path_records *path = run->path;
        if (!(it->kinds >> path->kind & 1u)) continue;
        for (int32_t i = run->begin; i < run->end; i++) {
            if (!it->all && !tr_box_meets(&path->places[i].box, &box)) continue;
            tr_carve_entry entry = {
                .record = &path->records[i], .place = &path->places[i], .number = run->first + i - run->begin};
            if (entry_of(it, tile, &path->places[i], &entry)) out[count++] = entry;
        }
    }
    return count;
}

int32_t tr_evaluation_focus(const tr_evaluation *it, const tr_carve_tile *tile, tr_carve_entry *out)
{
    int32_t count = 0;
    for (int32_t k = 0; k < it->focus_count; k++) {
        out[count] = it->focus[k];
        if (entry_of(it, tile, out[count].place, &out[count])) count++;
    }
    return count;
}
