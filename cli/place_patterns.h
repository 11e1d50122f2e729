// How good patterns are: measured beside true dart throwing, as a table and as a page of spectra.
#ifndef CLI_PLACE_PATTERNS_H
#define CLI_PLACE_PATTERNS_H

#include "place_nearest.h"
#include "report.h"

#include <stdio.h>

enum { PLACE_PATTERN_ROWS = 5 };

// Distances are in footprints.
typedef struct place_pattern_row {
    const char *name;
    double per_footprint;  // points per square footprint
    place_nearest nearest;
    tr_spectrum spectrum;
    double shares[3];      // of the candidates that densities of 1/4, 1/2 and 3/4 take; not of dart throwing
    double anisotropy_db;  // the largest, either way, from half a wave per footprint on
} place_pattern_row;

// Row 0 is dart throwing until no place is left, the others are patterns.
typedef struct place_patterns {
    double side;  // of the square that was looked at
    place_pattern_row rows[PLACE_PATTERN_ROWS];
    tr_image picture;  // the periodogram of the default pattern
} place_patterns;

// Release the picture with tr_image_destroy().
bool place_patterns_measure(tr_context *context, uint64_t seed, place_patterns *out, tr_error *err);

bool place_patterns_draw(tr_context *context, const place_patterns *it, tr_image *page, tr_error *err);
void place_patterns_text(const place_patterns *it, FILE *stream);
// Adds "side_footprints" and "patterns".
void place_patterns_json(const place_patterns *it, cli_json *json);

#endif
