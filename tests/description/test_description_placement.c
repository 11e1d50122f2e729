// Placement of a description: values arrive in their fields, a struct is the same as a file, the hash sees everything,
// and what is bad is refused with its place.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/io.h"
#include "test_context.h"
#include "description/description.h"
#include "description/default_sets.h"
#include "world/world.h"
#include "description/world_def.h"
#include "terrane/world.h"
#include "description/world_place_set.h"
#include "description/world_schema.h"

// Files that a description names are looked for beside this.
#define DESCRIPTION "tests/world/data/world.yaml"

static test_allocator allocator;
static tr_context *context;

static int make_context(void **state)
{
    (void)state;
    context = test_context_counting(1, &allocator);
    return 0;
}

static int end_context(void **state)
{
    (void)state;
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
    return 0;
}

static tr_description read(const char *text)
{
    tr_description description;
    tr_error err = {0};
    if (!tr_description_read_text(context, DESCRIPTION, text, strlen(text), &description, &err))
        fail_msg("%s\n-> %s", text, err.message);
    return description;
}

static uint64_t hash_of(const char *text)
{
    tr_description description = read(text);
    const uint64_t hash = tr_world_def_hash(&description.def);
    tr_description_release(&description);
    return hash;
}

// ---------------------------------------------------------------------------------------------------------
// Values

static const char inline_set[] =
    "placement:\n"
    "  - name: posts\n"
    "    footprint: 10 m\n"
    "    radius: 50 cm\n"
    "    spacing: 0.5 m\n"
    "    pattern: grid\n"
    "    density: 50 %\n"
    "    seed: 7\n"
    "    view: 0.3 km\n"
    "    nodes:\n"
    "      - name: land\n"
    "        terms:\n"
    "          - {curve: [[1 m, 0], [0.02 km, 50 %], [30, 1]], field: road_distance}\n"
    "          - {biomes: [forest, taiga]}\n"
    "        children:\n"
    "          - op: mask\n"
    "            density: 80 %\n"
    "            terms: [{noise: 180 m, octaves: 3, seed: 4, curve: [[-0.3, 10 %], [0.2, 1]]}]\n"
    "            layer: {model: dead_tree, name: post, scale: [0.5, 2], tilt: 4 deg, sink: 10 cm, variants: 2}\n"
    "          - {biomes_not: 0}\n";

