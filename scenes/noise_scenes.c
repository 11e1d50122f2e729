#include "scenes/noise_scenes.h"

#include <string.h>

#define SOURCE(name, dims, kind, ...) \
    {                                 \
        name, dims, 1,                \
        {                             \
            {                         \
                kind, {0},            \
                {                     \
                    __VA_ARGS__       \
                }                     \
            }                         \
        }                             \
    }

const noise_scene noise_scenes[] = {
    SOURCE("value 1d", 1, TR_NODE_VALUE, "frequency=0.11"),
    SOURCE("value 2d", 2, TR_NODE_VALUE, "frequency=0.02"),
    SOURCE("value 2d nearest", 2, TR_NODE_VALUE, "frequency=0.09", "interpolation=nearest"),
    SOURCE("value 2d linear", 2, TR_NODE_VALUE, "frequency=0.3", "interpolation=linear"),
    SOURCE("value 2d smoothstep", 2, TR_NODE_VALUE, "frequency=0.07", "interpolation=smoothstep"),
    SOURCE("value 3d", 3, TR_NODE_VALUE, "frequency=0.04"),
    SOURCE("gradient 1d", 1, TR_NODE_GRADIENT, "frequency=0.05"),
    SOURCE("gradient 2d", 2, TR_NODE_GRADIENT, "frequency=0.02"),
    SOURCE("gradient 2d fine", 2, TR_NODE_GRADIENT, "frequency=1.7"),
    SOURCE("gradient 3d", 3, TR_NODE_GRADIENT, "frequency=0.03"),
    SOURCE("simplex 2d", 2, TR_NODE_SIMPLEX, "frequency=0.02"),
    SOURCE("simplex 3d", 3, TR_NODE_SIMPLEX, "frequency=0.05"),
    SOURCE("cellular 1d", 1, TR_NODE_CELLULAR, "frequency=0.13", "result=f2"),
    SOURCE("cellular 2d f1", 2, TR_NODE_CELLULAR, "frequency=0.05"),
    SOURCE("cellular 2d f2 squared", 2, TR_NODE_CELLULAR, "frequency=0.05", "result=f2", "metric=squared"),
    SOURCE("cellular 2d f2-f1 manhattan", 2, TR_NODE_CELLULAR, "frequency=0.3", "result=f2-f1", "metric=manhattan"),
    SOURCE("cellular 2d cell chebyshev", 2, TR_NODE_CELLULAR, "frequency=0.1", "result=cell", "metric=chebyshev",
           "jitter=0.7"),
    SOURCE("cellular 3d f1", 3, TR_NODE_CELLULAR, "frequency=0.06"),
    SOURCE("cellular 3d f2-f1", 3, TR_NODE_CELLULAR, "frequency=0.2", "result=f2-f1"),
    SOURCE("fbm gradient 2d", 2, TR_NODE_GRADIENT, "frequency=0.01", "fractal=fbm", "octaves=6"),
    SOURCE("fbm value 3d", 3, TR_NODE_VALUE, "frequency=0.03", "fractal=fbm", "octaves=5", "lacunarity=2.13"),
    SOURCE("billow simplex 2d", 2, TR_NODE_SIMPLEX, "frequency=0.02", "fractal=billow", "octaves=4"),
    SOURCE("ridged gradient 2d", 2, TR_NODE_GRADIENT, "frequency=0.015", "fractal=ridged", "octaves=5"),
    SOURCE("ridged simplex 3d", 3, TR_NODE_SIMPLEX, "frequency=0.04", "fractal=ridged", "octaves=3"),
    SOURCE("damped gradient 2d", 2, TR_NODE_GRADIENT, "frequency=0.012", "fractal=damped", "octaves=7"),
    SOURCE("damped gradient 2d fine", 2, TR_NODE_GRADIENT, "frequency=0.7", "fractal=damped", "octaves=3",
           "sharpness=9"),
    {"warp damped 2d",
     2,
     3,
     {{TR_NODE_SIMPLEX, {0}, {"frequency=0.01", "seed=1"}},
      {TR_NODE_GRADIENT, {0}, {"frequency=0.02", "fractal=damped", "octaves=5"}},
      {TR_NODE_WARP, {1, 0, TR_NODE_NONE, TR_NODE_NONE}, {"amplitude=35"}}}},
    {"warp 2d",
     2,
     5,
     {{TR_NODE_SIMPLEX, {0}, {"frequency=0.01", "seed=1"}},
      {TR_NODE_GRADIENT, {0}, {"frequency=0.02", "seed=2"}},
      {TR_NODE_GRADIENT, {0}, {"frequency=0.02", "fractal=fbm", "octaves=4"}},
      {TR_NODE_WARP, {2, 0, 1, TR_NODE_NONE}, {"amplitude=35"}},
      {TR_NODE_WARP, {3, 1, 0, TR_NODE_NONE}, {"amplitude=12"}}}},
    {"warp simplex and cellular 3d",
     3,
     6,
     {{TR_NODE_VALUE, {0}, {"frequency=0.03"}},
      {TR_NODE_SIMPLEX, {0}, {"frequency=0.05", "fractal=fbm", "octaves=2"}},
      {TR_NODE_CELLULAR, {0}, {"frequency=0.08", "result=f2-f1"}},
      {TR_NODE_WARP, {1, 0, TR_NODE_NONE, 0}, {"amplitude=20"}},
      {TR_NODE_WARP, {2, 0, 0, TR_NODE_NONE}, {"amplitude=9"}},
      {TR_NODE_ADD, {3, 4}, {0}}}},
    {"octave, combined, expscale",
     2,
     5,
     {{TR_NODE_GRADIENT, {0}, {"frequency=0.99", "seed=32", "fractal=fbm", "octaves=5"}},
      {TR_NODE_GRADIENT, {0}, {"frequency=0.99", "seed=64", "fractal=fbm", "octaves=5"}},
      {TR_NODE_WARP, {0, 1, TR_NODE_NONE, TR_NODE_NONE}, {"amplitude=1"}},
      {TR_NODE_SCALE, {2}, {"factor=0.015625"}},
      {TR_NODE_POWER, {3}, {"exponent=3"}}}},
    {"power of a noise",
     2,
     4,
     {{TR_NODE_GRADIENT, {0}, {"frequency=0.03"}},
      {TR_NODE_SIMPLEX, {0}, {"frequency=0.02", "seed=3"}},
      {TR_NODE_LINEAR, {1}, {"factor=3", "offset=2"}},
      {TR_NODE_POWER_OF, {0, 2}, {0}}}},
    {"pointwise nodes",
     2,
     20,
     {{TR_NODE_GRADIENT, {0}, {"frequency=0.03"}},
      {TR_NODE_VALUE, {0}, {"frequency=0.05", "seed=9"}},
      {TR_NODE_CONSTANT, {0}, {"value=0.3"}},
      {TR_NODE_COORDINATE, {0}, {"axis=y", "center=20", "factor=0.01"}},
      {TR_NODE_ADD, {0, 1}, {0}},
      {TR_NODE_SUBTRACT, {4, 2}, {0}},
      {TR_NODE_MULTIPLY, {5, 3}, {0}},
      {TR_NODE_MIN, {0, 1}, {0}},
      {TR_NODE_MAX, {6, 7}, {0}},
      {TR_NODE_LINEAR, {8}, {"factor=1.5", "offset=-0.2"}},
      {TR_NODE_ABS, {1}, {0}},
      {TR_NODE_POWER, {0}, {"exponent=1.3"}},
      {TR_NODE_CLAMP, {9}, {"low=-0.5", "high=0.75"}},
      {TR_NODE_SMOOTHSTEP, {11}, {"low=-0.4", "high=0.6"}},
      {TR_NODE_CURVE, {13}, {"points=0:-1,0.2:-0.3,0.5:0.1,1:1", "smooth=true"}},
      {TR_NODE_TERRACE, {14}, {"steps=6", "flatness=0.7"}},
      {TR_NODE_BLEND, {12, 15, 10}, {0}},
      {TR_NODE_SELECT, {16, 11, 1}, {"threshold=0.1", "falloff=0.3"}},
      {TR_NODE_COORDINATE, {0}, {"axis=x", "center=0", "factor=0.001"}},
      {TR_NODE_ADD, {17, 18}, {0}}}},
};

