#include "render/atmosphere.h"

#include <math.h>
#include <string.h>

#include "render/camera.h"

static const double pi = 3.14159265358979323846;
static const double ground_m = 6371000.0, top_m = 6371000.0 + 80000.0;
// Per metre at sea level, for red, green and blue light.
static const double rayleigh[3] = {5.8e-6, 13.5e-6, 33.1e-6};
static const double ozone[3] = {0.65e-6, 1.88e-6, 0.085e-6};
static const double mie_absorption = 0.1;  // of its scattering
// Irradiance above the air, in a unit of our own: only ratios to the exposure matter.
static const double solar[3] = {20.0, 19.4, 18.6};
// What light that was scattered before adds, as a share of sunlight that is scattered for the first time; it is blue.
static const double multiple_share[3] = {1.35, 1.6, 2.0};
// Of sunlight: what the night sky keeps, so that a view long after sunset is dark and not black.
static const double night_share[3] = {0.0005, 0.0008, 0.0015};

typedef struct air_mix {
    double mie;      // scattering per metre at sea level
    double high[3];  // sunlight that reaches air 12 km above the eye: it stays lit when the sun is low
} air_mix;

typedef struct optical_depth {
    double rayleigh, mie, ozone;  // metres of air as dense as at sea level (ozone: at its densest)
} optical_depth;

// ---------------------------------------------------------------------------------------------------------
// The atmosphere along a ray. Positions have the centre of the Earth as origin and the eye on the y axis.

static double length3(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static optical_depth density_at(double altitude_m)
{
    const double clamped = altitude_m > 0 ? altitude_m : 0;
    const double layer = 1 - fabs(clamped - 25000) / 15000;
    return (optical_depth){exp(-clamped / TR_SKY_RAYLEIGH_M), exp(-clamped / TR_SKY_MIE_M), layer > 0 ? layer : 0};
}

// Distance to where a ray leaves a sphere around the centre; negative if it never meets it.
static double sphere_exit(const double at[3], const double direction[3], double radius)
{
    const double b = at[0] * direction[0] + at[1] * direction[1] + at[2] * direction[2];
    const double c = at[0] * at[0] + at[1] * at[1] + at[2] * at[2] - radius * radius;
    const double inside = b * b - c;
    return inside < 0 ? -1 : -b + sqrt(inside);
}

// Distance to where a ray from above meets the ground; negative if it does not.
static double ground_entry(const double at[3], const double direction[3])
{
    const double b = at[0] * direction[0] + at[1] * direction[1] + at[2] * direction[2];
    const double c = at[0] * at[0] + at[1] * at[1] + at[2] * at[2] - ground_m * ground_m;
    const double inside = b * b - c;
    return inside < 0 || b > 0 ? -1 : -b - sqrt(inside);
}

static void add_depth(optical_depth *sum, const optical_depth *density, double step_m)
{
    sum->rayleigh += density->rayleigh * step_m;
    sum->mie += density->mie * step_m;
    sum->ozone += density->ozone * step_m;
}

static void transmittance(const air_mix *air, const optical_depth *depth, double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = exp(
            -(rayleigh[i] * depth->rayleigh + ozone[i] * depth->ozone + air->mie * (1 + mie_absorption) * depth->mie));
    }
}

// How much sunlight reaches a point. The ground hides the sun over half a degree, as its disc sets.
static void sunlight(const air_mix *air, const double at[3], const double sun[3], double out[3])
{
    enum { STEPS = 8 };
    const double radius = length3(at), up = (at[0] * sun[0] + at[1] * sun[1] + at[2] * sun[2]) / radius;
    const double horizon = -sqrt(fmax(0, 1 - ground_m * ground_m / (radius * radius)));
    const double visible = fmin(fmax((up - horizon) / 0.009 + 0.5, 0), 1);
    if (visible <= 0) {
        memset(out, 0, 3 * sizeof *out);
        return;
    }
    const double reach_m = sphere_exit(at, sun, top_m);
    optical_depth depth = {0};
    double from = 0;
    for (int i = 0; i < STEPS; i++) {
        // Steps grow: most of the air is near the start.
        const double share = (double)(i + 1) / STEPS, to = reach_m * share * share, middle = (from + to) / 2;
        const double point[3] = {at[0] + sun[0] * middle, at[1] + sun[1] * middle, at[2] + sun[2] * middle};
        const optical_depth density = density_at(length3(point) - ground_m);
        add_depth(&depth, &density, to - from);
        from = to;
    }
    transmittance(air, &depth, out);
    for (int i = 0; i < 3; i++) out[i] *= visible;
}

