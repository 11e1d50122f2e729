// The height of the ground (heights.h).
#include "terrain/heights.h"

#include <assert.h>
#include <string.h>

#include "noise/area_query.h"
#include "noise/graph.h"
#include "base/area.h"
#include "terrain/elevation_source.h"
#include "terrain/landform.h"
#include "terrain/shape_isa.h"
#include "terrain/shape_run.h"
#include "terrain/shape_tables.h"

struct tr_heights {
    tr_context *context;
    uint64_t seed;
    tr_noise *large, *rivers, *gullies;
    tr_noise *detail;                // of the built-in landscape; NULL: none
    tr_elevation_source *elevation;  // NULL: none
    tr_shape_block plan;             // what all blocks have in common
    int64_t lattice_units;
};

// ---------------------------------------------------------------------------------------------------------
// From the description

// Octaves of what the lattice holds are no finer than this many of its cells.
enum { CELLS_PER_WAVE = 4 };
// Depth of gullies against their size, from octave to octave.
#define OCTAVE_SHARE 0.8

// The lattice must be fine enough for what lies on it and for what it steers.
static int64_t lattice_for(const tr_terrain_settings *def)
{
    double finest_m = (double)TR_SHAPE_MAX_LATTICE / TR_UNITS_PER_METRE;
    const double sizes_m[] = {def->landform.hill_size_m / 6, def->landform.mountain_size_m / 24,
                              def->landform.continent_size_m / 64, def->erosion.size_m / 4, def->rivers.spacing_m / 32};
    const bool used[] = {!def->graph, !def->graph, !def->graph, def->erosion.strength > 0, def->rivers.width_m > 0};
    for (size_t i = 0; i < sizeof sizes_m / sizeof *sizes_m; i++)
        if (used[i] && sizes_m[i] < finest_m) finest_m = sizes_m[i];
    int64_t units = TR_SHAPE_MAX_LATTICE;
    while (units > 1 && (double)units > finest_m * TR_UNITS_PER_METRE) units /= 2;
    return units;
}

static void set_params(tr_shape_block *plan, const tr_terrain_settings *def, double sea_level_m, int64_t lattice_units)
{
    const tr_river_settings *rivers = &def->rivers;
    const tr_beach_settings *beaches = &def->beaches;
    const tr_terrace_settings *terraces = &def->terraces;
    const double cut_m = 0.22 * rivers->valley_width_m + 1.0, sand_m = beaches->height_m * beaches->width;
    tr_shape_params *p = &plan->params;
    *p = (tr_shape_params){.sea = (float)sea_level_m};
    p->cells_per_metre = (float)TR_UNITS_PER_METRE / (float)lattice_units;
    if (def->erosion.strength > 0) {
        plan->octave_count = def->erosion.octaves;
        p->gully_strength = (float)(def->erosion.strength * (double)TR_GULLY_DEPTH);
        p->coast_span = (float)(10.0 / def->erosion.size_m);
        double share = 1;
        for (int i = 0; i < plan->octave_count; i++) {
            plan->octave_size[i] = (float)(def->erosion.size_m / (double)(1 << i));
            plan->octave_share[i] = (float)share;
            share *= OCTAVE_SHARE;
        }
    }
    if (!def->graph && def->landform.ruggedness > 0) {
        plan->steps |= TR_SHAPE_DETAIL;
        p->detail_plain = (float)(0.13 * def->landform.ruggedness * def->landform.hill_height_m);
        p->detail_mountain = (float)(0.04 * def->landform.ruggedness * def->landform.mountain_height_m);
        p->detail_span = (float)(1.0 / (def->landform.mountain_height_m + 1.0));
    }
    if (rivers->width_m > 0) {
        plan->steps |= TR_SHAPE_RIVERS;
        p->river_half_width = (float)(0.5 * rivers->width_m);
        p->river_inverse_valley = (float)(1.0 / (rivers->valley_width_m + 1.0));
        p->river_calm2 = (float)(0.36 / (rivers->spacing_m * rivers->spacing_m));
        p->river_floor = (float)(sea_level_m - rivers->depth_m);
        p->river_depth = (float)cut_m;
        p->river_low = (float)(sea_level_m + 1.5 * cut_m);
        p->river_inverse_span = (float)(1.0 / (3.0 * cut_m));
    }
    if (beaches->height_m > 0 && beaches->width > 1) {
        plan->steps |= TR_SHAPE_BEACHES;
        p->beach_slope = (float)(1.0 / beaches->width);
        p->beach_low = (float)sand_m;
        p->beach_inverse_span = (float)(0.5 / sand_m);
    }
    if (terraces->height_m > 0 && terraces->flatness > 0) {
        const double riser = 1.0 - terraces->flatness, min_riser = 0x1p-20;
        plan->steps |= TR_SHAPE_TERRACES;
        p->terrace_steps = (float)(1.0 / terraces->height_m);
        p->terrace_height = (float)terraces->height_m;
        p->terrace_steepness = (float)(1.0 / (riser > min_riser ? riser : min_riser));
    }
}

