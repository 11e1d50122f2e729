// Copies of the sets of a definition, and their part of the hash (world_place_set.h).
#include <string.h>

#include "base/hash_value.h"
#include "world/place_keys.h"
#include "world/world_place_set.h"

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

static size_t sample_size(const tr_density_term *term)
{
    const tr_grid *texture = &term->texture;
    if (term->kind != TR_TERM_TEXTURE) return 0;
    return (size_t)texture->width * (size_t)texture->height * sizeof *texture->samples;
}

static void measure_set(const tr_world_place_set *set, block_sizes *sizes)
{
    sizes->nodes += (size_t)set->node_count * sizeof *set->nodes;
    sizes->layers += (size_t)set->layer_count * sizeof *set->layers;
    sizes->texts += text_size(set->set.name);
    for (int32_t i = 0; i < set->layer_count; i++) sizes->texts += text_size(set->layers[i].layer.name);
    for (int32_t i = 0; i < set->node_count; i++) {
        const tr_ecotope_node *node = &set->nodes[i];
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
static void copy_texture(tr_density_term *term, char **at)
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

static void copy_set(tr_world_place_set *set, block_ends *ends)
{
    set->set.name = append_text(&ends->texts, set->set.name);
    set->set.pattern = NULL;
    set->set.layers = NULL;
    set->set.layer_count = 0;
    tr_world_place_layer *layers = append(&ends->layers, set->layers, (size_t)set->layer_count * sizeof *layers);
    for (int32_t i = 0; i < set->layer_count; i++)
        layers[i].layer.name = append_text(&ends->texts, layers[i].layer.name);
    tr_ecotope_node *nodes = append(&ends->nodes, set->nodes, (size_t)set->node_count * sizeof *nodes);
    for (int32_t i = 0; i < set->node_count; i++) {
        nodes[i].name = append_text(&ends->texts, nodes[i].name);
        tr_density_term *terms =
            append(&ends->terms, nodes[i].terms, (size_t)nodes[i].term_count * sizeof *nodes[i].terms);
        for (int32_t k = 0; k < nodes[i].term_count; k++) copy_texture(&terms[k], &ends->samples);
        nodes[i].terms = terms;
    }
    set->layers = layers;
    set->nodes = nodes;
}

bool tr_world_place_sets_copy(tr_context *context, const tr_world_place_set *sets, int32_t count,
                              tr_world_place_set **out, tr_error *err)
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
    *out = (tr_world_place_set *)(void *)block;
    memcpy(*out, sets, sizes.sets);
    for (int32_t i = 0; i < count; i++) copy_set(&(*out)[i], &ends);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Hash

static uint64_t hash_curve(const tr_density_term *term, uint64_t hash)
{
    hash = tr_hash_word((uint64_t)term->point_count, hash);
    for (int32_t i = 0; i < term->point_count; i++)
        hash = tr_hash_double(term->to[i], tr_hash_double(term->from[i], hash));
    return hash;
}

static uint64_t hash_texture(const tr_grid *texture, uint64_t hash)
{
    hash = tr_hash_word((uint64_t)texture->height, tr_hash_word((uint64_t)texture->width, hash));
    for (int32_t j = 0; j < texture->height; j++) {
        for (int32_t i = 0; i < texture->width; i++)
            hash = tr_hash_double((double)texture->samples[j * texture->row_stride + i], hash);
    }
    return hash;
}

static uint64_t hash_region(const tr_region *region, uint64_t hash)
{
    const int64_t corners[4] = {region->x0, region->z0, region->x1, region->z1};
    for (int i = 0; i < 4; i++) hash = tr_hash_word((uint64_t)corners[i], hash);
    return hash;
}

static uint64_t hash_value(const tr_key *key, const void *owner, uint64_t hash)
{
    const void *field = (const char *)owner + key->offset;
    const double *numbers = field;
    switch (key->type) {
    case TR_KEY_NUMBER: return tr_hash_double(*numbers, hash);
    case TR_KEY_RANGE: return tr_hash_double(numbers[1], tr_hash_double(numbers[0], hash));
    case TR_KEY_INTEGER:
    case TR_KEY_FIELD:
    case TR_KEY_CHOICE: return tr_hash_word((uint64_t) * (const int32_t *)field, hash);
    case TR_KEY_SEED: return tr_hash_word(*(const uint64_t *)field, hash);
    case TR_KEY_BIOMES: return tr_hash_word(*(const uint32_t *)field, hash);
    case TR_KEY_CURVE: return hash_curve(owner, hash);
    case TR_KEY_TEXTURE: return hash_texture(field, hash);
    case TR_KEY_REGION: return hash_region(field, hash);
    default: return hash;  // names, and what is hashed for itself
    }
}

static uint64_t hash_values(const void *owner, tr_place_level level, unsigned terms, uint64_t hash)
{
    for (int i = 0; i < tr_place_key_count(); i++) {
        const tr_place_key *it = tr_place_key_at(i);
        const bool counts = it->level == level && (level != TR_PLACE_TERM_KEY || it->terms & terms);
        if (counts) hash = hash_value(&it->key, owner, hash);
    }
    return hash;
}

static uint64_t hash_node(const tr_ecotope_node *node, uint64_t hash)
{
    hash = tr_hash_word((uint64_t)node->layer, tr_hash_word((uint64_t)node->parent, hash));
    hash = hash_values(node, TR_PLACE_NODE_KEY, 0, tr_hash_word((uint64_t)node->term_count, hash));
    for (int32_t k = 0; k < node->term_count; k++) {
        const tr_density_term *term = &node->terms[k];
        hash = hash_values(term, TR_PLACE_TERM_KEY, 1u << term->kind, tr_hash_word(term->kind, hash));
    }
    return hash;
}

uint64_t tr_world_place_sets_hash(const tr_world_def *def, uint64_t hash)
{
    for (int32_t i = 0; i < def->place_set_count; i++) {
        const tr_world_place_set *set = &def->place_sets[i];
        hash = tr_hash_word((uint64_t)set->node_count, tr_hash_word((uint64_t)set->layer_count, hash));
        const char *name = set->set.name ? set->set.name : "";  // of which what stands where depends
        hash = tr_hash_bytes(name, strlen(name), hash);
        tr_world_place_set values = *set;
        if (values.set.radius_m < 0) values.set.radius_m = values.set.footprint_m / 2;
        hash = hash_values(&values, TR_PLACE_SET_KEY, 0, hash);
        for (int32_t k = 0; k < set->layer_count; k++) hash = hash_values(&set->layers[k], TR_PLACE_LAYER_KEY, 0, hash);
        for (int32_t k = 0; k < set->node_count; k++) hash = hash_node(&set->nodes[k], hash);
    }
    return hash;
}