static void an_inline_set_arrives_in_its_fields(void **state)
{
    (void)state;
    char text[2048];
    snprintf(text, sizeof text,
             "%.*s          - {density: 1 %%, layer: post}\n      - {op: add, layer: {model: rock}}\n",
             (int)(strstr(inline_set, "          - {biomes_not") - inline_set), inline_set);
    tr_description d = read(text);
    assert_int_equal(d.def.place_set_count, 1);
    const tr_world_place_set_def *set = &d.def.place_sets[0];
    assert_string_equal(set->set.name, "posts");
    assert_true(set->set.footprint_m == 10 && set->set.radius_m == 0.5 && set->set.spacing_m == 0.5);
    assert_int_equal(set->pattern, TR_PATTERN_GRID);
    assert_true(set->density == 0.5 && set->seed == 7 && set->view_m == 300);
    assert_int_equal(set->node_count, 4);
    const tr_ecotope_node_def *nodes = set->nodes;
    assert_string_equal(nodes[0].name, "land");
    assert_true(nodes[0].parent == -1 && nodes[1].parent == 0 && nodes[2].parent == 0 && nodes[3].parent == -1);
    assert_true(nodes[0].layer == -1 && nodes[1].layer == 0 && nodes[2].layer == 0 && nodes[3].layer == 1);
    assert_true(nodes[0].op == TR_ECOTOPE_MULTIPLY && nodes[1].op == TR_ECOTOPE_MASK && nodes[3].op == TR_ECOTOPE_ADD);
    assert_true(nodes[0].density == 1 && nodes[1].density == 0.8 && nodes[2].density == 0.01);
    assert_true(nodes[0].term_count == 2 && nodes[1].term_count == 1 && nodes[2].term_count == 0);
    const tr_density_term_def *road = &nodes[0].terms[0], *biomes = &nodes[0].terms[1], *noise = &nodes[1].terms[0];
    assert_true(road->kind == TR_TERM_FIELD && road->field == TR_FIELD_ROAD_DISTANCE && road->point_count == 3);
    assert_true(road->from[1] == 20 && road->to[1] == 0.5 && road->from[2] == 30);
    assert_true(biomes->kind == TR_TERM_BIOMES && biomes->biomes == (1u << TR_BIOME_FOREST | 1u << TR_BIOME_TAIGA));
    assert_int_equal(biomes->point_count, 0);
    assert_true(noise->kind == TR_TERM_NOISE && noise->size_m == 180 && noise->octaves == 3 && noise->seed == 4);
    assert_int_equal(set->layer_count, 2);
    const tr_world_place_layer *post = &set->layers[0], *rock = &set->layers[1];
    assert_string_equal(post->layer.name, "post");
    assert_true(post->model == TR_MODEL_DEAD_TREE && post->layer.scale_low == 0.5 && post->layer.scale_high == 2);
    assert_true(post->layer.tilt_limit_deg == 4 && post->layer.sink_m == 0.1 && post->layer.variants == 2);
    assert_string_equal(rock->layer.name, "rock");
    assert_int_equal(rock->layer.variants, tr_model_variants(TR_MODEL_ROCK));
    tr_description_release(&d);
}

static void a_file_is_read_beside_the_description(void **state)
{
    (void)state;
    tr_description d = read("placement: [{file: ecotopes/rocks.yaml, view: 50 m, name: stones}]\n");
    const tr_world_place_set_def *set = &d.def.place_sets[0];
    assert_string_equal(set->set.name, "stones");
    assert_true(set->set.footprint_m == 3 && set->view_m == 50 && isnan(set->set.radius_m));
    assert_true(set->layers[0].layer.scale_low == 1.5 && set->layers[0].layer.scale_high == 1.5);
    assert_true(set->nodes[0].terms[0].from[1] == 0.6);
    tr_description_release(&d);
    d = read("placement: [{file: ecotopes/rocks.yaml}]\n");
    assert_string_equal(d.def.place_sets[0].set.name, "rocks");
    tr_description_release(&d);
}

static void the_standard_library_is_inside(void **state)
{
    (void)state;
    assert_true(tr_default_set_count >= 1 && tr_default_set_count <= TR_PLACE_MAX_SETS);
    tr_description all = read("placement: standard\n");
    assert_int_equal(all.def.place_set_count, tr_default_set_count);
    for (int i = 0; i < tr_default_set_count; i++) {
        char text[128];
        snprintf(text, sizeof text, "placement: [{standard: %s, density: 50 %%, footprint: 5}]\n",
                 tr_default_sets[i].name);
        tr_description one = read(text);
        const tr_world_place_set_def *set = &one.def.place_sets[0], *same = &all.def.place_sets[i];
        assert_string_equal(set->set.name, tr_default_sets[i].name);
        assert_true(set->density == 0.5 && same->density == 1 && set->set.footprint_m == 5);
        assert_int_equal(set->node_count, same->node_count);
        assert_int_equal(set->layer_count, same->layer_count);
        tr_description_release(&one);
    }
    tr_description_release(&all);
}

// The texts inside are those of the files that are read beside a description.
static void the_standard_library_is_that_of_the_files(void **state)
{
    (void)state;
    for (int i = 0; i < tr_default_set_count; i++) {
        char inside[128], beside[128];
        snprintf(inside, sizeof inside, "placement: [{standard: %s}]\n", tr_default_sets[i].name);
        snprintf(beside, sizeof beside, "placement: [{file: ../../../worlds/ecotopes/%s.yaml}]\n",
                 tr_default_sets[i].name);
        assert_true(hash_of(inside) == hash_of(beside));
    }
}

