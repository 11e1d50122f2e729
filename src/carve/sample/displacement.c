// Displacement tiles: which there are, and making them anew where commits changed something.
//
// Tiles that change are made beside the old ones and put in their place when all are done: a failure leaves everything
// as it was.
#include "carve/sample/displacement.h"

#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "carve/sample/evaluate.h"
#include "base/area.h"

#define TR_LANES 1
#include "carve/sample/carve_kernel.h"

enum { DISPLACEMENT_DEF_COOKIE = 0x64697370 };

tr_displacement_def tr_default_displacement_def(void)
{
    return (tr_displacement_def){.cookie = DISPLACEMENT_DEF_COOKIE, .spacing_m = 1};
}

static size_t tile_bytes(const tr_displacement *displacement)
{
    return sizeof(tr_displaced_tile) + (size_t)displacement->plane_count * TR_TILE_SAMPLES * sizeof(float);
}

// ---------------------------------------------------------------------------------------------------------
// Memory of tiles

static tr_displaced_tile *take_tile(tr_displacement *displacement, tr_error *err)
{
    if (displacement->spare_count > 0) return displacement->spare[--displacement->spare_count];
    return tr_alloc(displacement->context, tile_bytes(displacement), err);
}

static void give_tile(tr_displacement *displacement, tr_displaced_tile *tile)
{
    if (tile && displacement->spare_count < TR_SPARE_TILES)
        displacement->spare[displacement->spare_count++] = tile;
    else
        tr_free(displacement->context, tile);
}

// ---------------------------------------------------------------------------------------------------------
// Making tiles

// So many at a time: enough for a device, few enough to stay in a cache.
enum { BATCH_TILES = 512, BATCH_GRAIN = 16 };

// Records that have changed. When they are known, samples out of their reach keep what they have.
typedef struct tile_focus {
    tr_carve_entry *entries;  // NULL: not known
    int32_t count;
} tile_focus;

typedef struct tile_batch {
    tr_displacement *displacement;
    const tr_cover_tile *parts;
    tr_displaced_tile **made;  // one for each part; NULL: nothing is carved there
    tr_carve_tile *tiles;
} tile_batch;

static tr_carve_plane part_of_plane(tr_displaced_tile *tile, int32_t plane, const tr_cover_tile *part)
{
    float *samples = tile->values + plane * TR_TILE_SAMPLES + part->z0 * TR_DISPLACEMENT_TILE + part->x0;
    return (tr_carve_plane){samples, TR_DISPLACEMENT_TILE};
}

// The part of a tile that is to be evaluated.
static tr_carve_tile part_of_tile(const tr_displacement *displacement, const tr_cover_tile *part,
                                  tr_displaced_tile *tile)
{
    const int64_t step = displacement->lattice.units;
    tr_carve_tile out = {
        .index = displacement->carving->index,
        .x = (part->x * TR_DISPLACEMENT_TILE + part->x0) * step,
        .z = (part->z * TR_DISPLACEMENT_TILE + part->z0) * step,
        .step = step,
        .width = part->x1 - part->x0,
        .rows = part->z1 - part->z0,
        .height = part_of_plane(tile, TR_DISPLACED_HEIGHT, part),
        .strength = part_of_plane(tile, TR_DISPLACED_STRENGTH, part),
    };
    int32_t plane = TR_DISPLACED_PLANES;
    if (displacement->def.inclination) out.inclination = part_of_plane(tile, plane++, part);
    if (displacement->def.distance) out.distance = part_of_plane(tile, plane++, part);
    return out;
}

// Makes them copies of the old tiles.
static bool copy_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const tile_batch *batch = user;
    const tr_displacement *displacement = batch->displacement;
    for (int64_t i = begin; i < end; i++) {
        const tr_cover_tile *part = &batch->parts[i];
        tr_displaced_tile *tile = batch->made[i];
        const tr_displaced_tile *old = tr_displaced_tile_find(displacement, part->x, part->z);
        if (old)
            memcpy(tile, old, tile_bytes(displacement));
        else
            memset(tile, 0, tile_bytes(displacement));
        tile->x = part->x;
        tile->z = part->z;
        batch->tiles[i] = part_of_tile(displacement, part, tile);
    }
    return true;
}