// ---------------------------------------------------------------------------------------------------------
// The table

// Scattered light along one ray, air and haze apart, without their phase functions.
static void march(const air_mix *air, double eye_radius, const double direction[3], const double sun[3],
                  float out_air[4], float out_haze[4])
{
    enum { STEPS = 24 };
    const double eye[3] = {0, eye_radius, 0};
    const double ground = ground_entry(eye, direction);
    const double reach_m = ground > 0 ? ground : sphere_exit(eye, direction, top_m);
    double sum_air[3] = {0}, sum_haze[3] = {0}, from = 0;
    optical_depth depth = {0};
    for (int i = 0; i < STEPS; i++) {
        const double share = (double)(i + 1) / STEPS, to = reach_m * share * share, middle = (from + to) / 2;
        const double point[3] = {direction[0] * middle, eye_radius + direction[1] * middle, direction[2] * middle};
        const optical_depth density = density_at(length3(point) - ground_m);
        add_depth(&depth, &density, (to - from) / 2);
        double seen[3], lit[3];
        transmittance(air, &depth, seen);
        sunlight(air, point, sun, lit);
        for (int k = 0; k < 3; k++) {
            const double again = multiple_share[k] * (0.6 * lit[k] + 0.4 * air->high[k]) + night_share[k];
            sum_air[k] += seen[k] * density.rayleigh * rayleigh[k] * (lit[k] + again) * (to - from);
            sum_haze[k] += seen[k] * density.mie * air->mie * (lit[k] + again) * (to - from);
        }
        add_depth(&depth, &density, (to - from) / 2);
        from = to;
    }
    for (int k = 0; k < 3; k++) {
        out_air[k] = (float)(sum_air[k] * solar[k]);
        out_haze[k] = (float)(sum_haze[k] * solar[k]);
    }
}

// The sine of the elevation of a row.
static double row_elevation(int row)
{
    const double v = (double)row / (TR_SKY_HEIGHT - 1);
    return TR_SKY_LOWEST + (1 - TR_SKY_LOWEST) * v * v;
}

static void fill_tables(const air_mix *air, double eye_altitude_m, const double sun[3], tr_sky *sky)
{
    for (int row = 0; row < TR_SKY_HEIGHT; row++) {
        const double up = row_elevation(row);
        const double level = sqrt(fmax(0, 1 - up * up));
        for (int column = 0; column < TR_SKY_WIDTH; column++) {
            const double azimuth = pi * column / (TR_SKY_WIDTH - 1);
            const double direction[3] = {level * cos(azimuth), up, level * sin(azimuth)};
            march(air, ground_m + eye_altitude_m, direction, sun, sky->rayleigh[row][column], sky->mie[row][column]);
        }
    }
}

