// What paths make of a sample, plainly and in double: docs/carve.md, "A sample".
#ifndef TR_CARVE_REFERENCE_H
#define TR_CARVE_REFERENCE_H

#include "carve/course/piece.h"

typedef struct reference_sample {
    double height, strength, inclination, distance, water;
    int32_t owner;
} reference_sample;

reference_sample reference_carve(const tr_carve_path *const *paths, int32_t count, double x_m, double z_m);

// To the edge of one path, negative within.
double reference_edge(const tr_carve_path *path, double x_m, double z_m);

#endif
