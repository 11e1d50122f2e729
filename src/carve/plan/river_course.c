#include "carve/plan/river_course.h"

#include <math.h>
#include <string.h>

#include "base/integers.h"

double tr_river_size_at(const tr_river_size *size, uint32_t cells)
{
    return fmin(fmax(sqrt(cells / size->min_cells), 1), size->greatest);
}

// Between the samples; the nearest ones beyond the border.
static double ground_at(const tr_drainage *drainage, tr_plan_point at)
{
    const double x = fmin(fmax(at.x, 0), drainage->width - 1), z = fmin(fmax(at.z, 0), drainage->height - 1);
    const int32_t i = tr_max_i32(tr_min_i32((int32_t)x, drainage->width - 2), 0);
    const int32_t j = tr_max_i32(tr_min_i32((int32_t)z, drainage->height - 2), 0);
    const int32_t right = drainage->width > 1, below = drainage->height > 1 ? drainage->width : 0;
    const float *corner = drainage->ground.samples + (int64_t)j * drainage->width + i;
    const double u = x - i, v = z - j;
    const double north = (double)corner[0] * (1 - u) + (double)corner[right] * u;
    const double south = (double)corner[below] * (1 - u) + (double)corner[below + right] * u;
    return north * (1 - v) + south * v;
}

// ---------------------------------------------------------------------------------------------------------
// Smoothing

enum { ROUNDS = 24, ROUNDS_OF_ENDS = 6 };
// A point may leave its sample by this much anywhere, and farther where it does not climb out of the valley floor by
// that.
static const double free_reach = 0.75, far_reach = 4, climb_m = 0.25;

static bool may_move(const tr_drainage *drainage, const tr_river_point *point, tr_plan_point to)
{
    const double width = drainage->width;
    const tr_plan_point home = {(double)(point->sample % (uint32_t)drainage->width),
                                floor((double)point->sample / width)};
    const double away = tr_plan_distance(home, to);
    if (away <= free_reach) return true;
    return away <= far_reach && ground_at(drainage, to) <= tr_drainage_ground(drainage, point->sample) + climb_m;
}

