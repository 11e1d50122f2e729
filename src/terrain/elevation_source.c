// Heights between the pixels of an elevation model (elevation_source.h). docs/elevation.md has the formulas.
//
// Detail: with A the amplitude (a smooth function of the relief) and n the noise, the height is C[h - (A n at the
// centres)] + A n, where C is the Catmull-Rom interpolation. At the centres the noise cancels, so the model is kept
// there; between them the noise is whole, without any window that would show as a pattern. The raster in brackets is
// computed once.
#include "terrain/elevation_source.h"

#include <math.h>
#include <string.h>

#include "base/hash_value.h"
#include "terrain/elevation_detail.h"
#include "terrain/elevation_sampler.h"

#define SEA_DEPTH_M 50.0
// What a definition may ask for, so that positions and heights stay well within their types.
#define MAX_PLACE_M 9007199254740992.0  // 2^53 m are 2^61 units
#define MAX_BLEND_M 4294967296.0
#define MAX_SCALE 1e4
#define MAX_OFFSET_M 1e6
// Samples that one thread does at a time.
enum { SAMPLES_PER_PIECE = 1 << 16 };

struct tr_elevation_source {
    tr_context *context;
    uint64_t seed;
    tr_beyond beyond;
    float beyond_height_m;  // for TR_BEYOND_SEA
    tr_elevation_axis axes[2];
    tr_georeference place;
    tr_grid heights;    // scaled; with detail, less the noise at the pixel centres
    tr_grid roughness;  // amplitude of the noise; no samples without detail
    tr_noise *noise;    // NULL without detail
};

// ---------------------------------------------------------------------------------------------------------
// Evaluation

typedef struct evaluation_work {
    const tr_elevation_source *source;
    const tr_noise_query *query;
    const tr_grid *heights, *weights;  // `weights` NULL: the detail alone goes to `heights`
    tr_elevation_columns columns;
    float *scratch;  // per thread: the mixed row and the row of amplitudes
} evaluation_work;

static int64_t scratch_floats(const evaluation_work *evaluation)
{
    return (int64_t)evaluation->columns.needed_count + 2 * (int64_t)evaluation->columns.count;
}

// Noise where the raster is, and 0 beyond it, where its amplitude is 0 anyway.
static bool fill_noise(const evaluation_work *evaluation, tr_error *err)
{
    const tr_elevation_source *source = evaluation->source;
    int32_t begin[2], end[2];
    tr_noise_query query = *evaluation->query;
    query.seed = source->seed;
    for (int axis = 0; axis < 2; axis++) {
        tr_elevation_axis_covered(&source->axes[axis], query.origin[axis], query.step[axis], query.size[axis],
                                  &begin[axis], &end[axis]);
        query.origin[axis] += begin[axis] * query.step[axis];
        query.size[axis] = end[axis] - begin[axis];
    }
    const tr_grid *out = evaluation->heights;
    for (int32_t z = 0; z < out->height; z++)
        for (int32_t x = 0; x < out->width; x++) out->samples[z * out->row_stride + x] = 0;
    if (query.size[0] == 0 || query.size[1] == 0) return true;
    tr_grid part = *out;
    part.samples += begin[1] * out->row_stride + begin[0];
    part.width = query.size[0];
    part.height = query.size[1];
    return tr_noise_grid(source->noise, &query, NULL, &part, err);
}

// `heights` holds the noise, and gets it times the amplitude.
static void scale_noise(const evaluation_work *evaluation, const tr_elevation_tap *tap, float *scratch, float *heights)
{
    float *amplitude = scratch + evaluation->columns.needed_count;
    tr_elevation_sample_spline(&evaluation->columns, &evaluation->source->roughness, tap, scratch, amplitude);
    for (int32_t x = 0; x < evaluation->columns.count; x++) heights[x] = heights[x] * amplitude[x];
}

static void add_ground(const evaluation_work *evaluation, const tr_elevation_tap *tap, float *scratch, float *heights)
{
    float *ground = scratch + evaluation->columns.needed_count + evaluation->columns.count;
    tr_elevation_sample_cubic(&evaluation->columns, &evaluation->source->heights, tap, scratch, ground);
    if (evaluation->source->noise) {
        for (int32_t x = 0; x < evaluation->columns.count; x++) heights[x] = ground[x] + heights[x];
    } else {
        for (int32_t x = 0; x < evaluation->columns.count; x++) heights[x] = ground[x];
    }
}

static void pass_into_beyond(const evaluation_work *evaluation, const tr_elevation_tap *tap, float *heights,
                             float *weights)
{
    const tr_elevation_tap *taps = evaluation->columns.taps;
    const float beyond_m = evaluation->source->beyond_height_m;
    switch (evaluation->source->beyond) {
    case TR_BEYOND_SEA:
        for (int32_t x = 0; x < evaluation->columns.count; x++) {
            const float inside = taps[x].inside * tap->inside;
            heights[x] = beyond_m + inside * (heights[x] - beyond_m);
            weights[x] = 1;
        }
        break;
    case TR_BEYOND_GENERATED:
        for (int32_t x = 0; x < evaluation->columns.count; x++) weights[x] = taps[x].inside * tap->inside;
        break;
    default:
        for (int32_t x = 0; x < evaluation->columns.count; x++) weights[x] = 1;
        break;
    }
}

