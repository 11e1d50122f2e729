// Dart throwing that comes to an end: the free part of the domain is kept as squares, darts go to squares only, and
// what is not covered after a round is cut in four (Ebeida et al., "A Simple Algorithm for Maximal Poisson-Disk
// Sampling in High Dimensions").
#include "place/pattern_scatter.h"

#include <assert.h>
#include <string.h>

enum { UNIT_SQUARED = TR_PATTERN_UNITS * TR_PATTERN_UNITS };

void tr_scatter_clear(tr_scatter *scatter, uint64_t seed)
{
    scatter->seed = seed;
    scatter->draws = 0;
    scatter->count = scatter->fixed_count = 0;
    memset(scatter->taken, 0, sizeof scatter->taken);
}

uint64_t tr_scatter_draw(tr_scatter *scatter, uint64_t count)
{
    return tr_index_from_hash(tr_hash_identity(scatter->seed, scatter->draws++, 0, 0, 0), count);
}

// Two bins beyond the reach are empty, so that nobody has to look where the index ends.
static int32_t bin_of(int32_t coordinate)
{
    return (coordinate + TR_SCATTER_REACH) / TR_SCATTER_BIN + 2;
}

static int32_t low_of(int32_t bin)
{
    return (bin - 2) * TR_SCATTER_BIN - TR_SCATTER_REACH;
}

static void take_bin(tr_scatter *scatter, int32_t point)
{
    const int32_t x = bin_of(scatter->spots[point].x), z = bin_of(scatter->spots[point].z);
    scatter->taken[z] |= UINT64_C(1) << x;
    scatter->bins[z][x] = (int16_t)point;
}

static void leave_bin(tr_scatter *scatter, int32_t point)
{
    scatter->taken[bin_of(scatter->spots[point].z)] &= ~(UINT64_C(1) << bin_of(scatter->spots[point].x));
}

void tr_scatter_add(tr_scatter *scatter, tr_spot at)
{
    assert(scatter->count < TR_SCATTER_MAX && bin_of(at.x) < TR_SCATTER_BINS - 2 && bin_of(at.z) < TR_SCATTER_BINS - 2);
    scatter->spots[scatter->count] = at;
    take_bin(scatter, scatter->count++);
}

void tr_scatter_fix(tr_scatter *scatter)
{
    scatter->fixed_count = scatter->count;
}

void tr_scatter_move(tr_scatter *scatter, int32_t point, tr_spot to)
{
    leave_bin(scatter, point);
    scatter->spots[point] = to;
    take_bin(scatter, point);
}

