#include "carve/plan/route_ground.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"
#include "carve/plan/route_water.h"

// More nodes than that, and they are taken farther apart.
enum { MAX_NODES = 1 << 17 };

// Prices per metre.
static const double price_at_max_grade = 0.6, price_of_steepness = 12, price_of_side_slope = 4;
// Of bends: per metre of the radius.
static const double price_of_bend = 1, price_of_sharp_bend = 10;
// What a way may cost more than the cheapest: a quarter at most, a hundredth as measured.
enum { HASTE = 4 };
// Units of a price per metre, in the map.
static const double price_units = 16;
static const double highest_price = 1 << 24;
// Where a path says no greatest grade.
static const double usual_max_grade = 0.15;

tr_route_request tr_route_request_of(const tr_path_def *def)
{
    const double max_grade = def->max_grade > 0 ? def->max_grade : usual_max_grade;
    switch (def->kind) {
    case TR_PATH_RAIL: return (tr_route_request){max_grade, 150, 48};
    case TR_PATH_TRACK: return (tr_route_request){max_grade, 8, 10};
    default: return (tr_route_request){max_grade, 25, 24};
    }
}

// ---------------------------------------------------------------------------------------------------------
// Nodes

// Weighted by a tent that reaches to the next nodes: what is smaller than a road can follow is levelled out.
static double tent_mean(const tr_grid *height, int32_t x, int32_t z, int32_t stride)
{
    double sum = 0, weights = 0;
    for (int32_t dz = -stride; dz <= stride; dz++)
        for (int32_t dx = -stride; dx <= stride; dx++) {
            const int32_t i = x + dx, j = z + dz;
            if (i < 0 || j < 0 || i >= height->width || j >= height->height) continue;
            const double weight = (stride + 1.0 - abs(dx)) * (stride + 1.0 - abs(dz));
            sum += weight * (double)height->samples[j * height->row_stride + i];
            weights += weight;
        }
    return sum / weights;
}

static void fill_heights(tr_route_ground *ground, const tr_plan_ground *plan)
{
    for (int32_t j = 0; j < ground->height; j++)
        for (int32_t i = 0; i < ground->width; i++)
            ground->nodes[(size_t)j * (size_t)ground->width + (size_t)i].height_m =
                (float)tent_mean(&plan->height, i * ground->stride, j * ground->stride, ground->stride);
}

static double rise(const tr_route_ground *ground, int32_t low, int32_t high, int32_t step, size_t first)
{
    if (low == high) return 0;
    const double from = (double)ground->nodes[first + (size_t)low * (size_t)step].height_m;
    const double to = (double)ground->nodes[first + (size_t)high * (size_t)step].height_m;
    return (to - from) / ((high - low) * ground->spacing_m);
}

static void fill_slopes(tr_route_ground *ground)
{
    for (int32_t j = 0; j < ground->height; j++)
        for (int32_t i = 0; i < ground->width; i++) {
            tr_route_node *node = &ground->nodes[(size_t)j * (size_t)ground->width + (size_t)i];
            const size_t row = (size_t)j * (size_t)ground->width;
            node->slope_x = (float)rise(ground, tr_max_i32(i - 1, 0), tr_min_i32(i + 1, ground->width - 1), 1, row);
            node->slope_z = (float)rise(ground, tr_max_i32(j - 1, 0), tr_min_i32(j + 1, ground->height - 1),
                                        ground->width, (size_t)i);
        }
}

// ---------------------------------------------------------------------------------------------------------
// Prices

// Per metre. Up to half of the greatest grade nothing; from there more and more; beyond it so much that a longer way is
// taken where there is one.
static double price_of_grade(const tr_route_request *request, double grade)
{
    const double over = (grade / request->max_grade - 0.5) * 2;
    if (over <= 0) return 0;
    if (over <= 1) return price_at_max_grade * over * over;
    return price_at_max_grade + price_of_steepness * (grade / request->max_grade - 1);
}

// Per metre, at a node, in the direction of a unit vector.
static double price_of_place(const tr_route_node *node, tr_plan_point toward)
{
    const double side = (double)node->slope_z * toward.x - (double)node->slope_x * toward.z;
    const double course = (double)node->flow_x * toward.x + (double)node->flow_z * toward.z;
    return price_of_side_slope * side * side + (double)node->across + (double)node->along * course * course;
}

