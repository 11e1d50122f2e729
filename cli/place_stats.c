#include "place_stats.h"

enum { BAR_WIDTH = 40 };

static double footprint_of(const place_stats *it, int32_t set)
{
    return tr_placer_set(tr_world_placer(it->from->world), set)->footprint_m;
}

bool place_stats_measure(const place_objects *objects, place_stats *out, tr_error *err)
{
    const tr_region *region = &objects->region_m;
    const double area_m2 = (double)(region->x1 - region->x0) * (double)(region->z1 - region->z0);
    *out = (place_stats){.from = objects, .area_ha = area_m2 / 1e4};
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        if (!place_has_set(objects, set)) {
            continue;
        }
        const double footprint_m = footprint_of(out, set);
        const tr_pattern *pattern = tr_placer_set(tr_world_placer(objects->world), set)->pattern;
        out->candidates[set] = tr_pattern_get_facts(pattern).per_footprint * area_m2 / (footprint_m * footprint_m);
        const place_range all = place_objects_of(objects, set, -1);
        if (!place_nearest_measure(tr_world_context(objects->world), all.objects, all.count, footprint_m,
                                   &out->nearest[set], err)) {
            return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Text

static void print_row(const place_stats *it, int32_t set, int32_t layer, FILE *stream)
{
    char name[PLACE_NAME_SIZE];
    const int64_t count = place_objects_of(it->from, set, layer).count;
    const tr_world_place_set *def = &tr_world_get_def(it->from->world)->place_sets[set];
    fprintf(stream, layer < 0 ? "%-26s" : "  %-24s",
            layer < 0 ? place_set_name(it->from->world, set, name)
                      : place_layer_name(it->from->world, set, layer, name));
    fprintf(stream, " %-10s %10lld %12.2f %9.2f %%\n", layer < 0 ? "" : tr_model_name(def->layers[layer].model),
            (long long)count, (double)count / it->area_ha, 100 * (double)count / it->candidates[set]);
}

static void print_bar(const char *label, int64_t count, int64_t most, int64_t all, FILE *stream)
{
    char bar[BAR_WIDTH + 1];
    const int length = most > 0 ? (int)((count * BAR_WIDTH + most / 2) / most) : 0;
    for (int i = 0; i < length; i++) {
        bar[i] = '#';
    }
    bar[length] = '\0';
    fprintf(stream, "    %-9s %-40s %5.1f %%\n", label, bar, 100 * (double)count / (double)all);
}

// The bins from the first to the last that has any.
static void print_histogram(const place_nearest *nearest, FILE *stream)
{
    int first = PLACE_NEAREST_BINS, last = 0;
    int64_t most = 0;
    for (int i = 0; i < PLACE_NEAREST_BINS; i++) {
        if (nearest->bins[i] > 0) {
            first = i < first ? i : first;
            last = i;
        }
        most = nearest->bins[i] > most ? nearest->bins[i] : most;
    }
    for (int i = first; i <= last; i++) {
        char label[32];
        const double start = place_nearest_bin_start(i);
        if (i == 0) {
            snprintf(label, sizeof label, "< %.1f", start + PLACE_NEAREST_STEP);
        } else if (i == PLACE_NEAREST_BINS - 1) {
            snprintf(label, sizeof label, ">= %.1f", start);
        } else {
            snprintf(label, sizeof label, "%.1f-%.1f", start, start + PLACE_NEAREST_STEP);
        }
        print_bar(label, nearest->bins[i], most, nearest->count, stream);
    }
}

void place_stats_text(const place_stats *it, FILE *stream)
{
    const tr_region *region = &it->from->region_m;
    fprintf(stream, "region %lld,%lld,%lld,%lld: %.2f ha, %lld objects, placed in %.0f ms\n\n", (long long)region->x0,
            (long long)region->z0, (long long)region->x1, (long long)region->z1, it->area_ha,
            (long long)it->from->count, 1e3 * it->from->seconds);
    fprintf(stream, "%-26s %-10s %10s %12s %11s\n", "set, layer", "model", "objects", "per hectare", "candidates");
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = -1; place_has_set(it->from, set) && layer < place_layer_count(it->from, set); layer++) {
            print_row(it, set, layer, stream);
        }
    }
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        const place_nearest *nearest = &it->nearest[set];
        char name[PLACE_NAME_SIZE];
        if (!place_has_set(it->from, set) || nearest->count == 0) {
            continue;
        }
        fprintf(stream, "\n%s: nearest neighbours of the set, in footprints of %g m: least %.4f, mean %.3f\n",
                place_set_name(it->from->world, set, name), footprint_of(it, set),
                nearest->least_m / footprint_of(it, set), nearest->mean_m / footprint_of(it, set));
        print_histogram(nearest, stream);
    }
}

// ---------------------------------------------------------------------------------------------------------
// JSON

static void report_counts(const place_stats *it, int32_t set, int32_t layer, cli_json *json)
{
    const int64_t count = place_objects_of(it->from, set, layer).count;
    cli_json_int(json, "count", count);
    cli_json_double(json, "per_hectare", (double)count / it->area_ha);
    cli_json_double(json, "candidate_share", (double)count / it->candidates[set]);
}

static void report_layers(const place_stats *it, int32_t set, cli_json *json)
{
    cli_json_open(json, "layers", '[');
    for (int32_t layer = 0; layer < place_layer_count(it->from, set); layer++) {
        char name[PLACE_NAME_SIZE];
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", place_layer_name(it->from->world, set, layer, name));
        cli_json_text(json, "model",
                      tr_model_name(tr_world_get_def(it->from->world)->place_sets[set].layers[layer].model));
        report_counts(it, set, layer, json);
        cli_json_close(json);
    }
    cli_json_close(json);
}

static void report_nearest(const place_nearest *nearest, cli_json *json)
{
    if (nearest->count == 0) {
        cli_json_null(json, "nearest");
        return;
    }
    cli_json_open(json, "nearest", '{');
    cli_json_double(json, "least_m", nearest->least_m);
    cli_json_double(json, "mean_m", nearest->mean_m);
    cli_json_double(json, "first_bin_footprints", place_nearest_bin_start(0));
    cli_json_double(json, "bin_footprints", PLACE_NEAREST_STEP);
    cli_json_open(json, "bins", '[');
    for (int i = 0; i < PLACE_NEAREST_BINS; i++) {
        cli_json_int(json, NULL, nearest->bins[i]);
    }
    cli_json_close(json);
    cli_json_close(json);
}

void place_stats_json(const place_stats *it, cli_json *json)
{
    const tr_region *region = &it->from->region_m;
    const int64_t corners[4] = {region->x0, region->z0, region->x1, region->z1};
    cli_json_open(json, "region_m", '[');
    for (int i = 0; i < 4; i++) {
        cli_json_int(json, NULL, corners[i]);
    }
    cli_json_close(json);
    cli_json_double(json, "area_ha", it->area_ha);
    cli_json_int(json, "count", it->from->count);
    cli_json_double(json, "seconds", it->from->seconds);
    cli_json_open(json, "sets", '[');
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        char name[PLACE_NAME_SIZE];
        if (!place_has_set(it->from, set)) {
            continue;
        }
        cli_json_open(json, NULL, '{');
        cli_json_text(json, "name", place_set_name(it->from->world, set, name));
        cli_json_double(json, "footprint_m", footprint_of(it, set));
        cli_json_double(json, "candidates", it->candidates[set]);
        report_counts(it, set, -1, json);
        report_nearest(&it->nearest[set], json);
        report_layers(it, set, json);
        cli_json_close(json);
    }
    cli_json_close(json);
}
