// Which side of a line a place lies on, exactly.
#ifndef TR_GEOMETRY_TURN_H
#define TR_GEOMETRY_TURN_H

// The sign of (b - a) x (c - a) = (bx - ax)(cz - az) - (bz - az)(cx - ax): positive when c lies to the right of the way
// from a to b (x east, z south), 0 when all three lie on one line. Exact for finite places up to 2^500 that are
// multiples of 2^-500: in doubles where these tell, else in sums of doubles without an error (J. R. Shewchuk, "Adaptive
// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates").
int tr_turn(const double a[2], const double b[2], const double c[2]);

#endif
