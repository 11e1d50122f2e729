// Tiles of an evaluation and the records that reach into them (evaluate.h).
#include "base/integers.h"
#include "carve/sample/evaluate.h"

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

static int32_t tiles_across(const tr_evaluation *evaluation)
{
    return (evaluation->whole.width + evaluation->tile_width - 1) / evaluation->tile_width;
}

int64_t tr_evaluation_tile_count(const tr_evaluation *evaluation)
{
    if (evaluation->list) return evaluation->list_count;
    return (int64_t)tiles_across(evaluation) *
           ((evaluation->whole.rows + evaluation->tile_rows - 1) / evaluation->tile_rows);
}

int64_t tr_evaluation_sample_count(const tr_evaluation *evaluation)
{
    int64_t count = (int64_t)evaluation->whole.width * evaluation->whole.rows;
    for (int64_t i = 1; i < evaluation->list_count; i++)
        count += (int64_t)evaluation->list[i].width * evaluation->list[i].rows;
    return count;
}

static tr_carve_plane part_of(tr_carve_plane plane, int32_t i, int32_t j)
{
    if (plane.samples) plane.samples += j * plane.row_stride + i;
    return plane;
}

tr_carve_tile tr_evaluation_tile(const tr_evaluation *evaluation, int64_t number)
{
    if (evaluation->list) return evaluation->list[number];
    const int32_t across = tiles_across(evaluation);
    const int32_t i = (int32_t)(number % across) * evaluation->tile_width,
                  j = (int32_t)(number / across) * evaluation->tile_rows;
    tr_carve_tile tile = evaluation->whole;
    tile.x += i * tile.step;
    tile.z += j * tile.step;
    tile.width = tr_min_i32(evaluation->tile_width, evaluation->whole.width - i);
    tile.rows = tr_min_i32(evaluation->tile_rows, evaluation->whole.rows - j);
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

static tr_box grown(const tr_box *box, const tr_evaluation *evaluation)
{
    return (tr_box){box->x0 - evaluation->more_x, box->z0 - evaluation->more_z, box->x1 + evaluation->more_x,
                    box->z1 + evaluation->more_z};
}

static tr_box exact_around(const tr_record_place *place)
{
    const int64_t max = INT64_C(1) << 24;
    return (tr_box){place->x - max, place->z - max, place->x + max, place->z + max};
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
static tr_box around(const tr_evaluation *evaluation, const tr_carve_tile *tile)
{
    const tr_box samples = {tile->x, tile->z, tile->x + (tile->width - 1) * tile->step,
                            tile->z + (tile->rows - 1) * tile->step};
    return grown(&samples, evaluation);
}

int32_t tr_evaluation_max(const tr_evaluation *evaluation)
{
    if (evaluation->all) return evaluation->index->run_count;
    const tr_box box = around(evaluation, &evaluation->whole);
    int32_t max = tr_piece_index_max(evaluation->index, &box);
    for (int64_t i = 1; i < evaluation->list_count; i++) {
        const tr_box tile = around(evaluation, &evaluation->list[i]);
        max = tr_max_i32(max, tr_piece_index_max(evaluation->index, &tile));
    }
    return max;
}

// The samples of a tile that a record reaches; false when there are none.
static bool entry_of(const tr_evaluation *evaluation, const tr_carve_tile *tile, const tr_record_place *place,
                     tr_carve_entry *out)
{
    const tr_box reach = evaluation->all ? exact_around(place) : grown(&place->box, evaluation);
    out->i0 = out->j0 = 0;
    out->i1 = tile->width - 1;
    out->j1 = tile->rows - 1;
    if (!evaluation->all || evaluation->exact) {
        range_of(tile->x, tile->step, tile->width, reach.x0, reach.x1, &out->i0, &out->i1);
        range_of(tile->z, tile->step, tile->rows, reach.z0, reach.z1, &out->j0, &out->j1);
    }
    return out->i0 <= out->i1 && out->j0 <= out->j1;
}

int32_t tr_evaluation_entries(const tr_evaluation *evaluation, const tr_carve_tile *tile, int32_t *numbers,
                              tr_carve_entry *out)
{
    const tr_piece_index *index = evaluation->index;
    const tr_box box = around(evaluation, tile);
    const int32_t listed = evaluation->all ? list_all(index, numbers) : tr_piece_index_list(index, &box, numbers);
    int32_t count = 0;
    for (int32_t k = 0; k < listed; k++) {
        const tr_record_run *run = &index->runs[numbers[k]];
        const tr_path_records *path = run->path;
        if (!(evaluation->kinds >> path->kind & 1u)) continue;
        for (int32_t i = run->begin; i < run->end; i++) {
            if (!evaluation->all && !tr_box_meets(&path->places[i].box, &box)) continue;
            tr_carve_entry entry = {
                .record = &path->records[i], .place = &path->places[i], .number = run->first + i - run->begin};
            if (entry_of(evaluation, tile, &path->places[i], &entry)) out[count++] = entry;
        }
    }
    return count;
}

int32_t tr_evaluation_focus(const tr_evaluation *evaluation, const tr_carve_tile *tile, tr_carve_entry *out)
{
    int32_t count = 0;
    for (int32_t k = 0; k < evaluation->focus_count; k++) {
        out[count] = evaluation->focus[k];
        if (entry_of(evaluation, tile, out[count].place, &out[count])) count++;
    }
    return count;
}