// Both ends stay.
static void smooth(const tr_drainage *drainage, tr_river_point *points, uint32_t count, int rounds)
{
    for (int round = 0; round < rounds; round++) {
        tr_plan_point before = points[0].at;
        for (uint32_t i = 1; i + 1 < count; i++) {
            const tr_plan_point own = points[i].at;
            const tr_plan_point middle = tr_plan_between(before, points[i + 1].at, 0.5);
            const tr_plan_point to = tr_plan_between(own, middle, 0.5);
            before = own;
            if (may_move(drainage, &points[i], to)) points[i].at = to;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Joining
//
// The greatest river comes first. Each one claims the samples beside it; a smaller one ends where it comes to claimed
// ground.

enum { STUB = 6, JOIN_AHEAD = 3 };
// Beyond the edge of the water, in samples.
static const double claimed_bank = 3;
// A river is not joined where it runs that much higher than the one that comes to it.
static const double step_up_m = 0.5;

typedef struct shaping_work {
    tr_context *context;
    tr_river_network *network;
    const tr_drainage *drainage;
    const tr_lake_basins *lakes;
    const tr_river_size *size;
    uint32_t *claim;           // per sample: 1 + the point that claims it, or 0
    tr_river_line *as_traced;  // the lines before any was cut short
} shaping_work;

static tr_river_point *point_at(const shaping_work *shaping, uint32_t point)
{
    return &shaping->network->points[point];
}

static void claim_around(const shaping_work *shaping, uint32_t point)
{
    const tr_river_point *middle = point_at(shaping, point);
    const double half = 0.5 * shaping->size->width * tr_river_size_at(shaping->size, middle->cells);
    const double reach = half + claimed_bank;
    const int32_t x0 = tr_max_i32((int32_t)ceil(middle->at.x - reach), 0);
    const int32_t z0 = tr_max_i32((int32_t)ceil(middle->at.z - reach), 0);
    const int32_t x1 = tr_min_i32((int32_t)floor(middle->at.x + reach), shaping->drainage->width - 1);
    const int32_t z1 = tr_min_i32((int32_t)floor(middle->at.z + reach), shaping->drainage->height - 1);
    for (int32_t z = z0; z <= z1; z++)
        for (int32_t x = x0; x <= x1; x++) {
            if (tr_plan_distance(middle->at, (tr_plan_point){x, z}) > reach) continue;
            uint32_t *claim = &shaping->claim[(size_t)z * (size_t)shaping->drainage->width + (size_t)x];
            if (*claim == 0) *claim = point + 1;
        }
}

static uint32_t sample_at(const tr_drainage *drainage, tr_plan_point at)
{
    const int32_t x = (int32_t)(at.x + 0.5), z = (int32_t)(at.z + 0.5);
    return (uint32_t)z * (uint32_t)drainage->width + (uint32_t)x;
}

static bool is_in_water(const shaping_work *shaping, uint32_t sample)
{
    return tr_lake_at(shaping->lakes, sample) || tr_drainage_is_sea(shaping->drainage, sample);
}

// What leaves a lake must not come back to it, nor to one as high: where the water of `other` ends in the end decides.
static bool leads_back(const shaping_work *shaping, const tr_river_line *line, const tr_river_line *other)
{
    if (line->from_lake < 0) return false;
    while (other->mouth.end == TR_RIVER_TO_RIVER) other = &shaping->network->lines[other->mouth.into];
    return other->mouth.end == TR_RIVER_TO_LAKE &&
           shaping->lakes->basins[other->mouth.into].level_m >= shaping->lakes->basins[line->from_lake].level_m;
}

// The first place, downstream, where the line comes to claimed ground: how many points are left above, or all of them.
static uint32_t count_until_claimed(const shaping_work *shaping, const tr_river_line *line, uint32_t *by)
{
    for (uint32_t i = 0; i < line->count; i++) {
        const tr_river_point *own = point_at(shaping, line->first + i);
        const uint32_t sample = sample_at(shaping->drainage, own->at), claim = shaping->claim[sample];
        if (claim == 0 || is_in_water(shaping, sample)) continue;
        const tr_river_point *other = point_at(shaping, claim - 1);
        if (ground_at(shaping->drainage, other->at) > ground_at(shaping->drainage, own->at) + step_up_m) continue;
        if (leads_back(shaping, line, &shaping->network->lines[other->line])) continue;
        *by = claim - 1;
        return i;
    }
    return line->count;
}

static void join(const shaping_work *shaping, tr_river_line *line, uint32_t kept, uint32_t by)
{
    const int32_t into = point_at(shaping, by)->line;
    const uint32_t last = shaping->network->lines[into].first + shaping->network->lines[into].count - 1;
    const uint32_t joint = by + JOIN_AHEAD < last ? by + JOIN_AHEAD : last;
    tr_river_point *end = point_at(shaping, line->first + kept);
    end->at = point_at(shaping, joint)->at;
    end->sample = point_at(shaping, joint)->sample;
    line->count = kept + 1;
    line->mouth = (tr_river_mouth){TR_RIVER_TO_RIVER, into, joint};
}

static bool push_copies(const shaping_work *shaping, uint32_t first, uint32_t end, uint32_t max_cells, tr_error *err)
{
    for (uint32_t i = first; i < end; i++) {
        tr_river_point copy = *point_at(shaping, i);
        if (copy.cells > max_cells) copy.cells = max_cells;
        if (!tr_river_network_push(shaping->context, shaping->network, &copy, err)) return false;
    }
    return true;
}

// What a line ended in may have been cut short above, or left out: then the line takes over the rest of its way.
static bool take_over(const shaping_work *shaping, tr_river_line *line, tr_error *err)
{
    while (line->mouth.end == TR_RIVER_TO_RIVER) {
        const tr_river_line *into = &shaping->network->lines[line->mouth.into];
        if (line->mouth.point < into->first + into->count) return true;
        const tr_river_line *rest = &shaping->as_traced[line->mouth.into];
        const uint32_t first = shaping->network->point_count,
                       cells = point_at(shaping, line->first + line->count - 1)->cells;
        // The last point lies on the other line, and is there as well.
        if (!push_copies(shaping, line->first, line->first + line->count - 1, UINT32_MAX, err) ||
            !push_copies(shaping, line->mouth.point, rest->first + rest->count, cells, err))
            return false;
        line->first = first;
        line->count = shaping->network->point_count - first;
        line->mouth = rest->mouth;
    }
    return true;
}

// A river that begins in no lake and is hardly longer than the grid is fine.
static bool is_stub(const tr_river_line *line)
{
    if (line->count < 2) return true;
    if (line->from_lake >= 0 || line->count > STUB) return false;
    return line->mouth.end == TR_RIVER_TO_RIVER || !line->has_inflows;
}

static bool shape_line(const shaping_work *shaping, int32_t number, tr_error *err)
{
    tr_river_line *line = &shaping->network->lines[number];
    if (!take_over(shaping, line, err)) return false;
    shaping->as_traced[number] = *line;
    smooth(shaping->drainage, point_at(shaping, line->first), line->count, ROUNDS);
    uint32_t by = 0;
    const uint32_t kept = count_until_claimed(shaping, line, &by);
    if (kept < line->count) join(shaping, line, kept, by);
    if (is_stub(line)) line->count = 0;
    if (line->count == 0) return true;
    if (line->mouth.end == TR_RIVER_TO_RIVER) {
        tr_river_point *joint = point_at(shaping, line->mouth.point);
        joint->joint = true;
        point_at(shaping, line->first + line->count - 1)->at = joint->at;
        smooth(shaping->drainage, point_at(shaping, line->first), line->count, ROUNDS_OF_ENDS);
    }
    for (uint32_t i = line->first; i < line->first + line->count; i++) {
        point_at(shaping, i)->line = number;
        if (!is_in_water(shaping, point_at(shaping, i)->sample)) claim_around(shaping, i);
    }
    return true;
}

bool tr_river_courses_shape(tr_context *context, tr_river_network *network, const tr_drainage *drainage,
                            const tr_lake_basins *lakes, const tr_river_size *size, tr_error *err)
{
    const size_t samples = (size_t)drainage->width * (size_t)drainage->height;
    shaping_work shaping = {context, network, drainage, lakes, size, NULL, NULL};
    shaping.as_traced = tr_alloc_array(context, (size_t)network->line_count, sizeof *shaping.as_traced, err);
    shaping.claim = shaping.as_traced ? tr_alloc_array(context, samples, sizeof *shaping.claim, err) : NULL;
    bool ok = shaping.claim != NULL;
    if (ok) memset(shaping.claim, 0, samples * sizeof *shaping.claim);
    for (int32_t i = 0; ok && i < network->line_count; i++) ok = shape_line(&shaping, i, err);
    tr_free(context, shaping.claim);
    tr_free(context, shaping.as_traced);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// Levels

enum { LEVEL_ROUNDS = 8 };

static double bed_level(const tr_drainage *drainage, const tr_river_size *size, const tr_river_point *point)
{
    return ground_at(drainage, point->at) - size->bank_m * tr_river_size_at(size, point->cells);
}

// Downstream, never rising; the levels of inflows are in the points already.
static void run_down(tr_river_point *points, const tr_river_line *line, const tr_drainage *drainage,
                     const tr_lake_basins *lakes, const tr_river_size *size)
{
    double level = HUGE_VAL;
    if (line->from_lake >= 0) level = lakes->basins[line->from_lake].level_m;
    for (uint32_t i = 0; i < line->count; i++) {
        const bool in_source_lake = line->from_lake >= 0 && tr_lake_at(lakes, points[i].sample) == line->from_lake + 1;
        if (!in_source_lake) level = fmin(level, fmin(points[i].level_m, bed_level(drainage, size, &points[i])));
        points[i].level_m = level;
    }
}

// Only lowers, and keeps the order: less of a staircase where the river cuts through hollows.
static void ease(tr_river_point *points, uint32_t count)
{
    for (int round = 0; round < LEVEL_ROUNDS; round++) {
        double before = points[0].level_m;
        for (uint32_t i = 1; i + 1 < count; i++) {
            const double own = points[i].level_m;
            points[i].level_m = fmin(own, 0.25 * before + 0.5 * own + 0.25 * points[i + 1].level_m);
            before = own;
        }
    }
}

static double level_of_mouth(const tr_river_network *network, const tr_river_line *line, const tr_drainage *drainage,
                             const tr_lake_basins *lakes)
{
    switch (line->mouth.end) {
    case TR_RIVER_TO_SEA: return (double)drainage->flood.sea_level_m;
    case TR_RIVER_TO_LAKE: return lakes->basins[line->mouth.into].level_m;
    case TR_RIVER_TO_RIVER: return network->points[line->mouth.point].level_m;
    case TR_RIVER_TO_BORDER: return -HUGE_VAL;
    }
    return -HUGE_VAL;
}

void tr_river_courses_level(tr_river_network *network, const tr_drainage *drainage, const tr_lake_basins *lakes,
                            const tr_river_size *size)
{
    for (uint32_t i = 0; i < network->point_count; i++) network->points[i].level_m = HUGE_VAL;
    // Inflows first: a river is no higher than what comes to it.
    for (int32_t i = network->line_count - 1; i >= 0; i--) {
        const tr_river_line *line = &network->lines[i];
        if (line->count == 0) continue;
        tr_river_point *points = network->points + line->first;
        run_down(points, line, drainage, lakes, size);
        ease(points, line->count);
        if (line->mouth.end != TR_RIVER_TO_RIVER) continue;
        tr_river_point *joint = &network->points[line->mouth.point];
        joint->level_m = fmin(joint->level_m, points[line->count - 1].level_m);
    }
    // Then back from the mouths: nothing lies below the water it runs into, and meets it.
    for (int32_t i = 0; i < network->line_count; i++) {
        const tr_river_line *line = &network->lines[i];
        const double mouth_m = level_of_mouth(network, line, drainage, lakes);
        tr_river_point *points = network->points + line->first;
        for (uint32_t k = 0; k < line->count; k++) points[k].level_m = fmax(points[k].level_m, mouth_m);
        if (line->count > 0 && line->mouth.end != TR_RIVER_TO_BORDER) points[line->count - 1].level_m = mouth_m;
    }
}
