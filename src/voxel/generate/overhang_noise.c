// The noises of the surface of a world (overhang.h).
#include "base/context.h"
#include "voxel/generate/overhang.h"

enum { DENSITY_SALT = 0x6f766572, RUGGED_SALT = 0x72756767, PATCHES_SALT = 0x70617463 };

// In the plane simplex noise: its patches do not show the axes of a lattice.
static tr_noise *compile(tr_context *context, int64_t salt, double size_blocks, int32_t octaves, int32_t dims,
                         tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def source = tr_default_node_def(dims == 3 ? TR_NODE_GRADIENT : TR_NODE_SIMPLEX);
    source.seed = salt;
    source.frequency = 1.0 / size_blocks;
    source.dims = dims;
    source.fractal = TR_FRACTAL_FBM;
    source.octaves = octaves;
    const tr_node node = tr_noise_graph_add(graph, &source, err);
    tr_noise *noise = node < 0 ? NULL : tr_noise_compile(graph, node, dims, err);
    tr_noise_graph_destroy(graph);
    return noise;
}

bool tr_overhang_make(tr_voxel_rules *rules, tr_error *err)
{
    tr_context *context = rules->context;
    tr_overhang *overhang = rules->overhangs = tr_alloc(context, sizeof *overhang, err);
    if (!overhang) return false;
    *overhang = (tr_overhang){.table = TR_ISA_PICK(tr_overhang_table, tr_context_isa(context))};
    overhang->density = compile(context, DENSITY_SALT, 24, 2, 3, err);
    if (overhang->density) overhang->rugged = compile(context, RUGGED_SALT, 140, 2, 2, err);
    if (overhang->rugged) overhang->patches = compile(context, PATCHES_SALT, 320, 5, 2, err);
    if (overhang->patches) return true;
    tr_overhang_destroy(rules);
    return false;
}

void tr_overhang_destroy(tr_voxel_rules *rules)
{
    tr_overhang *overhang = rules->overhangs;
    if (!overhang) return;
    tr_noise_destroy(overhang->density);
    tr_noise_destroy(overhang->rugged);
    tr_noise_destroy(overhang->patches);
    tr_free(rules->context, overhang);
    rules->overhangs = NULL;
}