static void a_texture_is_read_beside_its_file(void **state)
{
    (void)state;
#ifdef TR_HAVE_PNG
    static const char path[] = "tests/world/data/placement_texture.png";
    static uint16_t pixels[6] = {0, 65535, 13107, 26214, 39321, 52428};
    const tr_image picture = {pixels, 3, 2, 1, 16, 3 * sizeof *pixels};
    tr_error err = {0};
    if (!tr_png_write(context, path, &picture, &err)) fail_msg("%s", err.message);
    tr_description d = read(
        "placement:\n"
        "  - nodes: [{terms: [{texture: placement_texture.png, within: [-5, -4, 10, 20]}], layer: {model: fern}}]\n");
    const tr_density_term_def *term = &d.def.place_sets[0].nodes[0].terms[0];
    assert_true(term->kind == TR_TERM_TEXTURE && term->texture.width == 3 && term->texture.height == 2);
    assert_true(term->texture.samples[1] == 1 && term->texture.samples[2] == 0.2f && term->texture.samples[5] == 0.8f);
    assert_true(term->texture_m.x0 == -5 && term->texture_m.z1 == 20);
    const uint64_t before = tr_world_def_hash(&d.def);
    term->texture.samples[4] = 0.5f;
    assert_true(tr_world_def_hash(&d.def) != before);
    tr_description_release(&d);
    remove(path);
#endif
}

// ---------------------------------------------------------------------------------------------------------
// Structs

static const char two_sets[] =
    "placement:\n"
    "  - {file: ecotopes/rocks.yaml}\n"
    "  - name: ferns\n"
    "    nodes:\n"
    "      - terms: [{field: slope, curve: [[0.2, 1], [0.6, 0]]}, {noise: 40, octaves: 2}, {biomes: forest}]\n"
    "        children: [{layer: {model: fern}}, {op: subtract, density: 0.3, layer: {model: bush}}]\n";

// Changes a value in a way that stays within its range; false for one that is hashed otherwise or not at all.
static bool change(void *owner, const tr_key *key)
{
    void *field = (char *)owner + key->offset;
    double *numbers = field;
    switch (key->type) {
    case TR_KEY_DOUBLE: *numbers = *numbers == key->high ? key->low : key->high; return true;
    case TR_KEY_RANGE: numbers[1] += 0.125; return true;
    case TR_KEY_INT: *(int32_t *)field += *(int32_t *)field < key->high ? 1 : -1; return true;
    case TR_KEY_CHOICE: *(int32_t *)field = (*(int32_t *)field + 1) % tr_key_choice_count(key); return true;
    case TR_KEY_SEED: *(uint64_t *)field += 1; return true;
    case TR_KEY_OTHER:
        if (key->form == &tr_field_form) *(tr_field *)field = TR_FIELD_HUMIDITY;
        if (key->form == &tr_biomes_form) *(uint32_t *)field ^= 1;
        if (key->form == &tr_curve_form) ((tr_density_term_def *)owner)->to[0] = 0.25;
        return key->form == &tr_field_form || key->form == &tr_biomes_form || key->form == &tr_curve_form;
    default: return false;
    }
}

