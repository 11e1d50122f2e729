// A hash table of columns, and a list of those nobody holds, least recently used first.
#include "voxel/generate/column_cache.h"

#include <stddef.h>
#include <string.h>

#include "base/thread.h"
#include "base/integers.h"

enum {
    BUCKET_COUNT = 4096,
    BUDGET_SHARE = 8,  // of the budget of the context that idle columns may take
    GROUP_SIDE = 8,    // columns of up to 8 x 8 are made together: neighbours share work
    MAX_TURNS = 8,     // groups for each thread up to which their number is made to fit that of the threads
    GROUP_MAX = GROUP_SIDE * GROUP_SIDE,
};

typedef struct cache_entry {
    tr_column column;  // first: a column that is handed out is its entry
    int holders;
    struct cache_entry *next_in_bucket;
    struct cache_entry *newer, *older;  // in the list of idle ones
} cache_entry;

struct tr_column_cache {
    const tr_voxel_rules *rules;
    tr_mutex lock;
    cache_entry *buckets[BUCKET_COUNT];
    cache_entry *newest, *oldest;
    uint64_t bytes, limit_bytes;
};

// ---------------------------------------------------------------------------------------------------------
// With the lock held

static cache_entry **bucket_of(tr_column_cache *cache, int64_t x, int64_t z)
{
    return &cache->buckets[tr_hash_identity(0, 0, x, 0, z) % BUCKET_COUNT];
}

static cache_entry *find(tr_column_cache *cache, const tr_column_place *place)
{
    cache_entry *entry = *bucket_of(cache, place->x, place->z);
    while (entry && (entry->column.x != place->x || entry->column.z != place->z)) entry = entry->next_in_bucket;
    return entry;
}

