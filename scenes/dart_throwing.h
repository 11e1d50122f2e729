// Dart throwing into a square of `side` footprints: points at random that keep a footprint between them. Cells that
// hold one point at most make the test for collisions a matter of constant time.
#ifndef TR_SCENES_DART_THROWING_H
#define TR_SCENES_DART_THROWING_H

#include "terrane/base.h"

typedef struct dart_throwing {
    double side;
    uint64_t state;  // of its random numbers
    int32_t cells;   // of a side
    int32_t *board;  // the point of each cell; -1: none
    double *x, *z;
    int64_t count;
} dart_throwing;

bool dart_throwing_create(double side, dart_throwing *out, tr_error *err);
void dart_throwing_destroy(dart_throwing *throwing);

// As the source of placement has it: a place is tried up to 25 times, and the first point that finds none ends it.
void dart_throwing_run(dart_throwing *throwing);
// Until no place is left. Darts only go where there may be one, which leaves the distribution as it is.
bool dart_throwing_fill(dart_throwing *throwing, tr_error *err);

#endif
