// Temperature and humidity, slow and plain, in double: one sample at a time, straight from docs/climate.md. Without the
// variation by noise.
#ifndef TR_CLIMATE_REFERENCE_H
#define TR_CLIMATE_REFERENCE_H

#include "terrane/terrain.h"

// The large shape at a position in metres.
typedef double (*climate_reference_ground)(double x_m, double z_m);

typedef struct climate_reference {
    const tr_climate_settings *def;
    double sea_level_m;
    climate_reference_ground ground;
} climate_reference;

double climate_reference_temperature(const climate_reference *reference, double z_m, double height_m);
double climate_reference_humidity(const climate_reference *reference, double x_m, double z_m);
double climate_reference_sea(const climate_reference *reference, double x_m, double z_m);

#endif
