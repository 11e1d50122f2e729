#include "carve/plan/route_line.h"

#include <math.h>
#include <string.h>

#include "base/array.h"

bool tr_route_line_push(tr_context *context, tr_route_line *line, tr_route_corner corner, tr_error *err)
{
    tr_route_corner *corners =
        tr_array_reserve(context, line->corners, line->count, &line->capacity, sizeof *corners, err);
    if (!corners) return false;
    line->corners = corners;
    line->corners[line->count++] = corner;
    return true;
}

void tr_route_line_destroy(tr_context *context, tr_route_line *line)
{
    tr_free(context, line->corners);
    *line = (tr_route_line){0};
}

// ---------------------------------------------------------------------------------------------------------
// Straightening
//
// Dynamic programming over lines from a corner to one of the WINDOW next ones: the cheapest chain that ends with each
// line.

enum { WINDOW = 24, PASSES = 4 };

typedef struct chain {
    double price;    // up to the end of its last line; HUGE_VAL: there is none
    int32_t before;  // how many corners the line before skips to the start of this one, less one; -1: it is the first
} chain;

// The line that ends at `corner` and comes from the one `1 + skip` before.
static chain *chain_at(chain *chains, int32_t corner, int32_t skip)
{
    return &chains[(size_t)corner * WINDOW + (size_t)skip];
}

static void find_chain(const tr_route_ground *ground, const tr_route_line *line, chain *chains, int32_t corner,
                       int32_t skip)
{
    const int32_t from = corner - 1 - skip;
    const tr_plan_point at = line->corners[from].at, to = line->corners[corner].at;
    chain best = {HUGE_VAL, -1};
    if (from == 0) best.price = 0;
    for (int32_t k = 0; k < WINDOW && from - 1 - k >= 0; k++) {
        const double price = chain_at(chains, from, k)->price;
        if (price >= best.price) continue;
        const double with_bend = price + tr_route_bend_price(ground, line->corners[from - 1 - k].at, at, to);
        if (with_bend < best.price) best = (chain){with_bend, k};
    }
    best.price += tr_route_line_price(ground, at, to);
    *chain_at(chains, corner, skip) = best;
}

static void find_chains(const tr_route_ground *ground, const tr_route_line *line, chain *chains)
{
    for (int32_t corner = 1; corner < line->count; corner++)
        for (int32_t skip = 0, open = true; skip < WINDOW; skip++) {
            const int32_t from = corner - 1 - skip;
            *chain_at(chains, corner, skip) = (chain){HUGE_VAL, -1};
            if (from < 0 || !open) continue;
            find_chain(ground, line, chains, corner, skip);
            open = line->corners[from].given < 0;
        }
}

// Keeps the corners of the cheapest chain that ends at the last one.
static void keep_chain(tr_route_line *line, chain *chains)
{
    int32_t corner = line->count - 1, skip = 0;
    for (int32_t k = 1; k < WINDOW; k++)
        if (chain_at(chains, corner, k)->price < chain_at(chains, corner, skip)->price) skip = k;
    // Kept ones are gathered at the end, then moved to the front.
    int32_t kept = line->count;
    line->corners[--kept] = line->corners[corner];
    while (corner > 0) {
        const int32_t before = chain_at(chains, corner, skip)->before;
        corner -= 1 + skip;
        line->corners[--kept] = line->corners[corner];
        skip = before;
    }
    line->count -= kept;
    memmove(line->corners, line->corners + kept, (size_t)line->count * sizeof *line->corners);
}