static bool is_empty(const tr_displaced_tile *tile)
{
    const float *strength = tile->values + TR_DISPLACED_STRENGTH * TR_TILE_SAMPLES;
    for (int32_t i = 0; i < TR_TILE_SAMPLES; i++)
        if (strength[i] != 0) return false;
    return true;
}

static void drop_empty(tile_batch *batch, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (!is_empty(batch->made[i])) continue;
        give_tile(batch->displacement, batch->made[i]);
        batch->made[i] = NULL;
    }
}

static bool make_batch(tile_batch *batch, int32_t count, const tile_focus *focus, tr_error *err)
{
    tr_displacement *displacement = batch->displacement;
    for (int32_t i = 0; i < count; i++) {
        batch->made[i] = take_tile(displacement, err);
        if (!batch->made[i]) return false;
    }
    if (!tr_parallel_for(displacement->context, &(tr_range_work){count, BATCH_GRAIN, copy_tiles, batch}, NULL, err) ||
        !tr_piece_index_evaluate_tiles(displacement->carving->index, displacement->carving->search, batch->tiles, count,
                                       focus->entries, focus->count, err))
        return false;
    drop_empty(batch, count);
    return true;
}

static bool report(const tr_progress *progress, double share, tr_error *err)
{
    if (!progress || !progress->report || progress->report(progress->user, share)) return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "the work was cancelled");
}