static void add_to_idle(tr_column_cache *cache, cache_entry *entry)
{
    entry->newer = NULL;
    entry->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

static void remove_from_idle(tr_column_cache *cache, cache_entry *entry)
{
    *(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void destroy_entry(tr_context *context, cache_entry *entry)
{
    if (!entry) return;
    tr_free(context, (void *)entry->column.bands);
    tr_free(context, entry->column.spans);
    tr_free(context, entry->column.decorations);
    tr_free(context, entry);
}

static void drop(tr_column_cache *cache, cache_entry *entry)
{
    cache_entry **link = bucket_of(cache, entry->column.x, entry->column.z);
    while (*link != entry) link = &(*link)->next_in_bucket;
    *link = entry->next_in_bucket;
    cache->bytes -= entry->column.bytes;
    destroy_entry(cache->rules->context, entry);
}

static void shrink_to(tr_column_cache *cache, uint64_t bytes)
{
    while (cache->oldest && cache->bytes > bytes) {
        cache_entry *entry = cache->oldest;
        remove_from_idle(cache, entry);
        drop(cache, entry);
    }
}

// Takes a column that was made into the table, held; when somebody else was faster, theirs.
static cache_entry *adopt(tr_column_cache *cache, cache_entry *made)
{
    const tr_column_place place = {made->column.x, made->column.z};
    cache_entry *entry = find(cache, &place);
    if (entry) {
        if (entry->holders++ == 0) remove_from_idle(cache, entry);
        destroy_entry(cache->rules->context, made);
        return entry;
    }
    cache_entry **bucket = bucket_of(cache, place.x, place.z);
    made->holders = 1;
    made->next_in_bucket = *bucket;
    *bucket = made;
    cache->bytes += made->column.bytes;
    return made;
}

// ---------------------------------------------------------------------------------------------------------
// Making columns

// Missing columns. First the ground of groups is made, then what stands on each column: it differs much from one to the
// next, and threads would wait for the last group.
typedef struct making_work {
    const tr_voxel_rules *rules;
    const tr_column_place *places;
    const size_t *order;   // indices of missing places, groups together
    const size_t *starts;  // of the groups in `order`, and one past the last
    cache_entry **made;    // as `order`; NULL until there is one
} making_work;

static cache_entry *create_entry(const tr_voxel_rules *rules, const tr_column_place *place, tr_error *err)
{
    cache_entry *entry = tr_alloc(rules->context, sizeof *entry, err);
    if (!entry) return NULL;
    // Everything of the cells before this is written when they are made.
    memset((uint8_t *)entry + offsetof(cache_entry, column.bands), 0,
           sizeof(cache_entry) - offsetof(cache_entry, column.bands));
    entry->column.x = place->x;
    entry->column.z = place->z;
    return entry;
}

static bool make_group(const making_work *making, size_t begin, size_t end, tr_error *err)
{
    const tr_voxel_rules *rules = making->rules;
    tr_column *columns[GROUP_MAX];
    for (size_t i = begin; i < end; i++) {
        making->made[i] = create_entry(rules, &making->places[making->order[i]], err);
        if (!making->made[i]) return false;
        columns[i - begin] = &making->made[i]->column;
    }
    const bool classic = rules->def.preset == TR_VOXEL_CLASSIC;
    return (classic ? tr_classic_columns : tr_ground_columns)(rules, columns, end - begin, err);
}

static bool make_groups(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const making_work *making = user;
    (void)worker;
    for (int64_t i = begin; i < end; i++)
        if (!make_group(making, making->starts[i], making->starts[i + 1], err)) return false;
    return true;
}

static bool finish_columns(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const making_work *making = user;
    const tr_voxel_rules *rules = making->rules;
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        tr_column *column = &making->made[i]->column;
        if (!tr_bridges_find(rules, column, err)) return false;
        if (rules->caves && !tr_caves_open(rules, column, err)) return false;
        column->decorated_highest = column->highest;
        if (rules->def.decorations > 0 && !tr_decorations_root(rules, column, err)) return false;
        column->bytes = sizeof(cache_entry) + (column->bands ? TR_COLUMN_CELLS * sizeof *column->bands : 0) +
                        (column->spans ? TR_COLUMN_CELLS * sizeof *column->spans : 0) +
                        (size_t)column->decoration_count * sizeof *column->decorations;
    }
    return true;
}

// How the rectangle of what is missing is divided into groups.
typedef struct division_work {
    tr_column_place corner;
    int64_t width, depth;
    int64_t across, down;  // groups
} division_work;

// As few groups as there may be, and some more when threads would wait for the last ones.
static division_work divide(const tr_column_place *places, const size_t *order, size_t count, int threads)
{
    const int64_t max = MAX_TURNS * (int64_t)threads;
    tr_column_place low = {INT64_MAX, INT64_MAX}, high = {INT64_MIN, INT64_MIN};
    for (size_t i = 0; i < count; i++) {
        const tr_column_place *place = &places[order[i]];
        low = (tr_column_place){tr_min_i64(low.x, place->x), tr_min_i64(low.z, place->z)};
        high = (tr_column_place){tr_max_i64(high.x, place->x), tr_max_i64(high.z, place->z)};
    }
    division_work division = {.corner = low, .width = high.x - low.x + 1, .depth = high.z - low.z + 1};
    division.across = (division.width + GROUP_SIDE - 1) / GROUP_SIDE;
    division.down = (division.depth + GROUP_SIDE - 1) / GROUP_SIDE;
    while (division.across * division.down % threads != 0 && division.across * division.down < max &&
           division.down < division.depth)
        division.down++;
    return division;
}

// The group of a place. No group is wider or deeper than GROUP_SIDE.
static tr_column_place group_of(const tr_column_place *place, const division_work *division)
{
    return (tr_column_place){(place->x - division->corner.x) * division->across / division->width,
                             (place->z - division->corner.z) * division->down / division->depth};
}

// Brings missing places into groups; returns their number. `order` has `count` indices.
static size_t group_places(const tr_column_place *places, size_t *order, size_t count, int threads, size_t *starts)
{
    if (count == 0) return 0;
    const division_work parts = divide(places, order, count, threads);
    size_t groups = 0;
    for (size_t i = 0; i < count; groups++) {
        starts[groups] = i;
        const tr_column_place group = group_of(&places[order[i++]], &parts);
        for (size_t k = i; k < count; k++) {
            const tr_column_place other = group_of(&places[order[k]], &parts);
            if (other.x != group.x || other.z != group.z) continue;
            const size_t member = order[k];
            order[k] = order[i];
            order[i++] = member;
        }
    }
    starts[groups] = count;
    return groups;
}

// Holds those that are there and lists the others.
static size_t take_present(tr_column_cache *cache, const tr_column_place *places, size_t count, const tr_column **out,
                           size_t *missing)
{
    size_t missing_count = 0;
    tr_mutex_lock(&cache->lock);
    for (size_t i = 0; i < count; i++) {
        cache_entry *entry = find(cache, &places[i]);
        if (entry && entry->holders++ == 0) remove_from_idle(cache, entry);
        out[i] = entry ? &entry->column : NULL;
        if (!entry) missing[missing_count++] = i;
    }
    tr_mutex_unlock(&cache->lock);
    return missing_count;
}

static bool make_missing(const making_work *making, size_t groups, size_t count, tr_error *err)
{
    enum { COLUMNS_AT_ONCE = 2 };
    tr_context *context = making->rules->context;
    return tr_parallel_for(context, &(tr_range_work){(int64_t)groups, 1, make_groups, (void *)making}, NULL, err) &&
           tr_parallel_for(context, &(tr_range_work){(int64_t)count, COLUMNS_AT_ONCE, finish_columns, (void *)making},
                           NULL, err);
}

// @param scratch  room for 3 count + 1 of its elements
static bool acquire(tr_column_cache *cache, const tr_column_place *places, size_t count, const tr_column **out,
                    size_t *scratch, tr_error *err)
{
    size_t *order = scratch, *starts = scratch + count;
    cache_entry **made = (cache_entry **)(void *)(scratch + 2 * count + 1);
    const size_t missing = take_present(cache, places, count, out, order);
    const size_t groups = group_places(places, order, missing, tr_context_threads(cache->rules->context), starts);
    memset(made, 0, missing * sizeof(cache_entry *));
    const making_work making = {cache->rules, places, order, starts, made};
    if (make_missing(&making, groups, missing, err)) {
        tr_mutex_lock(&cache->lock);
        for (size_t i = 0; i < missing; i++) out[order[i]] = &adopt(cache, made[i])->column;
        tr_mutex_unlock(&cache->lock);
        return true;
    }
    for (size_t i = 0; i < missing; i++) destroy_entry(cache->rules->context, made[i]);
    tr_column_cache_release(cache, out, count);
    return false;
}

bool tr_column_cache_acquire(tr_column_cache *cache, const tr_column_place *places, size_t count, const tr_column **out,
                             tr_error *err)
{
    tr_context *context = cache->rules->context;
    size_t *scratch = tr_alloc_array(context, 3 * count + 1, sizeof *scratch, err);
    if (!scratch) return false;
    tr_error reason = {0};
    bool done = acquire(cache, places, count, out, scratch, &reason);
    if (!done && (reason.code == TR_ERROR_OVER_BUDGET || reason.code == TR_ERROR_OUT_OF_MEMORY)) {
        tr_mutex_lock(&cache->lock);
        shrink_to(cache, 0);
        tr_mutex_unlock(&cache->lock);
        done = acquire(cache, places, count, out, scratch, &reason);
    }
    if (!done && err) *err = reason;
    tr_free(context, scratch);
    return done;
}

void tr_column_cache_release(tr_column_cache *cache, const tr_column *const *columns, size_t count)
{
    tr_mutex_lock(&cache->lock);
    for (size_t i = 0; i < count; i++) {
        cache_entry *entry = (cache_entry *)columns[i];
        if (entry && --entry->holders == 0) add_to_idle(cache, entry);
    }
    shrink_to(cache, cache->limit_bytes);
    tr_mutex_unlock(&cache->lock);
}

tr_column_cache *tr_column_cache_create(const tr_voxel_rules *rules, tr_error *err)
{
    tr_column_cache *cache = tr_alloc(rules->context, sizeof *cache, err);
    if (!cache) return NULL;
    memset(cache, 0, sizeof *cache);
    cache->rules = rules;
    cache->limit_bytes = tr_context_memory(rules->context).budget_bytes / BUDGET_SHARE;
    tr_mutex_init(&cache->lock);
    return cache;
}

void tr_column_cache_destroy(tr_column_cache *cache)
{
    if (!cache) return;
    shrink_to(cache, 0);
    tr_mutex_destroy(&cache->lock);
    tr_free(cache->rules->context, cache);
}