// Over a part of a move.
static double price_of_rise(const tr_route_ground *ground, double from_m, double to_m, double length_m)
{
    return length_m * price_of_grade(&ground->request, fabs(to_m - from_m) / length_m);
}

// Long moves pass two nodes besides their ends, which lie to both sides of their middle: of (3, 1) those at (1, 0) and
// (2, 1).
static double price_of_move(const tr_route_ground *ground, int32_t i, int32_t j, int move)
{
    const int32_t dx = tr_route_step_x[move], dz = tr_route_step_z[move];
    const double length = sqrt(dx * dx + dz * dz), length_m = length * ground->spacing_m;
    const tr_plan_point toward = {dx / length, dz / length};
    const tr_route_node *from = &ground->nodes[(size_t)j * (size_t)ground->width + (size_t)i];
    const tr_route_node *to = from + (int64_t)dz * ground->width + dx;
    const double from_m = (double)from->height_m, to_m = (double)to->height_m;
    const double ends = 0.5 * (price_of_place(from, toward) + price_of_place(to, toward));
    if (abs(dx) + abs(dz) < 3) return length_m * (1 + ends) + price_of_rise(ground, from_m, to_m, length_m);
    const tr_route_node *near = from + (int64_t)(dz / 2) * ground->width + dx / 2;
    const tr_route_node *far = to - (int64_t)(dz / 2) * ground->width - dx / 2;
    const double middle_m = 0.5 * ((double)near->height_m + (double)far->height_m);
    const double between = 0.5 * (price_of_place(near, toward) + price_of_place(far, toward));
    return length_m * (1 + 0.5 * (ends + between)) + price_of_rise(ground, from_m, middle_m, 0.5 * length_m) +
           price_of_rise(ground, middle_m, to_m, 0.5 * length_m);
}

static uint32_t in_units(double price)
{
    return (uint32_t)(fmin(price * price_units, highest_price) + 0.5);
}

static bool fill_prices(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const tr_route_ground *ground = user;
    for (int32_t j = (int32_t)begin; j < end; j++)
        for (int32_t i = 0; i < ground->width; i++)
            for (int move = 0; move < TR_ROUTE_HALF; move++) {
                const int32_t x = i + tr_route_step_x[move], z = j + tr_route_step_z[move];
                const bool inside = x >= 0 && z >= 0 && x < ground->width && z < ground->height;
                ground->price[((size_t)j * (size_t)ground->width + (size_t)i) * TR_ROUTE_HALF + (size_t)move] =
                    inside ? in_units(price_of_move(ground, i, j, move)) : TR_ROUTE_CLOSED;
            }
    return true;
}

static const tr_route_node *nearest_node(const tr_route_ground *ground, tr_plan_point at)
{
    const int32_t i = tr_max_i32(tr_min_i32((int32_t)(at.x + 0.5), ground->width - 1), 0);
    const int32_t j = tr_max_i32(tr_min_i32((int32_t)(at.z + 0.5), ground->height - 1), 0);
    return &ground->nodes[(size_t)j * (size_t)ground->width + (size_t)i];
}

static double height_at(const tr_route_ground *ground, tr_plan_point at)
{
    const tr_route_node *node = nearest_node(ground, at);
    const int64_t index = node - ground->nodes, column = index % ground->width, row = index / ground->width;
    const double dx = at.x - (double)column, dz = at.z - (double)row;
    return (double)node->height_m + ((double)node->slope_x * dx + (double)node->slope_z * dz) * ground->spacing_m;
}

double tr_route_line_price(const tr_route_ground *ground, tr_plan_point from, tr_plan_point to)
{
    const double length = tr_plan_distance(from, to);
    if (length <= 0) return 0;
    const tr_plan_point toward = {(to.x - from.x) / length, (to.z - from.z) / length};
    // Grades over lengths like those of moves, places often enough to see every node that holds water.
    const int32_t pieces = tr_max_i32(1, (int32_t)(length / 1.5 + 0.5));
    const double piece_m = length / pieces * ground->spacing_m;
    double price = 0, low_m = height_at(ground, from);
    for (int32_t i = 0; i < pieces; i++) {
        const double high_m = height_at(ground, tr_plan_between(from, to, (i + 1.0) / pieces));
        double place = 0;
        for (int k = 0; k < 3; k++)
            place +=
                price_of_place(nearest_node(ground, tr_plan_between(from, to, (i + (k + 0.5) / 3) / pieces)), toward);
        price += piece_m * (1 + price_of_grade(&ground->request, fabs(high_m - low_m) / piece_m) + place / 3);
        low_m = high_m;
    }
    return price;
}

