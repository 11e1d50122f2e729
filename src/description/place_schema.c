// The tables of keys of an item of `placement`, of its nodes, terms and layers (world_schema.h).
#include <string.h>

#include "base/hash_value.h"
#include "description/world_schema.h"
#include "terrain/terrain_schema.h"

// A set of a description has no points of its own.
static const char *const pattern_names[] = {
#define X(id, name, what) [TR_PATTERN_##id] = TR_PATTERN_##id == TR_PATTERN_OWN ? NULL : name,
    TR_PATTERN_LIST(X)
#undef X
};
_Static_assert(TR_PATTERN_OWN == TR_PATTERN_COUNT - 1, "the caller's own points are the last kind");
static const char *const op_names[] = {
#define X(id, name, what) name,
    TR_ECOTOPE_LIST(X)
#undef X
        NULL};
static const char *const model_names[] = {
#define X(id, name, variants, what) name,
    TR_MODEL_LIST(X)
#undef X
        NULL};
_Static_assert(sizeof(tr_pattern_kind) == sizeof(int32_t) && sizeof(tr_ecotope_op) == sizeof(int32_t) &&
                   sizeof(tr_model_kind) == sizeof(int32_t) && sizeof(tr_field) == sizeof(int32_t),
               "enumerations are read and written as 32-bit integers");

// Fields of one plane; numbers of biomes mean nothing in between, and flow depends on where a query ends.
static const char *const field_names[] = {"height",        "water",         "temperature", "humidity",
                                          "slope",         "aspect",        "curvature",   "water_distance",
                                          "road_distance", "city_distance", NULL};

// ---------------------------------------------------------------------------------------------------------
// Values of their own types

static uint64_t hash_field(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_hash_word((uint64_t)((const tr_density_term_def *)owner)->field, hash);
}

static uint64_t hash_biomes(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    return tr_hash_word(((const tr_density_term_def *)owner)->biomes, hash);
}

static uint64_t hash_curve(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    const tr_density_term_def *term = owner;
    hash = tr_hash_word((uint64_t)term->point_count, hash);
    for (int32_t i = 0; i < term->point_count; i++)
        hash = tr_hash_double(term->to[i], tr_hash_double(term->from[i], hash));
    return hash;
}

static uint64_t hash_texture(const tr_key *key, const void *owner, uint64_t hash)
{
    (void)key;
    const tr_grid *texture = &((const tr_density_term_def *)owner)->texture;
    hash = tr_hash_word((uint64_t)texture->height, tr_hash_word((uint64_t)texture->width, hash));
    for (int32_t j = 0; j < texture->height; j++) {
        for (int32_t i = 0; i < texture->width; i++)
            hash = tr_hash_double((double)texture->samples[j * texture->row_stride + i], hash);
    }
    return hash;
}

const tr_key_form tr_standard_form = {.name = "name"};
const tr_key_form tr_nodes_form = {.name = "list"};
const tr_key_form tr_terms_form = {.name = "list"};
const tr_key_form tr_layer_form = {.name = "mapping or name"};
const tr_key_form tr_field_form = {.name = "choice", .hash = hash_field};
const tr_key_form tr_biomes_form = {.name = "biome or list of biomes", .hash = hash_biomes};
const tr_key_form tr_curve_form = {.name = "[[x, y], ...]", .hash = hash_curve};
const tr_key_form tr_texture_form = {.name = "file", .hash = hash_texture};

// ---------------------------------------------------------------------------------------------------------
// Tables

#define TERM_AT(field) offsetof(tr_density_term_def, field)
enum {
    FIELD = 1 << TR_TERM_FIELD,
    BIOMES = 1 << TR_TERM_BIOMES,
    NOISE = 1 << TR_TERM_NOISE,
    TEXTURE = 1 << TR_TERM_TEXTURE
};

static const tr_key term_keys[] = {
    {"field", TR_KEY_OTHER, TERM_AT(field), "a field of the world; `height` is above the sea level",
     .choices = field_names, .form = &tr_field_form, .kinds = FIELD},
    {"biomes", TR_KEY_OTHER, TERM_AT(biomes), "the sum of the weights of these biomes, 0..1", .form = &tr_biomes_form,
     .kinds = BIOMES},
    {"noise", TR_KEY_DOUBLE, TERM_AT(size_m), "smooth noise, -1..1; this is the size of its largest features", NULL,
     TR_WITHIN(0.0625, 1e6, tr_lengths), .kinds = NOISE},
    {"texture", TR_KEY_OTHER, TERM_AT(texture), "a PNG, looked for beside the file; its grey or red, 0..1",
     .form = &tr_texture_form, .kinds = TEXTURE},
    {"within", TR_KEY_REGION, TERM_AT(texture_m), "the rectangle that the texture covers, as an `extent`", NULL,
     TR_WITHIN(-TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, tr_lengths), .kinds = TEXTURE},
    {"octaves", TR_KEY_INT, TERM_AT(octaves), "sizes of noise; each is half of the one before", "1",
     TR_WITHIN(1, 8, NULL), .kinds = NOISE},
    {"seed", TR_KEY_SEED, TERM_AT(seed), "another one is another noise", "0", .kinds = NOISE},
    {"curve", TR_KEY_OTHER, TERM_AT(from),
     "`[[x, y], ...]` with rising x: the factor is y where the value is x, straight between; without it the value "
     "itself",
     .form = &tr_curve_form},
};

