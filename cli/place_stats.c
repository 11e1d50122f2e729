#include "place_stats.h"

enum { BAR_WIDTH = 40 };

static double footprint_of(const place_stats *stats, int32_t set)
{
    return tr_placer_set(tr_world_placer(stats->from->world), set)->footprint_m;
}

bool place_stats_measure(const tr_object_list *objects, double seconds, place_stats *out, tr_error *err)
{
    const tr_region *region = &objects->region_m;
    const double area_m2 = (double)(region->x1 - region->x0) * (double)(region->z1 - region->z0);
    *out = (place_stats){.from = objects, .seconds = seconds, .area_ha = area_m2 / 1e4};
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        if (tr_object_list_layers(objects, set) == 0) {
            continue;
        }
        const double footprint_m = footprint_of(out, set);
        const tr_pattern *pattern = tr_placer_set(tr_world_placer(objects->world), set)->pattern;
        out->candidates[set] = tr_pattern_info_of(pattern).per_footprint * area_m2 / (footprint_m * footprint_m);
        const tr_object_range all = tr_object_list_range(objects, set, -1);
        if (!tr_nearest_measure(tr_world_context(objects->world), all.objects, all.count, footprint_m,
                                &out->nearest[set], err)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Text

static void print_row(const place_stats *stats, int32_t set, int32_t layer, FILE *stream)
{
    char name[TR_PLACE_NAME_SIZE];
    const int64_t count = tr_object_list_range(stats->from, set, layer).count;
    const tr_world_place_set_def *def = &tr_world_def_of(stats->from->world)->place_sets[set];
    fprintf(stream, layer < 0 ? "%-26s" : "  %-24s",
            layer < 0 ? tr_world_set_name(stats->from->world, set, name)
                      : tr_world_layer_name(stats->from->world, set, layer, name));
    fprintf(stream, " %-10s %10lld %12.2f %9.2f %%\n", layer < 0 ? "" : tr_model_name(def->layers[layer].model),
            (long long)count, (double)count / stats->area_ha, 100 * (double)count / stats->candidates[set]);
}

static void print_bar(const char *label, int64_t count, int64_t max, int64_t all, FILE *stream)
{
    char bar[BAR_WIDTH + 1];
    const int length = max > 0 ? (int)((count * BAR_WIDTH + max / 2) / max) : 0;
    for (int i = 0; i < length; i++) {
        bar[i] = '#';
    }
    bar[length] = '\0';
    fprintf(stream, "    %-9s %-40s %5.1f %%\n", label, bar, 100 * (double)count / (double)all);
}

// The bins from the first to the last that has any.
static void print_histogram(const tr_nearest_report *nearest, FILE *stream)
{
    int first = TR_NEAREST_BINS, last = 0;
    int64_t max = 0;
    for (int i = 0; i < TR_NEAREST_BINS; i++) {
        if (nearest->bins[i] > 0) {
            first = i < first ? i : first;
            last = i;
        }
        max = nearest->bins[i] > max ? nearest->bins[i] : max;
    }
    for (int i = first; i <= last; i++) {
        char label[32];
        const double start = TR_NEAREST_FIRST + TR_NEAREST_STEP * i;
        if (i == 0) {
            snprintf(label, sizeof label, "< %.1f", start + TR_NEAREST_STEP);
        } else if (i == TR_NEAREST_BINS - 1) {
            snprintf(label, sizeof label, ">= %.1f", start);
        } else {
            snprintf(label, sizeof label, "%.1f-%.1f", start, start + TR_NEAREST_STEP);
        }
        print_bar(label, nearest->bins[i], max, nearest->count, stream);
    }
}

void place_stats_text(const place_stats *stats, FILE *stream)
{
    const tr_region *region = &stats->from->region_m;
    fprintf(stream, "region %lld,%lld,%lld,%lld: %.2f ha, %lld objects, placed in %.0f ms\n\n", (long long)region->x0,
            (long long)region->z0, (long long)region->x1, (long long)region->z1, stats->area_ha,
            (long long)stats->from->count, 1e3 * stats->seconds);
    fprintf(stream, "%-26s %-10s %10s %12s %11s\n", "set, layer", "model", "objects", "per hectare", "candidates");
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const int32_t layers = tr_object_list_layers(stats->from, set);
        for (int32_t layer = -1; layers > 0 && layer < layers; layer++) {
            print_row(stats, set, layer, stream);
        }
    }
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const tr_nearest_report *nearest = &stats->nearest[set];
        char name[TR_PLACE_NAME_SIZE];
        if (tr_object_list_layers(stats->from, set) == 0 || nearest->count == 0) {
            continue;
        }
        fprintf(stream, "\n%s: nearest neighbours of the set, in footprints of %g m: least %.4f, mean %.3f\n",
                tr_world_set_name(stats->from->world, set, name), footprint_of(stats, set),
                nearest->min_m / footprint_of(stats, set), nearest->mean_m / footprint_of(stats, set));
        print_histogram(nearest, stream);
    }
}

