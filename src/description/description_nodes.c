#include "description/description_nodes.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "place/ecotope.h"
#include "terrane/io.h"
#include "description/world_place_set.h"
#include "description/world_schema.h"

// How deep nodes may lie within each other.
enum { MAX_DEPTH = 16 };

// A set while it is read.
typedef struct set_reader {
    const tr_description *source;
    const tr_doc *doc;  // of the source
    tr_described_set *own;
} set_reader;

// A list that is not empty.
static bool check_list(const set_reader *reader, const tr_doc_node *node, const char *example, tr_error *err)
{
    const char *name = node->key ? node->key->text : "this";
    if (node->kind != TR_DOC_SEQUENCE)
        return tr_doc_fail(reader->doc, node, err, "'%s' must be a list, such as %s", name, example);
    if (node->child_count == 0)
        return tr_doc_fail(reader->doc, node, err, "'%s' is empty; write a list, such as %s, or leave it out", name,
                           example);
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Terms

static const char *const term_names[] = {
#define X(id, name, what) name,
    TR_TERM_LIST(X)
#undef X
};

static bool read_curve_point(const set_reader *reader, const tr_doc_node *node, tr_density_term_def *term,
                             tr_error *err)
{
    static const tr_doc_measure factor = {tr_shares, 0, 1};
    const tr_doc_measure measure = tr_place_curve_measure(term->kind, term->field);
    const int32_t count = term->point_count;
    if (node->kind != TR_DOC_SEQUENCE || node->child_count != 2)
        return tr_doc_fail(reader->doc, node, err,
                           "a point of a curve is [x, y]: y is the factor where the value is x");
    const tr_doc_node *x = node->child, *y = x->next;
    if (!tr_doc_quantity(reader->doc, x, &measure, &term->from[count], err) ||
        !tr_doc_quantity(reader->doc, y, &factor, &term->to[count], err))
        return false;
    // As floats, which is what they are compared with.
    if (count > 0 && (float)term->from[count] - (float)term->from[count - 1] < TR_ECOTOPE_MIN_STEP) {
        char found[TR_TEXT_QUOTE_SIZE];
        return tr_doc_fail(reader->doc, x, err, "x is %s, not more than that of the point before; x must rise",
                           tr_text_quote(found, x->text));
    }
    term->point_count++;
    return true;
}

static bool read_curve(const set_reader *reader, const tr_doc_node *node, tr_density_term_def *term, tr_error *err)
{
    if (!check_list(reader, node, "[[0, 0], [10, 1]]", err)) return false;
    if (node->child_count < 2 || node->child_count > TR_TERM_MAX_POINTS)
        return tr_doc_fail(reader->doc, node, err, "'curve' has %d %s; allowed are 2 to %d", node->child_count,
                           node->child_count == 1 ? "point" : "points", TR_TERM_MAX_POINTS);
    for (const tr_doc_node *point = node->child; point; point = point->next) {
        if (!read_curve_point(reader, point, term, err)) return false;
    }
    return true;
}

static bool read_biome(const set_reader *reader, const tr_doc_node *node, uint32_t *out, tr_error *err)
{
    static const char *const names[] = {
#define X(id, name, color, what) name,
        TR_BIOME_LIST(X)
#undef X
    };
    int biome = 0;
    if (!tr_doc_choice(reader->doc, node, names, TR_BIOME_COUNT, &biome, err)) return false;
    if (*out & 1u << biome) return tr_doc_fail(reader->doc, node, err, "'%s' is named twice", names[biome]);
    *out |= 1u << biome;
    return true;
}

static bool read_biomes(const set_reader *reader, const tr_doc_node *node, uint32_t *out, tr_error *err)
{
    *out = 0;
    if (node->kind == TR_DOC_SCALAR) return read_biome(reader, node, out, err);
    if (!check_list(reader, node, "[forest, taiga]", err)) return false;
    for (const tr_doc_node *item = node->child; item; item = item->next) {
        if (!read_biome(reader, item, out, err)) return false;
    }
    return true;
}

static bool read_field(const set_reader *reader, const tr_key *key, const tr_doc_node *node, tr_field *out,
                       tr_error *err)
{
    int choice = 0;
    return tr_doc_choice(reader->doc, node, key->choices, tr_key_choice_count(key), &choice, err) &&
           tr_field_from_name(key->choices[choice], out);
}

// The first channel of a picture, 0..1.
static bool take_picture(tr_context *context, const tr_image *picture, tr_grid *out, tr_error *err)
{
    if (!tr_grid_create(context, picture->width, picture->height, 1, out, err)) return false;
    for (int32_t j = 0; j < out->height; j++) {
        const uint8_t *bytes = (const uint8_t *)picture->pixels + (size_t)j * picture->row_bytes;
        const uint16_t *words = (const uint16_t *)(const void *)bytes;
        float *row = out->samples + j * out->row_stride;
        for (int32_t i = 0; i < out->width; i++)
            row[i] = picture->bits == 8 ? (float)bytes[i * picture->channels] / 255.0f
                                        : (float)words[i * picture->channels] / 65535.0f;
    }
    return true;
}

static bool read_texture(const set_reader *reader, const tr_doc_node *node, tr_grid *out, tr_error *err)
{
    tr_context *context = reader->source->context;
    char *path = tr_description_find_file(reader->source, node, err);
    if (!path) return false;
    tr_image picture = {0};
    tr_error problem;
    const bool found = tr_png_read(context, path, &picture, &problem);
    tr_free(context, path);
    if (!found) return tr_description_fail_at(reader->source, node, &problem, err);
    const bool taken = take_picture(context, &picture, out, err);
    tr_image_destroy(context, &picture);
    return taken;
}

// A term while it is read.
typedef struct term_reader {
    const set_reader *set;
    const tr_doc_node *curve;
} term_reader;

// A curve is read last, because its unit is that of the field.
static bool read_term_other(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    term_reader *reader = user;
    tr_density_term_def *term = owner;
    if (key->form == &tr_field_form) return read_field(reader->set, key, node, &term->field, err);
    if (key->form == &tr_biomes_form) return read_biomes(reader->set, node, &term->biomes, err);
    if (key->form == &tr_texture_form) return read_texture(reader->set, node, &term->texture, err);
    reader->curve = node;
    return true;
}

// The one thing that a term looks at.
static bool find_kind(const set_reader *reader, const tr_doc_node *node, tr_term_kind *out, tr_error *err)
{
    const tr_doc_node *found = NULL;
    for (const tr_doc_node *value = node->child; value; value = value->next) {
        for (int i = 0; i < TR_TERM_COUNT; i++) {
            if (strcmp(value->key->text, term_names[i]) != 0) continue;
            if (found)
                return tr_doc_fail(reader->doc, value->key, err,
                                   "'%s' does not go with '%s' in line %d: a term looks at one thing", term_names[i],
                                   found->key->text, found->key->line);
            found = value;
            *out = (tr_term_kind)i;
        }
    }
    if (found) return true;
    return tr_doc_fail(reader->doc, node, err,
                       "this term looks at nothing: give it one of field, biomes, noise and texture");
}

static bool read_term_values(const set_reader *set, const tr_doc_node *node, tr_density_term_def *term, tr_error *err)
{
    term_reader user = {.set = set};
    const tr_schema_reader reader = {set->doc, read_term_other, &user, 1u << term->kind, term_names[term->kind]};
    return tr_schema_read_values(&reader, &tr_place_term_schema, node, term, err) &&
           (!user.curve || read_curve(set, user.curve, term, err));
}

static bool check_texture(const set_reader *reader, const tr_doc_node *node, const tr_density_term_def *term,
                          tr_error *err)
{
    if (term->kind != TR_TERM_TEXTURE) return true;
    const tr_doc_node *within = tr_doc_find(node, "within");
    if (!within)
        return tr_doc_fail(reader->doc, node, err,
                           "'within' is missing: a texture covers a rectangle, [x0, z0, x1, z1]");
    const tr_region *region = &term->texture_m;
    if (region->x0 < region->x1 && region->z0 < region->z1) return true;
    return tr_doc_fail(reader->doc, within, err, "'within' is empty; x1 must be greater than x0 and z1 than z0");
}

static bool read_term(const set_reader *reader, const tr_doc_node *node, tr_error *err)
{
    static const char example[] = "a term is a mapping, such as {field: slope, curve: [[20 %, 1], [50 %, 0]]}";
    tr_described_set *own = reader->own;
    tr_term_kind kind = TR_TERM_FIELD;
    if (node->kind != TR_DOC_MAPPING) return tr_doc_fail(reader->doc, node, err, "%s", example);
    if (!tr_schema_check_keys(reader->doc, &tr_place_term_schema, node, err) || !find_kind(reader, node, &kind, err))
        return false;
    tr_density_term_def *grown = tr_array_reserve(reader->source->context, own->terms, own->term_count,
                                                  &own->term_capacity, sizeof *own->terms, err);
    if (!grown) return false;
    own->terms = grown;
    tr_density_term_def *term = &own->terms[own->term_count++];
    *term = tr_default_density_term_def(kind);
    return read_term_values(reader, node, term, err) && check_texture(reader, node, term, err);
}

static bool read_terms(const set_reader *reader, const tr_doc_node *node, int32_t *count, tr_error *err)
{
    if (!check_list(reader, node, "[{field: slope, curve: [[20 %, 1], [50 %, 0]]}]", err)) return false;
    if (node->child_count > TR_ECOTOPE_MAX_TERMS)
        return tr_doc_fail(reader->doc, node, err, "'terms' has %d items; allowed are %d", node->child_count,
                           TR_ECOTOPE_MAX_TERMS);
    for (const tr_doc_node *term = node->child; term; term = term->next) {
        if (!read_term(reader, term, err)) return false;
    }
    *count = node->child_count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Layers

static bool add_layer(const set_reader *reader, const tr_doc_node *node, const tr_world_place_layer *layer,
                      tr_error *err)
{
    tr_described_set *own = reader->own;
    if (own->layer_count == TR_PLACE_MAX_LAYERS)
        return tr_doc_fail(reader->doc, node, err, "this is layer %d of the set; allowed are %d", own->layer_count + 1,
                           TR_PLACE_MAX_LAYERS);
    tr_world_place_layer *grown = tr_array_reserve(reader->source->context, own->layers, own->layer_count,
                                                   &own->layer_capacity, sizeof *own->layers, err);
    if (!grown) return false;
    own->layers = grown;
    own->layers[own->layer_count++] = *layer;
    return true;
}

static int32_t find_layer(const tr_described_set *own, const char *name)
{
    int32_t index = own->layer_count - 1;
    while (index >= 0 && strcmp(own->layers[index].layer.name, name) != 0) index--;
    return index;
}

// The model comes first: the name and the number of variants hang on it.
static bool make_layer(const set_reader *set, const tr_doc_node *node, tr_error *err)
{
    if (!tr_schema_check_keys(set->doc, &tr_place_layer_schema, node, err)) return false;
    const tr_doc_node *model = tr_doc_find(node, "model");
    if (!model)
        return tr_doc_fail(set->doc, node, err, "'model' is missing: a layer is of broadleaf, conifer, rock, ...");
    tr_world_place_layer layer = {.layer = tr_default_place_layer_def()};
    const tr_schema_reader reader = {.doc = set->doc, .kinds = ~0u};
    const tr_key *key = tr_schema_key(&tr_place_layer_schema, "model");
    if (!tr_schema_read_value(&reader, key, model, &layer, err)) return false;
    layer.layer.variants = tr_model_variants(layer.model);
    layer.layer.name = tr_model_name(layer.model);
    if (!tr_schema_read_values(&reader, &tr_place_layer_schema, node, &layer, err)) return false;
    tr_place_problem problem;
    if (!tr_world_place_layer_check(&layer, &problem)) {
        const tr_doc_node *at = tr_doc_find(node, problem.key);
        return tr_doc_fail(set->doc, at ? at : node, err, "%s", problem.message);
    }
    if (find_layer(set->own, layer.layer.name) >= 0) {
        const tr_doc_node *name = tr_doc_find(node, "name");
        return tr_doc_fail(set->doc, name ? name : node, err,
                           "there is a layer '%s' already: write layer: %s to name it again, or give this one another "
                           "'name'",
                           layer.layer.name, layer.layer.name);
    }
    return add_layer(set, node, &layer, err);
}

// A mapping makes a layer, a text names one that was made further up.
static bool read_layer(const set_reader *reader, const tr_doc_node *node, int32_t *out, tr_error *err)
{
    tr_described_set *own = reader->own;
    *out = own->layer_count;
    if (node->kind == TR_DOC_MAPPING) return make_layer(reader, node, err);
    const char *name =
        tr_doc_text(reader->doc, node, "a mapping such as {model: conifer}, or the name of a layer further up,", err);
    if (!name) return false;
    *out = find_layer(own, name);
    if (*out >= 0) return true;
    const char *names[TR_PLACE_MAX_LAYERS];
    for (int32_t i = 0; i < own->layer_count; i++) names[i] = own->layers[i].layer.name;
    if (own->layer_count == 0)
        return tr_doc_fail(reader->doc, node, err,
                           "'layer' is '%s', but no layer was made so far; write {model: conifer} to make one", name);
    int choice;
    return tr_doc_choice(reader->doc, node, names, own->layer_count, &choice, err);
}

// ---------------------------------------------------------------------------------------------------------
// Nodes

static bool read_list(set_reader *reader, const tr_doc_node *list, int32_t parent, int depth, tr_error *err);

static int32_t add_node(const set_reader *reader, const tr_doc_node *node, int32_t parent, tr_error *err)
{
    tr_described_set *own = reader->own;
    if (own->node_count == TR_WORLD_MAX_PLACE_NODES) {
        tr_doc_fail(reader->doc, node, err, "this is node %d of the set; allowed are %d", own->node_count + 1,
                    TR_WORLD_MAX_PLACE_NODES);
        return -1;
    }
    tr_ecotope_node_def *grown = tr_array_reserve(reader->source->context, own->nodes, own->node_count,
                                                  &own->node_capacity, sizeof *own->nodes, err);
    if (!grown) return -1;
    own->nodes = grown;
    own->nodes[own->node_count] = tr_default_ecotope_node_def();
    own->nodes[own->node_count].parent = parent;
    return own->node_count++;
}

// Layers and children come after the node's own values.
static bool read_node_other(void *user, const tr_key *key, const tr_doc_node *node, void *owner, tr_error *err)
{
    tr_ecotope_node_def *out = owner;
    return key->form != &tr_terms_form || read_terms(user, node, &out->term_count, err);
}

static bool read_node(set_reader *set, const tr_doc_node *node, int32_t parent, int depth, tr_error *err)
{
    if (node->kind != TR_DOC_MAPPING)
        return tr_doc_fail(set->doc, node, err, "a node is a mapping, such as {density: 0.5, layer: {model: conifer}}");
    if (!tr_schema_check_keys(set->doc, &tr_place_node_schema, node, err)) return false;
    const int32_t index = add_node(set, node, parent, err);
    if (index < 0) return false;
    tr_described_set *own = set->own;
    const tr_schema_reader reader = {set->doc, read_node_other, set, ~0u, NULL};
    if (!tr_schema_read_values(&reader, &tr_place_node_schema, node, &own->nodes[index], err)) return false;
    const tr_doc_node *layer = tr_doc_find(node, "layer"), *children = tr_doc_find(node, "children");
    if (layer && !read_layer(set, layer, &own->nodes[index].layer, err)) return false;
    return !children || read_list(set, children, index, depth + 1, err);
}

// Nodes lie MAX_DEPTH deep at most, so this recursion ends soon.
static bool read_list(set_reader *reader, const tr_doc_node *list, int32_t parent, int depth, tr_error *err)
{
    if (!check_list(reader, list, "[{density: 50 %, layer: {model: conifer}}]", err)) return false;
    if (depth > MAX_DEPTH)
        return tr_doc_fail(reader->doc, list, err, "nodes lie %d deep within each other here; allowed are %d", depth,
                           MAX_DEPTH);
    for (const tr_doc_node *node = list->child; node; node = node->next) {
        if (!read_node(reader, node, parent, depth, err)) return false;
    }
    return true;
}

bool tr_description_read_nodes(const tr_description *source, const tr_doc_node *node, tr_described_set *own,
                               tr_error *err)
{
    set_reader reader = {source, source->doc, own};
    if (!read_list(&reader, node, -1, 1, err)) return false;
    if (own->layer_count == 0)
        return tr_doc_fail(reader.doc, node, err, "no node has a 'layer': nothing would stand anywhere");
    // Terms were read node by node; where they lie is known when there are no more to come.
    int32_t first = 0;
    for (int32_t i = 0; i < own->node_count; i++) {
        own->nodes[i].terms = own->nodes[i].term_count > 0 ? &own->terms[first] : NULL;
        first += own->nodes[i].term_count;
    }
    return true;
}