bool tr_route_line_straighten(tr_context *context, const tr_route_ground *ground, tr_route_line *line, tr_error *err)
{
    if (line->count < 3) return true;
    chain *chains = tr_alloc_array(context, (size_t)line->count * WINDOW, sizeof *chains, err);
    if (!chains) return false;
    for (int pass = 0, before = 0; pass < PASSES && line->count != before && line->count > 2; pass++) {
        before = line->count;
        find_chains(ground, line, chains);
        keep_chain(line, chains);
    }
    tr_free(context, chains);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Bends

enum { RELAXATIONS = 60 };
// Bends are wider than the kind wants where they stay this near to their corner, in nodes; to that many times the
// radius.
static const double cut_off = 0.4, widest_bend = 8;
// An arc is cut into pieces that turn by no more than that: the cosine of half of 30 degrees.
static const double cosine_of_piece = 0.966;

// A corner with the lines to both sides.
typedef struct bend {
    double in, out;  // lengths of the lines, in nodes
    double tangent;  // of half of the angle
    double room;     // that its arc may take of the lines
    double radius;   // of the arc
} bend;

// A line is shared by the bends at its ends; all of it is for one when the other end has none.
static double room_of(const tr_route_line *line, int32_t other, double length)
{
    const bool ends = other == 0 || other == line->count - 1;
    return length * (ends ? 0.95 : 0.5);
}

// The radius that is requested for: an arc passes its corner at (1 / cosine - 1) radii.
static double requested_radius(double tangent, double radius)
{
    const double aside = sqrt(1 + tangent * tangent) - 1;
    return aside * widest_bend * radius <= cut_off ? widest_bend * radius : fmax(cut_off / aside, radius);
}

static bend bend_at(const tr_route_line *line, int32_t i, double radius)
{
    const tr_plan_point at = line->corners[i].at;
    const tr_plan_point in = tr_plan_minus(at, line->corners[i - 1].at),
                        out = tr_plan_minus(line->corners[i + 1].at, at);
    bend found = {sqrt(tr_plan_dot(in, in)), sqrt(tr_plan_dot(out, out)), 0, 0, widest_bend * radius};
    if (found.in <= 0 || found.out <= 0) return found;
    const double cosine = tr_plan_dot(in, out) / (found.in * found.out);
    found.tangent = sqrt(fmax(1 - cosine, 0) / fmax(1 + cosine, 1e-6));
    found.room = fmin(room_of(line, i - 1, found.in), room_of(line, i + 1, found.out));
    found.radius = requested_radius(found.tangent, radius);
    if (found.tangent * found.radius > found.room) found.radius = found.room / found.tangent;
    return found;
}

// Corners with too little room move towards the middle of their neighbours.
static void relax(tr_route_line *line, double radius)
{
    bool moved = true;
    for (int round = 0; moved && round < RELAXATIONS; round++) {
        moved = false;
        for (int32_t i = 1; i + 1 < line->count; i++) {
            tr_route_corner *corner = &line->corners[i];
            if (corner->given >= 0 || bend_at(line, i, radius).radius >= radius) continue;
            const tr_plan_point middle = tr_plan_between(line->corners[i - 1].at, line->corners[i + 1].at, 0.5);
            corner->at = tr_plan_between(corner->at, middle, 0.15);
            moved = true;
        }
    }
}

typedef struct drawing_work {
    tr_context *context;
    double step;
    tr_route_line *out;
} drawing_work;

static bool draw_point(const drawing_work *drawing, tr_plan_point at, tr_error *err)
{
    return tr_route_line_push(drawing->context, drawing->out, (tr_route_corner){at, -1}, err);
}

// The points between.
static bool draw_straight(const drawing_work *drawing, tr_plan_point from, tr_plan_point to, tr_error *err)
{
    const int32_t pieces = (int32_t)ceil(tr_plan_distance(from, to) / drawing->step - 1e-6);
    for (int32_t i = 1; i < pieces; i++)
        if (!draw_point(drawing, tr_plan_between(from, to, (double)i / pieces), err)) return false;
    return true;
}

// The points within an arc that begins and ends on the lines from `corner`, by halves. `cosine` is that of half of the
// angle.
static bool draw_arc(const drawing_work *drawing, tr_plan_point from, tr_plan_point corner, tr_plan_point to,
                     double cosine, tr_error *err)
{
    if (cosine >= cosine_of_piece && tr_plan_distance(from, to) <= drawing->step) return true;
    const tr_plan_point middle = tr_plan_between(tr_plan_between(from, to, 0.5), corner, cosine / (1 + cosine));
    const double share = cosine / (1 + cosine);  // tan(x / 2) / tan(x)
    const double half = sqrt(0.5 * (1 + cosine));
    return draw_arc(drawing, from, tr_plan_between(from, corner, share), middle, half, err) &&
           draw_point(drawing, middle, err) &&
           draw_arc(drawing, middle, tr_plan_between(to, corner, share), to, half, err);
}

// From where the line was left to the end of the bend.
static bool draw_bend(const drawing_work *drawing, const tr_route_line *line, int32_t i, const bend *with,
                      tr_plan_point *left, tr_error *err)
{
    const tr_plan_point at = line->corners[i].at;
    const double taken = with->tangent * with->radius;
    if (line->corners[i].given >= 0 || taken < 0.05) {
        const bool ok = draw_straight(drawing, *left, at, err) &&
                        tr_route_line_push(drawing->context, drawing->out, line->corners[i], err);
        *left = at;
        return ok;
    }
    const tr_plan_point from = tr_plan_between(at, line->corners[i - 1].at, taken / with->in);
    const tr_plan_point to = tr_plan_between(at, line->corners[i + 1].at, taken / with->out);
    const double cosine = 1 / sqrt(1 + with->tangent * with->tangent);
    // Where one bend ends as the next begins, they share the point.
    const bool shared = tr_plan_distance(*left, from) < 0.1;
    const bool ok = (shared || (draw_straight(drawing, *left, from, err) && draw_point(drawing, from, err))) &&
                    draw_arc(drawing, from, at, to, cosine, err) && draw_point(drawing, to, err);
    *left = to;
    return ok;
}

static void note(const tr_route_ground *ground, const tr_route_corner *corner, double radius, tr_route_bends *bends)
{
    const double radius_m = radius * ground->spacing_m;
    // What is less than a tenth too sharp is not worth a word.
    if (radius_m < 0.9 * ground->request.radius_m) bends->too_sharp++;
    if (radius_m >= bends->min_radius_m) return;
    bends->min_radius_m = radius_m;
    bends->where = corner->at;
}

bool tr_route_line_round(tr_context *context, const tr_route_ground *ground, double step, tr_route_line *line,
                         tr_route_bends *bends, tr_error *err)
{
    const double radius = ground->request.radius_m / ground->spacing_m;
    *bends = (tr_route_bends){0, HUGE_VAL, {0, 0}};
    relax(line, radius);
    tr_route_line round = {0};
    const drawing_work drawing = {context, step, &round};
    tr_plan_point left = line->corners[0].at;
    bool ok = tr_route_line_push(context, &round, line->corners[0], err);
    for (int32_t i = 1; ok && i + 1 < line->count; i++) {
        const bend with = bend_at(line, i, radius);
        if (with.tangent > 0) note(ground, &line->corners[i], with.radius, bends);
        ok = draw_bend(&drawing, line, i, &with, &left, err);
    }
    const tr_route_corner *last = &line->corners[line->count - 1];
    ok = ok && draw_straight(&drawing, left, last->at, err) && tr_route_line_push(context, &round, *last, err);
    if (!ok) {
        tr_route_line_destroy(context, &round);
        return false;
    }
    tr_route_line_destroy(context, line);
    *line = round;
    return true;
}
