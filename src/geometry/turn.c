#include "geometry/turn.h"

#include <math.h>

// x + y of two doubles as a double and what it is off by.
static double two_sum(double a, double b, double *error)
{
    const double sum = a + b, of_b = sum - a, of_a = sum - of_b;
    *error = (a - of_a) + (b - of_b);
    return sum;
}

static void split(double value, double *high, double *low)
{
    const double factor = 134217729.0;  // 2^27 + 1
    const double scaled = factor * value;
    *high = scaled - (scaled - value);
    *low = value - *high;
}

static double two_product(double a, double b, double *error)
{
    double a_high, a_low, b_high, b_low;
    const double product = a * b;
    split(a, &a_high, &a_low);
    split(b, &b_high, &b_low);
    *error = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
    return product;
}

// Adds a double to a sum of doubles that do not overlap, the least first.
static int grow(double *sum, int count, double value)
{
    double rest = value;
    for (int i = 0; i < count; i++) {
        double error;
        rest = two_sum(rest, sum[i], &error);
        sum[i] = error;
    }
    sum[count] = rest;
    return count + 1;
}

static int exact_sign(const double a[2], const double b[2], const double c[2])
{
    // a x b + b x c + c x a
    const double *from[3] = {a, b, c}, *to[3] = {b, c, a};
    double sum[12];
    int count = 0;
    for (int i = 0; i < 3; i++) {
        double error;
        double product = two_product(from[i][0], to[i][1], &error);
        count = grow(sum, grow(sum, count, error), product);
        product = two_product(-from[i][1], to[i][0], &error);
        count = grow(sum, grow(sum, count, error), product);
    }
    for (int i = count - 1; i >= 0; i--)
        if (sum[i] != 0) return sum[i] > 0 ? 1 : -1;
    return 0;
}

int tr_turn(const double a[2], const double b[2], const double c[2])
{
    const double left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
    const double turn = left - right, bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right));
    if (turn > bound) return 1;
    if (turn < -bound) return -1;
    return exact_sign(a, b, c);
}
