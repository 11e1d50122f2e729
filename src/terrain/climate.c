// Temperature and humidity (climate.h). docs/climate.md has the formulas.
#include "noise/area_query.h"
#include "terrain/climate.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/area.h"
#include "terrain/climate_coarse.h"

struct tr_climate {
    tr_context *context;
    tr_climate_settings def;
    uint64_t seed;
    int64_t quarter_units;   // from the equator to a pole
    int64_t latitude_units;  // of z = 0
    tr_noise *temperature_noise, *humidity_noise;
    tr_coarse coarse;
};

enum { TEMPERATURE_SALT = 0x74656d70, HUMIDITY_SALT = 0x68756d69 };

// ---------------------------------------------------------------------------------------------------------
// Variation

// Adds a node that reads the one before; a negative number goes through.
static tr_node add_after(tr_noise_graph *graph, tr_node before, tr_node_def def, tr_error *err)
{
    if (before < 0) return before;
    def.inputs[0] = before;
    return tr_noise_graph_add(graph, &def, err);
}

// Noise in -1..1 that often comes close to both: the sum of octaves seldom leaves half of its range, and is stretched.
static tr_noise *compile_variation(tr_context *context, double size_m, int64_t salt, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def source = tr_default_node_def(TR_NODE_GRADIENT);
    source.seed = salt;
    source.frequency = 1.0 / size_m;
    source.dims = 2;
    source.fractal = TR_FRACTAL_FBM;
    source.octaves = 4;
    tr_node_def stretch = tr_default_node_def(TR_NODE_SMOOTHSTEP);
    stretch.low = -0.6;
    stretch.high = 0.6;
    tr_node_def center = tr_default_node_def(TR_NODE_LINEAR);
    center.factor = 2;
    center.offset = -1;
    tr_node_def metres = tr_default_node_def(TR_NODE_SCALE);
    metres.factor = 1.0 / TR_UNITS_PER_METRE;
    tr_node node = tr_noise_graph_add(graph, &source, err);
    node = add_after(graph, node, stretch, err);
    node = add_after(graph, node, center, err);
    node = add_after(graph, node, metres, err);
    tr_noise *noise = node < 0 ? NULL : tr_noise_compile(graph, node, 2, err);
    tr_noise_graph_destroy(graph);
    return noise;
}

static bool fill_noise(const tr_climate *climate, const tr_noise *noise, const tr_sample_area *area, const tr_grid *out,
                       tr_error *err)
{
    const tr_noise_query query = tr_area_noise_query(area, climate->seed);
    return tr_noise_grid(noise, &query, NULL, out, err);
}

// ---------------------------------------------------------------------------------------------------------
// Creation

static int64_t whole(double value)
{
    return (int64_t)floor(value + 0.5);
}

tr_climate *tr_climate_create(tr_context *context, const tr_climate_settings *def, uint64_t seed, double sea_level_m,
                              const tr_heights *heights, tr_error *err)
{
    tr_climate *climate = tr_alloc(context, sizeof *climate, err);
    if (!climate) return NULL;
    const tr_isa isa = tr_context_isa(context);
    const double quarter = 90.0 * def->metres_per_degree * TR_UNITS_PER_METRE;
    *climate = (tr_climate){.context = context, .def = *def, .seed = seed};
    climate->quarter_units = quarter < 1 ? 1 : whole(quarter);
    climate->latitude_units = whole(def->latitude_deg / 90.0 * (double)climate->quarter_units);
    climate->coarse = (tr_coarse){.context = context,
                                  .heights = heights,
                                  .table = TR_ISA_PICK(tr_climate_table, isa),
                                  .sea_level_m = (float)sea_level_m,
                                  .sea_humidity = (float)def->sea_humidity,
                                  .rain_shadow = (float)def->rain_shadow};
    tr_wind_init(&climate->coarse.wind, def->wind_deg, def->reach_m);
    climate->temperature_noise = compile_variation(context, def->variation_size_m, TEMPERATURE_SALT, err);
    if (climate->temperature_noise)
        climate->humidity_noise = compile_variation(context, def->variation_size_m, HUMIDITY_SALT, err);
    if (climate->humidity_noise) return climate;
    tr_climate_destroy(climate);
    return NULL;
}

void tr_climate_destroy(tr_climate *climate)
{
    if (!climate) return;
    tr_noise_destroy(climate->humidity_noise);
    tr_noise_destroy(climate->temperature_noise);
    tr_free(climate->context, climate);
}

