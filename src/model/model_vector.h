// Directions and places in space, in double precision: only + - * / and square roots, which every machine rounds alike,
// and the sine and cosine of the kernels.
#ifndef TR_MODEL_VECTOR_H
#define TR_MODEL_VECTOR_H

#include <math.h>

typedef struct tr_vec3 {
    double x, y, z;
} tr_vec3;

// simd/math_kernel.h, in radians.
double tr_model_sin(double angle);
double tr_model_cos(double angle);

static const double tr_model_turn = 6.283185307179586;

static inline tr_vec3 tr_vec3_of(double x, double y, double z)
{
    return (tr_vec3){x, y, z};
}

static inline tr_vec3 tr_vec3_add(tr_vec3 a, tr_vec3 b)
{
    return (tr_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline tr_vec3 tr_vec3_subtract(tr_vec3 a, tr_vec3 b)
{
    return (tr_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline tr_vec3 tr_vec3_scale(tr_vec3 a, double by)
{
    return (tr_vec3){a.x * by, a.y * by, a.z * by};
}

// a + t b
static inline tr_vec3 tr_vec3_along(tr_vec3 a, tr_vec3 b, double t)
{
    return (tr_vec3){a.x + t * b.x, a.y + t * b.y, a.z + t * b.z};
}

static inline tr_vec3 tr_vec3_mix(tr_vec3 a, tr_vec3 b, double t)
{
    return tr_vec3_along(a, tr_vec3_subtract(b, a), t);
}

static inline tr_vec3 tr_vec3_multiply(tr_vec3 a, tr_vec3 b)
{
    return (tr_vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline double tr_vec3_dot(tr_vec3 a, tr_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline tr_vec3 tr_vec3_cross(tr_vec3 a, tr_vec3 b)
{
    return (tr_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double tr_vec3_length(tr_vec3 a)
{
    return sqrt(tr_vec3_dot(a, a));
}

// Of length 1; up for a vector without length.
static inline tr_vec3 tr_vec3_unit(tr_vec3 a)
{
    const double length = tr_vec3_length(a);
    return length > 1e-12 ? tr_vec3_scale(a, 1 / length) : (tr_vec3){0, 1, 0};
}

// A level direction: 0 is east, a quarter turn south.
static inline tr_vec3 tr_vec3_level(double angle)
{
    return (tr_vec3){tr_model_cos(angle), 0, tr_model_sin(angle)};
}

// Any direction square to a unit vector.
static inline tr_vec3 tr_vec3_square_to(tr_vec3 a)
{
    const tr_vec3 other = fabs(a.x) < 0.7 ? (tr_vec3){1, 0, 0} : (tr_vec3){0, 0, 1};
    return tr_vec3_unit(tr_vec3_subtract(other, tr_vec3_scale(a, tr_vec3_dot(a, other))));
}

static inline double tr_model_clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

#endif