// ---------------------------------------------------------------------------------------------------------
// JSON

static void report_counts(const place_stats *stats, int32_t set, int32_t layer, cli_json *json)
{
    const int64_t count = tr_object_list_range(stats->from, set, layer).count;
    cli_json_int(json, "count", count);
    cli_json_double(json, "per_hectare", (double)count / stats->area_ha);
    cli_json_double(json, "candidate_share", (double)count / stats->candidates[set]);
}

static void report_layers(const place_stats *stats, int32_t set, cli_json *json)
{
    cli_json_open(json, "layers", '[');
    for (int32_t layer = 0; layer < tr_object_list_layers(stats->from, set); layer++) {
        char name[TR_PLACE_NAME_SIZE];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", tr_world_layer_name(stats->from->world, set, layer, name));
        cli_json_text(json, "model",
                      tr_model_name(tr_world_def_of(stats->from->world)->place_sets[set].layers[layer].model));
        report_counts(stats, set, layer, json);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void report_nearest(const tr_nearest_report *nearest, cli_json *json)
{
    if (nearest->count == 0) {
        cli_json_null(json, "nearest");
        return;
    }
    cli_json_open(json, "nearest", '{');
    cli_json_double(json, "least_m", nearest->min_m);
    cli_json_double(json, "mean_m", nearest->mean_m);
    cli_json_double(json, "first_bin_footprints", TR_NEAREST_FIRST);
    cli_json_double(json, "bin_footprints", TR_NEAREST_STEP);
    cli_json_open(json, "bins", '[');
    for (int i = 0; i < TR_NEAREST_BINS; i++) {
        cli_json_int(json, NULL, nearest->bins[i]);
    }
    cli_json_close(json);
    cli_json_close(json);
}

void place_stats_json(const place_stats *stats, cli_json *json)
{
    const tr_region *region = &stats->from->region_m;
    const int64_t corners[4] = {region->x0, region->z0, region->x1, region->z1};
    cli_json_open(json, "region_m", '[');
    for (int i = 0; i < 4; i++) {
        cli_json_int(json, NULL, corners[i]);
    }
    cli_json_close(json);
    cli_json_double(json, "area_ha", stats->area_ha);
    cli_json_int(json, "count", stats->from->count);
    cli_json_double(json, "seconds", stats->seconds);
    cli_json_open(json, "sets", '[');
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        char name[TR_PLACE_NAME_SIZE];
        if (tr_object_list_layers(stats->from, set) == 0) {
            continue;
        }
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", tr_world_set_name(stats->from->world, set, name));
        cli_json_double(json, "footprint_m", footprint_of(stats, set));
        cli_json_double(json, "candidates", stats->candidates[set]);
        report_counts(stats, set, -1, json);
        report_nearest(&stats->nearest[set], json);
        report_layers(stats, set, json);
        cli_json_close(json);
    }
    cli_json_close(json);
}
