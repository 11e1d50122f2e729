// The built-in landscape (landform.h).
//
// Continents with a coast and a shelf; on them hills, and mountains in ranges: the ranges follow the crests of a slow
// noise, provinces say where there are ranges at all, and ridges give the summits. Every position is warped first, so
// that nothing lies along a lattice.
#include "terrain/landform.h"

#define TR_LANES 1
#include "simd/math_kernel.h"

// The fractal of the summits.
#define SUMMIT_FRACTAL TR_FRACTAL_DAMPED

// Salts: every noise of the landscape has its own.
enum {
    SALT_CONTINENT = 0x1a0d01,
    SALT_CONTINENT_WARP,
    SALT_COAST,
    SALT_RANGE = 0x1a0d10,
    SALT_RANGE_WARP,
    SALT_CREST_WARP,
    SALT_PROVINCE = 0x1a0d20,
    SALT_SUMMIT,
    SALT_SUMMIT_WARP,
    SALT_HILL = 0x1a0d30,
    SALT_HILL_PLACE,
    SALT_HILL_WARP,
    SALT_DETAIL = 0x1a0d38,
    SALT_RIVER = 0x1a0d40,
    SALT_RIVER_WARP
};

// Adds nodes until one fails; then all later ones are TR_NODE_NONE.
typedef struct builder {
    tr_noise_graph *graph;
    double finest_m;
    tr_error *err;
    bool failed;
} builder;

static tr_node add(builder *to, const tr_node_def *def)
{
    const tr_node node = to->failed ? TR_NODE_NONE : tr_noise_graph_add(to->graph, def, to->err);
    if (node < 0) to->failed = true;
    return node;
}

// Octaves from `size_m` down to the finest, at most `max`.
static int octaves_within(const builder *to, double size_m, int max)
{
    int octaves = 1;
    while (octaves < max && size_m * 0.5 >= to->finest_m) octaves++, size_m *= 0.5;
    return octaves;
}

typedef struct landform_source {
    tr_fractal fractal;
    double size_m;
    int max_octaves;
    double gain;
    int64_t salt;
} landform_source;

static tr_node add_source(builder *to, landform_source source)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = source.salt;
    def.frequency = 1.0 / source.size_m;
    def.dims = 2;
    def.fractal = source.fractal;
    def.octaves = octaves_within(to, source.size_m, source.max_octaves);
    def.gain = source.gain;
    return add(to, &def);
}

static tr_node add_linear(builder *to, tr_node input, double factor, double offset)
{
    tr_node_def def = tr_default_node_def(TR_NODE_LINEAR);
    def.inputs[0] = input;
    def.factor = factor;
    def.offset = offset;
    return add(to, &def);
}

static tr_node add_pair(builder *to, tr_node_kind kind, tr_node a, tr_node b)
{
    tr_node_def def = tr_default_node_def(kind);
    def.inputs[0] = a;
    def.inputs[1] = b;
    return add(to, &def);
}

static tr_node add_smoothstep(builder *to, tr_node input, double low, double high)
{
    tr_node_def def = tr_default_node_def(TR_NODE_SMOOTHSTEP);
    def.inputs[0] = input;
    def.low = low;
    def.high = high;
    return add(to, &def);
}

// Moves `input` about by `reach_m`, in swirls of `size_m`.
static tr_node add_warp(builder *to, tr_node input, double size_m, double reach_m, int64_t salt)
{
    tr_node_def def = tr_default_node_def(TR_NODE_WARP);
    def.inputs[0] = input;
    for (int axis = 0; axis < 2; axis++)
        def.inputs[1 + axis] =
            add_source(to, (landform_source){TR_FRACTAL_FBM, size_m, 3, 0.4, salt + 100 * (axis + 1)});
    def.factor = reach_m;
    return add(to, &def);
}

// ---------------------------------------------------------------------------------------------------------

// The value that the share `share` of a noise lies above: by the logistic distribution, which is close to what noises
// have between 0.02 and 0.98.
static double upper_quantile(double share, double deviation)
{
    const double p = share < 0.01 ? 0.01 : share > 0.99 ? 0.99 : share;
    const double natural_log_of_2 = 0.693147180559945309, logistic_scale = 0.5513288954217920;  // sqrt(3) / pi
    return -deviation * logistic_scale * natural_log_of_2 * (double)tr_log2((float)(p / (1.0 - p)));
}

// How far inland a place is: about -1 .. 1, 0 at the coast; `coarse` leaves out the detail of the coast.
typedef struct inland_nodes {
    tr_node coarse, full;
} inland_nodes;

static inland_nodes add_inland(builder *to, const tr_landform_settings *def)
{
    const double size_m = def->continent_size_m;
    const tr_node slow = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m, 3, 0.45, SALT_CONTINENT});
    const tr_node fast = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m / 5.0, 4, 0.65, SALT_COAST});
    // The middle and the deviation of what `detailed` is without the shift, over many seeds, halved.
    const double middle = 0.01, deviation = 0.245;
    const double shift = -2.0 * (middle + upper_quantile(def->land_share, deviation));
    const tr_node placed = add_linear(to, slow, 2.0, shift);
    const tr_node detailed = add_pair(to, TR_NODE_ADD, placed, add_linear(to, fast, 0.6, 0.0));
    inland_nodes nodes;
    nodes.coarse = add_warp(to, placed, size_m * 0.5, size_m * 0.3, SALT_CONTINENT_WARP);
    nodes.full = add_warp(to, detailed, size_m * 0.5, size_m * 0.3, SALT_CONTINENT_WARP);
    return nodes;
}