// `tangent` is that of half of the angle: the line is left tangent * radius before the bend. `room_m` is what there is
// of the shorter line.
static double price_of_bend_of(const tr_route_request *request, double tangent, double room_m)
{
    const double lack = fmin(fmax(tangent * request->radius_m / room_m - 1, 0), 8);
    return request->radius_m * (price_of_bend * fmin(tangent, 8) + price_of_sharp_bend * lack * lack);
}

double tr_route_bend_price(const tr_route_ground *ground, tr_plan_point before, tr_plan_point at, tr_plan_point after)
{
    const double in = tr_plan_distance(before, at), out = tr_plan_distance(at, after);
    if (in <= 0 || out <= 0) return 0;
    const double cosine = tr_plan_dot(tr_plan_minus(at, before), tr_plan_minus(after, at)) / (in * out);
    const double tangent = sqrt(fmax(1 - cosine, 0) / fmax(1 + cosine, 1e-3));
    return price_of_bend_of(&ground->request, tangent, 0.5 * fmin(in, out) * ground->spacing_m);
}

tr_route_map tr_route_ground_map(const tr_route_ground *ground)
{
    // Of half of the angle, for turns of 0 to 4 steps of a thirty-second of a circle.
    static const double tangents[] = {0, 0.1, 0.2, 0.3, 0.414};
    tr_route_map map = {
        ground->width, ground->height, ground->price, sizeof tangents / sizeof *tangents - 1, HASTE, {0}};
    for (int steps = 0; steps <= map.turns; steps++)
        map.turn[steps] = in_units(price_of_bend_of(&ground->request, tangents[steps], 0.6 * ground->spacing_m));
    return map;
}

// ---------------------------------------------------------------------------------------------------------

static int32_t nodes_along(int32_t samples, int32_t stride)
{
    return (samples - 1) / stride + 1;
}

static int32_t stride_of(const tr_plan_ground *plan, const tr_route_request *request)
{
    int32_t stride = tr_max_i32(1, (int32_t)fmin(request->step_m / plan->spacing_m + 0.5, 1 << 20));
    const int32_t shorter = tr_min_i32(plan->height.width, plan->height.height);
    // A small ground is not looked at in fewer than some dozens of nodes.
    stride = tr_max_i32(1, tr_min_i32(stride, shorter / 24));
    while ((int64_t)nodes_along(plan->height.width, stride) * nodes_along(plan->height.height, stride) > MAX_NODES)
        stride++;
    return stride;
}

bool tr_route_ground_create(tr_context *context, const tr_plan_ground *plan, const tr_route_request *request,
                            const tr_plan_paths *water, tr_route_ground *out, tr_error *err)
{
    const int32_t stride = stride_of(plan, request);
    *out = (tr_route_ground){*request,
                             nodes_along(plan->height.width, stride),
                             nodes_along(plan->height.height, stride),
                             stride,
                             stride * plan->spacing_m,
                             NULL,
                             NULL};
    const size_t count = (size_t)out->width * (size_t)out->height;
    out->nodes = tr_alloc_array(context, count, sizeof *out->nodes, err);
    out->price = out->nodes ? tr_alloc_array(context, count * TR_ROUTE_HALF, sizeof *out->price, err) : NULL;
    bool ok = out->price != NULL;
    if (ok) {
        memset(out->nodes, 0, count * sizeof *out->nodes);
        fill_heights(out, plan);
        fill_slopes(out);
        ok = tr_route_water_fill(context, out, plan, water, err) &&
             tr_parallel_for(context, &(tr_range_work){out->height, 16, fill_prices, out}, NULL, err);
    }
    if (!ok) tr_route_ground_destroy(context, out);
    return ok;
}

void tr_route_ground_destroy(tr_context *context, tr_route_ground *ground)
{
    tr_free(context, ground->price);
    tr_free(context, ground->nodes);
    *ground = (tr_route_ground){0};
}
