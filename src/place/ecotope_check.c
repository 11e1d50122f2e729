// What an ecotope may be (ecotope.h).
#include <assert.h>
#include <math.h>
#include <stdio.h>

#include "base/text.h"
#include "place/ecotope.h"
#include "place/ecotope_def.h"

// How a message calls a node or a term.
typedef struct place_name {
    char text[TR_TEXT_QUOTE_SIZE + 48];
} place_name;

static place_name name_of(const tr_ecotope_node_def *nodes, int32_t node, int32_t term)
{
    place_name place;
    char quoted[TR_TEXT_QUOTE_SIZE];
    const char *name = nodes[node].name;
    int used = name ? snprintf(place.text, sizeof place.text, "nodes[%d] (%s)", (int)node, tr_text_quote(quoted, name))
                    : snprintf(place.text, sizeof place.text, "nodes[%d]", (int)node);
    if (term >= 0) snprintf(place.text + used, sizeof place.text - (size_t)used, ".terms[%d]", (int)term);
    return place;
}

static bool check_range(const char *where, const char *what, double value, double low, double high, tr_error *err)
{
    if (!isfinite(value)) return tr_fail(err, TR_ERROR_NOT_FINITE, "%s: %s is not a finite number", where, what);
    if (value < low || value > high)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s is %.9g; allowed is %.9g to %.9g", where, what, value,
                       low, high);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Terms

static bool check_field(const char *where, tr_field field, tr_error *err)
{
    if ((unsigned)field >= TR_FIELD_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: there is no field %d; allowed is 0 to %d", where,
                       (int)field, TR_FIELD_COUNT - 1);
    if (field == TR_FIELD_FLOW || field == TR_FIELD_BIOME || tr_field_planes(field) != 1)
        return tr_fail(
            err, TR_ERROR_INVALID_ARGUMENT,
            "%s: the field '%s' has no place in a density; allowed are fields of one plane but flow and biome", where,
            tr_field_name(field));
    return true;
}

static bool check_biomes(const char *where, uint32_t biomes, tr_error *err)
{
    if (biomes == 0 || biomes >> TR_BIOME_COUNT != 0)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "%s: the sum of biomes is 0x%x; allowed are one or more of the %d biomes", where,
                       (unsigned)biomes, TR_BIOME_COUNT);
    return true;
}

static bool check_texture(const char *where, const tr_density_term_def *term, tr_error *err)
{
    const tr_grid *texture = &term->texture;
    const tr_region *within = &term->texture_m;
    const int64_t max_m = ((int64_t)1 << 61) / TR_UNITS_PER_METRE;
    if (!texture->samples || texture->width < 1 || texture->height < 1)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: there is no texture", where);
    if (within->x0 >= within->x1 || within->z0 >= within->z1 || within->x0 < -max_m || within->z0 < -max_m ||
        within->x1 > max_m || within->z1 > max_m)
        return tr_fail(
            err, TR_ERROR_INVALID_ARGUMENT,
            "%s: the texture lies from (%lld, %lld) to (%lld, %lld) m; allowed is a rectangle that is not empty", where,
            (long long)within->x0, (long long)within->z0, (long long)within->x1, (long long)within->z1);
    for (int32_t j = 0; j < texture->height; j++) {
        for (int32_t i = 0; i < texture->width; i++) {
            char what[64];
            const float value = texture->samples[j * texture->row_stride + i];
            if (value >= 0 && value <= 1) continue;
            snprintf(what, sizeof what, "the texel (%d, %d)", (int)i, (int)j);
            return check_range(where, what, (double)value, 0, 1, err);
        }
    }
    return true;
}

