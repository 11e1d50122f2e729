#include "bake/paths.h"

static bool add_path(tr_json *json, const tr_carving *carving, tr_path_id id, tr_error *err)
{
    const tr_path_def *path = tr_carving_path(carving, id);
    tr_path_info info;
    if (!tr_carving_path_info(carving, id, &info, err)) return false;
    tr_json_open(json, NULL, '{');
    tr_json_int(json, "id", id);
    tr_json_text(json, "name", path->name ? path->name : "");
    tr_json_text(json, "kind", tr_path_kind_name(path->kind));
    tr_json_text(json, "shape", path->area ? "area" : "line");
    if (!path->area) tr_json_double(json, "width_m", path->width_m);
    tr_json_double(json, "length_m", info.length_m);
    tr_json_double(json, "low_m", info.low_m);
    tr_json_double(json, "high_m", info.high_m);
    tr_json_double(json, "steepest_grade", info.max_grade);
    tr_json_close(json);
    return true;
}

static void add_bridge(tr_json *json, const tr_crossing *crossing)
{
    tr_json_open(json, NULL, '{');
    tr_json_int(json, "path", crossing->upper);
    tr_json_int(json, "over", crossing->lower);
    tr_json_double(json, "x_m", crossing->x_m);
    tr_json_double(json, "z_m", crossing->z_m);
    tr_json_double(json, "height_m", crossing->upper_m);
    tr_json_double(json, "height_below_m", crossing->lower_m);
    tr_json_double(json, "from_m", crossing->from_m);
    tr_json_double(json, "to_m", crossing->to_m);
    tr_json_close(json);
}

bool tr_bake_paths_add(tr_json *json, const tr_world *world, tr_error *err)
{
    const tr_carving *carving = world->carving;
    if (!carving) return true;
    bool done = true;
    tr_json_open(json, "paths", '[');
    for (int32_t i = 0; done && i < tr_carving_path_count(carving); i++)
        done = add_path(json, carving, tr_carving_path_at(carving, i), err);
    tr_json_close(json);
    tr_json_open(json, "bridges", '[');
    for (int32_t i = 0; i < tr_carving_crossing_count(carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(carving, i);
        if (crossing.bridge) add_bridge(json, &crossing);
    }
    tr_json_close(json);
    return done;
}