const int noise_scene_count = (int)(sizeof noise_scenes / sizeof noise_scenes[0]);

static bool apply_setting(tr_node_def *def, const char *setting, tr_error *err)
{
    char name[32] = {0};
    const char *equals = strchr(setting, '=');
    memcpy(name, setting, (size_t)(equals - setting));
    return tr_node_def_set(def, name, equals + 1, err);
}

static tr_node add_node(tr_noise_graph *graph, const noise_scene_node *node, tr_error *err)
{
    tr_node_def def = tr_default_node_def(node->kind);
    memcpy(def.inputs, node->inputs, sizeof def.inputs);
    for (int i = 0; i < SCENE_MAX_SETTINGS && node->settings[i]; i++) {
        if (!apply_setting(&def, node->settings[i], err)) {
            return TR_NODE_NONE;
        }
    }
    return tr_noise_graph_add(graph, &def, err);
}

tr_noise *noise_scene_compile(tr_context *context, const noise_scene *scene, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) {
        return NULL;
    }
    tr_node last = TR_NODE_NONE;
    for (int i = 0; i < scene->node_count; i++) {
        last = add_node(graph, &scene->nodes[i], err);
        if (last < 0) {
            tr_noise_graph_destroy(graph);
            return NULL;
        }
    }
    tr_noise *noise = tr_noise_compile(graph, last, scene->dims, err);
    tr_noise_graph_destroy(graph);
    return noise;
}
