// How good patterns are: measured beside true dart throwing.
#ifndef TR_SCENES_PATTERN_ROWS_H
#define TR_SCENES_PATTERN_ROWS_H

#include "terrane/place.h"

enum { PATTERN_ROWS = 5 };

// Distances are in footprints.
typedef struct pattern_row {
    const char *name;
    uint8_t ink[3];        // of its curve
    double per_footprint;  // points per square footprint
    tr_nearest_report nearest;
    tr_spectrum spectrum;
    double shares[3];      // of the candidates that densities of 1/4, 1/2 and 3/4 take; not of dart throwing
    double anisotropy_db;  // the largest, either way, from half a wave per footprint on
} pattern_row;

// Row 0 is dart throwing until no place is left, the others are patterns.
typedef struct pattern_rows {
    double side;  // of the square that was looked at
    pattern_row rows[PATTERN_ROWS];
    tr_image picture;  // the periodogram of the default pattern
} pattern_rows;

// Release the picture with tr_image_destroy().
bool pattern_rows_measure(tr_context *context, uint64_t seed, pattern_rows *out, tr_error *err);

#endif