static bool check_kind(const char *where, const tr_density_term_def *term, tr_error *err)
{
    switch (term->kind) {
    case TR_TERM_FIELD: return check_field(where, term->field, err);
    case TR_TERM_BIOMES: return check_biomes(where, term->biomes, err);
    case TR_TERM_NOISE:
        return check_range(where, "the size of the noise", term->size_m, 0.0625, 1e6, err) &&
               check_range(where, "the number of octaves", term->octaves, 1, 8, err);
    case TR_TERM_TEXTURE: return check_texture(where, term, err);
    case TR_TERM_COUNT: break;
    }
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: there is no kind %d of terms; allowed is 0 to %d", where,
                   (int)term->kind, TR_TERM_COUNT - 1);
}

static bool check_curve(const char *where, const tr_density_term_def *term, tr_error *err)
{
    const int32_t count = term->point_count;
    if (count != 0 && (count < 2 || count > TR_TERM_MAX_POINTS))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: the curve has %d points; allowed are none or 2 to %d",
                       where, (int)count, TR_TERM_MAX_POINTS);
    for (int32_t i = 0; i < count; i++) {
        char what[48];
        snprintf(what, sizeof what, "x of point %d of the curve", (int)i);
        if (!check_range(where, what, term->from[i], -1e9, 1e9, err)) return false;
        what[0] = 'y';
        if (!check_range(where, what, term->to[i], 0, 1, err)) return false;
        // As floats, which is what they are compared with; nearer ones make slopes that a float cannot have.
        if (i > 0 && (float)term->from[i] - (float)term->from[i - 1] < TR_ECOTOPE_MIN_STEP)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "%s: the curve does not rise along x: point %d is at %.9g, the one before it at %.9g", where,
                           (int)i, term->from[i], term->from[i - 1]);
    }
    return true;
}

static bool check_term(const tr_ecotope_node_def *nodes, int32_t node, int32_t index, tr_error *err)
{
    const tr_density_term_def *term = &nodes[node].terms[index];
    const place_name at = name_of(nodes, node, index);
    assert(term->cookie == TR_TERM_COOKIE);
    return check_kind(at.text, term, err) && check_curve(at.text, term, err);
}

// ---------------------------------------------------------------------------------------------------------
// Nodes

static bool check_node(const tr_ecotope_node_def *nodes, int32_t index, int32_t layer_count, tr_error *err)
{
    const tr_ecotope_node_def *node = &nodes[index];
    const place_name at = name_of(nodes, index, -1);
    assert(node->cookie == TR_ECOTOPE_NODE_COOKIE);
    if (node->parent < -1 || node->parent >= index)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: its parent is %d; allowed is -1 (none) or an earlier node",
                       at.text, (int)node->parent);
    if ((unsigned)node->op >= TR_ECOTOPE_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: there is no operation %d; allowed is 0 to %d", at.text,
                       (int)node->op, TR_ECOTOPE_COUNT - 1);
    if (node->layer < -1 || node->layer >= layer_count)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: its layer is %d; allowed is -1 (none) to %d", at.text,
                       (int)node->layer, (int)layer_count - 1);
    if (!check_range(at.text, "its density", node->density, 0, 1, err)) return false;
    if (node->term_count < 0 || node->term_count > TR_ECOTOPE_MAX_TERMS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: it has %d terms; allowed are 0 to %d", at.text,
                       (int)node->term_count, TR_ECOTOPE_MAX_TERMS);
    for (int32_t i = 0; i < node->term_count; i++)
        if (!check_term(nodes, index, i, err)) return false;
    return true;
}

bool tr_ecotope_check(const tr_ecotope_node_def *nodes, int32_t node_count, int32_t layer_count, tr_error *err)
{
    if (node_count < 1 || node_count > TR_ECOTOPE_MAX_NODES)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an ecotope of %d nodes is not allowed: 1 to %d",
                       (int)node_count, TR_ECOTOPE_MAX_NODES);
    if (layer_count < 1 || layer_count > TR_PLACE_MAX_LAYERS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an ecotope for %d layers is not allowed: 1 to %d",
                       (int)layer_count, TR_PLACE_MAX_LAYERS);
    for (int32_t i = 0; i < node_count; i++)
        if (!check_node(nodes, i, layer_count, err)) return false;
    return true;
}
