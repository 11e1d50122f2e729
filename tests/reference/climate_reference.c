#include "climate_reference.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979324

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

double climate_reference_temperature(const climate_reference *reference, double z_m, double height_m)
{
    const double latitude = reference->def->latitude_deg - z_m / reference->def->metres_per_degree;
    // 0 at the equator, 1 at a pole, 0 again at the equator on the other side of the world.
    const double turns = fabs(latitude) / 90, folded = fmod(turns, 2), a = folded > 1 ? 2 - folded : folded;
    const double share = pow(a, 3) * (4 - 3 * a);
    const double at_sea_level = reference->def->equator_degC * (1 - share) + reference->def->pole_degC * share;
    return at_sea_level - reference->def->lapse_degC_per_km * fmax(height_m - reference->sea_level_m, 0) / 1000;
}

static double cell_m(const climate_reference *reference)
{
    double cell = 16;
    while (reference->def->reach_m > 32 * cell) cell *= 2;
    return cell;
}

static double above_sea(const climate_reference *reference, double height_m)
{
    return fmax(height_m - reference->sea_level_m, 0);
}

static double sea_share(const climate_reference *reference, double height_m)
{
    return clamp(0.5 - (height_m - reference->sea_level_m) / 20, 0, 1);
}

// The mean around a cell, 1 2 1 along both axes.
static double smooth(const climate_reference *reference, double (*f)(const climate_reference *, double), double x,
                     double z)
{
    const double cell = cell_m(reference);
    double sum = 0;
    for (int b = -1; b <= 1; b++)
        for (int a = -1; a <= 1; a++)
            sum += (2 - abs(a)) * (2 - abs(b)) * f(reference, reference->ground((x + a) * cell, (z + b) * cell));
    return sum / 16;
}

// Bilinear between the cells around (x, z).
static double between(const climate_reference *reference, double (*f)(const climate_reference *, double), double x,
                      double z)
{
    const double x0 = floor(x), z0 = floor(z), tx = x - x0, tz = z - z0;
    return (1 - tz) * ((1 - tx) * smooth(reference, f, x0, z0) + tx * smooth(reference, f, x0 + 1, z0)) +
           tz * ((1 - tx) * smooth(reference, f, x0, z0 + 1) + tx * smooth(reference, f, x0 + 1, z0 + 1));
}

// The mean over the arc of the sector around the wind.
static double over_arc(const climate_reference *reference, double (*f)(const climate_reference *, double), double x,
                       double z, int distance)
{
    const double half_sector = 0.3;
    const int half = (int)ceil(half_sector * distance);
    double sum = 0, weights = 0;
    for (int i = -half; i <= half; i++) {
        const double angle = reference->def->wind_deg * PI / 180 + half_sector * i / half, weight = half + 1 - abs(i);
        sum += weight * between(reference, f, x + distance * sin(angle), z - distance * cos(angle));
        weights += weight;
    }
    return sum / weights;
}

static double humidity_coefficient(const climate_reference *reference, double x, double z)
{
    const double reach = reference->def->reach_m / cell_m(reference), own = smooth(reference, above_sea, x, z);
    double nearness = smooth(reference, sea_share, x, z), weights = 1, barrier = 0;
    for (int k = 1; k < reach && k <= 32; k++) {
        const double rest = 1 - k / reach;
        nearness += rest * over_arc(reference, sea_share, x, z, k);
        weights += rest;
        barrier = fmax(barrier, fmin(1, 2 * rest) * (over_arc(reference, above_sea, x, z, k) - own));
    }
    return reference->def->sea_humidity * nearness / weights - reference->def->rain_shadow * barrier / (barrier + 500);
}

static double sea_coefficient(const climate_reference *reference, double x, double z)
{
    return smooth(reference, sea_share, x, z);
}

// The cubic B-spline, by its pieces.
static double basis(double t)
{
    t = fabs(t);
    return t >= 2 ? 0 : t >= 1 ? pow(2 - t, 3) / 6 : (4 - 6 * t * t + 3 * t * t * t) / 6;
}

static double interpolate(const climate_reference *reference, double (*f)(const climate_reference *, double, double),
                          double x_m, double z_m)
{
    const double x = x_m / cell_m(reference), z = z_m / cell_m(reference);
    double sum = 0;
    for (int b = -1; b <= 2; b++)
        for (int a = -1; a <= 2; a++) {
            const double cx = floor(x) + a, cz = floor(z) + b;
            sum += basis(x - cx) * basis(z - cz) * f(reference, cx, cz);
        }
    return sum;
}

double climate_reference_humidity(const climate_reference *reference, double x_m, double z_m)
{
    return clamp(reference->def->humidity + interpolate(reference, humidity_coefficient, x_m, z_m), 0, 1);
}

double climate_reference_sea(const climate_reference *reference, double x_m, double z_m)
{
    return interpolate(reference, sea_coefficient, x_m, z_m);
}
