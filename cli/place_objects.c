#include "place_objects.h"

#include "progress.h"

#include <time.h>

static double now_s(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int32_t place_layer_count(const place_objects *it, int32_t set)
{
    return tr_world_get_def(it->world)->place_sets[set].layer_count;
}

bool place_has_set(const place_objects *it, int32_t set)
{
    return set < tr_world_get_def(it->world)->place_set_count && (it->sets >> set & 1) != 0;
}

static bool make_objects(place_objects *it, const tr_placement *placement, tr_error *err)
{
    it->count = tr_placement_count(placement, -1, -1);
    it->objects = tr_alloc_array(tr_world_context(it->world), (size_t)it->count + 1, sizeof *it->objects, err);
    if (!it->objects) {
        return false;
    }
    int64_t at = 0;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const int32_t layers = place_has_set(it, set) ? place_layer_count(it, set) : 0;
        for (int32_t layer = 0; layer < layers; layer++) {
            const int64_t count = tr_placement_count(placement, set, layer);
            it->starts[set][layer] = at;
            tr_placement_objects(placement, set, layer, 0, count, it->objects + at);
            at += count;
        }
        it->starts[set][layers] = at;
    }
    return true;
}

bool place_objects_create(const tr_world *world, const tr_region *region_m, uint32_t sets, bool quiet,
                          place_objects *out, tr_error *err)
{
    *out = (place_objects){.world = world, .region_m = *region_m, .sets = sets};
    tr_place_request request = tr_default_place_request();
    request.region_m = *region_m;
    request.sets = sets;
    cli_progress bar = cli_progress_begin("placing", quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const double start_s = now_s();
    tr_placement *placement = tr_place(tr_world_placer(world), &request, &hook, err);
    const bool done = placement && make_objects(out, placement, err);
    out->seconds = now_s() - start_s;
    cli_progress_end(&bar);
    if (placement) {
        tr_placement_destroy(placement);
    }
    return done;
}

void place_objects_destroy(place_objects *it)
{
    if (it->world) {
        tr_free(tr_world_context(it->world), it->objects);
    }
    *it = (place_objects){0};
}

place_range place_objects_of(const place_objects *it, int32_t set, int32_t layer)
{
    const int64_t *starts = it->starts[set];
    const int64_t begin = starts[layer < 0 ? 0 : layer];
    const int64_t end = starts[layer < 0 ? place_layer_count(it, set) : layer + 1];
    return (place_range){.objects = it->objects + begin, .count = end - begin};
}

tr_model_kind place_model_of(const place_objects *it, const tr_object *object)
{
    return tr_world_get_def(it->world)->place_sets[object->set].layers[object->layer].model;
}
