// The objects of a region in one list, and what sets and layers are called.
#include "terrane/world.h"

#include <assert.h>
#include <stdio.h>

static const tr_world_place_set_def *set_of(const tr_world *world, int32_t set)
{
    assert(set >= 0 && set < tr_world_def_of(world)->place_set_count);
    return &tr_world_def_of(world)->place_sets[set];
}

int32_t tr_object_list_layers(const tr_object_list *list, int32_t set)
{
    return (list->sets >> set & 1) != 0 ? set_of(list->world, set)->layer_count : 0;
}

static bool take_objects(tr_object_list *list, const tr_placement *placement, tr_error *err)
{
    list->count = tr_placement_count(placement, -1, -1);
    list->objects = tr_alloc_array(tr_world_context(list->world), (size_t)list->count + 1, sizeof *list->objects, err);
    if (!list->objects) {
        list->count = 0;
        return false;
    }
    int64_t at = 0;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const int32_t layers = tr_object_list_layers(list, set);
        for (int32_t layer = 0; layer < layers; layer++) {
            const int64_t count = tr_placement_count(placement, set, layer);
            list->starts[set][layer] = at;
            tr_placement_objects(placement, set, layer, 0, count, list->objects + at);
            at += count;
        }
        list->starts[set][layers] = at;
    }
    return true;
}

bool tr_world_place(const tr_world *world, const tr_place_request_def *request, const tr_progress *progress,
                    tr_object_list *out, tr_error *err)
{
    *out = (tr_object_list){.world = world, .region_m = request->region_m};
    if (request->to_gl) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a list of objects is made of records on the host, not on GL");
    }
    const tr_placer *placer = tr_world_placer(world);
    if (!placer) {
        return true;
    }
    tr_placement *placement = tr_place(placer, request, progress, err);
    if (!placement) {
        return false;
    }
    out->sets = request->sets & ((UINT32_C(1) << tr_world_def_of(world)->place_set_count) - 1);
    const bool done = take_objects(out, placement, err);
    tr_placement_destroy(placement);
    return done;
}

void tr_object_list_destroy(tr_object_list *list)
{
    if (list->world) {
        tr_free(tr_world_context(list->world), list->objects);
    }
    *list = (tr_object_list){0};
}

tr_object_range tr_object_list_range(const tr_object_list *list, int32_t set, int32_t layer)
{
    const int64_t *starts = list->starts[set];
    const int64_t begin = starts[layer < 0 ? 0 : layer];
    const int64_t end = starts[layer < 0 ? tr_object_list_layers(list, set) : layer + 1];
    return (tr_object_range){.objects = list->objects ? list->objects + begin : NULL, .count = end - begin};
}

tr_model_kind tr_world_object_model(const tr_world *world, const tr_object *object)
{
    return set_of(world, object->set)->layers[object->layer].model;
}

// ---------------------------------------------------------------------------------------------------------
// Names

static const char *name_or_number(const char *name, const char *what, int32_t number, char out[TR_PLACE_NAME_SIZE])
{
    if (name && name[0]) {
        snprintf(out, TR_PLACE_NAME_SIZE, "%s", name);
    } else {
        snprintf(out, TR_PLACE_NAME_SIZE, "%s %d", what, (int)number);
    }
    return out;
}

const char *tr_world_set_name(const tr_world *world, int32_t set, char out[TR_PLACE_NAME_SIZE])
{
    return name_or_number(set_of(world, set)->set.name, "set", set, out);
}

const char *tr_world_layer_name(const tr_world *world, int32_t set, int32_t layer, char out[TR_PLACE_NAME_SIZE])
{
    return name_or_number(set_of(world, set)->layers[layer].layer.name, "layer", layer, out);
}
