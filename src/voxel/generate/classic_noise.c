// The noises of the preset CLASSIC as graphs of the library (docs/voxel.md).
//
// The source composes them of basic (one octave), octave (five, each twice as fine and half as strong), combined
// (one moved along x by another) and expscale (at a scale, with an exponent). Factors and exponents are left to the
// kernel: a graph would go over all samples once more for each.
#include "voxel/generate/classic.h"

#include <string.h>

#include "voxel/generate/classic_layout.h"

// Basic noises have salts of their own: with those of the octaves, moisture would follow the mountains.
enum { SALT_O0, SALT_O1, SALT_O2, SALT_O3, SALT_O4, SALT_B1, SALT_B2, SALT_B3, SALT_B4 };

static const double lattice_units = 1.01;  // between lattice points
static const double octave_sum = 1.9375;   // 1 + 1/2 + 1/4 + 1/8 + 1/16, which fbm divides by

// Adds nodes until one fails: what reads that one would be taken for a node without the input.
typedef struct builder {
    tr_noise_graph *graph;
    bool failed;
    tr_error *err;
} builder;

static tr_node add(builder *to, const tr_node_def *def)
{
    const tr_node node = to->failed ? TR_NODE_NONE : tr_noise_graph_add(to->graph, def, to->err);
    to->failed = node < 0;
    return node;
}

static tr_node add_noise(builder *to, int64_t salt, int32_t octaves)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.dims = 2;
    def.frequency = 1.0 / lattice_units;
    def.seed = salt;
    if (octaves > 1) def.fractal = TR_FRACTAL_FBM;
    def.octaves = octaves;
    return add(to, &def);
}

// The source moves along x alone, so that lines of the lattice along x stay straight: coasts, rivers and borders of
// biomes would follow them for hundreds of blocks. Nobody sees that in the roughness.
static tr_node add_combined(builder *to, tr_node moved, tr_node by, double amplitude, bool diagonal)
{
    tr_node_def def = tr_default_node_def(TR_NODE_WARP);
    def.inputs[0] = moved;
    def.inputs[1] = by;
    def.inputs[2] = diagonal ? by : TR_NODE_NONE;
    def.factor = amplitude;
    return add(to, &def);
}

static tr_node add_scaled(builder *to, tr_node input, double blocks)
{
    tr_node_def def = tr_default_node_def(TR_NODE_SCALE);
    def.inputs[0] = input;
    def.factor = 1.0 / blocks;
    return add(to, &def);
}

// How one noise moves another, and by which factor of the shift.
typedef struct combination_work {
    int64_t moved, by;
    int32_t octaves;
    double blocks;  // scale
    double factor;
    bool diagonal;
} combination_work;

static tr_node add_combination(builder *to, const combination_work *combination)
{
    const double amplitude = (combination->octaves > 1 ? octave_sum : 1.0) * combination->factor;
    const tr_node noise = add_noise(to, combination->moved, combination->octaves),
                  shift = add_noise(to, combination->by, combination->octaves);
    return add_scaled(to, add_combined(to, noise, shift, amplitude, combination->diagonal), combination->blocks);
}

// The source moves mountains by four times as much, which stretches slopes into walls.
static const combination_work combinations[TR_CLASSIC_FIELD_COUNT] = {
    [TR_CLASSIC_M] = {SALT_B1, SALT_B2, 1, 512.0, 1.0, true},
    [TR_CLASSIC_T] = {SALT_B3, SALT_B4, 1, 512.0, 1.0, true},
    [TR_CLASSIC_R] = {SALT_O3, SALT_O4, 5, 16.0, 1.0, false},
    [TR_CLASSIC_N] = {SALT_O1, SALT_O2, 5, 512.0, 0.25, true},
    [TR_CLASSIC_P] = {SALT_O1, SALT_O3, 5, 512.0, 0.25, true},
};

static tr_node add_field(builder *to, tr_classic_field field)
{
    if (field == TR_CLASSIC_H) return add_scaled(to, add_noise(to, SALT_O0, 5), 128.0);
    return add_combination(to, &combinations[field]);
}

static tr_noise *make_field(tr_context *context, tr_classic_field field, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    builder to = {graph, false, err};
    const tr_node node = add_field(&to, field);
    tr_noise *noise = node >= 0 ? tr_noise_compile(graph, node, 2, err) : NULL;
    tr_noise_graph_destroy(graph);
    return noise;
}

bool tr_classic_make(tr_voxel_rules *rules, tr_error *err)
{
    rules->classic = tr_alloc(rules->context, sizeof *rules->classic, err);
    if (!rules->classic) return false;
    memset(rules->classic, 0, sizeof *rules->classic);
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) {
        rules->classic->noise[field] = make_field(rules->context, (tr_classic_field)field, err);
        if (!rules->classic->noise[field]) {
            tr_classic_destroy(rules);
            return false;
        }
    }
    return true;
}

void tr_classic_destroy(tr_voxel_rules *rules)
{
    if (!rules->classic) return;
    for (int field = 0; field < TR_CLASSIC_FIELD_COUNT; field++) tr_noise_destroy(rules->classic->noise[field]);
    tr_spare_clear(&rules->classic->spare, rules->context);
    tr_free(rules->context, rules->classic);
    rules->classic = NULL;
}
