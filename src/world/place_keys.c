#include "world/place_keys.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "world/standard_sets.h"

static const tr_doc_unit lengths[] = {{"m", 0}, {"km", 3}, {"cm", -2}};
static const tr_doc_unit angles[] = {{"deg", 0}};
static const tr_doc_unit temperatures[] = {{"degC", 0}};
static const tr_doc_unit shares[] = {{"", 0}, {"%", -2}};
static const tr_doc_unit bends[] = {{"1/m", 0}};
static const tr_doc_unit plain[] = {{"", 0}};

// A set of a description has no points of its own.
enum { PATTERN_COUNT = TR_PATTERN_OWN };
_Static_assert(PATTERN_COUNT == TR_PATTERN_COUNT - 1, "the caller's own points are the last kind");

static const char *const pattern_names[] = {
#define X(id, name, what) name,
    TR_PATTERN_LIST(X)
#undef X
};
static const char *const op_names[] = {
#define X(id, name, what) name,
    TR_ECOTOPE_LIST(X)
#undef X
};
static const char *const model_names[] = {
#define X(id, name, variants, what) name,
    TR_MODEL_LIST(X)
#undef X
};
_Static_assert(sizeof(tr_pattern_kind) == sizeof(int32_t) && sizeof(tr_ecotope_op) == sizeof(int32_t) &&
                   sizeof(tr_model_kind) == sizeof(int32_t) && sizeof(tr_field) == sizeof(int32_t),
               "enumerations are read and written as 32-bit integers");

// Fields of one plane; numbers of biomes mean nothing in between, and flow depends on where a query ends.
static const char *const field_names[] = {"height", "water",     "temperature",    "humidity",      "slope",
                                          "aspect", "curvature", "water_distance", "road_distance", "city_distance"};

enum {
    FIELD = 1 << TR_TERM_FIELD,
    BIOMES = 1 << TR_TERM_BIOMES,
    NOISE = 1 << TR_TERM_NOISE,
    TEXTURE = 1 << TR_TERM_TEXTURE,
    ALL = FIELD | BIOMES | NOISE | TEXTURE
};

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))
#define SET "placement[]."
#define NODE SET "nodes[]."
#define TERM NODE "terms[]."
#define LAYER NODE "layer."
// clang-format off
#define ROW(path, type, units, struct, field, low, high, names, count, level, terms, help) \
    {{path, type, units, COUNT_OF(units), offsetof(struct, field), low, high, names, count, help}, level, terms}
#define SET_KEY(name, type, units, field, low, high, help) \
    ROW(SET name, type, units, tr_world_place_set, field, low, high, NULL, 0, TR_PLACE_SET_KEY, 0, help)
#define NODE_KEY(name, type, units, field, low, high, help) \
    ROW(NODE name, type, units, tr_ecotope_node, field, low, high, NULL, 0, TR_PLACE_NODE_KEY, 0, help)
#define TERM_KEY(name, type, units, field, low, high, terms, help) \
    ROW(TERM name, type, units, tr_density_term, field, low, high, NULL, 0, TR_PLACE_TERM_KEY, terms, help)
#define LAYER_KEY(name, type, units, field, low, high, help) \
    ROW(LAYER name, type, units, tr_world_place_layer, field, low, high, NULL, 0, TR_PLACE_LAYER_KEY, 0, help)
#define CHOICE(path, struct, field, names, count, level, terms, help) \
    ROW(path, TR_KEY_CHOICE, plain, struct, field, 1, 0, names, count, level, terms, help)
// clang-format on

