#include "ecotope_reference.h"

#include <math.h>

#include "noise_reference.h"

static float cut(float value)
{
    if (value < 0) return 0;
    if (value > 1) return 1;
    return value;
}

// Products of numbers below 2^-62 are 0 (docs/noise.md).
static float product(float a, float b)
{
    if (fabsf(a) < 0x1p-62f) a = 0;
    if (fabsf(b) < 0x1p-62f) b = 0;
    return a * b;
}

static float curve_at(const tr_density_term_def *term, float x)
{
    if (term->point_count == 0) return x;
    const int last = term->point_count - 1;
    if (x < (float)term->from[0]) return (float)term->to[0];
    if (x >= (float)term->from[last]) return (float)term->to[last];
    int i = 0;
    while (x >= (float)term->from[i + 1]) i++;
    const double run = (double)(float)term->from[i + 1] - (double)(float)term->from[i];
    const float slope = (float)((term->to[i + 1] - term->to[i]) / run);
    return (float)term->to[i] + product(x - (float)term->from[i], slope);
}

static float noise_at(const tr_density_term_def *term, uint64_t seed, int64_t x_units, int64_t z_units)
{
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = 0x65636f;
    def.frequency = 1.0 / (term->size_m * 256);
    def.fractal = TR_FRACTAL_FBM;
    def.octaves = term->octaves;
    const ref_position position = {.at = {x_units, z_units, 0}};
    return ref_source(&def, 2, 1, tr_hash_identity(seed, 0x6e6f6973, (int64_t)term->seed, 0, 0), &position);
}

static float texel(const tr_grid *texture, int64_t i, int64_t j)
{
    i = i < 0 ? 0 : i >= texture->width ? texture->width - 1 : i;
    j = j < 0 ? 0 : j >= texture->height ? texture->height - 1 : j;
    return texture->samples[j * texture->row_stride + i];
}

// Texels from a position along an axis; between the outermost middles and the edge, the outermost texel alone.
static double texel_position(int64_t units, int64_t low_m, int64_t high_m, int32_t count)
{
    double at = (double)(units - low_m * 256) * count / (double)((high_m - low_m) * 256) - 0.5;
    if (at < 0) at = 0;
    if (at > count - 1) at = count - 1;
    return at;
}

static float texture_at(const tr_density_term_def *term, int64_t x_units, int64_t z_units)
{
    const tr_grid *texture = &term->texture;
    const double x = texel_position(x_units, term->texture_m.x0, term->texture_m.x1, texture->width);
    const double z = texel_position(z_units, term->texture_m.z0, term->texture_m.z1, texture->height);
    const int64_t i = (int64_t)x, j = (int64_t)z;
    const float tx = (float)(x - (double)i), tz = (float)(z - (double)j);
    const float north = texel(texture, i, j) + (texel(texture, i + 1, j) - texel(texture, i, j)) * tx;
    const float south = texel(texture, i, j + 1) + (texel(texture, i + 1, j + 1) - texel(texture, i, j + 1)) * tx;
    return north + (south - north) * tz;
}

static float term_at(const ecotope_reference *reference, const tr_density_term_def *term, int64_t x, int64_t z,
                     double spacing_m)
{
    const int64_t units = (int64_t)(spacing_m * 256);
    float value = 0;
    switch (term->kind) {
    case TR_TERM_FIELD: value = reference->source.field(term->field, x, z, spacing_m); break;
    case TR_TERM_BIOMES:
        for (int biome = 0; biome < TR_BIOME_COUNT; biome++)
            if (term->biomes >> biome & 1) value += reference->source.biome_weight((tr_biome)biome, x, z, spacing_m);
        break;
    case TR_TERM_NOISE: value = noise_at(term, reference->source.seed, x * units, z * units); break;
    case TR_TERM_TEXTURE: value = texture_at(term, x * units, z * units); break;
    case TR_TERM_COUNT: break;
    }
    return cut(curve_at(term, value));
}

static float combine(tr_ecotope_op op, float parent, float own)
{
    switch (op) {
    case TR_ECOTOPE_MULTIPLY: return product(parent, own);
    case TR_ECOTOPE_ADD: return parent + own;
    case TR_ECOTOPE_MIN: return parent < own ? parent : own;
    case TR_ECOTOPE_MAX: return parent > own ? parent : own;
    case TR_ECOTOPE_SUBTRACT: return parent - own;
    case TR_ECOTOPE_MASK: return own > 0.5f ? parent : 0;
    case TR_ECOTOPE_COUNT: break;
    }
    return NAN;
}

void ecotope_reference_at(const ecotope_reference *reference, int64_t x, int64_t z, double spacing_m, float *layers,
                          float *nodes)
{
    float values[TR_ECOTOPE_MAX_NODES];
    for (int32_t i = 0; i < reference->layer_count; i++) layers[i] = 0;
    for (int32_t i = 0; i < reference->node_count; i++) {
        const tr_ecotope_node_def *node = &reference->nodes[i];
        float own = (float)node->density;
        for (int32_t t = 0; t < node->term_count; t++)
            own = product(own, term_at(reference, &node->terms[t], x, z, spacing_m));
        const float parent = node->parent < 0 ? 1.0f : values[node->parent];
        values[i] = cut(combine(node->op, parent, own));
        if (node->layer >= 0) layers[node->layer] += values[i];
        if (nodes) nodes[i] = values[i];
    }
    for (int32_t i = 0; i < reference->layer_count; i++) layers[i] = cut(layers[i]);
}
