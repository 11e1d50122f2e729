// Densities of ecotopes (terrane/place.h): the tree of nodes, tile by tile.
//
// Everything is pointwise, so a tile gives what the whole would. What becomes 0 on a tile is left alone from then on:
// the terms that are left of a product, the children that inherit it, and so the fields that only those look at.
#include <assert.h>
#include <string.h>

#include "base/integers.h"
#include "place/ecotope.h"

typedef struct evaluation_work {
    const tr_ecotope *ecotope;
    tr_eco_fields fields;
    const tr_grid *out;
    tr_eco_tile tile;
    int32_t count;        // samples of the tile
    float *own, *term;    // of the node and the term at hand
    float *inputs;        // a plane each
    float *nodes;         // a plane each
    bool *input_is_made;  // on this tile
    bool *node_is_zero;   // everywhere on this tile
} evaluation_work;

// ---------------------------------------------------------------------------------------------------------
// Pointwise operations

static void run_op(const evaluation_work *evaluation, tr_op op, const float *a, const float *b, float *out)
{
    const tr_instruction instruction = {.op = op};
    evaluation->ecotope->ops->run(&instruction, NULL, a, b, NULL, out, evaluation->count);
}

static void cut(const evaluation_work *evaluation, float *values)
{
    const tr_instruction instruction = {.op = TR_OP_CLAMP, .k = {0, 1}};
    evaluation->ecotope->ops->run(&instruction, NULL, values, NULL, NULL, values, evaluation->count);
}

static bool is_zero(const float *values, int32_t count)
{
    int others = 0;
    for (int32_t i = 0; i < count; i++) others += values[i] != 0.0f;
    return others == 0;
}

static void mask(const float *parent, const float *own, int32_t count, float *out)
{
    for (int32_t i = 0; i < count; i++) out[i] = own[i] > 0.5f ? parent[i] : 0.0f;
}

// ---------------------------------------------------------------------------------------------------------
// Nodes

static float *plane_at(float *planes, int32_t index)
{
    return planes + (size_t)index * TR_ECO_TILE_FLOATS;
}

// The value of a term, 0..1, in `it->term`.
static bool make_term(evaluation_work *evaluation, const tr_eco_term *term, tr_error *err)
{
    float *input = plane_at(evaluation->inputs, term->input);
    if (!evaluation->input_is_made[term->input]) {
        if (!tr_eco_input_fill(&evaluation->ecotope->inputs[term->input], &evaluation->fields, &evaluation->tile, input,
                               err))
            return false;
        evaluation->input_is_made[term->input] = true;
    }
    const tr_instruction curve = {.op = TR_OP_CURVE}, same = {.op = TR_OP_CLAMP, .k = {0, 1}};
    evaluation->ecotope->ops->run(term->has_curve ? &curve : &same, &term->curve, input, NULL, NULL, evaluation->term,
                                  evaluation->count);
    if (term->has_curve) cut(evaluation, evaluation->term);
    return true;
}

// The density of the node alone, in `it->own`.
static bool make_own(evaluation_work *evaluation, const tr_eco_node *node, tr_error *err)
{
    for (int32_t i = 0; i < evaluation->count; i++) evaluation->own[i] = node->density;
    for (int32_t i = 0; i < node->term_count && !is_zero(evaluation->own, evaluation->count); i++) {
        if (!make_term(evaluation, &evaluation->ecotope->terms[node->first_term + i], err)) return false;
        run_op(evaluation, TR_OP_MULTIPLY, evaluation->own, evaluation->term, evaluation->own);
    }
    return true;
}

static bool keeps_zero(tr_ecotope_op op)
{
    return op != TR_ECOTOPE_ADD && op != TR_ECOTOPE_MAX;
}

// What `own` makes of the parent.
static void combine(const evaluation_work *evaluation, tr_ecotope_op op, const float *parent, float *out)
{
    switch (op) {
    case TR_ECOTOPE_MULTIPLY: run_op(evaluation, TR_OP_MULTIPLY, parent, evaluation->own, out); break;
    case TR_ECOTOPE_ADD: run_op(evaluation, TR_OP_ADD, parent, evaluation->own, out); break;
    case TR_ECOTOPE_MIN: run_op(evaluation, TR_OP_MIN, parent, evaluation->own, out); break;
    case TR_ECOTOPE_MAX: run_op(evaluation, TR_OP_MAX, parent, evaluation->own, out); break;
    case TR_ECOTOPE_SUBTRACT: run_op(evaluation, TR_OP_SUBTRACT, parent, evaluation->own, out); break;
    case TR_ECOTOPE_MASK: mask(parent, evaluation->own, evaluation->count, out); break;
    case TR_ECOTOPE_COUNT: assert(false);
    }
    cut(evaluation, out);
}

// The plane of the parent; in `space` where it is the same everywhere.
static const float *parent_of(const evaluation_work *evaluation, const tr_eco_node *node, float *space)
{
    const bool is_root = node->parent < 0;
    if (!is_root && !evaluation->node_is_zero[node->parent]) return plane_at(evaluation->nodes, node->parent);
    for (int32_t i = 0; i < evaluation->count; i++) space[i] = is_root ? 1.0f : 0.0f;
    return space;
}

