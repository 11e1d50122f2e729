#include "carve/plan/route_water.h"

#include <math.h>
#include <stdlib.h>

#include "base/integers.h"

// Prices per metre: of a causeway or ferry over open water, of a bridge, and of following a bank.
static const double price_of_open_water = 60, price_of_bridge = 4, price_of_bridge_width = 1, max_of_bridge = 40;
static const double price_of_bank = 1.5, oblique_bridge = 3;

typedef struct painting_work {
    tr_route_ground *out;
    const tr_plan_ground *plan;
} painting_work;

static tr_plan_point node_place(const painting_work *painting, const tr_path_vertex *vertex)
{
    return (tr_plan_point){(vertex->x_m - painting->plan->x_m) / painting->out->spacing_m,
                           (vertex->z_m - painting->plan->z_m) / painting->out->spacing_m};
}

static tr_route_node *node_at(const tr_route_ground *ground, int32_t i, int32_t j)
{
    if (i < 0 || j < 0 || i >= ground->width || j >= ground->height) return NULL;
    return &ground->nodes[(size_t)j * (size_t)ground->width + (size_t)i];
}

static void paint_sea(const painting_work *painting)
{
    const tr_grid *height = &painting->plan->height;
    for (int32_t j = 0; j < painting->out->height; j++)
        for (int32_t i = 0; i < painting->out->width; i++) {
            const int64_t sample =
                (int64_t)j * painting->out->stride * height->row_stride + (int64_t)i * painting->out->stride;
            if ((double)height->samples[sample] < painting->plan->sea_level_m)
                node_at(painting->out, i, j)->across = (float)price_of_open_water;
        }
}

// ---------------------------------------------------------------------------------------------------------
// Rivers: every node whose square the water passes, so that no move can slip through

typedef struct brush {
    double radius;  // of the water, in nodes
    tr_plan_point course;
    double across, along;
} brush;

static void wet(tr_route_node *node, const brush *with)
{
    if (!node || (double)node->across >= with->across) return;
    node->across = (float)with->across;
    node->along = (float)with->along;
    node->flow_x = (float)with->course.x;
    node->flow_z = (float)with->course.z;
}

static void paint_disc(const painting_work *painting, tr_plan_point at, const brush *with)
{
    const int32_t x0 = tr_max_i32((int32_t)ceil(at.x - with->radius), 0);
    const int32_t z0 = tr_max_i32((int32_t)ceil(at.z - with->radius), 0);
    const int32_t x1 = tr_min_i32((int32_t)floor(at.x + with->radius), painting->out->width - 1);
    const int32_t z1 = tr_min_i32((int32_t)floor(at.z + with->radius), painting->out->height - 1);
    for (int32_t z = z0; z <= z1; z++)
        for (int32_t x = x0; x <= x1; x++)
            if (tr_plan_distance(at, (tr_plan_point){x, z}) <= with->radius) wet(node_at(painting->out, x, z), with);
}

static bool is_near(const painting_work *painting, tr_plan_point at)
{
    return at.x > -2 && at.z > -2 && at.x < painting->out->width + 1.0 && at.z < painting->out->height + 1.0;
}

static void paint_segment(const painting_work *painting, tr_plan_point from, tr_plan_point to, double width_m)
{
    const double length = tr_plan_distance(from, to);
    if (length <= 0) return;
    const double across = fmin(price_of_bridge + price_of_bridge_width * width_m, max_of_bridge);
    const brush with = {0.5 * width_m / painting->out->spacing_m,
                        {(to.x - from.x) / length, (to.z - from.z) / length},
                        across,
                        across * oblique_bridge};
    const int32_t steps = (int32_t)fmin(length * 4, 1 << 20) + 1;
    int32_t last_i = INT32_MIN, last_j = INT32_MIN;
    for (int32_t k = 0; k <= steps; k++) {
        const tr_plan_point at = tr_plan_between(from, to, (double)k / steps);
        if (!is_near(painting, at)) continue;
        const int32_t i = (int32_t)floor(at.x + 0.5), j = (int32_t)floor(at.z + 0.5);
        wet(node_at(painting->out, i, j), &with);
        // A diagonal step leaves a corner open.
        if (last_i != INT32_MIN && i != last_i && j != last_j) wet(node_at(painting->out, i, last_j), &with);
        last_i = i, last_j = j;
        paint_disc(painting, at, &with);
    }
}