// ---------------------------------------------------------------------------------------------------------
// Noises. Positions come in units of 1/256 m.

static tr_noise *compile_in_metres(tr_noise_graph *graph, tr_node output, tr_error *err)
{
    if (output < 0) return NULL;
    tr_node_def metres = tr_default_node_def(TR_NODE_SCALE);
    metres.inputs[0] = output;
    metres.factor = 1.0 / TR_UNITS_PER_METRE;
    const tr_node scaled = tr_noise_graph_add(graph, &metres, err);
    return scaled < 0 ? NULL : tr_noise_compile(graph, scaled, 2, err);
}

static tr_noise *compile_large(tr_context *context, const tr_terrain_settings *def, double sea_level_m, double finest_m,
                               tr_error *err)
{
    tr_noise_graph *graph =
        def->graph ? tr_noise_graph_copy(def->graph, context, err) : tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def above = tr_default_node_def(TR_NODE_LINEAR);
    above.inputs[0] = def->graph ? tr_noise_graph_output(graph) : tr_landform_add(graph, &def->landform, finest_m, err);
    above.factor = 1;
    above.offset = sea_level_m;
    const tr_node height = above.inputs[0] < 0 ? TR_NODE_NONE : tr_noise_graph_add(graph, &above, err);
    tr_noise *noise = compile_in_metres(graph, height, err);
    tr_noise_graph_destroy(graph);
    return noise;
}

static tr_noise *compile_detail(tr_context *context, double finest_m, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_noise *noise = compile_in_metres(graph, tr_detail_add(graph, finest_m, err), err);
    tr_noise_graph_destroy(graph);
    return noise;
}

static tr_noise *compile_rivers(tr_context *context, const tr_river_settings *def, double finest_m, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_noise *noise = compile_in_metres(graph, tr_river_line_add(graph, def->spacing_m, finest_m, err), err);
    tr_noise_graph_destroy(graph);
    return noise;
}

// Only its lattices are used: one per octave, with the cells of the gullies.
static tr_noise *compile_gullies(tr_context *context, const tr_erosion_settings *def, tr_error *err)
{
    enum { SALT_GULLIES = 0x6077ee };
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def cells = tr_default_node_def(TR_NODE_CELLULAR);
    cells.seed = SALT_GULLIES;
    cells.frequency = 1.0 / def->size_m;
    cells.fractal = TR_FRACTAL_FBM;
    cells.octaves = def->octaves;
    tr_noise *noise = compile_in_metres(graph, tr_noise_graph_add(graph, &cells, err), err);
    tr_noise_graph_destroy(graph);
    return noise;
}

// A terrace counts its steps in floats.
static bool check_terraces(const tr_heights *heights, tr_error *err)
{
    if (!(heights->plan.steps & TR_SHAPE_TERRACES)) return true;
    const double max_steps = 0x1p28;
    float low, high;
    tr_noise_range(heights->large, &low, &high);
    const double reach_m = (double)(high > -low ? high : -low), step_m = (double)heights->plan.params.terrace_height;
    if (reach_m <= max_steps * step_m) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "terraces of %g m are too low for heights up to %g m; allowed is %g m or more", step_m, reach_m,
                   reach_m / max_steps);
}

