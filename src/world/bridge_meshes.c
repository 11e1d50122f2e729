#include "world/bridge_meshes.h"

static bool add_bridges(const tr_carving *carving, const tr_bridge_choice *choice, tr_bridge_meshes *out, tr_error *err)
{
    tr_bridge_def bridge = tr_default_bridge_def();
    bridge.lift_m = choice->lift_m;
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        if (!crossing.bridge || !choice->is_wanted(choice->user, &crossing)) {
            continue;
        }
        if (!tr_carving_bridge(carving, i, &bridge, &out->meshes[out->count], err)) {
            return false;
        }
        out->count += out->meshes[out->count].index_count > 0;
    }
    return true;
}

bool tr_bridge_meshes_create(const tr_world *world, const tr_bridge_choice *choice, tr_bridge_meshes *out,
                             tr_error *err)
{
    *out = (tr_bridge_meshes){0};
    tr_context *context = tr_world_context(world);
    const tr_carving *carving = tr_world_carving(world);
    if (!carving || tr_carving_crossing_count(carving) == 0) {
        return true;
    }
    out->meshes = tr_alloc_array(context, (size_t)tr_carving_crossing_count(carving), sizeof *out->meshes, err);
    if (out->meshes && add_bridges(carving, choice, out, err)) {
        return true;
    }
    tr_bridge_meshes_destroy(context, out);
    return false;
}

void tr_bridge_meshes_destroy(tr_context *context, tr_bridge_meshes *bridges)
{
    for (int32_t i = 0; i < bridges->count; i++) {
        tr_mesh_destroy(context, &bridges->meshes[i]);
    }
    tr_free(context, bridges->meshes);
    *bridges = (tr_bridge_meshes){0};
}