static const tr_place_key keys[] = {
    SET_KEY("standard", TR_KEY_STANDARD, plain, set.name, 1, 0,
            "a set of the library that comes with the program; other keys change it"),
    SET_KEY("file", TR_KEY_FILE, plain, set.name, 1, 0,
            "a file with one set, looked for beside the description; other keys change it"),
    SET_KEY("name", TR_KEY_TEXT, plain, set.name, 1, 0, "for reports and exports; of a file that of the file"),
    SET_KEY("footprint", TR_KEY_NUMBER, lengths, set.footprint_m, 0.0625, 4096,
            "least distance of two objects of the set"),
    SET_KEY("radius", TR_KEY_NUMBER, lengths, set.radius_m, 0, 16384,
            "of the disc that objects of other sets keep off; up to four footprints"),
    SET_KEY("spacing", TR_KEY_NUMBER, lengths, set.spacing_m, 0.0625, 64,
            "of the samples of densities and heights: a power of two"),
    CHOICE(SET "pattern", tr_world_place_set, pattern, pattern_names, PATTERN_COUNT, TR_PLACE_SET_KEY, 0,
           "how objects are spread: as they grow, evenly, or in rows"),
    SET_KEY("density", TR_KEY_NUMBER, shares, density, 0, 100, "factor of the densities of all layers"),
    SET_KEY("seed", TR_KEY_SEED, plain, seed, 1, 0, "a number or any text: another one is another arrangement"),
    SET_KEY("view", TR_KEY_NUMBER, lengths, view_m, 1, 100000, "how far away pictures and viewers show its objects"),
    SET_KEY("nodes", TR_KEY_NODES, plain, nodes, 1, 0, "what stands where: a tree of densities"),

    NODE_KEY("name", TR_KEY_TEXT, plain, name, 1, 0, "for messages"),
    CHOICE(NODE "op", tr_ecotope_node, op, op_names, COUNT_OF(op_names), TR_PLACE_NODE_KEY, 0,
           "how its density comes from that of its parent and its own"),
    NODE_KEY("density", TR_KEY_NUMBER, shares, density, 0, 1, "its own density is this times all terms"),
    NODE_KEY("terms", TR_KEY_TERMS, plain, terms, 1, 0, "factors of its own density"),
    NODE_KEY("layer", TR_KEY_LAYER, plain, layer, 1, 0,
             "what stands there with the density of this node: a mapping makes a layer, a name is one that was made "
             "further up"),
    NODE_KEY("children", TR_KEY_NODES, plain, parent, 1, 0, "nodes that inherit its density"),

    ROW(TERM "field", TR_KEY_FIELD, plain, tr_density_term, field, 1, 0, field_names, COUNT_OF(field_names),
        TR_PLACE_TERM_KEY, FIELD, "a field of the world; `height` is above the sea level"),
    TERM_KEY("biomes", TR_KEY_BIOMES, plain, biomes, 1, 0, BIOMES, "the sum of the weights of these biomes, 0..1"),
    TERM_KEY("noise", TR_KEY_NUMBER, lengths, size_m, 0.0625, 1e6, NOISE,
             "smooth noise, -1..1; this is the size of its largest features"),
    TERM_KEY("texture", TR_KEY_TEXTURE, plain, texture, 1, 0, TEXTURE,
             "a PNG, looked for beside the file; its grey or red, 0..1"),
    TERM_KEY("within", TR_KEY_REGION, lengths, texture_m, -TR_WORLD_LIMIT_M, TR_WORLD_LIMIT_M, TEXTURE,
             "the rectangle that the texture covers, as an `extent`"),
    TERM_KEY("octaves", TR_KEY_INTEGER, plain, octaves, 1, 8, NOISE, "sizes of noise; each is half of the one before"),
    TERM_KEY("seed", TR_KEY_SEED, plain, seed, 1, 0, NOISE, "another one is another noise"),
    TERM_KEY("curve", TR_KEY_CURVE, plain, from, 1, 0, ALL,
             "`[[x, y], ...]` with rising x: the factor is y where the value is x, straight between; without it the "
             "value itself"),

    CHOICE(LAYER "model", tr_world_place_layer, model, model_names, COUNT_OF(model_names), TR_PLACE_LAYER_KEY, 0,
           "what it looks like"),
    LAYER_KEY("name", TR_KEY_TEXT, plain, layer.name, 1, 0,
              "for reports and exports, and to name it again; else that of the model"),
    LAYER_KEY("scale", TR_KEY_RANGE, plain, layer.scale_low, 0.01, 100, "sizes are spread evenly between these"),
    LAYER_KEY("tilt", TR_KEY_NUMBER, angles, layer.tilt_limit_deg, 0, 90,
              "objects lean with the ground by at most this"),
    LAYER_KEY("sink", TR_KEY_NUMBER, lengths, layer.sink_m, -100, 100,
              "how deep an object of scale 1 stands in the ground"),
    LAYER_KEY("variants", TR_KEY_INTEGER, plain, layer.variants, 1, 255, "of the model that are used"),
};