static void the_hash_sees_every_value(void **state)
{
    (void)state;
    tr_description d = read(two_sets);
    const uint64_t before = tr_world_def_hash(&d.def);
    tr_world_place_set_def *set = &d.set_items[1];
    tr_ecotope_node_def *node = (tr_ecotope_node_def *)&set->nodes[0];
    tr_density_term_def *terms = (tr_density_term_def *)node->terms;
    tr_world_place_layer *layer = (tr_world_place_layer *)&set->layers[1];
    int changed = 0;
    const struct {
        const tr_schema *schema;
        void *owner;
        size_t size;
        unsigned kinds;
    } owners[] = {
        {&tr_place_set_schema, set, sizeof *set, ~0u},
        {&tr_place_node_schema, node, sizeof *node, ~0u},
        {&tr_place_term_schema, &terms[0], sizeof *terms, 1u << terms[0].kind},
        {&tr_place_term_schema, &terms[1], sizeof *terms, 1u << terms[1].kind},
        {&tr_place_term_schema, &terms[2], sizeof *terms, 1u << terms[2].kind},
        {&tr_place_layer_schema, layer, sizeof *layer, ~0u},
    };
    for (size_t k = 0; k < sizeof owners / sizeof *owners; k++) {
        for (int i = 0; i < owners[k].schema->key_count; i++) {
            const tr_key *key = &owners[k].schema->keys[i];
            if (key->kinds && !(key->kinds & owners[k].kinds)) continue;
            const bool is_curve = key->form == &tr_curve_form;
            if (is_curve && ((const tr_density_term_def *)owners[k].owner)->point_count == 0) continue;
            char saved[512];
            assert_true(owners[k].size <= sizeof saved);
            memcpy(saved, owners[k].owner, owners[k].size);
            if (!change(owners[k].owner, key)) continue;
            if (tr_world_def_hash(&d.def) == before) fail_msg("the hash does not see %s", key->name);
            memcpy(owners[k].owner, saved, owners[k].size);
            changed++;
        }
    }
    assert_true(changed >= 18);
    assert_true(tr_world_def_hash(&d.def) == before);
    d.def.place_set_count = 1;
    assert_true(tr_world_def_hash(&d.def) != before);
    d.def.place_set_count = 2;
    tr_description_release(&d);
    // Half the footprint is the default radius.
    assert_true(hash_of("placement: [{file: ecotopes/rocks.yaml}]\n") ==
                hash_of("placement: [{file: ecotopes/rocks.yaml, radius: 1.5 m}]\n"));
    assert_true(hash_of("placement: [{file: ecotopes/rocks.yaml}]\n") !=
                hash_of("placement: [{file: ecotopes/rocks.yaml, name: other}]\n"));
}

static void a_struct_is_the_same_as_a_file(void **state)
{
    (void)state;
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_FIELD);
    term.field = TR_FIELD_SLOPE;
    term.point_count = 2;
    term.from[0] = 0.2;
    term.from[1] = 0.6;
    term.to[1] = 1;
    tr_ecotope_node_def node = tr_default_ecotope_node_def();
    node.terms = &term;
    node.term_count = 1;
    node.layer = 0;
    tr_world_place_layer layer = {tr_default_place_layer_def(), TR_MODEL_ROCK};
    layer.layer.scale_low = layer.layer.scale_high = 1.5;
    layer.layer.variants = tr_model_variants(TR_MODEL_ROCK);
    tr_world_place_set_def set = tr_default_world_place_set_def();
    set.set.name = "rocks";
    set.set.footprint_m = 3;
    set.layers = &layer;
    set.layer_count = 1;
    set.nodes = &node;
    set.node_count = 1;
    tr_world_def def = tr_default_world_def();
    def.place_sets = &set;
    def.place_set_count = 1;
    tr_error err = {0};
    if (!tr_world_def_check(&def, &err)) fail_msg("%s", err.message);
    assert_true(tr_world_def_hash(&def) == hash_of("placement: [{file: ecotopes/rocks.yaml}]\n"));
}

static void a_copy_holds_everything(void **state)
{
    (void)state;
    tr_description d = read(two_sets);
    tr_world_place_set_def *copy;
    tr_error err = {0};
    assert_true(tr_world_place_sets_copy(context, d.def.place_sets, 2, &copy, &err));
    const uint64_t hash = tr_world_def_hash(&d.def);
    tr_description_release(&d);
    tr_world_def def = tr_default_world_def();
    def.place_sets = copy;
    def.place_set_count = 2;
    assert_true(tr_world_def_hash(&def) == hash);
    assert_string_equal(copy[1].set.name, "ferns");
    assert_string_equal(copy[1].layers[1].layer.name, "bush");
    assert_string_equal(copy[0].nodes[0].name, "slopes");
    tr_free(context, copy);
}

