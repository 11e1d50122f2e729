// The built-in landscape (landform.h).
#include "terrain/landform.h"

static tr_node add_source(tr_noise_graph *graph, tr_fractal fractal, double size_m, int octaves, int64_t salt,
                          tr_error *err)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = salt;
    def.frequency = 1.0 / size_m;
    def.dims = 2;
    def.fractal = fractal;
    def.octaves = octaves;
    return tr_noise_graph_add(graph, &def, err);
}

static tr_node add_linear(tr_noise_graph *graph, tr_node input, double factor, double offset, tr_error *err)
{
    if (input < 0) return input;
    tr_node_def def = tr_default_node_def(TR_NODE_LINEAR);
    def.inputs[0] = input;
    def.factor = factor;
    def.offset = offset;
    return tr_noise_graph_add(graph, &def, err);
}

static tr_node add_sum(tr_noise_graph *graph, tr_node a, tr_node b, tr_error *err)
{
    if (a < 0 || b < 0) return TR_NODE_NONE;
    tr_node_def def = tr_default_node_def(TR_NODE_ADD);
    def.inputs[0] = a;
    def.inputs[1] = b;
    return tr_noise_graph_add(graph, &def, err);
}

tr_node tr_landform_add(tr_noise_graph *graph, const tr_landform_def *def, tr_error *err)
{
    const tr_node continent = add_source(graph, TR_FRACTAL_FBM, def->continent_size_m, 8, 1, err);
    const tr_node base = continent < 0 ? continent
                                       : add_linear(graph, continent, 2 * def->continent_height_m,
                                                    (def->land_share - 0.5) * def->continent_height_m, err);
    const tr_node ridges = base < 0 ? base : add_source(graph, TR_FRACTAL_RIDGED, def->mountain_size_m, 8, 2, err);
    return add_sum(graph, base, add_linear(graph, ridges, def->mountain_height_m / 2, 0, err), err);
}
