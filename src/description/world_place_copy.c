// Copies of the sets of a definition, and their part of the hash (world_place_set.h).
#include <math.h>
#include <string.h>

#include "base/hash_value.h"
#include "description/world_schema.h"
#include "description/world_place_set.h"

// ---------------------------------------------------------------------------------------------------------
// Copies

// What goes into one block, in this order: alignments fall.
typedef struct block_sizes {
    size_t sets, nodes, terms, layers, samples, texts;
} block_sizes;

static size_t text_size(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

static size_t sample_size(const tr_density_term_def *term)
{
    const tr_grid *texture = &term->texture;
    if (term->kind != TR_TERM_TEXTURE) return 0;
    return (size_t)texture->width * (size_t)texture->height * sizeof *texture->samples;
}

static void measure_set(const tr_world_place_set_def *set, block_sizes *sizes)
{
    sizes->nodes += (size_t)set->node_count * sizeof *set->nodes;
    sizes->layers += (size_t)set->layer_count * sizeof *set->layers;
    sizes->texts += text_size(set->set.name);
    for (int32_t i = 0; i < set->layer_count; i++) sizes->texts += text_size(set->layers[i].layer.name);
    for (int32_t i = 0; i < set->node_count; i++) {
        const tr_ecotope_node_def *node = &set->nodes[i];
        sizes->texts += text_size(node->name);
        sizes->terms += (size_t)node->term_count * sizeof *node->terms;
        for (int32_t k = 0; k < node->term_count; k++) sizes->samples += sample_size(&node->terms[k]);
    }
}

// Where the next thing of each kind comes to lie.
typedef struct block_ends {
    char *nodes, *terms, *layers, *samples, *texts;
} block_ends;

static void *append(char **at, const void *from, size_t size)
{
    void *to = *at;
    if (size > 0) memcpy(to, from, size);
    *at += size;
    return to;
}

static const char *append_text(char **at, const char *text)
{
    return text ? append(at, text, text_size(text)) : NULL;
}

// Packed, whatever its strides were.
static void copy_texture(tr_density_term_def *term, char **at)
{
    const tr_grid from = term->texture;
    term->texture = (tr_grid){0};
    if (term->kind != TR_TERM_TEXTURE) return;
    term->texture = (tr_grid){.samples = (float *)(void *)*at,
                              .width = from.width,
                              .height = from.height,
                              .depth = 1,
                              .row_stride = from.width,
                              .plane_stride = (int64_t)from.width * from.height};
    for (int32_t j = 0; j < from.height; j++)
        append(at, from.samples + j * from.row_stride, (size_t)from.width * sizeof *from.samples);
}

static void copy_set(tr_world_place_set_def *set, block_ends *ends)
{
    set->set.name = append_text(&ends->texts, set->set.name);
    set->set.pattern = NULL;
    set->set.layers = NULL;
    set->set.layer_count = 0;
    tr_world_place_layer *layers = append(&ends->layers, set->layers, (size_t)set->layer_count * sizeof *layers);
    for (int32_t i = 0; i < set->layer_count; i++)
        layers[i].layer.name = append_text(&ends->texts, layers[i].layer.name);
    tr_ecotope_node_def *nodes = append(&ends->nodes, set->nodes, (size_t)set->node_count * sizeof *nodes);
    for (int32_t i = 0; i < set->node_count; i++) {
        nodes[i].name = append_text(&ends->texts, nodes[i].name);
        tr_density_term_def *terms =
            append(&ends->terms, nodes[i].terms, (size_t)nodes[i].term_count * sizeof *nodes[i].terms);
        for (int32_t k = 0; k < nodes[i].term_count; k++) copy_texture(&terms[k], &ends->samples);
        nodes[i].terms = terms;
    }
    set->layers = layers;
    set->nodes = nodes;
}

bool tr_world_place_sets_copy(tr_context *context, const tr_world_place_set_def *sets, int32_t count,
                              tr_world_place_set_def **out, tr_error *err)
{
    *out = NULL;
    if (count == 0) return true;
    block_sizes sizes = {.sets = (size_t)count * sizeof *sets};
    for (int32_t i = 0; i < count; i++) measure_set(&sets[i], &sizes);
    char *block =
        tr_alloc(context, sizes.sets + sizes.nodes + sizes.terms + sizes.layers + sizes.samples + sizes.texts, err);
    if (!block) return false;
    block_ends ends = {.nodes = block + sizes.sets};
    ends.terms = ends.nodes + sizes.nodes;
    ends.layers = ends.terms + sizes.terms;
    ends.samples = ends.layers + sizes.layers;
    ends.texts = ends.samples + sizes.samples;
    *out = (tr_world_place_set_def *)(void *)block;
    memcpy(*out, sets, sizes.sets);
    for (int32_t i = 0; i < count; i++) copy_set(&(*out)[i], &ends);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Hash

static uint64_t hash_node(const tr_ecotope_node_def *node, uint64_t hash)
{
    hash = tr_hash_word((uint64_t)node->layer, tr_hash_word((uint64_t)node->parent, hash));
    hash = tr_schema_hash(&tr_place_node_schema, node, ~0u, 0, tr_hash_word((uint64_t)node->term_count, hash));
    for (int32_t k = 0; k < node->term_count; k++) {
        const tr_density_term_def *term = &node->terms[k];
        hash = tr_schema_hash(&tr_place_term_schema, term, 1u << term->kind, 0, tr_hash_word(term->kind, hash));
    }
    return hash;
}

uint64_t tr_world_place_sets_hash(const tr_world_def *def, uint64_t hash)
{
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set_def *set = &def->place_sets[i];
        hash = tr_hash_word((uint64_t)set->node_count, tr_hash_word((uint64_t)set->layer_count, hash));
        const char *name = set->set.name ? set->set.name : "";  // of which what stands where depends
        hash = tr_hash_bytes(name, strlen(name), hash);
        tr_world_place_set_def values = *set;
        if (isnan(values.set.radius_m)) values.set.radius_m = values.set.footprint_m / 2;
        hash = tr_schema_hash(&tr_place_set_schema, &values, ~0u, 0, hash);
        for (int32_t k = 0; k < set->layer_count; k++)
            hash = tr_schema_hash(&tr_place_layer_schema, &set->layers[k], ~0u, 0, hash);
        for (int32_t k = 0; k < set->node_count; k++) hash = hash_node(&set->nodes[k], hash);
    }
    return hash;
}