void tr_scatter_remove(tr_scatter *scatter, const tr_spot_box *box)
{
    for (int32_t i = scatter->count; i-- > scatter->fixed_count;) {
        if (!tr_spot_in_box(scatter->spots[i], box)) continue;
        leave_bin(scatter, i);
        scatter->count--;
        if (i < scatter->count) {
            scatter->spots[i] = scatter->spots[scatter->count];
            take_bin(scatter, i);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Where there is room

// Points nearer than the footprint to a place of a bin are in the 5 x 5 bins around.
enum { AROUND = 2, ACROSS = 2 * AROUND + 1 };

// Which bins of a row around have points.
static uint64_t taken_around(const tr_scatter *scatter, int32_t x, int32_t z)
{
    return scatter->taken[z] >> (x - AROUND) & ((1 << ACROSS) - 1);
}

// Takes the lowest bit away.
static int32_t next_bit(uint64_t *bits)
{
    const int32_t bit = __builtin_ctzll(*bits);
    *bits &= *bits - 1;
    return bit;
}

// The square of a distance to one of the bins around: it fits 32 bits.
static int32_t near_squared(tr_spot a, tr_spot b)
{
    const int32_t x = a.x - b.x, z = a.z - b.z;
    return x * x + z * z;
}

bool tr_scatter_fits(const tr_scatter *scatter, tr_spot at, int32_t except)
{
    const int32_t x = bin_of(at.x), z = bin_of(at.z);
    for (int32_t row = z - AROUND; row <= z + AROUND; row++) {
        for (uint64_t bits = taken_around(scatter, x, row); bits;) {
            const int32_t other = scatter->bins[row][x - AROUND + next_bit(&bits)];
            if (other != except && near_squared(at, scatter->spots[other]) < UNIT_SQUARED) return false;
        }
    }
    return true;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// The square of the distance to the farthest corner of a square in one of the bins around.
static int32_t farthest_squared(tr_spot from, tr_spot low, int32_t size)
{
    const int32_t x = larger(low.x + size - from.x, from.x - low.x);
    const int32_t z = larger(low.z + size - from.z, from.z - low.z);
    return x * x + z * z;
}

// The points that may cover squares of a bin.
typedef struct near_points {
    int32_t bin_x, bin_z, count;
    tr_spot spots[ACROSS * ACROSS];
} near_points;

static void look_around(const tr_scatter *scatter, tr_spot low, near_points *near)
{
    const int32_t x = bin_of(low.x), z = bin_of(low.z);
    if (near->count >= 0 && x == near->bin_x && z == near->bin_z) return;
    near->bin_x = x;
    near->bin_z = z;
    near->count = 0;
    for (int32_t row = z - AROUND; row <= z + AROUND; row++) {
        for (uint64_t bits = taken_around(scatter, x, row); bits;)
            near->spots[near->count++] = scatter->spots[scatter->bins[row][x - AROUND + next_bit(&bits)]];
    }
}

// Whether one point alone keeps all others out of the square.
static bool is_covered(const near_points *near, tr_spot low, int32_t size)
{
    for (int32_t i = 0; i < near->count; i++) {
        if (farthest_squared(near->spots[i], low, size) < UNIT_SQUARED) return true;
    }
    return false;
}

bool tr_spot_in_domain(tr_spot at, const tr_spot_domain *domain)
{
    if (!tr_spot_in_box(at, &domain->box)) return false;
    const int64_t radius_squared = (int64_t)domain->disc_radius * domain->disc_radius;
    for (int32_t i = 0; i < domain->disc_count; i++) {
        if (tr_spot_distance_squared(at, domain->discs[i]) < radius_squared) return false;
    }
    for (int32_t i = 0; i < domain->hole_count; i++) {
        if (tr_spot_in_box(at, &domain->holes[i])) return false;
    }
    return true;
}

// Whether no place of the square is in the domain. May miss that where several parts of its outline meet.
static bool is_outside(tr_spot low, int32_t size, const tr_spot_domain *domain)
{
    const tr_spot_box *box = &domain->box;
    if (low.x + size <= box->x0 || low.x >= box->x1 || low.z + size <= box->z0 || low.z >= box->z1) return true;
    const int64_t radius_squared = (int64_t)domain->disc_radius * domain->disc_radius;
    for (int32_t i = 0; i < domain->disc_count; i++) {
        const int64_t x = larger(low.x + size - domain->discs[i].x, domain->discs[i].x - low.x);
        const int64_t z = larger(low.z + size - domain->discs[i].z, domain->discs[i].z - low.z);
        if (x * x + z * z < radius_squared) return true;
    }
    for (int32_t i = 0; i < domain->hole_count; i++) {
        const tr_spot_box *hole = &domain->holes[i];
        if (low.x >= hole->x0 && low.x + size <= hole->x1 && low.z >= hole->z0 && low.z + size <= hole->z1) return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Filling

static bool is_free(const near_points *near, tr_spot low, int32_t size, const tr_spot_domain *domain)
{
    return !is_covered(near, low, size) && !is_outside(low, size, domain);
}

// Bins of the domain's box that are not covered.
static int32_t first_squares(tr_scatter *scatter, const tr_spot_domain *domain)
{
    const tr_spot_box *box = &domain->box;
    near_points near = {.count = -1};
    int32_t count = 0;
    for (int32_t z = bin_of(box->z0); z <= bin_of(box->z1 - 1); z++) {
        for (int32_t x = bin_of(box->x0); x <= bin_of(box->x1 - 1); x++) {
            const tr_spot low = {low_of(x), low_of(z)};
            look_around(scatter, low, &near);
            if (is_free(&near, low, TR_SCATTER_BIN, domain)) scatter->squares[0][count++] = low;
        }
    }
    return count;
}

static void try_dart(tr_scatter *scatter, tr_spot at, const tr_spot_domain *domain)
{
    if (tr_spot_in_domain(at, domain) && scatter->count < TR_SCATTER_MAX && tr_scatter_fits(scatter, at, -1))
        tr_scatter_add(scatter, at);
}

void tr_scatter_throw(tr_scatter *scatter, const tr_spot_domain *domain, int32_t count)
{
    const tr_spot_box *box = &domain->box;
    for (int32_t i = 0; i < count; i++) {
        const int32_t x = box->x0 + (int32_t)tr_scatter_draw(scatter, (uint64_t)(box->x1 - box->x0));
        const int32_t z = box->z0 + (int32_t)tr_scatter_draw(scatter, (uint64_t)(box->z1 - box->z0));
        try_dart(scatter, (tr_spot){x, z}, domain);
    }
}

// One dart for each square, on average.
static void throw_into(tr_scatter *scatter, const tr_spot *squares, int32_t count, int32_t size,
                       const tr_spot_domain *domain)
{
    for (int32_t i = 0; i < count; i++) {
        const uint64_t draw = tr_hash_identity(scatter->seed, scatter->draws++, 0, 0, 0);
        const tr_spot low = squares[(draw >> 32) * (uint64_t)count >> 32];
        try_dart(scatter,
                 (tr_spot){low.x + (int32_t)((draw & 0xffff) * (uint64_t)size >> 16),
                           low.z + (int32_t)((draw >> 16 & 0xffff) * (uint64_t)size >> 16)},
                 domain);
    }
}

// Squares of a bin stay together, so that what is around them is looked up once.
static int32_t cut_squares(const tr_scatter *scatter, const tr_spot *squares, int32_t count, int32_t half, tr_spot *out,
                           const tr_spot_domain *domain)
{
    near_points near = {.count = -1};
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        look_around(scatter, squares[i], &near);
        for (int32_t part = 0; part < 4 && left < TR_SCATTER_MAX_SQUARES; part++) {
            const tr_spot low = {squares[i].x + (part & 1) * half, squares[i].z + (part >> 1) * half};
            if (is_free(&near, low, half, domain)) out[left++] = low;
        }
    }
    return left;
}

void tr_scatter_fill(tr_scatter *scatter, const tr_spot_domain *domain)
{
    enum { MIN_SIZE = 64 };
    int32_t count = first_squares(scatter, domain), from = 0;
    for (int32_t size = TR_SCATTER_BIN; count > 0 && size >= MIN_SIZE; size /= 2) {
        throw_into(scatter, scatter->squares[from], count, size, domain);
        count = cut_squares(scatter, scatter->squares[from], count, size / 2, scatter->squares[1 - from], domain);
        from = 1 - from;
    }
}