static bool make_tiles(tr_displacement *displacement, const tr_cover *cover, const tile_focus *focus,
                       tr_displaced_tile **made, const tr_progress *progress, tr_error *err)
{
    const int32_t max = tr_min_i32(cover->count, BATCH_TILES);
    tr_carve_tile *tiles = tr_alloc_array(displacement->context, (size_t)max, sizeof *tiles, err);
    bool ok = tiles != NULL;
    for (int32_t first = 0; ok && first < cover->count; first += max) {
        tile_batch batch = {displacement, cover->tiles + first, made + first, tiles};
        const int32_t count = tr_min_i32(max, cover->count - first);
        ok = make_batch(&batch, count, focus, err) && report(progress, (double)(first + count) / cover->count, err);
    }
    tr_free(displacement->context, tiles);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Putting them in place

// The first tile at or after a place; those before `from` lie before it and are not looked at.
static int32_t lower_bound(const tr_displacement *displacement, int32_t from, int64_t x, int64_t z)
{
    int32_t low = from, high = displacement->tile_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (tr_cover_order(displacement->tiles[middle]->x, displacement->tiles[middle]->z, x, z) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Cannot fail: `list` has room for all, and so has the map.
static void replace_tiles(tr_displacement *displacement, const tr_cover *cover, tr_displaced_tile **made,
                          tr_displaced_tile **list)
{
    int32_t count = 0, taken = 0;
    for (int32_t i = 0; i < cover->count; i++) {
        const tr_cover_tile *part = &cover->tiles[i];
        const int32_t at = lower_bound(displacement, taken, part->x, part->z);
        if (at > taken) memcpy(list + count, displacement->tiles + taken, (size_t)(at - taken) * sizeof *list);
        count += at - taken;
        taken = at;
        if (at < displacement->tile_count && displacement->tiles[at]->x == part->x &&
            displacement->tiles[at]->z == part->z) {
            give_tile(displacement, displacement->tiles[at]);
            taken++;
        }
        if (made[i]) {
            list[count++] = made[i];
            tr_tile_map_put(&displacement->map, part->x, part->z, made[i]);
        } else {
            tr_tile_map_remove(&displacement->map, part->x, part->z);
        }
    }
    if (displacement->tile_count > taken)
        memcpy(list + count, displacement->tiles + taken, (size_t)(displacement->tile_count - taken) * sizeof *list);
    count += displacement->tile_count - taken;
    tr_free(displacement->context, displacement->tiles);
    displacement->tiles = list;
    displacement->tile_count = count;
}

static bool remake(tr_displacement *displacement, const tr_cover *cover, const tile_focus *focus,
                   const tr_progress *progress, tr_error *err)
{
    if (cover->count == 0) return true;
    const size_t max = (size_t)displacement->tile_count + (size_t)cover->count;
    tr_displaced_tile **made =
        tr_alloc_array(displacement->context, (size_t)cover->count, sizeof(tr_displaced_tile *), err);
    tr_displaced_tile **list =
        made ? tr_alloc_array(displacement->context, max, sizeof(tr_displaced_tile *), err) : NULL;
    if (made) memset(made, 0, (size_t)cover->count * sizeof *made);
    const bool ok = list && make_tiles(displacement, cover, focus, made, progress, err) &&
                    tr_tile_map_reserve(displacement->context, &displacement->map, max, err);
    if (ok) {
        replace_tiles(displacement, cover, made, list);
    } else {
        for (int32_t i = 0; made && i < cover->count; i++) give_tile(displacement, made[i]);
        tr_free(displacement->context, list);
    }
    tr_free(displacement->context, made);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// What to make

// Tiles that are there in a box: they may have to go. Rows without tiles are jumped over.
static bool add_old_tiles(const tr_displacement *displacement, const tr_box *box, tr_cover *cover, tr_error *err)
{
    tr_region samples;
    if (!tr_cover_samples(&displacement->lattice, box, &samples)) return true;
    const int64_t x0 = tr_floor_div(samples.x0, TR_DISPLACEMENT_TILE);
    const int64_t x1 = tr_floor_div(samples.x1 - 1, TR_DISPLACEMENT_TILE);
    const int64_t z1 = tr_floor_div(samples.z1 - 1, TR_DISPLACEMENT_TILE);
    int64_t z = tr_floor_div(samples.z0, TR_DISPLACEMENT_TILE);
    for (int32_t i = lower_bound(displacement, 0, x0, z);
         i < displacement->tile_count && displacement->tiles[i]->z <= z1;) {
        const tr_displaced_tile *tile = displacement->tiles[i];
        if (tile->x >= x0 && tile->x <= x1) {
            if (!tr_cover_add_tile(displacement->context, &samples, tile->x, tile->z, cover, err)) return false;
            i++;
        } else {
            z = tile->x < x0 ? tile->z : tile->z + 1;
            i = lower_bound(displacement, i, x0, z);
        }
    }
    return true;
}

static bool cover_box(const tr_displacement *displacement, const tr_box *box, tr_cover *cover, tr_error *err)
{
    return add_old_tiles(displacement, box, cover, err) &&
           tr_cover_add_box(displacement->context, &displacement->lattice, displacement->carving->index, box, cover,
                            err);
}

// The first change that the displacement has not seen.
static int32_t first_new_change(const tr_displacement *displacement)
{
    const tr_carving *carving = displacement->carving;
    int32_t first = carving->change_count;
    while (first > 0 && carving->changes[first - 1].version > displacement->version) first--;
    return first;
}

static bool cover_changes(const tr_displacement *displacement, tr_cover *cover, tr_error *err)
{
    const tr_carving *carving = displacement->carving;
    for (int32_t i = first_new_change(displacement); i < carving->change_count; i++) {
        const tr_carve_change *change = &carving->changes[i];
        for (int32_t k = 0; k < change->box_count; k++)
            if (!cover_box(displacement, &change->boxes[k], cover, err)) return false;
    }
    tr_cover_join(cover);
    return true;
}

// The records of all new changes, when these have them and they are few.
static bool find_focus(const tr_displacement *displacement, tile_focus *focus, tr_error *err)
{
    enum { MAX_RECORDS = 128 };
    const tr_carving *carving = displacement->carving;
    const int32_t first = first_new_change(displacement);
    int32_t count = 0;
    for (int32_t i = first; i < carving->change_count; i++) {
        const tr_carve_change *change = &carving->changes[i];
        if (change->box_count > 0 && !change->records) return true;
        count += change->record_count;
        if (count > MAX_RECORDS) return true;
    }
    focus->entries = tr_alloc_array(displacement->context, (size_t)count, sizeof *focus->entries, err);
    if (!focus->entries) return false;
    for (int32_t i = first; i < carving->change_count; i++) {
        const tr_carve_change *change = &carving->changes[i];
        for (int32_t k = 0; k < change->record_count; k++)
            focus->entries[focus->count++] =
                (tr_carve_entry){.record = &change->records[k], .place = &change->places[k]};
    }
    return true;
}

bool tr_displacement_update(tr_displacement *displacement, int32_t *out_tiles, tr_error *err)
{
    assert(displacement);
    tr_cover cover = {0};
    tile_focus focus = {0};
    const bool ok = cover_changes(displacement, &cover, err) && find_focus(displacement, &focus, err) &&
                    remake(displacement, &cover, &focus, NULL, err);
    if (ok) displacement->version = displacement->carving->version;
    if (ok && out_tiles) *out_tiles = cover.count;
    tr_free(displacement->context, focus.entries);
    tr_cover_destroy(displacement->context, &cover);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static bool set_lattice(tr_displacement *displacement, tr_error *err)
{
    const tr_sample_area probe = {.width = 1, .height = 1, .spacing_m = displacement->def.spacing_m};
    if (!tr_sample_area_check(&probe, err)) return false;
    const tr_region *within = displacement->def.within_samples;
    if (within && (within->x0 >= within->x1 || within->z0 >= within->z1))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a displacement within samples %lld to %lld and %lld to %lld: there are none",
                       (long long)within->x0, (long long)within->x1, (long long)within->z0, (long long)within->z1);
    displacement->lattice.units = tr_area_units(&probe);
    tr_region samples = tr_cover_everywhere(displacement->lattice.units);
    if (within) {
        samples.x0 = tr_max_i64(samples.x0, within->x0);
        samples.z0 = tr_max_i64(samples.z0, within->z0);
        samples.x1 = tr_min_i64(samples.x1, within->x1);
        samples.z1 = tr_min_i64(samples.z1, within->z1);
    }
    displacement->lattice.samples = samples;
    displacement->def.within_samples = NULL;
    return true;
}

tr_displacement *tr_displacement_create(const tr_carving *carving, const tr_displacement_def *def,
                                        const tr_progress *progress, tr_error *err)
{
    assert(carving && def && def->cookie == DISPLACEMENT_DEF_COOKIE);
    tr_displacement *displacement = tr_alloc(carving->context, sizeof *displacement, err);
    if (!displacement) return NULL;
    *displacement = (tr_displacement){
        .context = carving->context,
        .carving = carving,
        .def = *def,
        .plane_count = TR_DISPLACED_PLANES + def->inclination + def->distance,
        .version = carving->version,
    };
    tr_cover cover = {0};
    bool ok = set_lattice(displacement, err) && tr_cover_add_paths(carving, &displacement->lattice, &cover, err);
    if (ok) {
        const tile_focus everywhere = {0};
        tr_cover_join(&cover);
        ok = remake(displacement, &cover, &everywhere, progress, err);
    }
    tr_cover_destroy(displacement->context, &cover);
    if (ok) return displacement;
    tr_displacement_destroy(displacement);
    return NULL;
}

void tr_displacement_destroy(tr_displacement *displacement)
{
    if (!displacement) return;
    for (int32_t i = 0; i < displacement->tile_count; i++) tr_free(displacement->context, displacement->tiles[i]);
    for (int32_t i = 0; i < displacement->spare_count; i++) tr_free(displacement->context, displacement->spare[i]);
    tr_free(displacement->context, displacement->tiles);
    tr_tile_map_destroy(displacement->context, &displacement->map);
    tr_free(displacement->context, displacement);
}

int32_t tr_displacement_tile_count(const tr_displacement *displacement)
{
    return displacement->tile_count;
}

tr_displacement_tile tr_displacement_tile_at(const tr_displacement *displacement, int32_t index)
{
    assert(index >= 0 && index < displacement->tile_count);
    const tr_displaced_tile *tile = displacement->tiles[index];
    tr_displacement_tile out = {
        .x = tile->x * TR_DISPLACEMENT_TILE,
        .z = tile->z * TR_DISPLACEMENT_TILE,
        .height = tile->values + TR_DISPLACED_HEIGHT * TR_TILE_SAMPLES,
        .strength = tile->values + TR_DISPLACED_STRENGTH * TR_TILE_SAMPLES,
    };
    const float *next = tile->values + TR_DISPLACED_PLANES * TR_TILE_SAMPLES;
    if (displacement->def.inclination) {
        out.inclination = next;
        next += TR_TILE_SAMPLES;
    }
    if (displacement->def.distance) out.distance = next;
    return out;
}

uint64_t tr_displacement_bytes(const tr_displacement *displacement)
{
    const uint64_t tiles = (uint64_t)displacement->tile_count * (tile_bytes(displacement) + sizeof(void *)) +
                           (uint64_t)displacement->spare_count * tile_bytes(displacement);
    return sizeof *displacement + tiles + displacement->map.capacity * sizeof(tr_tile_slot);
}
