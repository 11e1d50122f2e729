// Dart throwing on a square that wraps around, plainly: random places, kept when nothing is nearer than 1, until hardly
// any more fits. The collision test looks at the 5 x 5 cells around, whatever the number of points.
#ifndef DART_REFERENCE_H
#define DART_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

// Throws `darts_per_area` times the area of darts into a square of `side` footprints.
// @param x, z  space for 1.2 side^2 points
// @return how many points there are
size_t dart_reference(uint64_t seed, double side, double darts_per_area, double *x, double *z);

#endif
