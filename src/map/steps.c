#include "map/steps.h"

#include <stdbool.h>
#include <stdio.h>

// The power of ten at or below a number.
static double decade_of(double number)
{
    double decade = 1.0;
    while (decade * 10.0 <= number) {
        decade *= 10.0;
    }
    // Powers are divided out of 1 and not multiplied up, so that 0.01 is the number that a text would give.
    for (double power = 10.0; decade > number && power < 1e300; power *= 10.0) {
        decade = 1.0 / power;
    }
    return decade;
}

double tr_map_step_at_least(double min)
{
    const double decade = decade_of(min);
    if (decade >= min) {
        return decade;
    }
    return 2.0 * decade >= min ? 2.0 * decade : 5.0 * decade >= min ? 5.0 * decade : 10.0 * decade;
}

double tr_map_step_at_most(double max)
{
    const double decade = decade_of(max);
    return 5.0 * decade <= max ? 5.0 * decade : 2.0 * decade <= max ? 2.0 * decade : decade;
}

void tr_map_number_text(double value, double step, char *out, size_t size)
{
    int decimals = 0;
    for (double shown = step; decimals < 9 && shown < 0.999; shown *= 10.0) {
        decimals++;
    }
    // Without the sign of a negative zero.
    snprintf(out, size, "%.*f", decimals, value == 0.0 ? 0.0 : value);
}

void tr_map_length_text(double value_m, double step_m, double max_m, char *out, size_t size)
{
    // Kilometres need at most one decimal here.
    const bool in_km = step_m >= 1000.0 || (step_m >= 100.0 && max_m >= 10000.0);
    const double unit_m = in_km ? 1000.0 : 1.0;
    char number[48];
    tr_map_number_text(value_m / unit_m, step_m / unit_m, number, sizeof number);
    snprintf(out, size, "%s %s", number, in_km ? "km" : "m");
}
