// Ecotopes from their definitions (terrane/place.h).
#include "place/ecotope.h"

#include <assert.h>
#include <string.h>

#include "noise/curve.h"

// All noise of ecotopes; what tells one from another is the seed of the query.
enum { NOISE_SALT = 0x65636f };

// ---------------------------------------------------------------------------------------------------------
// Inputs

// Textures are never the same: nobody gives one twice.
static bool is_same(const tr_eco_input *input, const tr_density_term_def *term)
{
    if (input->kind != term->kind) return false;
    switch (term->kind) {
    case TR_TERM_FIELD: return input->field == term->field;
    case TR_TERM_BIOMES: return input->biomes == term->biomes;
    case TR_TERM_NOISE:
        return input->size_m == term->size_m && input->octaves == term->octaves && input->seed == term->seed;
    default: return false;
    }
}

static tr_noise *compile_noise(tr_context *context, const tr_density_term_def *term, tr_error *err)
{
    tr_noise_graph *graph = tr_noise_graph_create(context, err);
    if (!graph) return NULL;
    tr_node_def def = tr_default_node_def(TR_NODE_GRADIENT);
    def.seed = NOISE_SALT;
    def.frequency = 1.0 / (term->size_m * TR_UNITS_PER_METRE);
    def.fractal = TR_FRACTAL_FBM;
    def.octaves = term->octaves;
    const tr_node node = tr_noise_graph_add(graph, &def, err);
    tr_noise *noise = node >= 0 ? tr_noise_compile(graph, node, 2, err) : NULL;
    tr_noise_graph_destroy(graph);
    return noise;
}

static bool copy_texture(tr_context *context, const tr_density_term_def *term, tr_eco_input *input, tr_error *err)
{
    const tr_grid *from = &term->texture;
    if (!tr_grid_create(context, from->width, from->height, 1, &input->texture, err)) return false;
    for (int32_t j = 0; j < from->height; j++)
        memcpy(input->texture.samples + j * input->texture.row_stride, from->samples + j * from->row_stride,
               (size_t)from->width * sizeof *from->samples);
    const tr_region *within = &term->texture_m;
    input->within = (tr_region){within->x0 * TR_UNITS_PER_METRE, within->z0 * TR_UNITS_PER_METRE,
                                within->x1 * TR_UNITS_PER_METRE, within->z1 * TR_UNITS_PER_METRE};
    return true;
}

// The input of a term, a new one unless an earlier term has the same.
static bool add_input(tr_ecotope *ecotope, const tr_density_term_def *term, int32_t *out, tr_error *err)
{
    for (*out = 0; *out < ecotope->input_count; ++*out)
        if (is_same(&ecotope->inputs[*out], term)) return true;
    tr_eco_input *input = &ecotope->inputs[ecotope->input_count++];
    *input = (tr_eco_input){.kind = term->kind,
                            .field = term->field,
                            .biomes = term->biomes,
                            .size_m = term->size_m,
                            .octaves = term->octaves,
                            .seed = term->seed};
    if (term->kind == TR_TERM_NOISE) input->noise = compile_noise(ecotope->context, term, err);
    if (term->kind == TR_TERM_NOISE) return input->noise != NULL;
    return term->kind != TR_TERM_TEXTURE || copy_texture(ecotope->context, term, input, err);
}

// ---------------------------------------------------------------------------------------------------------
// Terms and nodes

static bool make_curve(const tr_density_term_def *term, tr_curve *out, tr_error *err)
{
    tr_node_def def = tr_default_node_def(TR_NODE_CURVE);
    def.smooth = false;
    def.point_count = term->point_count;
    for (int32_t i = 0; i < term->point_count; i++) {
        def.points[i][0] = term->from[i];
        def.points[i][1] = term->to[i];
    }
    return tr_curve_make(&def, out, err);
}

static bool add_node(tr_ecotope *ecotope, const tr_ecotope_node_def *def, tr_eco_node *node, tr_error *err)
{
    *node = (tr_eco_node){.parent = def->parent,
                          .op = def->op,
                          .density = (float)def->density,
                          .first_term = ecotope->term_count,
                          .term_count = def->term_count,
                          .layer = def->layer,
                          .used = def->layer >= 0};
    for (int32_t i = 0; i < def->term_count; i++) {
        tr_eco_term *term = &ecotope->terms[ecotope->term_count++];
        *term = (tr_eco_term){.has_curve = def->terms[i].point_count > 0};
        if (!add_input(ecotope, &def->terms[i], &term->input, err)) return false;
        if (term->has_curve && !make_curve(&def->terms[i], &term->curve, err)) return false;
    }
    return true;
}

static bool fill(tr_ecotope *ecotope, const tr_ecotope_node_def *nodes, int32_t node_count, tr_error *err)
{
    size_t term_count = 0;
    for (int32_t i = 0; i < node_count; i++) term_count += (size_t)nodes[i].term_count;
    tr_context *context = ecotope->context;
    ecotope->nodes = tr_alloc_array(context, (size_t)node_count, sizeof *ecotope->nodes, err);
    if (ecotope->nodes) ecotope->terms = tr_alloc_array(context, term_count, sizeof *ecotope->terms, err);
    if (ecotope->terms) ecotope->inputs = tr_alloc_array(context, term_count, sizeof *ecotope->inputs, err);
    if (!ecotope->inputs) return false;
    for (int32_t i = 0; i < node_count; i++)
        if (!add_node(ecotope, &nodes[i], &ecotope->nodes[i], err)) return false;
    ecotope->node_count = node_count;
    // Children come after their parents.
    for (int32_t i = node_count - 1; i >= 0; i--)
        if (ecotope->nodes[i].used && ecotope->nodes[i].parent >= 0)
            ecotope->nodes[ecotope->nodes[i].parent].used = true;
    return true;
}

tr_ecotope *tr_ecotope_create(tr_context *context, const tr_ecotope_node_def *nodes, int32_t node_count,
                              int32_t layer_count, tr_error *err)
{
    assert(context && (nodes || node_count <= 0));
    if (!tr_ecotope_check(nodes, node_count, layer_count, err)) return NULL;
    tr_ecotope *ecotope = tr_alloc(context, sizeof *ecotope, err);
    if (!ecotope) return NULL;
    *ecotope = (tr_ecotope){
        .context = context, .ops = TR_ISA_PICK(tr_ops_table, tr_context_isa(context)), .layer_count = layer_count};
    if (fill(ecotope, nodes, node_count, err)) return ecotope;
    tr_ecotope_destroy(ecotope);
    return NULL;
}

void tr_ecotope_destroy(tr_ecotope *ecotope)
{
    if (!ecotope) return;
    tr_context *context = ecotope->context;
    for (int32_t i = 0; i < ecotope->input_count; i++) {
        tr_noise_destroy(ecotope->inputs[i].noise);
        tr_grid_destroy(context, &ecotope->inputs[i].texture);
    }
    tr_free(context, ecotope->inputs);
    tr_free(context, ecotope->terms);
    tr_free(context, ecotope->nodes);
    tr_free(context, ecotope);
}
