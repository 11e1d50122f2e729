// What a placement holds.
#include <assert.h>

#include "gpu/gpu.h"
#include "place/placer.h"

static const tr_placed_set *set_of(const tr_placement *placement, int32_t set)
{
    assert(set >= 0 && set < placement->placer->def.set_count);
    return &placement->sets[set];
}

static int64_t count_of(const tr_placed_set *set, int32_t layer)
{
    return layer < 0 ? set->starts[TR_PLACE_MAX_LAYERS] : set->starts[layer + 1] - set->starts[layer];
}

int64_t tr_placement_count(const tr_placement *placement, int32_t set, int32_t layer)
{
    assert(layer < TR_PLACE_MAX_LAYERS);
    if (set >= 0) return count_of(set_of(placement, set), layer);
    int64_t count = 0;
    for (int32_t i = 0; i < placement->placer->def.set_count; i++) count += count_of(&placement->sets[i], layer);
    return count;
}

tr_place_frame tr_placement_frame(const tr_placement *placement, int32_t set)
{
    return set_of(placement, set)->frame;
}

const tr_place_record *tr_placement_records(const tr_placement *placement, int32_t set, int32_t layer)
{
    const tr_placed_set *placed = set_of(placement, set);
    assert(layer < TR_PLACE_MAX_LAYERS);
    if (!placed->records || count_of(placed, layer) == 0) return NULL;
    return placed->records + (layer < 0 ? 0 : placed->starts[layer]);
}

uint32_t tr_placement_gl(const tr_placement *placement, int32_t set)
{
    return set_of(placement, set)->gl;
}

void tr_placement_destroy(tr_placement *placement)
{
    if (!placement) return;
    const tr_placer *placer = placement->placer;
    for (int32_t i = 0; i < placer->def.set_count; i++) {
        const tr_placed_set *set = &placement->sets[i];
        if (set->on_device)
            tr_gpu_request_release(set->on_device);
        else
            tr_spares_give(placer->spares, (void *)set->records);
    }
    tr_free(placer->context, placement);
}