// Breaks one thing of a good definition at a time.
typedef struct bad_struct {
    const char *path, *message;
    size_t offset;  // of a double in the set
    double value;
} bad_struct;

static void structs_are_checked(void **state)
{
    (void)state;
#define AT(field) offsetof(tr_world_place_set_def, field)
    static const bad_struct numbers[] = {
        {"placement[1].footprint", "allowed is 0.0625 to 4096 m", AT(set.footprint_m), 0},
        {"placement[1].footprint", "is not finite", AT(set.footprint_m), NAN},
        {"placement[1]: 'spacing' is 3 m", "a power of two", AT(set.spacing_m), 3},
        {"placement[1]: 'radius' is 100 m", "four footprints, 4 m", AT(set.radius_m), 100},
        {"placement[1].density", "allowed is 0 to 100", AT(density), -1},
        {"placement[1].view", "allowed is 1 to 100000 m", AT(view_m), 0},
    };
#undef AT
    tr_description d = read(two_sets);
    tr_error err = {0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const tr_world_place_set_def saved = d.set_items[1];
        *(double *)(void *)((char *)&d.set_items[1] + numbers[i].offset) = numbers[i].value;
        assert_false(tr_world_def_check(&d.def, &err));
        if (!strstr(err.message, numbers[i].path) || !strstr(err.message, numbers[i].message))
            fail_msg("%s", err.message);
        d.set_items[1] = saved;
    }
    d.set_items[1].pattern = TR_PATTERN_OWN;
    assert_false(tr_world_def_check(&d.def, &err));
    assert_non_null(strstr(err.message, "placement[1].pattern is 3; allowed is 0 (dart) to 2 (grid)"));
    d.set_items[1].pattern = TR_PATTERN_DART;
    ((tr_ecotope_node_def *)d.set_items[1].nodes)[2].layer = 2;
    assert_false(tr_world_def_check(&d.def, &err));
    assert_non_null(strstr(err.message, "placement[1].nodes[2]"));
    ((tr_ecotope_node_def *)d.set_items[1].nodes)[2].layer = 1;
    ((tr_world_place_layer *)d.set_items[1].layers)[1].layer.variants = 200;
    assert_false(tr_world_def_check(&d.def, &err));
    assert_non_null(strstr(err.message, "placement[1].layers[1]. 'variants' is 200; the model 'bush' has 6"));
    ((tr_world_place_layer *)d.set_items[1].layers)[1].layer.variants = 1;
    d.set_items[1].node_count = 0;
    assert_false(tr_world_def_check(&d.def, &err));
    assert_non_null(strstr(err.message, "placement[1].node_count is 0; allowed is 1 to 256"));
    d.set_items[1].node_count = 3;
    d.def.place_set_count = 17;
    assert_false(tr_world_def_check(&d.def, &err));
    assert_non_null(strstr(err.message, "placement has 17 sets; allowed are 16"));
    d.def.place_set_count = 2;
    assert_true(tr_world_def_check(&d.def, &err));
    tr_description_release(&d);
}

// ---------------------------------------------------------------------------------------------------------
// Bad descriptions

typedef struct bad_placement {
    const char *text;
    int line, column;
    const char *message;  // what must stand in it
} bad_placement;

#define NODES "placement:\n  - nodes:\n"
#define TERMS NODES "      - layer: {model: rock}\n        terms:\n"