// What haze has for a colour: the sky at one elevation, with its phase functions.
static void fill_horizon(double sun_up, tr_sky *sky)
{
    const double v = sqrt((TR_SKY_HORIZON_UP - TR_SKY_LOWEST) / (1 - TR_SKY_LOWEST)) * (TR_SKY_HEIGHT - 1);
    const int row = (int)v;
    for (int i = 0; i < TR_SKY_HORIZON; i++) {
        // Texels are read at their middles.
        const double half_sine = (i + 0.5) / TR_SKY_HORIZON, facing = 1 - 2 * half_sine * half_sine;
        const double place = acos(facing) / pi * (TR_SKY_WIDTH - 1);
        const int column = place < TR_SKY_WIDTH - 1.001 ? (int)place : TR_SKY_WIDTH - 2;
        const double x = place - column, y = v - row;
        const double cosine = facing * sqrt(1 - sun_up * sun_up) + TR_SKY_HORIZON_UP * sun_up;
        const double weights[4] = {(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y};
        double sum[3] = {0};
        for (int k = 0; k < 4; k++) {
            const float *air = sky->rayleigh[row + k / 2][column + k % 2],
                        *haze = sky->mie[row + k / 2][column + k % 2];
            for (int c = 0; c < 3; c++)
                sum[c] += weights[k] *
                          ((double)air[c] * TR_SKY_AIR_PHASE(cosine) + (double)haze[c] * TR_SKY_HAZE_PHASE(cosine));
        }
        for (int c = 0; c < 3; c++) sky->horizon[i][c] = (float)sum[c];
    }
}

// The table's radiance integrated over the upper half, with the cosine of a level plane. Phases: air 3/(16 pi)
// (1 + cos^2), whose mean is near 1/(4 pi); haze too is near its mean away from the sun.
static void integrate_ambient(tr_sky *sky)
{
    double sum[3] = {0}, area = 0;
    for (int row = 1; row < TR_SKY_HEIGHT; row++) {
        const double low = fmax(0, row_elevation(row - 1));
        const double high = fmax(0, row_elevation(row));
        const double weight = (high * high - low * low) / TR_SKY_WIDTH;
        area += weight * TR_SKY_WIDTH;
        for (int column = 0; column < TR_SKY_WIDTH; column++) {
            for (int k = 0; k < 3; k++) {
                sum[k] += weight * (double)(sky->rayleigh[row][column][k] + sky->mie[row][column][k]) / (4 * pi);
            }
        }
    }
    // Part of it has met haze, clouds far away or the land on its way, and lost its blue.
    const double grey = (sum[0] + sum[1] + sum[2]) / 3, lost = 0.3;
    for (int k = 0; k < 3; k++) sky->ambient[k] = (float)((sum[k] + (grey - sum[k]) * lost) / area * pi);
}

// Air and haze share the extinction that the visibility asks for (half of the green light); haze takes at least a
// quarter.
static double split_extinction(double visibility_m, tr_sky *sky)
{
    const double total = 0.69314718 / visibility_m;
    const double haze = fmax(0.25 * total, total - rayleigh[1]);
    for (int k = 0; k < 3; k++) sky->fog_air[k] = (float)(rayleigh[k] * (total - haze) / rayleigh[1]);
    sky->fog_haze = (float)haze;
    return haze;
}

// Green light of the sky a little above the horizon, where the camera looks.
static double radiance_ahead(const tr_sky *sky, const float sun[3], const float forward[3])
{
    const double x = (double)forward[0], z = (double)forward[2];
    const double level = fmax(hypot((double)sun[0], (double)sun[2]) * hypot(x, z), 1e-6);
    const double facing = fmin(fmax((x * (double)sun[0] + z * (double)sun[2]) / level, -1), 1);
    const double place = acos(facing) / pi * (TR_SKY_WIDTH - 1), share = place - floor(place);
    const int row = TR_SKY_HEIGHT * 3 / 8, column = (int)place, next = column + 1 < TR_SKY_WIDTH ? column + 1 : column;
    const double cosine = facing * cos(asin((double)sun[1]));
    // Between two columns, so that it does not jump as the camera turns.
    const double air =
        (double)sky->rayleigh[row][column][1] * (1 - share) + (double)sky->rayleigh[row][next][1] * share;
    const double haze = (double)sky->mie[row][column][1] * (1 - share) + (double)sky->mie[row][next][1] * share;
    return air * TR_SKY_AIR_PHASE(cosine) + haze * TR_SKY_HAZE_PHASE(cosine);
}

// A grey card in the scene becomes a middle grey; dusk stays darker than noon. A bright sky ahead closes the lens.
float tr_sky_exposure(const tr_environment_def *def, const tr_sky *sky, const float forward[3])
{
    float sun[3];
    tr_camera_sky_direction(def->sun_azimuth_deg, def->sun_elevation_deg, sun);
    const double direct = fmax((double)sun[1], 0.12) * (double)sky->sun[1], light = direct + (double)sky->ambient[1];
    const double ahead = 1.2 * pi * radiance_ahead(sky, sun, forward);
    return (float)(2.3 / pow(light + ahead + 0.02, 0.82));
}

void tr_sky_compute(const tr_environment_def *def, tr_sky *out)
{
    *out = (tr_sky){0};
    const double haze = split_extinction(def->visibility_m, out);
    // More haze than this whitens the sky no further.
    air_mix air = {.mie = fmin(fmax(haze, 2e-6), 30e-6)};
    float toward[3];
    tr_camera_sky_direction(0, def->sun_elevation_deg, toward);
    const double sun[3] = {-(double)toward[2], (double)toward[1], 0};
    const double altitude_m = fmin(fmax(def->eye_height_m, 2), 20000);
    const double zenith[3] = {0, ground_m + 12000, 0};
    sunlight(&air, zenith, sun, air.high);
    fill_tables(&air, altitude_m, sun, out);
    const double eye[3] = {0, ground_m + altitude_m, 0};
    double lit[3];
    sunlight(&air, eye, sun, lit);
    for (int k = 0; k < 3; k++) out->sun[k] = (float)(lit[k] * solar[k]);
    integrate_ambient(out);
    fill_horizon(sun[1], out);
}