static bool evaluate_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const evaluation_work *evaluation = user;
    (void)err;
    float *scratch = evaluation->scratch + worker * scratch_floats(evaluation);
    for (int64_t z = begin; z < end; z++) {
        const int64_t position = evaluation->query->origin[1] + z * evaluation->query->step[1];
        const tr_elevation_tap tap = tr_elevation_axis_tap(&evaluation->source->axes[1], position);
        float *heights = evaluation->heights->samples + z * evaluation->heights->row_stride;
        if (evaluation->source->noise) scale_noise(evaluation, &tap, scratch, heights);
        if (!evaluation->weights) continue;
        add_ground(evaluation, &tap, scratch, heights);
        pass_into_beyond(evaluation, &tap, heights, evaluation->weights->samples + z * evaluation->weights->row_stride);
    }
    return true;
}

static bool evaluate(evaluation_work *evaluation, tr_error *err)
{
    tr_context *context = evaluation->source->context;
    const tr_noise_query *query = evaluation->query;
    if (evaluation->source->noise && !fill_noise(evaluation, err)) return false;
    if (!tr_elevation_columns_create(context, &evaluation->source->axes[0], query->origin[0], query->step[0],
                                     query->size[0], &evaluation->columns, err))
        return false;
    const size_t floats = (size_t)scratch_floats(evaluation) * (size_t)tr_context_threads(context);
    evaluation->scratch = tr_alloc_array(context, floats, sizeof(float), err);
    const int64_t grain = 1 + SAMPLES_PER_PIECE / query->size[0];
    const bool ok =
        evaluation->scratch &&
        tr_parallel_for(context, &(tr_range_work){query->size[1], grain, evaluate_rows, evaluation}, NULL, err);
    tr_free(context, evaluation->scratch);
    tr_elevation_columns_destroy(context, &evaluation->columns);
    return ok;
}

// Whether any sample has a weight.
static bool is_touched(const tr_elevation_source *source, const tr_noise_query *query)
{
    if (source->beyond != TR_BEYOND_GENERATED) return true;
    for (int axis = 0; axis < 2; axis++) {
        int32_t begin, end;
        tr_elevation_axis_covered(&source->axes[axis], query->origin[axis], query->step[axis], query->size[axis],
                                  &begin, &end);
        if (begin == end) return false;
    }
    return true;
}

bool tr_elevation_source_evaluate(const tr_elevation_source *source, const tr_noise_query *query,
                                  const tr_grid *heights, const tr_grid *weights, bool *touched, tr_error *err)
{
    *touched = is_touched(source, query);
    if (!*touched) return true;
    evaluation_work evaluation = {.source = source, .query = query, .heights = heights, .weights = weights};
    return evaluate(&evaluation, err);
}

// ---------------------------------------------------------------------------------------------------------
// Creation

static bool check_number(const char *name, double value, double low, double high, tr_error *err)
{
    if (value >= low && value <= high) return true;
    return tr_fail(err, isfinite(value) ? TR_ERROR_INVALID_ARGUMENT : TR_ERROR_NOT_FINITE,
                   "%s of the elevation is %g; allowed is %g to %g", name, value, low, high);
}

static bool check_def(const tr_elevation_settings *def, double sea_level_m, tr_error *err)
{
    if (!def->path) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the elevation has no path");
    if ((int)def->beyond < 0 || def->beyond >= TR_BEYOND_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "beyond of the elevation is %d; allowed is 0 to %d",
                       (int)def->beyond, TR_BEYOND_COUNT - 1);
    return check_number("at_x_m", def->at_x_m, -MAX_PLACE_M, MAX_PLACE_M, err) &&
           check_number("at_z_m", def->at_z_m, -MAX_PLACE_M, MAX_PLACE_M, err) &&
           check_number("vertical_scale", def->vertical_scale, -MAX_SCALE, MAX_SCALE, err) &&
           check_number("offset_m", def->offset_m, -MAX_OFFSET_M, MAX_OFFSET_M, err) &&
           check_number("detail", def->detail, 0, 1, err) &&
           check_number("blend_m", def->blend_m, 0, MAX_BLEND_M, err) &&
           check_number("the sea level", sea_level_m, -MAX_OFFSET_M, MAX_OFFSET_M, err);
}

static int64_t units_of(double metres)
{
    return (int64_t)floor(metres * TR_UNITS_PER_METRE + 0.5);
}

static void place_axes(tr_elevation_source *source, const tr_elevation_settings *def)
{
    const double at_m[2] = {def->at_x_m, def->at_z_m};
    const int32_t count[2] = {source->heights.width, source->heights.height};
    for (int axis = 0; axis < 2; axis++)
        source->axes[axis] = (tr_elevation_axis){.origin = units_of(at_m[axis]),
                                                 .pixel = units_of(source->place.pixel_m),
                                                 .blend = units_of(def->blend_m),
                                                 .count = count[axis]};
}