// clang-format off
static const bad_placement bad[] = {
    {"placement: all\n", 1, 12, "'placement' is 'all'; standard or a list of sets is expected"},
    {"placement: {standard: trees}\n", 1, 12, "'placement' must be standard or a list, such as [{standard: trees}]"},
    {"placement: [trees]\n", 1, 13, "a set is a mapping, such as {standard: trees, density: 0.5}"},
    {"placement: [{standard: tres}]\n", 1, 24, "'tres' is not allowed for 'standard'; did you mean 'trees'? Allowed: trees"},
    {"placement: [{standard: trees, nodes: []}]\n", 1, 31, "'nodes' does not go with 'standard' in line 1: a set comes from one of"},
    {"placement: [{footprint: 3 m}]\n", 1, 13, "this set comes from nowhere: give it one of standard, file and nodes"},
    {"placement: [{standard: trees, footprnt: 3}]\n", 1, 31, "'footprnt' is not a key here; did you mean 'footprint'?"},
    {"placement: [{standard: trees, footprint: 3 kg}]\n", 1, 42, "'footprint' is '3 kg'; a finite decimal number is expected, alone or with a unit: m, km, cm"},
    {"placement: [{standard: trees, footprint: 0}]\n", 1, 42, "'footprint' is '0'; allowed is 0.0625 to 4096 m"},
    {"placement: [{standard: trees, spacing: 3 m}]\n", 1, 40, "'spacing' is 3 m; a power of two is expected"},
    {"placement: [{standard: trees, radius: 99 m}]\n", 1, 39, "'radius' is 99 m; allowed are four footprints, 16 m"},
    {"placement: [{standard: trees, pattern: own}]\n", 1, 40, "'own' is not allowed for 'pattern'; allowed: dart, blue, grid"},
    {"placement: [{standard: trees, density: -1}]\n", 1, 40, "'density' is '-1'; allowed is 0 to 100"},
    {"placement: [{standard: trees, name: \"\"}]\n", 1, 37, "'name' is empty; a text is expected"},
    {"placement: [{file: nowhere.yaml}]\n", 1, 20, "'file' is 'nowhere.yaml', but there is no such file"},
    {"placement: [{}]\n", 1, 13, "this set comes from nowhere"},
    {NODES "      []\n", 3, 7, "'nodes' is empty; write a list, such as"},
    {"placement: [{nodes: 5}]\n", 1, 21, "'nodes' must be a list, such as"},
    {"placement: [{nodes: [5]}]\n", 1, 22, "a node is a mapping, such as"},
    {"placement: [{nodes: [{density: 0.5}]}]\n", 1, 21, "no node has a 'layer': nothing would stand anywhere"},
    {NODES "      - {desnity: 1}\n", 3, 10, "'desnity' is not a key here; did you mean 'density'?"},
    {NODES "      - {density: 120 %}\n", 3, 19, "'density' is '120 %'; allowed is 0 to 1"},
    {NODES "      - {op: multipyl}\n", 3, 14, "'multipyl' is not allowed for 'op'; did you mean 'multiply'?"},
    {NODES "      - {layer: rock}\n", 3, 17, "'layer' is 'rock', but no layer was made so far"},
    {NODES "      - {layer: {model: rock}}\n      - {layer: rokc}\n", 4, 17, "'rokc' is not allowed for 'layer'; did you mean 'rock'?"},
    {NODES "      - {layer: {model: rock}}\n      - {layer: {model: rock}}\n", 4, 17, "there is a layer 'rock' already"},
    {NODES "      - {layer: {scale: 1}}\n", 3, 17, "'model' is missing"},
    {NODES "      - {layer: {model: rokc}}\n", 3, 25, "'rokc' is not allowed for 'model'; did you mean 'rock'?"},
    {NODES "      - {layer: {model: rock, scale: [2, 1]}}\n", 3, 38, "'scale' is [2, 1]; the first must not be greater"},
    {NODES "      - {layer: {model: rock, scale: [1, 2, 3]}}\n", 3, 38, "'scale' must be a number, or a list of two"},
    {NODES "      - {layer: {model: rock, tilt: 91 deg}}\n", 3, 37, "'tilt' is '91 deg'; allowed is 0 to 90"},
    {NODES "      - {layer: {model: rock, variants: 9}}\n", 3, 41, "'variants' is 9; the model 'rock' has 8"},
    {NODES "      - {layer: [rock]}\n", 3, 17, "'layer' is a sequence; a mapping such as {model: conifer}"},
    {TERMS "          - slope\n", 5, 13, "a term is a mapping, such as {field: slope"},
    {TERMS "          - {curve: [[0, 1], [1, 0]]}\n", 5, 13, "this term looks at nothing: give it one of field, biomes, noise and texture"},
    {TERMS "          - {field: slope, noise: 5}\n", 5, 28, "'noise' does not go with 'field' in line 5: a term looks at one thing"},
    {TERMS "          - {field: flow}\n", 5, 21, "'flow' is not allowed for 'field'; "},
    {TERMS "          - {field: slope, octaves: 3}\n", 5, 28, "'octaves' does not go with 'field'"},
    {TERMS "          - {biomes: [forest, forrest]}\n", 5, 31, "'forrest' is not allowed for this value; did you mean 'forest'?"},
    {TERMS "          - {biomes: [forest, forest]}\n", 5, 31, "'forest' is named twice"},
    {TERMS "          - {biomes: []}\n", 5, 22, "'biomes' is empty"},
    {TERMS "          - {noise: 0}\n", 5, 21, "'noise' is '0'; allowed is 0.0625 to 1000000"},
    {TERMS "          - {noise: 5, octaves: 9}\n", 5, 33, "'octaves' is '9'; allowed is 1 to 8"},
    {TERMS "          - {field: slope, curve: [[0, 1]]}\n", 5, 35, "'curve' has 1 point; allowed are 2 to 8"},
    {TERMS "          - {field: slope, curve: [[0, 1], [0, 0]]}\n", 5, 45, "x is '0', not more than that of the point before; x must rise"},
    {TERMS "          - {field: slope, curve: [[0, 1], 3]}\n", 5, 44, "a point of a curve is [x, y]"},
    {TERMS "          - {field: slope, curve: [[0, 1], [1, 2]]}\n", 5, 48, "this value is '2'; allowed is 0 to 1"},
    {TERMS "          - {field: slope, curve: [[0 m, 1], [1, 0]]}\n", 5, 37, "this value is '0 m'"},
    {TERMS "          - {field: aspect, curve: [[0 m, 1], [1, 0]]}\n", 5, 38, "this value is '0 m'"},
    {TERMS "          - {texture: nowhere.png, within: [0, 0, 1, 1]}\n", 5, 23, "there is no such file"},
    {TERMS "          - {texture: world.yaml.none}\n", 5, 23, "there is no such file"},
};
// clang-format on