// Deep sea, shelf, coastal plain, interior.
static tr_node add_continents(builder *to, const tr_landform_settings *def, tr_node inland)
{
    static const double profile[][2] = {{-1.0, -1.0},  {-0.5, -0.75}, {-0.25, -0.28}, {-0.08, -0.06}, {0.0, 0.0},
                                        {0.06, 0.035}, {0.25, 0.15},  {0.5, 0.36},    {1.0, 1.0}};
    tr_node_def curve = tr_default_node_def(TR_NODE_CURVE);
    curve.inputs[0] = inland;
    curve.smooth = true;
    curve.point_count = (int32_t)(sizeof profile / sizeof *profile);
    for (int i = 0; i < curve.point_count; i++) {
        curve.points[i][0] = profile[i][0];
        curve.points[i][1] = profile[i][1] * def->continent_height_m;
    }
    return add(to, &curve);
}

static tr_node add_hills(builder *to, const tr_landform_settings *def)
{
    const double size_m = def->hill_size_m, gain = 0.1 + 0.3 * def->ruggedness;
    const tr_node place = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m * 5.0, 3, 0.5, SALT_HILL_PLACE});
    const tr_node where = add_smoothstep(to, place, -0.15, 0.3);
    const tr_node noise = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m, 2, gain, SALT_HILL});
    const tr_node bent = add_warp(to, noise, size_m * 1.5, size_m * 0.35, SALT_HILL_WARP);
    const tr_node height = add_linear(to, bent, def->hill_height_m, 0.3 * def->hill_height_m);
    return add_pair(to, TR_NODE_MULTIPLY, height, add_linear(to, where, 0.9, 0.1));
}

// 0 .. 1: how much a place belongs to a range: over the value of the range's noise, a crest with hollow flanks. It is
// round at the top, where gullies from both sides meet and make the edge.
static tr_node add_range_profile(builder *to, tr_node noise)
{
    static const double flank[][2] = {{0.0, 1.0}, {0.04, 0.84}, {0.1, 0.55}, {0.2, 0.22}, {0.3, 0.06}, {0.4, 0.0}};
    enum { FLANK = sizeof flank / sizeof *flank };
    tr_node_def curve = tr_default_node_def(TR_NODE_CURVE);
    curve.inputs[0] = noise;
    curve.smooth = true;
    curve.point_count = 2 * FLANK - 1;
    for (int i = 0; i < FLANK; i++) {
        for (int side = -1; side <= 1; side += 2) {
            curve.points[FLANK - 1 + side * i][0] = side * flank[i][0];
            curve.points[FLANK - 1 + side * i][1] = flank[i][1];
        }
    }
    return add(to, &curve);
}

static tr_node add_ranges(builder *to, const tr_landform_settings *def)
{
    const double size_m = def->mountain_size_m;
    const tr_node noise = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m * 1.6, 2, 0.3, SALT_RANGE});
    const tr_node winding = add_warp(to, noise, size_m * 0.22, size_m * 0.05, SALT_CREST_WARP);
    const tr_node bent = add_warp(to, winding, size_m * 0.7, size_m * 0.3, SALT_RANGE_WARP);
    const tr_node place = add_source(to, (landform_source){TR_FRACTAL_FBM, size_m * 4.0, 3, 0.4, SALT_PROVINCE});
    const double edge = upper_quantile(def->mountain_share, 0.22);
    const tr_node province = add_smoothstep(to, place, edge - 0.12, edge + 0.08);
    return add_pair(to, TR_NODE_MULTIPLY, add_range_profile(to, bent), province);
}

static tr_node add_mountains(builder *to, const tr_landform_settings *def)
{
    const double size_m = def->mountain_size_m, gain = 0.1 + 0.3 * def->ruggedness;
    const tr_node noise = add_source(to, (landform_source){SUMMIT_FRACTAL, size_m * 0.4, 3, gain, SALT_SUMMIT});
    const tr_node summits = add_warp(to, noise, size_m * 0.3, size_m * 0.06, SALT_SUMMIT_WARP);
    const tr_node height = add_linear(to, summits, 0.75 * def->mountain_height_m, 0.85 * def->mountain_height_m);
    return add_pair(to, TR_NODE_MULTIPLY, height, add_ranges(to, def));
}

tr_node tr_landform_add(tr_noise_graph *graph, const tr_landform_settings *def, double finest_m, tr_error *err)
{
    builder to = {graph, finest_m, err, false};
    const inland_nodes inland = add_inland(&to, def);
    const tr_node land = add_smoothstep(&to, inland.coarse, 0.0, 0.25);
    const tr_node relief = add_pair(&to, TR_NODE_ADD, add_hills(&to, def), add_mountains(&to, def));
    const tr_node on_land = add_pair(&to, TR_NODE_MULTIPLY, relief, land);
    return add_pair(&to, TR_NODE_ADD, add_continents(&to, def, inland.full), on_land);
}

tr_node tr_detail_add(tr_noise_graph *graph, double finest_m, tr_error *err)
{
    builder to = {graph, 0.0, err, false};
    return add_source(&to, (landform_source){TR_FRACTAL_FBM, finest_m * 0.6, 6, 0.42, SALT_DETAIL});
}

tr_node tr_river_line_add(tr_noise_graph *graph, double spacing_m, double finest_m, tr_error *err)
{
    builder to = {graph, finest_m, err, false};
    const tr_node line = add_source(&to, (landform_source){TR_FRACTAL_FBM, spacing_m * 1.4, 3, 0.4, SALT_RIVER});
    return add_warp(&to, line, spacing_m * 0.25, spacing_m * 0.12, SALT_RIVER_WARP);
}
