// A model while it is built: coloured triangles that grow, and the random numbers of its variant.
//
// A builder that fails remembers it and does nothing more, so that whoever draws need not ask after each triangle.
#ifndef TR_MODEL_SHAPE_H
#define TR_MODEL_SHAPE_H

#include "terrane/model.h"
#include "model/model_vector.h"

// A colour as a screen shows it (sRGB), 0..255.
typedef struct tr_tone {
    double r, g, b;
} tr_tone;

typedef struct tr_shape {
    tr_context *context;
    struct tr_shape_point *vertices;
    struct tr_shape_face *triangles;
    int32_t vertex_count, vertex_capacity, triangle_count, triangle_capacity;
    tr_model_kind kind;
    int32_t variant, level;
    tr_error *err;
    bool failed;
} tr_shape;

static inline tr_tone tr_tone_of(double r, double g, double b)
{
    return (tr_tone){r, g, b};
}

static inline tr_tone tr_tone_mix(tr_tone a, tr_tone b, double t)
{
    return (tr_tone){a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b)};
}

static inline tr_tone tr_tone_scale(tr_tone a, double by)
{
    return (tr_tone){a.r * by, a.g * by, a.b * by};
}

// The random number of (kind, variant, what, index), in [0, 1): the same at every level.
double tr_shape_random(const tr_shape *shape, int what, int index);
// The same between two numbers.
double tr_shape_between(const tr_shape *shape, int what, int index, double low, double high);
// A colour that the variant shifts by up to `share` in brightness and less than a third of it in hue.
tr_tone tr_shape_tint(const tr_shape *shape, int what, tr_tone tone, double share);

// The number of a new vertex; its normal need not have length 1.
int32_t tr_shape_vertex(tr_shape *shape, tr_vec3 at, tr_vec3 normal, tr_tone tone);
// Counter-clockwise seen from the side it shows.
void tr_shape_triangle(tr_shape *shape, int32_t a, int32_t b, int32_t c);
// A flat triangle with vertices of its own.
void tr_shape_facet(tr_shape *shape, const tr_vec3 corners[3], const tr_tone tones[3]);

// Makes the mesh; `out` is left alone on failure.
bool tr_shape_finish(tr_shape *shape, tr_mesh *out);
void tr_shape_destroy(tr_shape *shape);

#endif