static void scale_heights(const tr_grid *heights, const tr_elevation_settings *def)
{
    for (int32_t z = 0; z < heights->height; z++) {
        float *row = heights->samples + z * heights->row_stride;
        for (int32_t x = 0; x < heights->width; x++)
            row[x] = (float)((double)row[x] * def->vertical_scale + def->offset_m);
    }
}

// Takes the detail at the pixel centres out of some rows. `strip` has the width of the raster.
static bool take_detail_out(tr_elevation_source *source, int32_t first_row, const tr_grid *strip, tr_error *err)
{
    const tr_elevation_axis *axes = source->axes;
    tr_noise_query query = tr_default_noise_query();
    for (int axis = 0; axis < 2; axis++) {
        query.origin[axis] = axes[axis].origin + axes[axis].pixel / 2;
        query.step[axis] = axes[axis].pixel;
    }
    query.origin[1] += first_row * axes[1].pixel;
    query.size[0] = strip->width;
    query.size[1] = strip->height;
    evaluation_work evaluation = {.source = source, .query = &query, .heights = strip};
    if (!evaluate(&evaluation, err)) return false;
    for (int32_t z = 0; z < strip->height; z++) {
        float *row = source->heights.samples + (first_row + z) * source->heights.row_stride;
        const float *detail = strip->samples + z * strip->row_stride;
        for (int32_t x = 0; x < strip->width; x++) row[x] = row[x] - detail[x];
    }
    return true;
}

static bool prepare_detail(tr_elevation_source *source, double detail, tr_error *err)
{
    enum { STRIP_ROWS = 64 };
    tr_context *context = source->context;
    const int32_t width = source->heights.width, height = source->heights.height;
    if (!tr_grid_create(context, width, height, 1, &source->roughness, err)) return false;
    tr_elevation_roughness(&source->heights, source->place.pixel_m, detail, &source->roughness);
    source->noise = tr_elevation_noise(context, source->axes[0].pixel, err);
    tr_grid strip = {0};
    bool ok = source->noise && tr_grid_create(context, width, STRIP_ROWS, 1, &strip, err);
    for (int32_t row = 0; row < height && ok; row += STRIP_ROWS) {
        strip.height = height - row < STRIP_ROWS ? height - row : STRIP_ROWS;
        ok = take_detail_out(source, row, &strip, err);
    }
    tr_grid_destroy(context, &strip);
    return ok;
}

static bool load(tr_elevation_source *source, const tr_elevation_settings *def, tr_error *err)
{
    tr_elevation elevation;
    if (!tr_elevation_read(source->context, def->path, &elevation, err)) return false;
    source->heights = elevation.heights;
    source->place = elevation.place;
    place_axes(source, def);
    scale_heights(&source->heights, def);
    return def->detail == 0 || prepare_detail(source, def->detail, err);
}

tr_elevation_source *tr_elevation_source_create(tr_context *context, const tr_elevation_settings *def, uint64_t seed,
                                                double sea_level_m, tr_error *err)
{
    if (!check_def(def, sea_level_m, err)) return NULL;
    tr_elevation_source *source = tr_alloc(context, sizeof *source, err);
    if (!source) return NULL;
    *source = (tr_elevation_source){.context = context, .seed = seed, .beyond = def->beyond};
    source->beyond_height_m = (float)(sea_level_m - SEA_DEPTH_M);
    if (load(source, def, err)) return source;
    tr_elevation_source_destroy(source);
    return NULL;
}

void tr_elevation_source_destroy(tr_elevation_source *source)
{
    if (!source) return;
    tr_noise_destroy(source->noise);
    tr_grid_destroy(source->context, &source->roughness);
    tr_elevation owned = {.heights = source->heights, .place = source->place};
    tr_elevation_destroy(source->context, &owned);
    tr_free(source->context, source);
}

const tr_georeference *tr_elevation_source_place(const tr_elevation_source *source)
{
    return &source->place;
}

static int64_t floor_to_metres(int64_t units)
{
    const int64_t metres = units / TR_UNITS_PER_METRE;
    return metres * TR_UNITS_PER_METRE > units ? metres - 1 : metres;
}

tr_region tr_elevation_source_region(const tr_elevation_source *source)
{
    const tr_elevation_axis *x = &source->axes[0], *z = &source->axes[1];
    return (tr_region){.x0 = floor_to_metres(x->origin),
                       .z0 = floor_to_metres(z->origin),
                       .x1 = -floor_to_metres(-(x->origin + x->count * x->pixel)),
                       .z1 = -floor_to_metres(-(z->origin + z->count * z->pixel))};
}

uint64_t tr_elevation_source_hash(const tr_elevation_source *source, uint64_t seed)
{
    const tr_georeference *place = &source->place;
    const double numbers[] = {place->west, place->north, place->pixel_m};
    uint64_t hash = place->wkt ? tr_hash_bytes(place->wkt, strlen(place->wkt), seed) : seed;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = tr_hash_double(numbers[i], hash);
    for (int32_t z = 0; z < source->heights.height; z++)
        hash = tr_hash_bytes(source->heights.samples + z * source->heights.row_stride,
                             (size_t)source->heights.width * sizeof(float), hash);
    return hash;
}