int tr_place_key_count(void)
{
    return COUNT_OF(keys);
}

const tr_place_key *tr_place_key_at(int index)
{
    assert(index >= 0 && index < COUNT_OF(keys));
    return &keys[index];
}

const tr_place_key *tr_place_key_find(tr_place_level level, const char *name)
{
    for (int i = 0; i < COUNT_OF(keys); i++) {
        if (keys[i].level == level && strcmp(tr_place_key_name(&keys[i]), name) == 0) return &keys[i];
    }
    return NULL;
}

const char *tr_place_key_name(const tr_place_key *key)
{
    static const size_t prefixes[TR_PLACE_LEVEL_COUNT] = {sizeof SET - 1, sizeof NODE - 1, sizeof TERM - 1,
                                                          sizeof LAYER - 1};
    return key->key.path + prefixes[key->level];
}

int tr_place_key_names(tr_place_level level, const char *out[TR_PLACE_MOST_KEYS])
{
    int count = 0;
    for (int i = 0; i < COUNT_OF(keys); i++) {
        if (keys[i].level != level) continue;
        assert(count < TR_PLACE_MOST_KEYS);
        out[count++] = tr_place_key_name(&keys[i]);
    }
    return count;
}

tr_doc_measure tr_place_curve_measure(tr_term_kind kind, tr_field field)
{
    static const double most = 1e9;
    if (kind != TR_TERM_FIELD) return (tr_doc_measure){shares, COUNT_OF(shares), -most, most};
    const char *unit = tr_field_unit(field);
    if (strcmp(unit, "m") == 0) return (tr_doc_measure){lengths, COUNT_OF(lengths), -most, most};
    if (strcmp(unit, "deg") == 0) return (tr_doc_measure){angles, COUNT_OF(angles), -most, most};
    if (strcmp(unit, "degC") == 0) return (tr_doc_measure){temperatures, COUNT_OF(temperatures), -most, most};
    if (strcmp(unit, "1/m") == 0) return (tr_doc_measure){bends, COUNT_OF(bends), -most, most};
    return (tr_doc_measure){shares, COUNT_OF(shares), -most, most};
}

// The number at the key of a default struct.
static double standard_number(const tr_place_key *it)
{
    const tr_world_place_set set = tr_default_world_place_set();
    const tr_ecotope_node node = tr_default_ecotope_node();
    const tr_density_term term = tr_default_density_term(TR_TERM_NOISE);
    const tr_world_place_layer layer = {tr_default_place_layer(), TR_MODEL_BROADLEAF};
    const char *const owners[TR_PLACE_LEVEL_COUNT] = {(const char *)&set, (const char *)&node, (const char *)&term,
                                                      (const char *)&layer};
    const void *field = owners[it->level] + it->key.offset;
    return it->key.type == TR_KEY_NUMBER ? *(const double *)field : *(const int32_t *)field;
}

void tr_place_key_standard(const tr_place_key *it, char *out, size_t size)
{
    const tr_place_layer layer = tr_default_place_layer();
    const bool is_kind = it->level == TR_PLACE_TERM_KEY && strcmp(tr_place_key_name(it), "noise") == 0;
    if (it->key.type == TR_KEY_NUMBER && it->key.offset == offsetof(tr_world_place_set, set.radius_m) &&
        it->level == TR_PLACE_SET_KEY)
        snprintf(out, size, "half the footprint");
    else if (it->key.type == TR_KEY_INTEGER && it->level == TR_PLACE_LAYER_KEY)
        snprintf(out, size, "all of the model");
    else if (it->key.type == TR_KEY_CHOICE && it->level != TR_PLACE_LAYER_KEY)
        snprintf(out, size, "%s", it->key.choices[0]);
    else if (it->key.type == TR_KEY_RANGE)
        snprintf(out, size, "[%.10g, %.10g]", layer.scale_low, layer.scale_high);
    else if (!is_kind && (it->key.type == TR_KEY_NUMBER || it->key.type == TR_KEY_INTEGER))
        snprintf(out, size, "%.10g", standard_number(it));
    else
        snprintf(out, size, "%s", it->key.type == TR_KEY_SEED ? "0" : "");
}
