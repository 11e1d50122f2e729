// A road of a plan (plan.h): ground -> route over nodes -> line -> path.
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "carve/plan/plan_ground.h"
#include "carve/plan/route_line.h"

// Vertices are no farther apart than that, in samples of the ground.
static const double farthest_vertices = 6;

static const char *name_of(const tr_path_def *def)
{
    return def->name ? def->name : "a road";
}

// ---------------------------------------------------------------------------------------------------------
// Checking

static bool check_place(const tr_plan_ground *ground, const tr_path_def *def, int32_t vertex, tr_error *err)
{
    const double x_m = def->vertices[vertex].x_m, z_m = def->vertices[vertex].z_m;
    if (!isfinite(x_m) || !isfinite(z_m))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: vertex %d is not at finite numbers", name_of(def), (int)vertex);
    const double x1_m = ground->x_m + (ground->height.width - 1) * ground->spacing_m;
    const double z1_m = ground->z_m + (ground->height.height - 1) * ground->spacing_m;
    if (x_m >= ground->x_m && z_m >= ground->z_m && x_m <= x1_m && z_m <= z1_m) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                   "%s: vertex %d is at (%g, %g) m; allowed is the ground of the plan, (%g, %g) to (%g, %g)",
                   name_of(def), (int)vertex, x_m, z_m, ground->x_m, ground->z_m, x1_m, z1_m);
}

static bool check(const tr_plan_ground *ground, const tr_path_def *def, tr_error *err)
{
    if (!tr_plan_ground_check(ground, err)) return false;
    if (!isfinite(def->max_grade))
        return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: the greatest grade is not a finite number", name_of(def));
    if (def->area || (def->kind != TR_PATH_ROAD && def->kind != TR_PATH_RAIL && def->kind != TR_PATH_TRACK))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: only roads, railways and tracks can be planned",
                       name_of(def));
    if (def->vertex_count < 2)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %d places are given; a road needs at least 2", name_of(def),
                       (int)def->vertex_count);
    for (int32_t i = 0; i < def->vertex_count; i++)
        if (!check_place(ground, def, i, err)) return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The line through all places

typedef struct plan_work {
    tr_context *context;
    const tr_plan_ground *ground;
    const tr_path_def *def;
    tr_route_ground route_ground;
    tr_route_line line;
} plan_work;

static tr_plan_point place_of(const plan_work *plan, int32_t vertex)
{
    return (tr_plan_point){(plan->def->vertices[vertex].x_m - plan->ground->x_m) / plan->route_ground.spacing_m,
                           (plan->def->vertices[vertex].z_m - plan->ground->z_m) / plan->route_ground.spacing_m};
}

static uint32_t nearest_node(const plan_work *plan, tr_plan_point at)
{
    const int32_t i = tr_min_i32((int32_t)(at.x + 0.5), plan->route_ground.width - 1);
    const int32_t j = tr_min_i32((int32_t)(at.z + 0.5), plan->route_ground.height - 1);
    return (uint32_t)j * (uint32_t)plan->route_ground.width + (uint32_t)i;
}

// From the place before to `vertex`. The nodes of both are left out: the places themselves are there.
static bool add_leg(plan_work *plan, const tr_route_map *map, int32_t vertex, int *heading, tr_error *err)
{
    const tr_plan_point from = place_of(plan, vertex - 1), to = place_of(plan, vertex);
    if (from.x == to.x && from.z == to.z) return true;
    tr_route route;
    if (!tr_route_find(plan->context, map, nearest_node(plan, from), *heading, nearest_node(plan, to), &route, err))
        return false;
    bool ok = true;
    const uint32_t width = (uint32_t)map->width;
    for (int32_t i = 1; ok && i + 1 < route.count; i++) {
        const uint32_t column = route.nodes[i] % width, row = route.nodes[i] / width;
        const tr_plan_point at = {column, row};
        ok = tr_route_line_push(plan->context, &plan->line, (tr_route_corner){at, -1}, err);
    }
    *heading = route.last_heading;
    tr_route_destroy(plan->context, &route);
    return ok && tr_route_line_push(plan->context, &plan->line, (tr_route_corner){to, vertex}, err);
}

static bool find_line(plan_work *plan, const tr_progress *progress, tr_error *err)
{
    const tr_route_map map = tr_route_ground_map(&plan->route_ground);
    int heading = TR_ROUTE_ANY_HEADING;
    bool ok = tr_route_line_push(plan->context, &plan->line, (tr_route_corner){place_of(plan, 0), 0}, err);
    for (int32_t i = 1; ok && i < plan->def->vertex_count; i++)
        ok = add_leg(plan, &map, i, &heading, err) &&
             tr_plan_report(progress, 0.2 + 0.7 * i / plan->def->vertex_count, err);
    if (ok && plan->line.count < 2)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: all places are the same; a road needs at least 2",
                       name_of(plan->def));
    return ok;
}

static void warn_of_bends(const plan_work *plan, const tr_route_bends *bends)
{
    if (bends->too_sharp == 0) return;
    tr_log(plan->context, TR_LOG_WARNING,
           "%s: %d bends are sharper than %g m; the sharpest, %.1f m, is at (%.0f, %.0f)", name_of(plan->def),
           (int)bends->too_sharp, plan->route_ground.request.radius_m, bends->min_radius_m,
           plan->ground->x_m + bends->where.x * plan->route_ground.spacing_m,
           plan->ground->z_m + bends->where.z * plan->route_ground.spacing_m);
}

static bool add_path(const plan_work *plan, tr_plan_paths *out, tr_error *err)
{
    tr_path_vertex *vertices = tr_alloc_array(plan->context, (size_t)plan->line.count, sizeof *vertices, err);
    if (!vertices) return false;
    for (int32_t i = 0; i < plan->line.count; i++) {
        const tr_route_corner *corner = &plan->line.corners[i];
        vertices[i] = tr_plan_ground_vertex(plan->ground, plan->route_ground.spacing_m, corner->at.x, corner->at.z);
        if (corner->given >= 0) vertices[i] = plan->def->vertices[corner->given];
    }
    tr_path_def path = *plan->def;
    path.vertices = vertices;
    path.vertex_count = plan->line.count;
    path.ring_end = NULL;
    path.ring_count = 0;
    const bool ok = tr_plan_paths_add(plan->context, out, &path, err);
    tr_free(plan->context, vertices);
    return ok;
}

bool tr_plan_road(tr_context *context, const tr_plan_ground *ground, const tr_path_def *def, const tr_plan_paths *water,
                  tr_plan_paths *out, const tr_progress *progress, tr_error *err)
{
    assert(context && ground && def && out);
    *out = (tr_plan_paths){0};
    if (!check(ground, def, err)) return false;
    plan_work plan = {.context = context, .ground = ground, .def = def};
    const tr_route_request request = tr_route_request_of(def);
    tr_route_bends bends;
    const bool ok = tr_plan_report(progress, 0, err) &&
                    tr_route_ground_create(context, ground, &request, water, &plan.route_ground, err) &&
                    find_line(&plan, progress, err) &&
                    tr_route_line_straighten(context, &plan.route_ground, &plan.line, err) &&
                    tr_route_line_round(context, &plan.route_ground, farthest_vertices / plan.route_ground.stride,
                                        &plan.line, &bends, err) &&
                    add_path(&plan, out, err) && tr_plan_report(progress, 1, err);
    if (ok) warn_of_bends(&plan, &bends);
    tr_route_line_destroy(context, &plan.line);
    tr_route_ground_destroy(context, &plan.route_ground);
    if (!ok) tr_plan_paths_destroy(context, out);
    return ok;
}
