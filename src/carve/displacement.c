// Displacement tiles: which there are, and making them anew where commits changed something.
//
// Tiles that change are made beside the old ones and put in their place when all are done: a failure leaves everything
// as it was.
#include "carve/displacement.h"

#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "carve/evaluate.h"
#include "terrain/area.h"

#define TR_LANES 1
#include "carve/carve_kernel.h"

enum { DISPLACEMENT_DEF_COOKIE = 0x64697370 };

tr_displacement_def tr_default_displacement_def(void)
{
    return (tr_displacement_def){.cookie = DISPLACEMENT_DEF_COOKIE, .spacing_m = 1};
}

static size_t tile_bytes(const tr_displacement *it)
{
    return sizeof(tr_displaced_tile) + (size_t)it->plane_count * TR_TILE_SAMPLES * sizeof(float);
}

// ---------------------------------------------------------------------------------------------------------
// Memory of tiles

static tr_displaced_tile *take_tile(tr_displacement *it, tr_error *err)
{
    if (it->spare_count > 0) return it->spare[--it->spare_count];
    return tr_alloc(it->context, tile_bytes(it), err);
}

static void give_tile(tr_displacement *it, tr_displaced_tile *tile)
{
    if (tile && it->spare_count < TR_SPARE_TILES)
        it->spare[it->spare_count++] = tile;
    else
        tr_free(it->context, tile);
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
static tr_carve_tile part_of_tile(const tr_displacement *it, const tr_cover_tile *part, tr_displaced_tile *tile)
{
    const int64_t step = it->lattice.units;
    tr_carve_tile out = {
        .index = it->carving->index,
        .x = (part->x * TR_DISPLACEMENT_TILE + part->x0) * step,
        .z = (part->z * TR_DISPLACEMENT_TILE + part->z0) * step,
        .step = step,
        .width = part->x1 - part->x0,
        .rows = part->z1 - part->z0,
        .height = part_of_plane(tile, TR_DISPLACED_HEIGHT, part),
        .strength = part_of_plane(tile, TR_DISPLACED_STRENGTH, part),
    };
    int32_t plane = TR_DISPLACED_PLANES;
    if (it->def.inclination) out.inclination = part_of_plane(tile, plane++, part);
    if (it->def.distance) out.distance = part_of_plane(tile, plane++, part);
    return out;
}

// Makes them copies of the old tiles.
static bool copy_tiles(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const tile_batch *batch = user;
    const tr_displacement *it = batch->displacement;
    for (int64_t i = begin; i < end; i++) {
        const tr_cover_tile *part = &batch->parts[i];
        tr_displaced_tile *tile = batch->made[i];
        const tr_displaced_tile *old = tr_displaced_tile_find(it, part->x, part->z);
        if (old)
            memcpy(tile, old, tile_bytes(it));
        else
            memset(tile, 0, tile_bytes(it));
        tile->x = part->x;
        tile->z = part->z;
        batch->tiles[i] = part_of_tile(it, part, tile);
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
    tr_displacement *it = batch->displacement;
    for (int32_t i = 0; i < count; i++) {
        batch->made[i] = take_tile(it, err);
        if (!batch->made[i]) return false;
    }
    if (!tr_parallel_for(it->context, count, BATCH_GRAIN, copy_tiles, batch, NULL, err) ||
        !tr_piece_index_evaluate_tiles(it->carving->index, it->carving->def.search, batch->tiles, count, focus->entries,
                                       focus->count, err))
        return false;
    drop_empty(batch, count);
    return true;
}

static bool report(const tr_progress *progress, double share, tr_error *err)
{
    if (!progress || !progress->report || progress->report(progress->user, share)) return true;
    return tr_fail(err, TR_ERROR_CANCELLED, "the work was cancelled");
}

static bool make_tiles(tr_displacement *it, const tr_cover *cover, const tile_focus *focus, tr_displaced_tile **made,
                       const tr_progress *progress, tr_error *err)
{
    const int32_t most = tr_min_i32(cover->count, BATCH_TILES);
    tr_carve_tile *tiles = tr_alloc_array(it->context, (size_t)most, sizeof *tiles, err);
    bool ok = tiles != NULL;
    for (int32_t first = 0; ok && first < cover->count; first += most) {
        tile_batch batch = {it, cover->tiles + first, made + first, tiles};
        const int32_t count = tr_min_i32(most, cover->count - first);
        ok = make_batch(&batch, count, focus, err) && report(progress, (double)(first + count) / cover->count, err);
    }
    tr_free(it->context, tiles);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Putting them in place

// The first tile at or after a place; those before `from` lie before it and are not looked at.
static int32_t lower_bound(const tr_displacement *it, int32_t from, int64_t x, int64_t z)
{
    int32_t low = from, high = it->tile_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (tr_cover_order(it->tiles[middle]->x, it->tiles[middle]->z, x, z) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Cannot fail: `list` has room for all, and so has the map.
static void replace_tiles(tr_displacement *it, const tr_cover *cover, tr_displaced_tile **made,
                          tr_displaced_tile **list)
{
    int32_t count = 0, taken = 0;
    for (int32_t i = 0; i < cover->count; i++) {
        const tr_cover_tile *part = &cover->tiles[i];
        const int32_t at = lower_bound(it, taken, part->x, part->z);
        if (at > taken) memcpy(list + count, it->tiles + taken, (size_t)(at - taken) * sizeof *list);
        count += at - taken;
        taken = at;
        if (at < it->tile_count && it->tiles[at]->x == part->x && it->tiles[at]->z == part->z) {
            give_tile(it, it->tiles[at]);
            taken++;
        }
        if (made[i]) {
            list[count++] = made[i];
            tr_tile_map_put(&it->map, part->x, part->z, made[i]);
        } else {
            tr_tile_map_remove(&it->map, part->x, part->z);
        }
    }
    if (it->tile_count > taken)
        memcpy(list + count, it->tiles + taken, (size_t)(it->tile_count - taken) * sizeof *list);
    count += it->tile_count - taken;
    tr_free(it->context, it->tiles);
    it->tiles = list;
    it->tile_count = count;
}

static bool remake(tr_displacement *it, const tr_cover *cover, const tile_focus *focus, const tr_progress *progress,
                   tr_error *err)
{
    if (cover->count == 0) return true;
    const size_t most = (size_t)it->tile_count + (size_t)cover->count;
    tr_displaced_tile **made = tr_alloc_array(it->context, (size_t)cover->count, sizeof(tr_displaced_tile *), err);
    tr_displaced_tile **list = made ? tr_alloc_array(it->context, most, sizeof(tr_displaced_tile *), err) : NULL;
    if (made) memset(made, 0, (size_t)cover->count * sizeof *made);
    const bool ok = list && make_tiles(it, cover, focus, made, progress, err) &&
                    tr_tile_map_reserve(it->context, &it->map, most, err);
    if (ok) {
        replace_tiles(it, cover, made, list);
    } else {
        for (int32_t i = 0; made && i < cover->count; i++) give_tile(it, made[i]);
        tr_free(it->context, list);
    }
    tr_free(it->context, made);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// What to make

// Tiles that are there in a box: they may have to go. Rows without tiles are jumped over.
static bool add_old_tiles(const tr_displacement *it, const tr_box *box, tr_cover *cover, tr_error *err)
{
    tr_region samples;
    if (!tr_cover_samples(&it->lattice, box, &samples)) return true;
    const int64_t x0 = tr_floor_div(samples.x0, TR_DISPLACEMENT_TILE);
    const int64_t x1 = tr_floor_div(samples.x1 - 1, TR_DISPLACEMENT_TILE);
    const int64_t z1 = tr_floor_div(samples.z1 - 1, TR_DISPLACEMENT_TILE);
    int64_t z = tr_floor_div(samples.z0, TR_DISPLACEMENT_TILE);
    for (int32_t i = lower_bound(it, 0, x0, z); i < it->tile_count && it->tiles[i]->z <= z1;) {
        const tr_displaced_tile *tile = it->tiles[i];
        if (tile->x >= x0 && tile->x <= x1) {
            if (!tr_cover_add_tile(it->context, &samples, tile->x, tile->z, cover, err)) return false;
            i++;
        } else {
            z = tile->x < x0 ? tile->z : tile->z + 1;
            i = lower_bound(it, i, x0, z);
        }
    }
    return true;
}

static bool cover_box(const tr_displacement *it, const tr_box *box, tr_cover *cover, tr_error *err)
{
    return add_old_tiles(it, box, cover, err) &&
           tr_cover_add_box(it->context, &it->lattice, it->carving->index, box, cover, err);
}

// The first change that the displacement has not seen.
static int32_t first_new_change(const tr_displacement *it)
{
    const tr_carving *carving = it->carving;
    int32_t first = carving->change_count;
    while (first > 0 && carving->changes[first - 1].version > it->version) first--;
    return first;
}

static bool cover_changes(const tr_displacement *it, tr_cover *cover, tr_error *err)
{
    const tr_carving *carving = it->carving;
    for (int32_t i = first_new_change(it); i < carving->change_count; i++) {
        const tr_carve_change *change = &carving->changes[i];
        for (int32_t k = 0; k < change->box_count; k++)
            if (!cover_box(it, &change->boxes[k], cover, err)) return false;
    }
    tr_cover_join(cover);
    return true;
}

// The records of all new changes, when these have them and they are few.
static bool find_focus(const tr_displacement *it, tile_focus *focus, tr_error *err)
{
    enum { MOST_RECORDS = 128 };
    const tr_carving *carving = it->carving;
    const int32_t first = first_new_change(it);
    int32_t count = 0;
    for (int32_t i = first; i < carving->change_count; i++) {
        const tr_carve_change *change = &carving->changes[i];
        if (change->box_count > 0 && !change->records) return true;
        count += change->record_count;
        if (count > MOST_RECORDS) return true;
    }
    focus->entries = tr_alloc_array(it->context, (size_t)count, sizeof *focus->entries, err);
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

static bool set_lattice(tr_displacement *it, tr_error *err)
{
    const tr_area probe = {.width = 1, .height = 1, .spacing_m = it->def.spacing_m};
    if (!tr_area_check(&probe, err)) return false;
    const tr_region *within = it->def.within;
    if (within && (within->x0 >= within->x1 || within->z0 >= within->z1))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a displacement within samples %lld to %lld and %lld to %lld: there are none",
                       (long long)within->x0, (long long)within->x1, (long long)within->z0, (long long)within->z1);
    it->lattice.units = tr_area_units(&probe);
    tr_region samples = tr_cover_everywhere(it->lattice.units);
    if (within) {
        samples.x0 = tr_max_i64(samples.x0, within->x0);
        samples.z0 = tr_max_i64(samples.z0, within->z0);
        samples.x1 = tr_min_i64(samples.x1, within->x1);
        samples.z1 = tr_min_i64(samples.z1, within->z1);
    }
    it->lattice.samples = samples;
    it->def.within = NULL;
    return true;
}

tr_displacement *tr_displacement_create(const tr_carving *carving, const tr_displacement_def *def,
                                        const tr_progress *progress, tr_error *err)
{
    assert(carving && def && def->cookie == DISPLACEMENT_DEF_COOKIE);
    tr_displacement *it = tr_alloc(carving->context, sizeof *it, err);
    if (!it) return NULL;
    *it = (tr_displacement){
        .context = carving->context,
        .carving = carving,
        .def = *def,
        .plane_count = TR_DISPLACED_PLANES + def->inclination + def->distance,
        .version = carving->version,
    };
    tr_cover cover = {0};
    bool ok = set_lattice(it, err) && tr_cover_add_paths(carving, &it->lattice, &cover, err);
    if (ok) {
        const tile_focus everywhere = {0};
        tr_cover_join(&cover);
        ok = remake(it, &cover, &everywhere, progress, err);
    }
    tr_cover_destroy(it->context, &cover);
    if (ok) return it;
    tr_displacement_destroy(it);
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
