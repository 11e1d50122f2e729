// The height of the ground (heights.h).
#include "terrain/heights.h"

#include "terrain/landform.h"

struct tr_heights {
    tr_context *context;
    uint64_t seed;
    double sea_level_m;
    tr_noise *large_shape;
};

// Positions come in units of 1/256 m, and heights above the sea.
static tr_noise *compile_large_shape(tr_context *context, const tr_terrain_def *def, double sea_level_m, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_noise *noise = NULL;
    tr_node height = tr_landform_add(graph, &def->landform, err);
    if (height >= 0) {
        tr_node_def above = tr_default_node_def(TR_NODE_LINEAR);
        above.inputs[0] = height;
        above.factor = 1;
        above.offset = sea_level_m;
        height = tr_noise_graph_add(graph, &above, err);
    }
    if (height >= 0) {
        tr_node_def metres = tr_default_node_def(TR_NODE_SCALE);
        metres.inputs[0] = height;
        metres.factor = 1.0 / TR_UNITS_PER_METRE;
        height = tr_noise_graph_add(graph, &metres, err);
    }
    if (height >= 0) noise = tr_noise_compile(graph, height, 2, err);
    tr_noise_graph_destroy(graph);
    return noise;
}

tr_heights *tr_heights_create(tr_context *context, const tr_terrain_def *def, uint64_t seed, double sea_level_m,
                              tr_error *err)
{
    tr_heights *heights = tr_alloc(context, sizeof *heights, err);
    if (!heights) return NULL;
    *heights = (tr_heights){.context = context, .seed = seed, .sea_level_m = sea_level_m};
    heights->large_shape = compile_large_shape(context, def, sea_level_m, err);
    if (heights->large_shape) return heights;
    tr_heights_destroy(heights);
    return NULL;
}

void tr_heights_destroy(tr_heights *heights)
{
    if (!heights) return;
    tr_noise_destroy(heights->large_shape);
    tr_free(heights->context, heights);
}

static tr_noise_query query_of(const tr_heights *heights, const tr_area *area)
{
    const int64_t step = (int64_t)(area->spacing_m * TR_UNITS_PER_METRE);
    tr_noise_query query = tr_default_noise_query();
    query.seed = heights->seed;
    query.origin[0] = area->x * step;
    query.origin[1] = area->z * step;
    query.step[0] = query.step[1] = step;
    query.size[0] = area->width;
    query.size[1] = area->height;
    return query;
}

bool tr_heights_large_shape(const tr_heights *heights, const tr_area *area, const tr_grid *out, tr_error *err)
{
    const tr_noise_query query = query_of(heights, area);
    return tr_noise_grid(heights->large_shape, &query, out, NULL, err);
}

bool tr_heights_evaluate(const tr_heights *heights, const tr_area *area, const tr_grid *out,
                         const tr_progress *progress, tr_error *err)
{
    const tr_noise_query query = query_of(heights, area);
    return tr_noise_grid(heights->large_shape, &query, out, progress, err);
}

const tr_georeference *tr_heights_place(const tr_heights *heights)
{
    (void)heights;
    return NULL;
}

bool tr_heights_covered(const tr_heights *heights, tr_region *out_m)
{
    (void)heights, (void)out_m;
    return false;
}
