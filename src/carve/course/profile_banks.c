#include "carve/course/profile_banks.h"

#include <math.h>

// Joints of the outline, one per piece: that at its start.
typedef struct ring_joints {
    double *x_m, *z_m;
    double *land_m;   // the ground, or what the vertex gives
    double *level_m;  // of the water
    float *ground_m;
    int32_t count;
} ring_joints;

typedef struct ring_range {
    int32_t begin, end;  // joints
    bool hole;
} ring_range;

static void destroy_joints(tr_context *context, ring_joints *joints)
{
    tr_free(context, joints->ground_m);
    tr_free(context, joints->x_m);
}

static bool make_joints(const tr_profile_job *job, ring_joints *out, tr_error *err)
{
    const tr_course *course = job->course;
    const size_t size = (size_t)course->piece_count;
    double *memory = tr_alloc_array(job->context, 4 * size, sizeof *memory, err);
    float *ground_m = memory ? tr_alloc_array(job->context, size, sizeof *ground_m, err) : NULL;
    if (!ground_m) {
        tr_free(job->context, memory);
        return false;
    }
    *out = (ring_joints){memory, memory + size, memory + 2 * size, memory + 3 * size, ground_m, course->piece_count};
    for (int32_t i = 0; i < out->count; i++) {
        out->x_m[i] = course->pieces[i].x_m[0];
        out->z_m[i] = course->pieces[i].z_m[0];
    }
    if (tr_profile_ground(job, out->x_m, out->z_m, out->count, ground_m, err)) return true;
    destroy_joints(job->context, out);
    return false;
}

static float given_at(const tr_profile_job *job, int32_t joint)
{
    const tr_piece *piece = &job->course->pieces[joint];
    return piece->curve_t[0] == 0 ? job->anchors->items[piece->curve].height_m : TR_NOT_GIVEN;
}

// Water stays below the ground, but at the height that a vertex gives.
static void find_land(const tr_profile_job *job, ring_joints *joints)
{
    const double freeboard_m = tr_profile_freeboard(job->def->depth_m);
    for (int32_t i = 0; i < joints->count; i++) {
        const float given_m = given_at(job, i);
        joints->land_m[i] = isnan(given_m) ? (double)joints->ground_m[i] - freeboard_m : (double)given_m;
    }
}

// ---------------------------------------------------------------------------------------------------------
// One ring

// A bank: joints from the highest to the lowest, forwards or backwards around the ring.
typedef struct river_bank {
    const ring_joints *joints;
    const tr_piece *pieces;
    ring_range ring;
    int32_t from, count, step;
    double length_m;
} river_bank;

static int32_t joint_of(const river_bank *bank, int32_t i)
{
    const int32_t size = bank->ring.end - bank->ring.begin;
    const int64_t at = (int64_t)bank->from - bank->ring.begin + (int64_t)i * bank->step;
    return bank->ring.begin + (int32_t)((at % size + size) % size);
}

static double length_between(const river_bank *bank, int32_t i)
{
    const int32_t piece = joint_of(bank, bank->step > 0 ? i : i + 1);
    return bank->pieces[piece].to_m - bank->pieces[piece].from_m;
}

static river_bank make_bank(const ring_joints *joints, const tr_piece *pieces, ring_range ring, int32_t from,
                            int32_t to, int step)
{
    river_bank bank = {joints, pieces, ring, from, 1, step, 0};
    for (; joint_of(&bank, bank.count - 1) != to; bank.count++) bank.length_m += length_between(&bank, bank.count - 1);
    return bank;
}

// The land along a bank at a share of its length; shares must not fall from call to call.
typedef struct bank_walker {
    const river_bank *bank;
    int32_t at;
    double at_m;
} bank_walker;