static bool open_heights(tr_heights *heights, const tr_terrain_settings *def, double sea_level_m, tr_error *err)
{
    tr_context *context = heights->context;
    const double finest_m = CELLS_PER_WAVE * (double)heights->lattice_units / TR_UNITS_PER_METRE;
    heights->large = compile_large(context, def, sea_level_m, finest_m, err);
    if (!heights->large) return false;
    if (heights->plan.steps & TR_SHAPE_RIVERS) {
        heights->rivers = compile_rivers(context, &def->rivers, finest_m, err);
        if (!heights->rivers) return false;
    }
    if (heights->plan.steps & TR_SHAPE_DETAIL) {
        heights->detail = compile_detail(context, finest_m, err);
        if (!heights->detail) return false;
    }
    if (heights->plan.octave_count > 0) {
        heights->gullies = compile_gullies(context, &def->erosion, err);
        if (!heights->gullies) return false;
    }
    if (def->elevation.path) {
        heights->elevation = tr_elevation_source_create(context, &def->elevation, heights->seed, sea_level_m, err);
        if (!heights->elevation) return false;
    }
    return check_terraces(heights, err);
}

tr_heights *tr_heights_create(tr_context *context, const tr_terrain_settings *def, uint64_t seed, double sea_level_m,
                              tr_error *err)
{
    tr_heights *heights = tr_alloc(context, sizeof *heights, err);
    if (!heights) return NULL;
    *heights = (tr_heights){.context = context, .seed = seed, .lattice_units = lattice_for(def)};
    if (def->graph) heights->plan.steps |= TR_SHAPE_BASE;
    set_params(&heights->plan, def, sea_level_m, heights->lattice_units);
    if (open_heights(heights, def, sea_level_m, err)) return heights;
    tr_heights_destroy(heights);
    return NULL;
}

void tr_heights_destroy(tr_heights *heights)
{
    if (!heights) return;
    tr_noise_destroy(heights->large);
    tr_noise_destroy(heights->rivers);
    tr_noise_destroy(heights->gullies);
    tr_noise_destroy(heights->detail);
    tr_elevation_source_destroy(heights->elevation);
    tr_free(heights->context, heights);
}

const tr_georeference *tr_heights_place(const tr_heights *heights)
{
    return heights->elevation ? tr_elevation_source_place(heights->elevation) : NULL;
}

bool tr_heights_covered(const tr_heights *heights, tr_region *out_m)
{
    if (!heights->elevation) return false;
    *out_m = tr_elevation_source_region(heights->elevation);
    return true;
}

uint64_t tr_heights_hash_elevation(const tr_heights *heights, uint64_t seed)
{
    return heights->elevation ? tr_elevation_source_hash(heights->elevation, seed) : seed;
}

// ---------------------------------------------------------------------------------------------------------
// Blocks: squares of samples, one after the other, so that memory does not grow with the area

typedef struct block_walk {
    tr_noise_query whole;
    tr_grid out;
    int32_t side, across, down;
} block_walk;

static block_walk walk_blocks(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out)
{
    block_walk walk = {.whole = tr_area_noise_query(area, heights->seed), .out = *out};
    walk.side = tr_shape_block_side(heights->lattice_units, tr_area_units(area));
    walk.across = (area->width + walk.side - 1) / walk.side;
    walk.down = (area->height + walk.side - 1) / walk.side;
    return walk;
}

// The query and the part of the output of one block.
static tr_noise_query block_at(const block_walk *walk, int64_t index, tr_grid *out)
{
    const int32_t at[2] = {(int32_t)(index % walk->across) * walk->side, (int32_t)(index / walk->across) * walk->side};
    tr_noise_query query = walk->whole;
    for (int axis = 0; axis < 2; axis++) {
        const int32_t rest = walk->whole.size[axis] - at[axis];
        query.origin[axis] += at[axis] * query.step[axis];
        query.size[axis] = rest < walk->side ? rest : walk->side;
    }
    *out = walk->out;
    out->samples += at[1] * walk->out.row_stride + at[0];
    out->width = query.size[0];
    out->height = query.size[1];
    return query;
}

// Real elevations of a block; both grids are empty where there are none.
typedef struct real_ground {
    tr_grid heights, weights;
} real_ground;

static void close_real_ground(const tr_heights *heights, real_ground *ground)
{
    tr_grid_destroy(heights->context, &ground->heights);
    tr_grid_destroy(heights->context, &ground->weights);
    *ground = (real_ground){0};
}

