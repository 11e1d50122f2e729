#include "world_paths.h"

#include <stdio.h>

static bool add_path(const tr_carving *carving, tr_path_id id, cli_world_paths *out, tr_error *err)
{
    tr_path_info info;
    if (!tr_carving_path_info(carving, id, &info, err)) {
        return false;
    }
    cli_path_sum *sum = &out->kinds[tr_carving_path(carving, id)->kind];
    sum->count++;
    sum->length_m += info.length_m;
    sum->max_grade = info.max_grade > sum->max_grade ? info.max_grade : sum->max_grade;
    return true;
}

// Crossings that share a span have one bridge.
static bool is_first_of_span(const tr_carving *carving, int32_t index)
{
    const tr_crossing crossing = tr_carving_crossing_at(carving, index);
    for (int32_t i = 0; i < index; i++) {
        const tr_crossing other = tr_carving_crossing_at(carving, i);
        if (other.bridge && other.upper == crossing.upper && other.from_m == crossing.from_m) {
            return false;
        }
    }
    return true;
}

bool cli_world_paths_find(const tr_world *world, cli_world_paths *out, tr_error *err)
{
    const tr_carving *carving = tr_world_carving(world);
    *out = (cli_world_paths){.carving = carving};
    if (!carving) {
        return true;
    }
    for (int32_t i = 0; i < tr_carving_path_count(carving); i++) {
        if (!add_path(carving, tr_carving_path_at(carving, i), out, err)) {
            return false;
        }
    }
    out->crossing_count = tr_carving_crossing_count(carving);
    for (int32_t i = 0; i < out->crossing_count; i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        if (!crossing.bridge) {
            continue;
        }
        out->bridge_count++;
        out->bridge_length_m += is_first_of_span(carving, i) ? crossing.to_m - crossing.from_m : 0.0;
    }
    return true;
}

static void print_sum(const char *label, tr_path_kind kind, const cli_path_sum *sum)
{
    const bool area = tr_path_kind_is_area(kind), one = sum->count == 1;
    const bool cities = kind == TR_PATH_CITY && !one;
    const char *what = !area ? "" : kind == TR_PATH_LAKE ? " of shore" : " around";
    printf("%-16s%d %s%s", label, (int)sum->count, cities ? "cities" : tr_path_kind_name(kind),
           one || cities ? "" : "s");
    if (sum->length_m < 1000.0) {
        printf(", %.0f m%s", sum->length_m, what);
    } else {
        printf(", %.1f km%s", sum->length_m / 1000.0, what);
    }
    if (!area) {
        printf(", %.1f %% at the steepest", 100.0 * sum->max_grade);
    }
    printf("\n");
}

static const char *title_of(const tr_carving *carving, tr_path_id id)
{
    const tr_path_def *path = tr_carving_path(carving, id);
    return path->name && path->name[0] ? path->name : tr_path_kind_name(path->kind);
}

static void print_bridges(const cli_world_paths *paths)
{
    enum { MAX = 10 };
    int32_t printed = 0;
    const char *label = "bridges";
    for (int32_t i = 0; i < paths->crossing_count && printed < MAX; i++) {
        const tr_crossing crossing = tr_carving_crossing_at(paths->carving, i);
        if (!crossing.bridge) {
            continue;
        }
        printf("%-16s%.0f,%.0f: %s over %s, %.0f m long, %.1f m above it\n", label, crossing.x_m, crossing.z_m,
               title_of(paths->carving, crossing.upper), title_of(paths->carving, crossing.lower),
               crossing.to_m - crossing.from_m, crossing.upper_m - crossing.lower_m);
        label = "";
        printed++;
    }
    if (printed < paths->bridge_count) {
        printf("%-16sand %d more\n", "", (int)(paths->bridge_count - printed));
    }
}

void cli_world_paths_print(const cli_world_paths *paths)
{
    const char *label = "paths";
    for (int kind = 0; kind < TR_PATH_KIND_COUNT; kind++) {
        if (paths->kinds[kind].count > 0) {
            print_sum(label, (tr_path_kind)kind, &paths->kinds[kind]);
            label = "";
        }
    }
    if (paths->crossing_count > 0) {
        printf("%-16s%d crossing%s, %d as bridges of %.0f m together\n", label, (int)paths->crossing_count,
               paths->crossing_count == 1 ? "" : "s", (int)paths->bridge_count, paths->bridge_length_m);
        print_bridges(paths);
    }
}

static void add_side(cli_json *json, const char *key, const tr_carving *carving, tr_path_id id, double height_m)
{
    const tr_path_def *path = tr_carving_path(carving, id);
    cli_json_open(json, key, '{');
    cli_json_int(json, "id", id);
    cli_json_text(json, "kind", tr_path_kind_name(path->kind));
    cli_json_text(json, "name", path->name ? path->name : "");
    cli_json_double(json, "height_m", height_m);
    cli_json_close(json);
}

static void add_bridge(cli_json *json, const tr_carving *carving, const tr_crossing *crossing)
{
    cli_json_open(json, NULL, '{');
    cli_json_double(json, "x_m", crossing->x_m);
    cli_json_double(json, "z_m", crossing->z_m);
    add_side(json, "path", carving, crossing->upper, crossing->upper_m);
    add_side(json, "over", carving, crossing->lower, crossing->lower_m);
    cli_json_double(json, "clearance_m", crossing->upper_m - crossing->lower_m);
    cli_json_double(json, "from_m", crossing->from_m);
    cli_json_double(json, "to_m", crossing->to_m);
    cli_json_close(json);
}

void cli_world_paths_json(cli_json *json, const cli_world_paths *paths)
{
    cli_json_open(json, "paths", '{');
    for (int kind = 0; kind < TR_PATH_KIND_COUNT; kind++) {
        const cli_path_sum *sum = &paths->kinds[kind];
        if (sum->count == 0) {
            continue;
        }
        cli_json_open(json, tr_path_kind_name((tr_path_kind)kind), '{');
        cli_json_int(json, "count", sum->count);
        cli_json_double(json, "length_m", sum->length_m);
        cli_json_double(json, "steepest_grade", sum->max_grade);
        cli_json_close(json);
    }
    cli_json_close(json);
    cli_json_int(json, "crossings", paths->crossing_count);
    cli_json_open(json, "bridges", '[');
    for (int32_t i = 0; i < paths->crossing_count; i++) {
        const tr_crossing crossing = tr_carving_crossing_at(paths->carving, i);
        if (crossing.bridge) {
            add_bridge(json, paths->carving, &crossing);
        }
    }
    cli_json_close(json);
    cli_json_double(json, "bridge_length_m", paths->bridge_length_m);
}