static double land_at(bank_walker *walker, double share)
{
    const river_bank *bank = walker->bank;
    const double wanted_m = share * bank->length_m;
    while (walker->at + 2 < bank->count && walker->at_m + length_between(bank, walker->at) < wanted_m) {
        walker->at_m += length_between(bank, walker->at++);
    }
    const double run_m = length_between(bank, walker->at);
    const double part = fmin(fmax((wanted_m - walker->at_m) / run_m, 0), 1);
    const double a = bank->joints->land_m[joint_of(bank, walker->at)];
    const double b = bank->joints->land_m[joint_of(bank, walker->at + 1)];
    return a + part * (b - a);
}

static void bind_pins(const tr_profile_job *job, const river_bank *bank, tr_stations *s)
{
    double along_m = 0;
    for (int32_t i = 0; i < bank->count; i++) {
        const double at_m = bank->pieces[joint_of(bank, i)].from_m;
        const int32_t station = (int32_t)(along_m / bank->length_m * (s->count - 1) + 0.5);
        for (int32_t k = 0; k < job->pin_count; k++) {
            const tr_pin *pin = &job->pins[k];
            if (at_m < pin->from_m || at_m > pin->to_m) continue;
            s->low_m[station] = fmax(s->low_m[station], (double)pin->low_m);
            s->high_m[station] = fmax(fmin(s->high_m[station], (double)pin->high_m), s->low_m[station]);
        }
        if (i + 1 < bank->count) along_m += length_between(bank, i);
    }
}

// The level of the water down the river, at equal shares of the way.
static void solve_level(const tr_profile_job *job, const river_bank banks[2], tr_stations *s)
{
    const double length_m = 0.5 * (banks[0].length_m + banks[1].length_m), station_m = job->def->station_m;
    bank_walker walkers[2] = {{&banks[0], 0, 0}, {&banks[1], 0, 0}};
    for (int32_t i = 0; i < s->count; i++) {
        const double share = (double)i / (s->count - 1);
        s->at_m[i] = share * length_m;
        s->height_m[i] = s->cap_m[i] = fmin(land_at(&walkers[0], share), land_at(&walkers[1], share));
    }
    for (int side = 0; side < 2; side++) bind_pins(job, &banks[side], s);
    tr_stations_smooth(s, station_m);
    tr_stations_descend(s);
    tr_stations_smooth(s, station_m);
    tr_stations_descend(s);
}

static void spread_level(const river_bank *bank, const tr_stations *s, ring_joints *joints)
{
    double along_m = 0;
    for (int32_t i = 0; i < bank->count; i++) {
        const double at = along_m / bank->length_m * (s->count - 1);
        const int32_t station = (int32_t)fmin(at, s->count - 2);
        const double part = fmin(at - station, 1);
        joints->level_m[joint_of(bank, i)] =
            s->height_m[station] + part * (s->height_m[station + 1] - s->height_m[station]);
        if (i + 1 < bank->count) along_m += length_between(bank, i);
    }
}