static void refuse(const char *text, const char *place, const char *message)
{
    tr_description description;
    tr_error err = {0};
    const bool good = tr_description_read_text(context, DESCRIPTION, text, strlen(text), &description, &err);
    tr_description_release(&description);
    if (good) fail_msg("%s\nwas taken", text);
    if (strncmp(err.message, place, strlen(place)) != 0 || !strstr(err.message, message))
        fail_msg("%s\n-> %s\nexpected %s %s", text, err.message, place, message);
}

static void bad_placement_is_refused_with_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char place[96];
        snprintf(place, sizeof place, "%s:%d:%d: ", DESCRIPTION, bad[i].line, bad[i].column);
        refuse(bad[i].text, place, bad[i].message);
    }
}

static void problems_of_a_file_name_the_file(void **state)
{
    (void)state;
    refuse("placement: [{file: ecotopes/bad_rocks.yaml}]\n", "tests/world/data/ecotopes/bad_rocks.yaml:4:17: ",
           "'slpoe' is not allowed for 'field'; did you mean 'slope'?");
    refuse("placement: [{file: ecotopes/nested.yaml}]\n",
           "tests/world/data/ecotopes/nested.yaml:1:1: ", "'standard' is not a key here; allowed: name, footprint");
    refuse("placement: [{file: hills.yaml}]\n", "tests/world/data/hills.yaml:", "is not a key here; ");
    refuse("placement: [{file: no_raster.txt}]\n", "tests/world/data/no_raster.txt:1:1: ", "a set is a mapping");
    refuse("placement: [{file: ecotopes}]\n", DESCRIPTION ":1:20: ", "ecotopes");
}

