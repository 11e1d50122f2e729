// Climate over rows: one table per ISA. Rows of the coarse lattice are read and written in whole vectors: they have
// TR_CLIMATE_PAD floats after them.
#ifndef TR_TERRAIN_CLIMATE_ISA_H
#define TR_TERRAIN_CLIMATE_ISA_H

#include "base/isa.h"
#include "terrain/climate_wind.h"

enum { TR_CLIMATE_PAD = 8 };

// Heights of the coarse lattice, replaced by what is above the sea; and the share of the sea.
typedef struct tr_shore_row {
    float *ground, *sea;
    int32_t count;
    float sea_level_m;
} tr_shore_row;

// out[i] is the binomial mean around in[.][i + 1].
typedef struct tr_smooth_row {
    const float *in[3];
    float *out;
    int32_t count;
} tr_smooth_row;

// A row of the coarse lattice; `ground` and `sea` point to its first cell, and the wind reaches around it.
typedef struct tr_wind_row {
    const tr_wind *wind;
    const float *ground, *sea;
    int64_t stride;
    float sea_humidity, rain_shadow;
    float *out;
    int32_t count;
} tr_wind_row;

// Four rows of the coarse lattice, interpolated across to one.
typedef struct tr_across_row {
    const float *in[4];
    float t;
    float *out;
    int32_t count;
} tr_across_row;

// Samples along a row of coefficients: `cell` is the first of the four around a sample, never falling, and `t` the
// place between the middle two.
typedef struct tr_along_row {
    const float *coefficients;
    const int32_t *cell;
    const float *t;
    float *out;
    int32_t count;
} tr_along_row;

// out holds the noise, and gets the temperature or, with the coarse part added, the humidity.
typedef struct tr_temperature_row {
    const float *height;
    float at_sea_level_degC, sea_level_m, lapse_degC_per_m, variation_degC;
    float *out;
    int32_t count;
} tr_temperature_row;

typedef struct tr_humidity_row {
    const float *coarse;
    float mean, variation;
    float *out;
    int32_t count;
} tr_humidity_row;

typedef struct tr_climate_table {
    void (*shore)(const tr_shore_row *row);
    void (*smooth)(const tr_smooth_row *row);
    void (*look_upwind)(const tr_wind_row *row);
    void (*across)(const tr_across_row *row);
    void (*along)(const tr_along_row *row);
    void (*temperature)(const tr_temperature_row *row);
    void (*humidity)(const tr_humidity_row *row);
} tr_climate_table;

TR_ISA_DECLARE(tr_climate_table, tr_climate_table);

#endif
