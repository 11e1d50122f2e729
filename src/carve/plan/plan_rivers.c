// Rivers and lakes of a plan (plan.h): drainage -> basins -> network -> courses -> paths.
#include <assert.h>
#include <math.h>

#include "carve/plan/lake_outline.h"
#include "carve/plan/plan_ground.h"
#include "carve/plan/river_course.h"

// A river narrower than this all along is a stream.
static const double stream_width_m = 5;
// The water stands this share of its depth below the ground it runs through.
static const double bank_share = 0.3;

// ---------------------------------------------------------------------------------------------------------
// Checking

static bool check_number(const char *name, double value, double low, tr_error *err)
{
    if (!isfinite(value)) return tr_fail(err, TR_ERROR_NOT_FINITE, "%s of the rivers is not a finite number", name);
    if (value >= low) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s of the rivers is %g; allowed is %g and more", name, value, low);
}

static bool check(const tr_plan_ground *ground, const tr_plan_rivers_def *def, tr_error *err)
{
    return tr_plan_ground_check(ground, err) && check_number("the drained area", def->drain_m2, 1, err) &&
           check_number("the width", def->river.width_m, 0.01, err) &&
           check_number("the greatest width", def->max_width_m, def->river.width_m, err) &&
           check_number("the depth", def->river.depth_m, 0, err) &&
           check_number("the smoothing distance", def->river.smoothing_m, 0, err) &&
           (!def->lakes || (check_number("the least area of lakes", def->min_lake_m2, 0, err) &&
                            check_number("the least depth of lakes", def->min_lake_depth_m, 0, err)));
}

// ---------------------------------------------------------------------------------------------------------
// Paths

typedef struct plan_work {
    tr_context *context;
    const tr_plan_ground *ground;
    const tr_plan_rivers_def *def;
    tr_drainage drainage;
    tr_lake_basins lakes;
    tr_river_network network;
    tr_river_size size;
} plan_work;

static tr_path_vertex vertex_at(const plan_work *plan, tr_plan_point at)
{
    return tr_plan_ground_vertex(plan->ground, plan->ground->spacing_m, at.x, at.z);
}

// From samples to a path, with the area that it drains there.
static tr_path_vertex river_vertex(const plan_work *plan, const tr_river_point *point, double taper)
{
    const double size = tr_river_size_at(&plan->size, point->cells);
    tr_path_vertex vertex = vertex_at(plan, point->at);
    vertex.height_m = (float)point->level_m;
    vertex.width_m = (float)(plan->def->river.width_m * size * taper);
    vertex.depth_m = (float)(plan->def->river.depth_m * size * taper);
    vertex.smoothing_m = (float)(plan->def->river.smoothing_m * (1 + size) * 0.5);
    return vertex;
}

// A source is narrower than what its area asks for, and widens over its first points.
static double taper_at(const tr_river_line *line, uint32_t point)
{
    enum { WIDENING = 12 };
    return line->from_lake >= 0 || point >= WIDENING ? 1 : 0.4 + 0.6 * point / WIDENING;
}

// The points between two that must be vertices are left out but for those at equal distances of about `spacing`
// samples.
typedef struct stretch {
    uint32_t first, last;
    double length;
} stretch;

static stretch next_stretch(const tr_river_point *points, uint32_t count, uint32_t first)
{
    stretch found = {first, first, 0};
    do {
        found.length += tr_plan_distance(points[found.last].at, points[found.last + 1].at);
        found.last++;
    } while (found.last + 1 < count && !points[found.last].joint);
    return found;
}

static uint32_t thin_out(const plan_work *plan, const tr_river_line *line, const stretch *along,
                         tr_path_vertex *vertices)
{
    const tr_river_point *points = plan->network.points + line->first;
    const double width = plan->size.width * tr_river_size_at(&plan->size, points[along->last].cells);
    const double spacing = fmax(3, 1.2 * width);
    const uint32_t pieces = along->length > spacing ? (uint32_t)(along->length / spacing + 0.5) : 1;
    const double step = along->length / pieces;
    uint32_t made = 0;
    double length = 0;
    for (uint32_t i = along->first; i < along->last; i++) {
        if (length >= step * made && made < pieces)
            vertices[made++] = river_vertex(plan, &points[i], taper_at(line, i));
        length += tr_plan_distance(points[i].at, points[i + 1].at);
    }
    return made;
}

// A river opens into the sea and has no bed or banks of its own there.
static void open_mouth(const plan_work *plan, tr_path_def *path, tr_path_vertex *last)
{
    last->width_m *= 1.5f;
    path->mouth_m = TR_RIVER_INTO_WATER * plan->ground->spacing_m;
}