// ---------------------------------------------------------------------------------------------------------
// Temperature

// The latitude without its sign is a triangle wave of z: beyond a pole it falls again, and an endless world has
// one climate after the other. Whole units, so that far places are as exact as near ones.
static double sea_level_degC(const tr_climate *climate, int64_t z_units)
{
    const int64_t period = 2 * climate->quarter_units;
    int64_t at = (climate->latitude_units - z_units % period) % period;
    if (at < 0) at += period;
    const int64_t from_equator = at < period - at ? at : period - at;
    const double a = (double)from_equator / (double)climate->quarter_units;
    // Level at the equator and at the poles, where the wave turns.
    const double share = a * a * a * (4.0 - 3.0 * a);
    return climate->def.equator_degC + (climate->def.pole_degC - climate->def.equator_degC) * share;
}

typedef struct evaluation_work {
    const tr_climate *climate;
    const tr_sample_area *area;
    const tr_grid *height, *out;
} evaluation_work;

static bool run_temperature_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const evaluation_work *evaluation = user;
    const tr_climate *climate = evaluation->climate;
    const int64_t units = tr_area_units(evaluation->area);
    (void)worker, (void)err;
    for (int64_t j = begin; j < end; j++) {
        const tr_temperature_row row = {
            .height = evaluation->height->samples + j * evaluation->height->row_stride,
            .at_sea_level_degC = (float)sea_level_degC(climate, (evaluation->area->z + j) * units),
            .sea_level_m = climate->coarse.sea_level_m,
            .lapse_degC_per_m = (float)(climate->def.lapse_degC_per_km / 1000),
            .variation_degC = (float)climate->def.variation_degC,
            .out = evaluation->out->samples + j * evaluation->out->row_stride,
            .count = evaluation->out->width,
        };
        climate->coarse.table->temperature(&row);
    }
    return true;
}

static bool evaluate_temperature(const tr_climate *climate, const tr_sample_area *area, const tr_grid *height,
                                 const tr_grid *out, tr_error *err)
{
    enum { SAMPLES_PER_PIECE = 1 << 16 };
    evaluation_work evaluation = {climate, area, height, out};
    return fill_noise(climate, climate->temperature_noise, area, out, err) &&
           tr_parallel_for(
               climate->context,
               &(tr_range_work){area->height, SAMPLES_PER_PIECE / area->width + 1, run_temperature_rows, &evaluation},
               NULL, err);
}

// ---------------------------------------------------------------------------------------------------------
// Humidity

static void add_to_noise(void *user, int32_t i, int32_t j, const float *values, int32_t count)
{
    const evaluation_work *evaluation = user;
    const tr_climate_settings *def = &evaluation->climate->def;
    const tr_humidity_row row = {values, (float)def->humidity, (float)def->humidity_variation,
                                 evaluation->out->samples + j * evaluation->out->row_stride + i, count};
    evaluation->climate->coarse.table->humidity(&row);
}

static void store(void *user, int32_t i, int32_t j, const float *values, int32_t count)
{
    const evaluation_work *evaluation = user;
    memcpy(evaluation->out->samples + j * evaluation->out->row_stride + i, values, (size_t)count * sizeof *values);
}

static bool evaluate_humidity(const tr_climate *climate, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    evaluation_work evaluation = {climate, area, NULL, out};
    return fill_noise(climate, climate->humidity_noise, area, out, err) &&
           tr_coarse_evaluate(&climate->coarse, TR_COARSE_HUMIDITY, area, add_to_noise, &evaluation, err);
}

bool tr_climate_evaluate(const tr_climate *climate, const tr_sample_area *area, const tr_grid *height,
                         const tr_grid *temperature, const tr_grid *humidity, tr_error *err)
{
    assert(!temperature || (height && height->width == area->width && height->height == area->height));
    if (temperature && !evaluate_temperature(climate, area, height, temperature, err)) return false;
    return !humidity || evaluate_humidity(climate, area, humidity, err);
}

bool tr_climate_sea(const tr_climate *climate, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    evaluation_work evaluation = {climate, area, NULL, out};
    return tr_coarse_evaluate(&climate->coarse, TR_COARSE_SEA, area, store, &evaluation, err);
}

double tr_climate_reach_m(const tr_climate *climate)
{
    const tr_coarse *coarse = &climate->coarse;
    const double cell_m = (double)(INT64_C(1) << coarse->wind.spacing_log2) / TR_UNITS_PER_METRE;
    return cell_m * tr_coarse_reach_cells(coarse);
}