#define LAYER_AT(field) offsetof(tr_world_place_layer, field)
static const tr_key layer_keys[] = {
    {"model", TR_KEY_CHOICE, LAYER_AT(model), "what it looks like", .choices = model_names},
    {"name", TR_KEY_TEXT, LAYER_AT(layer.name), "for reports and exports, and to name it again; else that of the model",
     .flags = TR_KEY_UNHASHED},
    {"scale", TR_KEY_RANGE, LAYER_AT(layer.scale_low), "sizes are spread evenly between these", "[0.8, 1.25]",
     TR_WITHIN(0.01, 100, NULL)},
    {"tilt", TR_KEY_DOUBLE, LAYER_AT(layer.tilt_limit_deg), "objects lean with the ground by at most this", "0",
     TR_WITHIN(0, 90, tr_angles)},
    {"sink", TR_KEY_DOUBLE, LAYER_AT(layer.sink_m), "how deep an object of scale 1 stands in the ground", "0",
     TR_WITHIN(-100, 100, tr_lengths)},
    {"variants", TR_KEY_INT, LAYER_AT(layer.variants), "of the model that are used", "all of the model",
     TR_WITHIN(1, 255, NULL), .flags = TR_KEY_DERIVED},
};

#define NODE_AT(field) offsetof(tr_ecotope_node_def, field)
static const tr_key node_keys[] = {
    {"name", TR_KEY_TEXT, NODE_AT(name), "for messages", .flags = TR_KEY_UNHASHED},
    {"op", TR_KEY_CHOICE, NODE_AT(op), "how its density comes from that of its parent and its own", "multiply",
     .choices = op_names},
    {"density", TR_KEY_DOUBLE, NODE_AT(density), "its own density is this times all terms", "1",
     TR_WITHIN(0, 1, tr_shares)},
    {"terms", TR_KEY_OTHER, NODE_AT(terms), "factors of its own density", .form = &tr_terms_form},
    {"layer", TR_KEY_OTHER, NODE_AT(layer),
     "what stands there with the density of this node: a mapping makes a layer, a name is one that was made further up",
     .form = &tr_layer_form},
    {"children", TR_KEY_OTHER, NODE_AT(parent), "nodes that inherit its density", .form = &tr_nodes_form},
    {"terms[]", TR_KEY_ITEMS, .table = &tr_place_term_schema},
    {"layer", TR_KEY_ITEMS, .table = &tr_place_layer_schema},
};

#define SET_AT(field) offsetof(tr_world_place_set_def, field)
static const tr_key set_keys[] = {
    {"standard", TR_KEY_OTHER, 0, "a set of the library that comes with the program; other keys change it",
     .form = &tr_standard_form},
    {"file", TR_KEY_OTHER, 0, "a file with one set, looked for beside the description; other keys change it",
     .form = &tr_file_form},
    {"name", TR_KEY_TEXT, SET_AT(set.name), "for reports and exports; of a file that of the file",
     .flags = TR_KEY_UNHASHED},
    {"footprint", TR_KEY_DOUBLE, SET_AT(set.footprint_m), "least distance of two objects of the set", "1",
     TR_WITHIN(0.0625, 4096, tr_lengths)},
    {"radius", TR_KEY_DOUBLE, SET_AT(set.radius_m),
     "of the disc that objects of other sets keep off; up to four footprints", "half the footprint",
     TR_WITHIN(0, 16384, tr_lengths), .flags = TR_KEY_DERIVED | TR_KEY_OPTIONAL},
    {"spacing", TR_KEY_DOUBLE, SET_AT(set.spacing_m), "of the samples of densities and heights: a power of two", "1",
     TR_WITHIN(0.0625, 64, tr_lengths)},
    {"pattern", TR_KEY_CHOICE, SET_AT(pattern), "how objects are spread: as they grow, evenly, or in rows", "dart",
     .choices = pattern_names},
    {"density", TR_KEY_DOUBLE, SET_AT(density), "factor of the densities of all layers", "1",
     TR_WITHIN(0, 100, tr_shares)},
    {"seed", TR_KEY_SEED, SET_AT(seed), "a number or any text: another one is another arrangement", .initial = "0"},
    {"view", TR_KEY_DOUBLE, SET_AT(view_m), "how far away pictures and viewers show its objects", "1000",
     TR_WITHIN(1, 100000, tr_lengths)},
    {"nodes", TR_KEY_OTHER, SET_AT(nodes), "what stands where: a tree of densities", .form = &tr_nodes_form},
    {"nodes[]", TR_KEY_ITEMS, .table = &tr_place_node_schema},
};

const tr_schema tr_place_set_schema = {"key of a set", TR_SCHEMA_KEYS(set_keys)};
const tr_schema tr_place_node_schema = {"key of a node", TR_SCHEMA_KEYS(node_keys)};
const tr_schema tr_place_term_schema = {"key of a term", TR_SCHEMA_KEYS(term_keys)};
const tr_schema tr_place_layer_schema = {"key of a layer", TR_SCHEMA_KEYS(layer_keys)};

tr_doc_measure tr_place_curve_measure(tr_term_kind kind, tr_field field)
{
    static const double max = 1e9;
    static const tr_unit *const all[] = {tr_lengths, tr_angles, tr_temperatures, tr_bends};
    const char *unit = kind == TR_TERM_FIELD ? tr_field_unit(field) : "";
    const tr_unit *units = tr_shares;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(unit, all[i]->name) == 0) units = all[i];
    }
    return (tr_doc_measure){units, -max, max};
}