static void sizes_are_limited(void **state)
{
    (void)state;
    enum { SIZE = 1 << 16 };
    static char text[SIZE];
    size_t length = (size_t)snprintf(text, SIZE, "placement: [{nodes: [");
    for (int i = 0; i < 257; i++)
        length += (size_t)snprintf(text + length, SIZE - length, "%s", i == 0 ? "{layer: {model: rock}}" : ", {}");
    snprintf(text + length, SIZE - length, "]}]\n");
    refuse(text, DESCRIPTION ":1:", "this is node 257 of the set; allowed are 256");

    length = (size_t)snprintf(text, SIZE, "placement: [{nodes: [");
    for (int i = 0; i < 65; i++)
        length += (size_t)snprintf(text + length, SIZE - length, "{layer: {model: rock, name: r%d}},", i);
    snprintf(text + length, SIZE - length, "]}]\n");
    refuse(text, DESCRIPTION ":1:", "this is layer 65 of the set; allowed are 64");

    length = (size_t)snprintf(text, SIZE, "placement: [{nodes: ");
    for (int i = 0; i < 17; i++) length += (size_t)snprintf(text + length, SIZE - length, "[{children: ");
    snprintf(text + length, SIZE - length, "[]");
    length = strlen(text);
    for (int i = 0; i < 17; i++) length += (size_t)snprintf(text + length, SIZE - length, "}]");
    snprintf(text + length, SIZE - length, "}]\n");
    refuse(text, DESCRIPTION ":1:", "nodes lie 17 deep within each other here; allowed are 16");

    length = (size_t)snprintf(text, SIZE, "placement: [");
    for (int i = 0; i < 17; i++) length += (size_t)snprintf(text + length, SIZE - length, "{standard: trees},");
    snprintf(text + length, SIZE - length, "]\n");
    refuse(text, DESCRIPTION ":1:12: ", "'placement' has 17 sets; allowed are 16");
}

// ---------------------------------------------------------------------------------------------------------
// Memory

static void short_memory_is_an_error(void **state)
{
    (void)state;
    const int64_t live = allocator.live_blocks;
    int failures = 0;
    for (int64_t allowed = 0;; allowed++) {
        tr_description d;
        tr_error err = {0};
        allocator.fail_at = allocator.allocations + allowed;
        const bool read = tr_description_read_text(context, DESCRIPTION, two_sets, strlen(two_sets), &d, &err);
        allocator.fail_at = -1;
        tr_description_release(&d);
        assert_int_equal(allocator.live_blocks, live);
        if (read) break;
        assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        failures++;
    }
    assert_true(failures > 10);
}

TEST_GROUP(description_placement)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_inline_set_arrives_in_its_fields),
        cmocka_unit_test(a_file_is_read_beside_the_description),
        cmocka_unit_test(the_standard_library_is_inside),
        cmocka_unit_test(the_standard_library_is_that_of_the_files),
        cmocka_unit_test(a_texture_is_read_beside_its_file),
        cmocka_unit_test(the_hash_sees_every_value),
        cmocka_unit_test(a_struct_is_the_same_as_a_file),
        cmocka_unit_test(a_copy_holds_everything),
        cmocka_unit_test(structs_are_checked),
        cmocka_unit_test(bad_placement_is_refused_with_its_place),
        cmocka_unit_test(problems_of_a_file_name_the_file),
        cmocka_unit_test(sizes_are_limited),
        cmocka_unit_test(short_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
