#include "ground_scene.h"

#include <math.h>
#include <string.h>

#include "cmocka_test.h"

// Ridges of some hundred blocks, as a world has them.
static tr_noise *compile_heights(tr_context *context)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, NULL);
    assert_non_null(graph);
    tr_node_def ridges = tr_default_node_def(TR_NODE_GRADIENT);
    ridges.frequency = 1.0 / 400;
    ridges.dims = 2;
    ridges.fractal = TR_FRACTAL_RIDGED;
    ridges.octaves = 4;
    tr_node_def stretch = tr_default_node_def(TR_NODE_LINEAR);
    stretch.factor = 200;
    stretch.offset = 40;
    stretch.inputs[0] = tr_noise_graph_add(graph, &ridges, NULL);
    const tr_node node = tr_noise_graph_add(graph, &stretch, NULL);
    assert_true(node >= 0);
    tr_noise *noise = tr_noise_compile(graph, node, 2, NULL);
    tr_noise_graph_destroy(graph);
    assert_non_null(noise);
    return noise;
}

// A lake level for each field of 512 blocks, so that levels meet; a road straight through.
static bool sample(void *user, int64_t x, int64_t z, int32_t width, int32_t height, int32_t step,
                   const tr_ground_samples *out, tr_error *err)
{
    const ground_scene *scene = user;
    tr_noise_query query = tr_default_noise_query();
    query.seed = scene->rules.seed;
    query.origin[0] = x * step;
    query.origin[1] = z * step;
    query.step[0] = query.step[1] = step;
    query.size[0] = width;
    query.size[1] = height;
    const tr_grid grid = {out->height, width, height, 1, width, (ptrdiff_t)width * height};
    if (!tr_noise_grid(scene->heights, &query, NULL, &grid, err)) return false;
    for (int32_t j = 0; j < height; j++) {
        for (int32_t i = 0; i < width; i++) {
            const int64_t at = (int64_t)j * width + i, bx = (x + i) * step, bz = (z + j) * step;
            out->water[at] = (float)(((bx >> 9) + (bz >> 9)) & 3) * 5.3f - 30;
            out->cover[at] = (uint8_t)((bx & 255) < 5 ? TR_GROUND_ROAD : TR_GROUND_BARE);
            if (!out->biome) continue;
            out->temperature[at] = 12 - 0.1f * out->height[at];
            out->humidity[at] = (float)(bz & 1023) / 1023;
            out->biome[at] = (uint8_t)((uint64_t)(bx >> 6) % TR_BIOME_COUNT);
        }
    }
    return true;
}

void ground_scene_open(tr_context *context, uint64_t seed, ground_scene *out)
{
    *out = (ground_scene){.context = context, .heights = compile_heights(context)};
    out->rules = (tr_voxel_rules){.context = context, .def = tr_default_voxel_def(), .seed = seed};
    out->rules.ground = (tr_ground_source){.user = out, .sample = sample, .sea_level = -30};
    assert_true(tr_overhang_make(&out->rules, NULL));
}

void ground_scene_close(ground_scene *scene)
{
    tr_overhang_destroy(&scene->rules);
    tr_noise_destroy(scene->heights);
}

tr_column **ground_scene_columns(const ground_scene *scene, int64_t x, int64_t z, int width, int depth, int group)
{
    tr_column **out = test_calloc((size_t)(width * depth), sizeof *out);
    for (int i = 0; i < width * depth; i++) {
        out[i] = test_calloc(1, sizeof *out[i]);
        out[i]->x = x + i % width;
        out[i]->z = z + i / width;
    }
    for (int j = 0; j < depth; j += group) {
        for (int i = 0; i < width; i += group) {
            tr_column *together[64];
            size_t count = 0;
            for (int v = j; v < depth && v < j + group; v++)
                for (int u = i; u < width && u < i + group; u++) together[count++] = out[v * width + u];
            assert_true(tr_ground_columns(&scene->rules, together, count, NULL));
        }
    }
    return out;
}

void ground_scene_release(const ground_scene *scene, tr_column **columns, int count)
{
    for (int i = 0; i < count; i++) {
        tr_free(scene->context, (void *)columns[i]->bands);
        test_free(columns[i]);
    }
    test_free(columns);
}

bool ground_scene_is_solid(const tr_column *column, int cell, int32_t y)
{
    if (!column->bands) return y <= column->top[cell];
    const tr_column_band *band = &column->bands[cell];
    const int64_t bit = (int64_t)y - band->base;
    return bit < 0 || (bit < 64 && (band->solid >> bit & 1));
}