static bool make_node(evaluation_work *evaluation, int32_t index, tr_error *err)
{
    const tr_eco_node *node = &evaluation->ecotope->nodes[index];
    bool *zero = &evaluation->node_is_zero[index];
    *zero = node->parent >= 0 && evaluation->node_is_zero[node->parent] && keeps_zero(node->op);
    if (*zero || !node->used) return true;
    float *out = plane_at(evaluation->nodes, index);
    if (!make_own(evaluation, node, err)) return false;
    combine(evaluation, node->op, parent_of(evaluation, node, out), out);
    *zero = is_zero(out, evaluation->count);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Layers

static float *out_row(const evaluation_work *evaluation, int32_t layer, int32_t j)
{
    return evaluation->out->samples + layer * evaluation->out->plane_stride +
           (evaluation->tile.z + j) * evaluation->out->row_stride + evaluation->tile.x;
}

static void clear_layers(const evaluation_work *evaluation)
{
    for (int32_t layer = 0; layer < evaluation->ecotope->layer_count; layer++)
        for (int32_t j = 0; j < evaluation->tile.area.height; j++)
            memset(out_row(evaluation, layer, j), 0, (size_t)evaluation->tile.area.width * sizeof(float));
}

static void add_to_layer(const evaluation_work *evaluation, int32_t layer, const float *from)
{
    const int32_t width = evaluation->tile.area.width;
    for (int32_t j = 0; j < evaluation->tile.area.height; j++) {
        float *to = out_row(evaluation, layer, j);
        for (int32_t i = 0; i < width; i++) {
            const float sum = to[i] + from[j * width + i];
            to[i] = sum < 1.0f ? sum : 1.0f;
        }
    }
}

static bool make_tile(evaluation_work *evaluation, tr_error *err)
{
    const tr_ecotope *ecotope = evaluation->ecotope;
    memset(evaluation->input_is_made, 0, (size_t)ecotope->input_count * sizeof *evaluation->input_is_made);
    clear_layers(evaluation);
    for (int32_t i = 0; i < ecotope->node_count; i++) {
        if (!make_node(evaluation, i, err)) return false;
        const int32_t layer = ecotope->nodes[i].layer;
        if (layer >= 0 && !evaluation->node_is_zero[i]) add_to_layer(evaluation, layer, plane_at(evaluation->nodes, i));
    }
    return true;
}

static bool make_tiles(evaluation_work *evaluation, const tr_sample_area *area, tr_error *err)
{
    for (int32_t z = 0; z < area->height; z += TR_ECO_TILE) {
        for (int32_t x = 0; x < area->width; x += TR_ECO_TILE) {
            evaluation->tile =
                (tr_eco_tile){x, z,
                              (tr_sample_area){area->x + x, area->z + z, tr_min_i32(TR_ECO_TILE, area->width - x),
                                               tr_min_i32(TR_ECO_TILE, area->height - z), area->spacing_m}};
            evaluation->count = evaluation->tile.area.width * evaluation->tile.area.height;
            if (!make_tile(evaluation, err)) return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Calls

static bool check_call(const tr_ecotope *ecotope, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    if (!tr_sample_area_check(area, err)) return false;
    if (out->width == area->width && out->height == area->height && out->depth == ecotope->layer_count) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the grid has %d x %d x %d samples; the densities need %d x %d x %d",
                   (int)out->width, (int)out->height, (int)out->depth, (int)area->width, (int)area->height,
                   (int)ecotope->layer_count);
}

// All buffers in one block; planes are cleared because operations touch them up to the next multiple of 8.
static void *take_buffers(evaluation_work *evaluation, tr_error *err)
{
    const tr_ecotope *ecotope = evaluation->ecotope;
    const size_t planes = 2 + (size_t)ecotope->input_count + (size_t)ecotope->node_count;
    const size_t flags = (size_t)ecotope->input_count + (size_t)ecotope->node_count;
    const size_t plane_bytes = TR_ECO_TILE_FLOATS * sizeof(float);
    unsigned char *block = tr_alloc(ecotope->context, planes * plane_bytes + flags * sizeof(bool), err);
    if (!block) return NULL;
    evaluation->own = (float *)(void *)block;
    evaluation->term = evaluation->own + TR_ECO_TILE_FLOATS;
    evaluation->inputs = evaluation->term + TR_ECO_TILE_FLOATS;
    evaluation->nodes = plane_at(evaluation->inputs, ecotope->input_count);
    evaluation->input_is_made = (bool *)(block + planes * plane_bytes);
    evaluation->node_is_zero = evaluation->input_is_made + ecotope->input_count;
    memset(block, 0, planes * plane_bytes);
    return block;
}

bool tr_ecotope_densities(const tr_ecotope *ecotope, const tr_ecotope_source *source, const tr_sample_area *area,
                          const tr_grid *out, tr_error *err)
{
    assert(ecotope && source && source->field && source->biome_weights && out && out->samples);
    if (!check_call(ecotope, area, out, err)) return false;
    evaluation_work evaluation = {.ecotope = ecotope, .out = out};
    evaluation.fields =
        (tr_eco_fields){.context = ecotope->context, .ops = ecotope->ops, .source = source, .area = area};
    void *buffers = take_buffers(&evaluation, err);
    if (!buffers) return false;
    const bool ok = make_tiles(&evaluation, area, err);
    tr_eco_fields_destroy(&evaluation.fields);
    tr_free(ecotope->context, buffers);
    return ok;
}