static void paint_river(const painting_work *painting, const tr_path_def *path)
{
    for (int32_t i = 1; i < path->vertex_count; i++) {
        const tr_path_vertex *from = &path->vertices[i - 1], *to = &path->vertices[i];
        const double width_m = isnan(to->width_m) ? path->width_m : (double)to->width_m;
        paint_segment(painting, node_place(painting, from), node_place(painting, to), width_m);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Lakes

typedef struct crossings {
    double *x;
    int32_t count;
} crossings;

static int compare_doubles(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

// Where the rings pass a row of nodes.
static void cross_row(const painting_work *painting, const tr_path_def *path, double z, crossings *out)
{
    out->count = 0;
    const int32_t rings = tr_max_i32(path->ring_count, 1);
    for (int32_t ring = 0, begin = 0; ring < rings; ring++) {
        const int32_t end = path->ring_count ? path->ring_end[ring] : path->vertex_count;
        for (int32_t i = begin; i < end; i++) {
            const tr_plan_point a = node_place(painting, &path->vertices[i]);
            const tr_plan_point b = node_place(painting, &path->vertices[i + 1 < end ? i + 1 : begin]);
            if ((a.z > z) != (b.z > z)) out->x[out->count++] = a.x + (z - a.z) / (b.z - a.z) * (b.x - a.x);
        }
        begin = end;
    }
    qsort(out->x, (size_t)out->count, sizeof *out->x, compare_doubles);
}

static bool paint_area(tr_context *context, const painting_work *painting, const tr_path_def *path, tr_error *err)
{
    crossings row = {tr_alloc_array(context, (size_t)path->vertex_count, sizeof *row.x, err), 0};
    if (!row.x) return false;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int32_t i = 0; i < path->vertex_count; i++) {
        low = fmin(low, node_place(painting, &path->vertices[i]).z);
        high = fmax(high, node_place(painting, &path->vertices[i]).z);
    }
    const brush with = {0, {0, 0}, price_of_open_water, 0};
    const int32_t last = (int32_t)fmin(floor(high), painting->out->height - 1);
    for (int32_t j = (int32_t)fmax(ceil(low), 0); j <= last; j++) {
        cross_row(painting, path, j, &row);
        for (int32_t k = 0; k + 1 < row.count; k += 2) {
            const int32_t end = (int32_t)fmin(floor(row.x[k + 1]), painting->out->width - 1);
            for (int32_t i = (int32_t)fmax(ceil(row.x[k]), 0); i <= end; i++) wet(node_at(painting->out, i, j), &with);
        }
    }
    tr_free(context, row.x);
    return true;
}

// ---------------------------------------------------------------------------------------------------------

// Dry nodes beside rivers: following the river there costs, crossing does not.
static void paint_banks(const painting_work *painting)
{
    for (int32_t j = 0; j < painting->out->height; j++)
        for (int32_t i = 0; i < painting->out->width; i++) {
            tr_route_node *node = node_at(painting->out, i, j);
            for (int32_t k = 0; k < 9 && node->across <= 0 && node->along <= 0; k++) {
                const tr_route_node *beside = node_at(painting->out, i + k % 3 - 1, j + k / 3 - 1);
                if (!beside || beside->across <= 0 || beside->along <= 0) continue;
                node->along = (float)price_of_bank;
                node->flow_x = beside->flow_x;
                node->flow_z = beside->flow_z;
            }
        }
}

bool tr_route_water_fill(tr_context *context, tr_route_ground *ground, const tr_plan_ground *plan,
                         const tr_plan_paths *water, tr_error *err)
{
    const painting_work painting = {ground, plan};
    paint_sea(&painting);
    for (int32_t i = 0; water && i < water->count; i++) {
        const tr_path_def *path = &water->paths[i];
        if (path->kind != TR_PATH_LAKE && path->kind != TR_PATH_RIVER && path->kind != TR_PATH_STREAM) continue;
        if (path->area && !paint_area(context, &painting, path, err)) return false;
        if (!path->area) paint_river(&painting, path);
    }
    paint_banks(&painting);
    return true;
}