static bool add_river(plan_work *plan, const tr_river_line *line, tr_path_vertex *vertices, tr_plan_paths *out,
                      tr_error *err)
{
    const tr_river_point *points = plan->network.points + line->first;
    uint32_t count = 0;
    for (uint32_t at = 0; at + 1 < line->count;) {
        const stretch along = next_stretch(points, line->count, at);
        count += thin_out(plan, line, &along, vertices + count);
        at = along.last;
    }
    vertices[count++] = river_vertex(plan, &points[line->count - 1], 1);
    tr_path_def path = plan->def->river;
    path.area = false;
    path.vertices = vertices;
    path.vertex_count = (int32_t)count;
    path.ring_end = NULL;
    path.ring_count = 0;
    path.level_m = (double)TR_NOT_GIVEN;
    path.monotone = true;
    path.width_m = (double)vertices[count - 1].width_m;
    path.depth_m = (double)vertices[count - 1].depth_m;
    path.kind = path.width_m < stream_width_m ? TR_PATH_STREAM : TR_PATH_RIVER;
    if (line->mouth.end == TR_RIVER_TO_SEA) open_mouth(plan, &path, &vertices[count - 1]);
    return tr_plan_paths_add(plan->context, out, &path, err);
}

static bool add_rivers(plan_work *plan, tr_plan_paths *out, tr_error *err)
{
    uint32_t max_length = 0;
    for (int32_t i = 0; i < plan->network.line_count; i++)
        if (plan->network.lines[i].count > max_length) max_length = plan->network.lines[i].count;
    tr_path_vertex *vertices = tr_alloc_array(plan->context, max_length, sizeof *vertices, err);
    bool ok = vertices != NULL;
    for (int32_t i = 0; ok && i < plan->network.line_count; i++)
        if (plan->network.lines[i].count > 1) ok = add_river(plan, &plan->network.lines[i], vertices, out, err);
    tr_free(plan->context, vertices);
    return ok;
}

static bool add_lake(plan_work *plan, int32_t lake, tr_plan_paths *out, tr_error *err)
{
    tr_lake_rings rings;
    if (!tr_lake_outline(plan->context, &plan->drainage, &plan->lakes, lake, &rings, err)) return false;
    tr_path_vertex *vertices = tr_alloc_array(plan->context, (size_t)rings.line.count, sizeof *vertices, err);
    bool ok = vertices != NULL;
    for (int32_t i = 0; ok && i < rings.line.count; i++) vertices[i] = vertex_at(plan, rings.line.points[i]);
    const tr_lake_basin *basin = &plan->lakes.basins[lake];
    tr_path_def path = plan->def->river;
    path.kind = TR_PATH_LAKE;
    path.area = true;
    path.vertices = vertices;
    path.vertex_count = rings.line.count;
    path.ring_end = rings.end;
    path.ring_count = rings.count;
    path.level_m = basin->level_m;
    path.depth_m = basin->depth_m;
    path.smoothing_m = fmax(path.smoothing_m, 1.5 * plan->ground->spacing_m);
    path.monotone = false;
    ok = ok && tr_plan_paths_add(plan->context, out, &path, err);
    tr_free(plan->context, vertices);
    tr_lake_rings_destroy(plan->context, &rings);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------

static bool make(plan_work *plan, tr_plan_paths *out, const tr_progress *progress, tr_error *err)
{
    const tr_plan_rivers_def *def = plan->def;
    const double cell_m2 = plan->ground->spacing_m * plan->ground->spacing_m;
    plan->size = (tr_river_size){fmax(def->drain_m2 / cell_m2, 1), def->max_width_m / def->river.width_m,
                                 def->river.width_m / plan->ground->spacing_m, bank_share * def->river.depth_m};
    const tr_lake_min min = {def->lakes ? def->min_lake_m2 : HUGE_VAL, def->min_lake_depth_m, plan->size.min_cells};
    if (!tr_plan_report(progress, 0, err) || !tr_drainage_create(plan->context, plan->ground, &plan->drainage, err) ||
        !tr_plan_report(progress, 0.6, err) ||
        !tr_lake_basins_find(plan->context, &plan->drainage, &min, &plan->lakes, err) ||
        !tr_river_network_trace(plan->context, &plan->drainage, &plan->lakes, plan->size.min_cells, &plan->network,
                                err) ||
        !tr_plan_report(progress, 0.8, err) ||
        !tr_river_courses_shape(plan->context, &plan->network, &plan->drainage, &plan->lakes, &plan->size, err))
        return false;
    tr_river_courses_level(&plan->network, &plan->drainage, &plan->lakes, &plan->size);
    for (int32_t i = 0; i < plan->lakes.count; i++)
        if (!add_lake(plan, i, out, err)) return false;
    return add_rivers(plan, out, err) && tr_plan_report(progress, 1, err);
}

bool tr_plan_rivers(tr_context *context, const tr_plan_ground *ground, const tr_plan_rivers_def *def,
                    tr_plan_paths *out, const tr_progress *progress, tr_error *err)
{
    assert(context && ground && def && out);
    *out = (tr_plan_paths){0};
    if (!check(ground, def, err)) return false;
    plan_work plan = {.context = context, .ground = ground, .def = def};
    const bool ok = make(&plan, out, progress, err);
    tr_river_network_destroy(context, &plan.network);
    tr_lake_basins_destroy(context, &plan.lakes);
    tr_drainage_destroy(context, &plan.drainage);
    if (!ok) tr_plan_paths_destroy(context, out);
    return ok;
}