static bool open_real_ground(const tr_heights *heights, const tr_noise_query *query, real_ground *out, tr_error *err)
{
    *out = (real_ground){0};
    if (!heights->elevation) return true;
    bool touched = true;
    const bool ok =
        tr_grid_create(heights->context, query->size[0], query->size[1], 1, &out->heights, err) &&
        tr_grid_create(heights->context, query->size[0], query->size[1], 1, &out->weights, err) &&
        tr_elevation_source_evaluate(heights->elevation, query, &out->heights, &out->weights, &touched, err);
    if (!ok || !touched) close_real_ground(heights, out);
    return ok;
}

static bool is_all_real(const real_ground *ground)
{
    if (!ground->weights.samples) return false;
    const size_t count = (size_t)ground->weights.width * (size_t)ground->weights.height;
    for (size_t i = 0; i < count; i++)
        if (ground->weights.samples[i] < 1.0f) return false;
    return true;
}

// The large shape at every sample, where the lattice does not give it.
static bool evaluate_block(const tr_heights *heights, const tr_noise_query *query, const tr_grid *out, tr_error *err)
{
    real_ground real;
    if (!open_real_ground(heights, query, &real, err)) return false;
    tr_shape_block block = heights->plan;
    tr_shape_sources sources = {.context = heights->context,
                                .seed = heights->seed,
                                .gullies = heights->gullies,
                                .lattice_units = heights->lattice_units};
    block.out = out->samples;
    block.out_stride = out->row_stride;
    if (real.heights.samples) {
        block.steps |= TR_SHAPE_ELEVATION;
        block.elevation = real.heights.samples;
        block.weight = real.weights.samples;
    }
    if (is_all_real(&real)) {
        block.steps &= TR_SHAPE_ELEVATION | TR_SHAPE_TERRACES;
        block.octave_count = 0;
    } else {
        if (!(block.steps & TR_SHAPE_BASE) || block.octave_count > 0) sources.layer[TR_SHAPE_LARGE] = heights->large;
        sources.layer[TR_SHAPE_RIVER] = heights->rivers;
    }
    tr_shape_tables tables;
    bool ok = tr_shape_tables_open(&sources, query, &block, &tables, err);
    if (ok) {
        const tr_noise *before = block.steps & TR_SHAPE_BASE     ? heights->large
                                 : block.steps & TR_SHAPE_DETAIL ? heights->detail
                                                                 : NULL;
        ok = (!before || tr_noise_grid(before, query, NULL, out, err)) && tr_shape_run(heights->context, &block, err);
        tr_shape_tables_close(&tables);
    }
    close_real_ground(heights, &real);
    return ok;
}

bool tr_heights_evaluate(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out,
                         const tr_progress *progress, tr_error *err)
{
    assert(out->samples && out->width == area->width && out->height == area->height);
    const block_walk walk = walk_blocks(heights, area, out);
    const int64_t count = (int64_t)walk.across * walk.down;
    for (int64_t i = 0; i < count; i++) {
        tr_grid part;
        const tr_noise_query query = block_at(&walk, i, &part);
        if (!evaluate_block(heights, &query, &part, err)) return false;
        if (progress && progress->report && !progress->report(progress->user, (double)(i + 1) / (double)count))
            return tr_fail(err, TR_ERROR_CANCELLED, "the work was cancelled");
    }
    return true;
}

static bool blend_real_ground(const tr_heights *heights, const tr_noise_query *query, const tr_grid *out, tr_error *err)
{
    real_ground real;
    if (!open_real_ground(heights, query, &real, err)) return false;
    for (int32_t row = 0; real.heights.samples && row < out->height; row++)
        for (int32_t i = 0; i < out->width; i++) {
            float *to = out->samples + row * out->row_stride + i;
            const int64_t from = row * real.heights.row_stride + i;
            *to = tr_shape_blend(*to, real.heights.samples[from], real.weights.samples[from]);
        }
    close_real_ground(heights, &real);
    return true;
}

bool tr_heights_large_shape(const tr_heights *heights, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    const block_walk walk = walk_blocks(heights, area, out);
    if (!tr_noise_grid(heights->large, &walk.whole, NULL, out, err)) return false;
    for (int64_t i = 0; heights->elevation && i < (int64_t)walk.across * walk.down; i++) {
        tr_grid part;
        const tr_noise_query query = block_at(&walk, i, &part);
        if (!blend_real_ground(heights, &query, &part, err)) return false;
    }
    return true;
}