static bool level_ring(const tr_profile_job *job, ring_range ring, ring_joints *joints, tr_error *err)
{
    const tr_piece *pieces = job->course->pieces;
    int32_t highest = ring.begin, lowest = ring.begin;
    for (int32_t i = ring.begin; i < ring.end; i++) {
        if (pieces[i].curve_t[0] != 0) continue;
        if (joints->land_m[i] > joints->land_m[highest]) highest = i;
        if (joints->land_m[i] < joints->land_m[lowest]) lowest = i;
    }
    if (highest == lowest) {
        for (int32_t i = ring.begin; i < ring.end; i++) joints->level_m[i] = joints->land_m[lowest];
        return true;
    }
    const river_bank banks[2] = {make_bank(joints, pieces, ring, highest, lowest, 1),
                                 make_bank(joints, pieces, ring, highest, lowest, -1)};
    tr_stations stations;
    const int32_t count = (banks[0].count > banks[1].count ? banks[0].count : banks[1].count) + 1;
    if (!tr_stations_create(job->context, count, &stations, err)) return false;
    solve_level(job, banks, &stations);
    for (int side = 0; side < 2; side++) spread_level(&banks[side], &stations, joints);
    tr_stations_destroy(job->context, &stations);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// All rings

static ring_range range_of_ring(const tr_profile_job *job, int32_t ring, int32_t begin)
{
    const tr_course *course = job->course;
    ring_range range = {begin, begin, tr_anchors_ring_is_hole(job->anchors, ring)};
    while (range.end < course->piece_count && (int32_t)course->pieces[range.end].curve < job->anchors->ring_end[ring]) {
        range.end++;
    }
    return range;
}

// An island lies in the water beside it. Looks at no more joints of the banks than keep this quick.
static void level_island(const ring_joints *joints, const ring_range *rings, int32_t ring_count, ring_range island)
{
    const double looks = (double)joints->count * (island.end - island.begin);
    const int32_t step = 1 + (int32_t)(looks / 1e7);
    for (int32_t i = island.begin; i < island.end; i++) {
        double nearest = INFINITY;
        for (int32_t ring = 0; ring < ring_count; ring++) {
            if (rings[ring].hole) continue;
            for (int32_t k = rings[ring].begin; k < rings[ring].end; k += step) {
                const double dx = joints->x_m[k] - joints->x_m[i], dz = joints->z_m[k] - joints->z_m[i];
                const double distance = dx * dx + dz * dz;
                if (distance >= nearest) continue;
                nearest = distance;
                joints->level_m[i] = joints->level_m[k];
            }
        }
    }
}

static bool level_rings(const tr_profile_job *job, ring_range *rings, ring_joints *joints, tr_error *err)
{
    const int32_t count = job->anchors->ring_count;
    for (int32_t ring = 0, begin = 0; ring < count; ring++) {
        rings[ring] = range_of_ring(job, ring, begin);
        begin = rings[ring].end;
        if (!rings[ring].hole && !level_ring(job, rings[ring], joints, err)) return false;
    }
    for (int32_t ring = 0; ring < count; ring++) {
        if (rings[ring].hole) level_island(joints, rings, count, rings[ring]);
    }
    return true;
}

// Heights of the pieces of a ring; the slope at its first joint is that across the joint.
static bool fit_ring(const tr_profile_job *job, ring_range ring, const ring_joints *joints, tr_error *err)
{
    tr_piece *pieces = job->course->pieces + ring.begin;
    const int32_t count = ring.end - ring.begin;
    tr_stations stations;
    if (!tr_stations_create(job->context, count + 1, &stations, err)) return false;
    for (int32_t i = 0; i <= count; i++) {
        stations.at_m[i] = i < count ? pieces[i].from_m : pieces[i - 1].to_m;
        stations.height_m[i] = joints->level_m[ring.begin + (i < count ? i : 0)];
    }
    tr_stations_find_slopes(&stations);
    stations.slope[0] = stations.slope[count] = 0.5 * (stations.slope[0] + stations.slope[count]);
    const double steepest = tr_profile_fit(&stations, pieces, count);
    job->course->max_grade = fmax(job->course->max_grade, steepest);
    tr_stations_destroy(job->context, &stations);
    return true;
}

static float middle_level(const ring_joints *joints)
{
    double low_m = INFINITY, high_m = -INFINITY;
    for (int32_t i = 0; i < joints->count; i++) {
        low_m = fmin(low_m, joints->level_m[i]);
        high_m = fmax(high_m, joints->level_m[i]);
    }
    return (float)(0.5 * (low_m + high_m));
}

bool tr_profile_banks(const tr_profile_job *job, tr_error *err)
{
    ring_joints joints;
    if (!make_joints(job, &joints, err)) return false;
    find_land(job, &joints);
    ring_range *rings = tr_alloc_array(job->context, (size_t)job->anchors->ring_count, sizeof *rings, err);
    bool ok = rings && level_rings(job, rings, &joints, err);
    job->course->max_grade = 0;
    for (int32_t ring = 0; ok && ring < job->anchors->ring_count; ring++) ok = fit_ring(job, rings[ring], &joints, err);
    if (ok) job->course->level_m = middle_level(&joints);
    tr_free(job->context, rings);
    destroy_joints(job->context, &joints);
    return ok;
}
