#include "world_report.h"

#include <math.h>

// Samples along the longer side; enough for shares to a percent or so.
enum { SAMPLES_ALONG = 128, MAX_SPACING_M = 1 << 23 };

static int64_t longer_side(const tr_region *region)
{
    const int64_t width = region->x1 - region->x0, depth = region->z1 - region->z0;
    return width > depth ? width : depth;
}

// The middle `length` of a range that is longer.
static void clip_middle(int64_t *low, int64_t *high, int64_t length)
{
    if (*high - *low > length) {
        *low += (*high - *low - length) / 2;
        *high = *low + length;
    }
}

static bool choose_area(const tr_world *world, cli_world_report *out, tr_error *err)
{
    out->region_m = tr_world_home(world);
    int64_t spacing_m = (longer_side(&out->region_m) + SAMPLES_ALONG - 1) / SAMPLES_ALONG;
    if (spacing_m > MAX_SPACING_M) {
        spacing_m = MAX_SPACING_M;
        clip_middle(&out->region_m.x0, &out->region_m.x1, spacing_m * SAMPLES_ALONG);
        clip_middle(&out->region_m.z0, &out->region_m.z1, spacing_m * SAMPLES_ALONG);
    }
    return tr_sample_area_of_region(&out->region_m, (double)spacing_m, &out->area, err);
}

static void add_up(const tr_world *world, const tr_grid *height, const tr_grid *temperature, const tr_grid *biome,
                   cli_world_report *out)
{
    const double sea_level_m = tr_world_def_of(world)->sea_level_m;
    const double count = (double)out->area.width * out->area.height;
    out->low_m = INFINITY;
    out->high_m = -INFINITY;
    for (int32_t j = 0; j < out->area.height; j++) {
        for (int32_t i = 0; i < out->area.width; i++) {
            const double ground_m = (double)height->samples[j * height->row_stride + i];
            out->low_m = fmin(out->low_m, ground_m);
            out->high_m = fmax(out->high_m, ground_m);
            out->mean_m += ground_m;
            out->land_share += ground_m > sea_level_m;
            out->temperature_degC += (double)temperature->samples[j * temperature->row_stride + i];
            const int kind = (int)biome->samples[j * biome->row_stride + i];
            if (kind >= 0 && kind < TR_BIOME_COUNT) {
                out->biome_shares[kind] += 1;
            }
        }
    }
    // Sums and counts so far.
    out->mean_m /= count;
    out->land_share /= count;
    out->temperature_degC /= count;
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        out->biome_shares[i] /= count;
    }
}

bool cli_world_report_make(const tr_world *world, cli_world_report *out, tr_error *err)
{
    static const tr_field fields[3] = {TR_FIELD_HEIGHT, TR_FIELD_TEMPERATURE, TR_FIELD_BIOME};
    tr_context *context = tr_world_context(world);
    tr_grid grids[3] = {0};
    *out = (cli_world_report){0};
    bool done = choose_area(world, out, err);
    for (int i = 0; i < 3 && done; i++) {
        done = tr_grid_create(context, out->area.width, out->area.height, 1, &grids[i], err) &&
               tr_world_query(world, fields[i], &out->area, NULL, &grids[i], err);
    }
    if (done) {
        add_up(world, &grids[0], &grids[1], &grids[2], out);
    }
    for (int i = 0; i < 3; i++) {
        tr_grid_destroy(context, &grids[i]);
    }
    return done;
}
