#include "collide_reference.h"

#include <stdlib.h>

static int by_x(const void *left, const void *right)
{
    const reference_disc *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

// The square of a difference in two words of 32 bits each, so that no product runs over: (h 2^32 + l)^2.
typedef struct square {
    uint64_t high, low;
} square;

static square square_of(int64_t value)
{
    const uint64_t v = value < 0 ? (uint64_t)-value : (uint64_t)value;
    const uint64_t h = v >> 32, l = v & 0xffffffff, cross = h * l;
    square result = {h * h + (cross >> 31), l * l};
    const uint64_t part = cross << 33;
    result.low += part;
    if (result.low < part) result.high++;
    return result;
}

bool collide_reference_meet(const reference_disc *a, const reference_disc *b)
{
    const square x = square_of(a->x - b->x), z = square_of(a->z - b->z), reach = square_of(a->radius + b->radius);
    square sum = {x.high + z.high, x.low + z.low};
    if (sum.low < z.low) sum.high++;
    return sum.high != reach.high ? sum.high < reach.high : sum.low < reach.low;
}

static bool meets_any(const reference_disc *discs, size_t count, size_t at, int64_t max_width)
{
    const reference_disc *disc = &discs[at];
    for (size_t i = at; i-- > 0 && disc->x - discs[i].x < disc->radius + max_width;) {
        if (discs[i].rank < disc->rank && discs[i].stands && collide_reference_meet(disc, &discs[i])) return true;
    }
    for (size_t i = at + 1; i < count && discs[i].x - disc->x < disc->radius + max_width; i++) {
        if (discs[i].rank < disc->rank && discs[i].stands && collide_reference_meet(disc, &discs[i])) return true;
    }
    return false;
}

void collide_reference(reference_disc *discs, size_t count)
{
    int64_t max_width = 0;
    int32_t last_rank = 0;
    for (size_t i = 0; i < count; i++) {
        if (discs[i].radius > max_width) max_width = discs[i].radius;
        if (discs[i].rank > last_rank) last_rank = discs[i].rank;
    }
    qsort(discs, count, sizeof *discs, by_x);
    for (int32_t rank = 0; rank <= last_rank; rank++) {
        for (size_t i = 0; i < count; i++) {
            if (discs[i].rank == rank) discs[i].stands = !meets_any(discs, count, i, max_width);
        }
    }
}
