// Ecotopes: against a plain reference bit for bit, each operation and term by what it means, what is asked of the
// source, and what is refused.
#include "../terrain/field_fixture.h"

#include <stdatomic.h>

#include "ecotope_reference.h"
#include "terrane/place.h"
#include "test_effort.h"

// ---------------------------------------------------------------------------------------------------------
// A world of the test's own

// Waves of a position, the same wherever it is asked from; distances are 0 over wide parts, as of water and roads.
static float wave(uint64_t what, int64_t x, int64_t z, double spacing_m)
{
    const int64_t units = (int64_t)(spacing_m * TR_UNITS_PER_METRE), period = 40 * TR_UNITS_PER_METRE;
    const int64_t at = (x * units * (int64_t)(what + 2) + z * units * 3) % period;
    const double phase = (double)(at < 0 ? at + period : at) / (double)period;
    return (float)(phase < 0.5 ? 2 * phase : 2 - 2 * phase);
}

static float field_at(tr_field field, int64_t x, int64_t z, double spacing_m)
{
    const float w = wave((uint64_t)field, x, z, spacing_m);
    switch (field) {
    case TR_FIELD_HEIGHT: return 300 * w - 50;
    case TR_FIELD_TEMPERATURE: return 30 * w - 10;
    case TR_FIELD_ASPECT: return 360 * w;
    case TR_FIELD_WATER_DISTANCE:
    case TR_FIELD_ROAD_DISTANCE: return w < 0.4f ? 0 : 100 * w - 40;
    default: return w;
    }
}

static float weight_at(tr_biome biome, int64_t x, int64_t z, double spacing_m)
{
    const float w = wave((uint64_t)biome / 2 + 20, x, z, spacing_m);
    return (biome % 2 ? w : 1 - w) * (2.0f / TR_BIOME_COUNT);
}

typedef struct test_source {
    _Atomic int field_calls[TR_FIELD_COUNT];
    _Atomic int weight_calls;
    int fails_at;   // a field that fails; -1: none
    int is_nan_at;  // a field with one NaN; -1: none
    bool weights_fail;
} test_source;

static bool give_field(void *user, tr_field field, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    test_source *source = user;
    source->field_calls[field]++;
    if (source->fails_at == (int)field) return tr_fail(err, TR_ERROR_FILE_READ, "this field fails");
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++)
            *sample_at(out, i, j) = field_at(field, area->x + i, area->z + j, area->spacing_m);
    if (source->is_nan_at == (int)field) *sample_at(out, area->width - 1, area->height - 2) = NAN;
    return true;
}

static bool give_weights(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err)
{
    test_source *source = user;
    source->weight_calls++;
    if (source->weights_fail) return tr_fail(err, TR_ERROR_FILE_READ, "the weights fail");
    for (int b = 0; b < TR_BIOME_COUNT; b++)
        for (int32_t j = 0; j < area->height; j++)
            for (int32_t i = 0; i < area->width; i++)
                *(sample_at(out, i, j) + b * out->plane_stride) =
                    weight_at((tr_biome)b, area->x + i, area->z + j, area->spacing_m);
    return true;
}

static test_source new_source(void)
{
    return (test_source){.fails_at = -1, .is_nan_at = -1};
}

static tr_ecotope_source source_of(test_source *source)
{
    return (tr_ecotope_source){source, 77, give_field, give_weights};
}

static ecotope_reference reference_of(const tr_ecotope_node_def *nodes, int32_t node_count, int32_t layer_count)
{
    return (ecotope_reference){nodes, node_count, layer_count, {77, field_at, weight_at}};
}

// ---------------------------------------------------------------------------------------------------------
// Definitions

static tr_density_term_def field_term(tr_field field)
{
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_FIELD);
    term.field = field;
    return term;
}

static tr_density_term_def with_ramp(tr_density_term_def term, double x0, double y0, double x1, double y1)
{
    term.point_count = 2;
    term.from[0] = x0, term.to[0] = y0;
    term.from[1] = x1, term.to[1] = y1;
    return term;
}

static tr_ecotope_node_def node_with(int32_t parent, tr_ecotope_op op, const tr_density_term_def *terms, int32_t count)
{
    tr_ecotope_node_def node = tr_default_ecotope_node_def();
    node.parent = parent;
    node.op = op;
    node.terms = terms;
    node.term_count = count;
    return node;
}

static tr_ecotope *make_ecotope(tr_context *context, const tr_ecotope_node_def *nodes, int32_t count, int32_t layers)
{
    tr_error error;
    tr_ecotope *ecotope = tr_ecotope_create(context, nodes, count, layers, &error);
    if (!ecotope) fail_msg("%s", error.message);
    return ecotope;
}

static void evaluate(const tr_ecotope *ecotope, test_source *source, const tr_sample_area *area, const tr_grid *out)
{
    tr_error error;
    const tr_ecotope_source ecotope_source = source_of(source);
    if (!tr_ecotope_densities(ecotope, &ecotope_source, area, out, &error)) fail_msg("%s", error.message);
}

// The densities of the reference on an area.
static tr_grid reference_grid(tr_context *context, const ecotope_reference *reference, const tr_sample_area *area)
{
    tr_grid grid = make_grid(context, area->width, area->height, reference->layer_count);
    float layers[TR_PLACE_MAX_LAYERS];
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++) {
            ecotope_reference_at(reference, area->x + i, area->z + j, area->spacing_m, layers, NULL);
            for (int32_t l = 0; l < reference->layer_count; l++)
                *(sample_at(&grid, i, j) + l * grid.plane_stride) = layers[l];
        }
    return grid;
}

static void compare(tr_context *context, const char *what, const tr_ecotope_node_def *nodes, int32_t node_count,
                    int32_t layer_count, const tr_sample_area *area)
{
    test_source source = new_source();
    tr_ecotope *ecotope = make_ecotope(context, nodes, node_count, layer_count);
    tr_grid found = make_grid(context, area->width, area->height, layer_count);
    evaluate(ecotope, &source, area, &found);
    const ecotope_reference reference = reference_of(nodes, node_count, layer_count);
    tr_grid expected = reference_grid(context, &reference, area);
    assert_same_bits(what, &found, &expected);
    tr_grid_destroy(context, &expected);
    tr_grid_destroy(context, &found);
    tr_ecotope_destroy(ecotope);
}

// ---------------------------------------------------------------------------------------------------------
// Trees at random

enum { MAX_NODES = 12, MAX_TERMS = 4, LAYERS = 3 };

typedef struct random_tree {
    tr_ecotope_node_def nodes[MAX_NODES];
    tr_density_term_def terms[MAX_NODES][MAX_TERMS];
    int32_t node_count;
    float texels[7 * 5];
} random_tree;

typedef struct test_dice {
    uint64_t test;
    int64_t next;
} test_dice;

static int32_t pick(test_dice *dice, int32_t count)
{
    return (int32_t)(random_unit(dice->test, dice->next++) * count);
}

static void random_curve(test_dice *dice, double low, double high, tr_density_term_def *term)
{
    term->point_count = pick(dice, 3) ? 2 + pick(dice, 5) : 0;
    const double step = (high - low) / (term->point_count + 1);
    for (int32_t i = 0; i < term->point_count; i++) {
        term->from[i] = low + step * (i + 0.5 + random_unit(dice->test, dice->next++) * 0.9);
        const int32_t kind = pick(dice, 3);
        term->to[i] = kind == 0 ? 0 : kind == 1 ? 1 : random_unit(dice->test, dice->next++);
    }
}

static tr_density_term_def random_term(test_dice *dice, random_tree *tree)
{
    static const tr_field fields[] = {TR_FIELD_HEIGHT, TR_FIELD_SLOPE,     TR_FIELD_WATER_DISTANCE,
                                      TR_FIELD_ASPECT, TR_FIELD_CURVATURE, TR_FIELD_ROAD_DISTANCE};
    static const double highs[] = {250, 1, 60, 360, 1, 60};
    tr_density_term_def term = tr_default_density_term_def((tr_term_kind)pick(dice, TR_TERM_COUNT));
    const int32_t field = pick(dice, 6);
    term.field = fields[field];
    term.biomes = 1u + (uint32_t)pick(dice, (1 << TR_BIOME_COUNT) - 1);
    // Few, so that some terms have the same noise and some nearly.
    term.size_m = pick(dice, 2) ? 17.3 : 64;
    term.octaves = 1 + pick(dice, 2) * 2;
    term.seed = (uint64_t)pick(dice, 2);
    term.texture = (tr_grid){tree->texels, 7, 5, 1, 7, 35};
    term.texture_m = (tr_region){-30, -10, 60, 50};
    random_curve(dice, term.kind == TR_TERM_NOISE ? -0.5 : 0, term.kind == TR_TERM_FIELD ? highs[field] : 0.6, &term);
    return term;
}

static void grow(random_tree *tree, uint64_t test)
{
    test_dice dice = {test, 0};
    for (int i = 0; i < 35; i++) tree->texels[i] = pick(&dice, 4) ? (float)random_unit(test, dice.next++) : 0;
    tree->node_count = 1 + pick(&dice, MAX_NODES);
    for (int32_t i = 0; i < tree->node_count; i++) {
        const int32_t terms = pick(&dice, MAX_TERMS + 1);
        for (int32_t t = 0; t < terms; t++) tree->terms[i][t] = random_term(&dice, tree);
        const tr_ecotope_op op = (tr_ecotope_op)(pick(&dice, 2) ? pick(&dice, TR_ECOTOPE_COUNT) : TR_ECOTOPE_MULTIPLY);
        tree->nodes[i] = node_with(pick(&dice, i + 1) - 1, op, tree->terms[i], terms);
        tree->nodes[i].density = pick(&dice, 3) ? 1 : random_unit(test, dice.next++);
        tree->nodes[i].layer = pick(&dice, 4) - 1;
    }
}

static tr_sample_area random_area(uint64_t test)
{
    static const double spacings[] = {0.5, 1, 2, 4};
    static const int64_t offsets[] = {0, 0, -300, INT64_C(1) << 40, -(INT64_C(1) << 44)};
    test_dice dice = {test ^ 0xa4ea, 0};
    const int64_t x = offsets[pick(&dice, 5)], z = offsets[pick(&dice, 5)];
    return (tr_sample_area){x - pick(&dice, 90), z - pick(&dice, 90), 1 + pick(&dice, 150), 1 + pick(&dice, 80),
                            spacings[pick(&dice, 4)]};
}

static void random_trees_equal_the_reference(void **state)
{
    (void)state;
    tr_context *contexts[3];
    int count = 0;
    for (tr_isa isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++)
        if (tr_isa_available(isa)) contexts[count++] = context_of(1, isa);
    const int64_t trees = test_effort(120, 5000);
    for (int64_t t = 0; t < trees; t++) {
        random_tree tree;
        char what[32];
        grow(&tree, (uint64_t)t);
        const tr_sample_area area = random_area((uint64_t)t);
        snprintf(what, sizeof what, "tree %lld", (long long)t);
        compare(contexts[t % count], what, tree.nodes, tree.node_count, LAYERS, &area);
    }
    while (count > 0) tr_context_destroy(contexts[--count]);
}

static void pieces_equal_the_whole(void **state)
{
    (void)state;
    tr_context *context = test_context(2);
    const int64_t trees = test_effort(24, 500);
    for (int64_t t = 0; t < trees; t++) {
        random_tree tree;
        grow(&tree, (uint64_t)(t + 7000));
        const tr_sample_area area = {(INT64_C(1) << 33) - 70, -31, 141, 97, 1};
        test_source source = new_source();
        tr_ecotope *ecotope = make_ecotope(context, tree.nodes, tree.node_count, LAYERS);
        tr_grid whole = make_grid(context, area.width, area.height, LAYERS);
        tr_grid pieces = make_grid(context, area.width, area.height, LAYERS);
        evaluate(ecotope, &source, &area, &whole);
        const int32_t cuts_x[] = {0, 1, 37, 101, 141}, cuts_z[] = {0, 64, 65, 97};
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 3; j++) {
                const int32_t width = cuts_x[i + 1] - cuts_x[i], height = cuts_z[j + 1] - cuts_z[j];
                const tr_sample_area piece = {area.x + cuts_x[i], area.z + cuts_z[j], width, height, 1};
                const tr_grid part = part_of(&pieces, cuts_x[i], cuts_z[j], width, height);
                evaluate(ecotope, &source, &piece, &part);
            }
        assert_same_bits("pieces", &pieces, &whole);
        tr_grid_destroy(context, &pieces);
        tr_grid_destroy(context, &whole);
        tr_ecotope_destroy(ecotope);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// By meaning

// The density of a single sample at (x, 0), spacing 1 m.
static float density_at(tr_context *context, const tr_ecotope_node_def *nodes, int32_t count, int64_t x)
{
    test_source source = new_source();
    tr_ecotope *ecotope = make_ecotope(context, nodes, count, 1);
    const tr_sample_area area = {x, 0, 1, 1, 1};
    tr_grid out = make_grid(context, 1, 1, 1);
    evaluate(ecotope, &source, &area, &out);
    const float value = out.samples[0];
    tr_grid_destroy(context, &out);
    tr_ecotope_destroy(ecotope);
    return value;
}

static void operations_do_what_they_say(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static const double pairs[][2] = {{0.25, 0.5}, {0.75, 0.5}, {0.75, 0.625}, {0, 1}, {1, 0}, {0, 0}, {1, 1}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const double parent = pairs[i][0], own = pairs[i][1];
        const double expected[TR_ECOTOPE_COUNT] = {
            [TR_ECOTOPE_MULTIPLY] = parent * own,          [TR_ECOTOPE_ADD] = fmin(1, parent + own),
            [TR_ECOTOPE_MIN] = fmin(parent, own),          [TR_ECOTOPE_MAX] = fmax(parent, own),
            [TR_ECOTOPE_SUBTRACT] = fmax(0, parent - own), [TR_ECOTOPE_MASK] = own > 0.5 ? parent : 0,
        };
        for (int op = 0; op < TR_ECOTOPE_COUNT; op++) {
            tr_ecotope_node_def nodes[2] = {node_with(-1, TR_ECOTOPE_MULTIPLY, NULL, 0),
                                            node_with(0, (tr_ecotope_op)op, NULL, 0)};
            nodes[0].density = parent;
            nodes[1].density = own;
            nodes[1].layer = 0;
            assert_float_equal(density_at(context, nodes, 2, 5), expected[op], 0);
        }
    }
    tr_context_destroy(context);
}

static void nodes_of_one_layer_add_up_to_one_at_most(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_ecotope_node_def nodes[3];
    for (int i = 0; i < 3; i++) {
        nodes[i] = node_with(-1, TR_ECOTOPE_MULTIPLY, NULL, 0);
        nodes[i].density = 0.375;
        nodes[i].layer = 0;
    }
    assert_float_equal(density_at(context, nodes, 1, 0), 0.375, 0);
    assert_float_equal(density_at(context, nodes, 2, 0), 0.75, 0);
    assert_float_equal(density_at(context, nodes, 3, 0), 1, 0);
    tr_context_destroy(context);
}

static void curves_go_straight_between_points_and_stay_beyond(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_density_term_def term = field_term(TR_FIELD_HEIGHT);
    static const double from[] = {-20, 30, 130, 180}, to[] = {0.25, 1, 0, 0.5};
    term.point_count = 4;
    memcpy(term.from, from, sizeof from);
    memcpy(term.to, to, sizeof to);
    tr_ecotope_node_def node = node_with(-1, TR_ECOTOPE_MULTIPLY, &term, 1);
    node.layer = 0;
    int seen = 0;
    for (int64_t x = -40; x < 40; x++) {
        const double h = (double)field_at(TR_FIELD_HEIGHT, x, 0, 1);
        int i = 0;
        while (i < 4 && h >= from[i]) i++;
        const double expected = i == 0 ? to[0]
                                : i == 4
                                    ? to[3]
                                    : to[i - 1] + (to[i] - to[i - 1]) * (h - from[i - 1]) / (from[i] - from[i - 1]);
        assert_float_equal(density_at(context, &node, 1, x), expected, 1e-6);
        seen |= 1 << i;
    }
    assert_int_equal(seen, 31);
    tr_context_destroy(context);
}

// A picture of one row over 4 m: middles of the texels at 0.5, 1.5, 2.5 and 3.5 m.
static void textures_are_bilinear_and_go_on_beyond_their_edge(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    float texels[4] = {0.25f, 0.5f, 1, 0};
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_TEXTURE);
    term.texture = (tr_grid){texels, 4, 1, 1, 4, 4};
    term.texture_m = (tr_region){10, -1, 14, 1};
    tr_ecotope_node_def node = node_with(-1, TR_ECOTOPE_MULTIPLY, &term, 1);
    node.layer = 0;
    static const float expected[] = {0.25f, 0.25f, 0.375f, 0.75f, 0.5f, 0, 0};
    for (int i = 0; i < 7; i++) assert_float_equal(density_at(context, &node, 1, 9 + i), expected[i], 0);
    assert_float_equal(density_at(context, &node, 1, -(INT64_C(1) << 50)), 0.25, 0);
    assert_float_equal(density_at(context, &node, 1, INT64_C(1) << 50), 0, 0);
    tr_context_destroy(context);
}

static float noise_of(tr_context *context, double size_m, int32_t octaves, uint64_t seed, int64_t x)
{
    tr_density_term_def term = with_ramp(tr_default_density_term_def(TR_TERM_NOISE), -1, 0, 1, 1);
    term.size_m = size_m;
    term.octaves = octaves;
    term.seed = seed;
    tr_ecotope_node_def node = node_with(-1, TR_ECOTOPE_MULTIPLY, &term, 1);
    node.layer = 0;
    return density_at(context, &node, 1, x);
}

static void noise_has_its_size_and_its_seed(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    static const int64_t places[] = {0, 12345, INT64_C(1) << 45};
    for (int p = 0; p < 3; p++) {
        float max_step = 0, low = 1, high = 0, differences = 0;
        for (int64_t i = 0; i < 200; i++) {
            const float a = noise_of(context, 50, 1, 3, places[p] + i),
                        b = noise_of(context, 50, 1, 3, places[p] + i + 1);
            max_step = fmaxf(max_step, fabsf(b - a));
            low = fminf(low, a);
            high = fmaxf(high, a);
            differences = fmaxf(differences, fabsf(a - noise_of(context, 50, 1, 4, places[p] + i)));
        }
        // Smooth at a fiftieth of its size, also far away; and another one with another seed.
        assert_true(max_step < 0.04f && max_step > 0.002f);
        assert_true(low < 0.45f && high > 0.55f);
        assert_true(differences > 0.1f);
    }
    tr_context_destroy(context);
}

// Two halves of a noise through opposite curves fit without a gap, in two ecotopes and at different nodes.
static void equal_noises_are_the_same_everywhere(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_density_term_def terms[2] = {with_ramp(tr_default_density_term_def(TR_TERM_NOISE), -0.2, 0, 0.2, 1),
                                    with_ramp(tr_default_density_term_def(TR_TERM_NOISE), -0.2, 1, 0.2, 0)};
    for (int i = 0; i < 2; i++) {
        terms[i].size_m = 23;
        terms[i].octaves = 3;
        terms[i].seed = 9;
    }
    tr_ecotope_node_def up = node_with(-1, TR_ECOTOPE_MULTIPLY, &terms[0], 1);
    tr_ecotope_node_def down[2] = {node_with(-1, TR_ECOTOPE_MULTIPLY, NULL, 0),
                                   node_with(0, TR_ECOTOPE_MULTIPLY, &terms[1], 1)};
    up.layer = 0;
    down[1].layer = 0;
    for (int64_t x = 0; x < 100; x++)
        assert_float_equal(density_at(context, &up, 1, x) + density_at(context, down, 2, x), 1, 1e-6);
    tr_context_destroy(context);
}

// Whatever a child looks at: where the parent is masked out, so is it.
static void children_never_exceed_a_masked_parent(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    const tr_ecotope_op inheriting[] = {TR_ECOTOPE_MULTIPLY, TR_ECOTOPE_MIN, TR_ECOTOPE_SUBTRACT, TR_ECOTOPE_MASK};
    const tr_density_term_def off_roads = with_ramp(field_term(TR_FIELD_ROAD_DISTANCE), 3, 0, 6, 1);
    for (int64_t t = 0; t < test_effort(40, 1000); t++) {
        random_tree tree;
        grow(&tree, (uint64_t)(t + 9000));
        tr_ecotope_node_def nodes[MAX_NODES + 1];
        nodes[0] = node_with(-1, TR_ECOTOPE_MASK, &off_roads, 1);
        for (int32_t i = 0; i < tree.node_count; i++) {
            nodes[i + 1] = tree.nodes[i];
            nodes[i + 1].parent++;
            nodes[i + 1].op = inheriting[tree.nodes[i].op % 4];
        }
        test_source source = new_source();
        const tr_sample_area area = {-20, 3, 70, 66, 1};
        tr_ecotope *ecotope = make_ecotope(context, nodes, tree.node_count + 1, LAYERS);
        tr_grid out = make_grid(context, area.width, area.height, LAYERS);
        evaluate(ecotope, &source, &area, &out);
        for (int32_t j = 0; j < area.height; j++)
            for (int32_t i = 0; i < area.width; i++)
                for (int32_t l = 0; l < LAYERS; l++)
                    if (field_at(TR_FIELD_ROAD_DISTANCE, area.x + i, area.z + j, 1) <= 3)
                        assert_float_equal(*(sample_at(&out, i, j) + l * out.plane_stride), 0, 0);
        const ecotope_reference reference = reference_of(nodes, tree.node_count + 1, LAYERS);
        float layers[LAYERS], values[MAX_NODES + 1];
        for (int64_t x = 0; x < 50; x++) {
            ecotope_reference_at(&reference, x, 0, 1, layers, values);
            for (int32_t i = 1; i <= tree.node_count; i++) assert_true(values[i] <= values[nodes[i].parent]);
        }
        tr_grid_destroy(context, &out);
        tr_ecotope_destroy(ecotope);
    }
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// The source

static void fields_are_asked_for_once_and_only_if_needed(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    // Nowhere: heights are below 250 m. The children's fields are of no use then, nor is what has no layer.
    const tr_density_term_def nowhere[2] = {with_ramp(field_term(TR_FIELD_HEIGHT), 300, 0, 400, 1),
                                            field_term(TR_FIELD_TEMPERATURE)};
    const tr_density_term_def slope = field_term(TR_FIELD_SLOPE), humidity = field_term(TR_FIELD_HUMIDITY);
    const tr_density_term_def height = with_ramp(field_term(TR_FIELD_HEIGHT), 0, 0, 100, 1);
    tr_density_term_def forest = tr_default_density_term_def(TR_TERM_BIOMES);
    forest.biomes = 1u << TR_BIOME_FOREST;
    tr_ecotope_node_def nodes[6] = {
        node_with(-1, TR_ECOTOPE_MULTIPLY, nowhere, 2), node_with(0, TR_ECOTOPE_MULTIPLY, &slope, 1),
        node_with(0, TR_ECOTOPE_SUBTRACT, &slope, 1),   node_with(-1, TR_ECOTOPE_MULTIPLY, &height, 1),
        node_with(3, TR_ECOTOPE_MULTIPLY, &forest, 1),  node_with(-1, TR_ECOTOPE_MULTIPLY, &humidity, 1),
    };
    nodes[1].layer = nodes[2].layer = nodes[4].layer = 0;
    test_source source = new_source();
    const tr_sample_area area = {0, 0, 200, 130, 2};
    tr_ecotope *ecotope = make_ecotope(context, nodes, 6, 1);
    tr_grid out = make_grid(context, area.width, area.height, 1);
    evaluate(ecotope, &source, &area, &out);
    assert_int_equal(source.field_calls[TR_FIELD_HEIGHT], 1);
    assert_int_equal(source.field_calls[TR_FIELD_TEMPERATURE], 0);
    assert_int_equal(source.field_calls[TR_FIELD_SLOPE], 0);
    assert_int_equal(source.field_calls[TR_FIELD_HUMIDITY], 0);
    assert_int_equal(source.weight_calls, 1);
    tr_ecotope_destroy(ecotope);

    // A child that adds is there without its parent.
    nodes[2].op = TR_ECOTOPE_ADD;
    ecotope = make_ecotope(context, nodes, 6, 1);
    evaluate(ecotope, &source, &area, &out);
    assert_int_equal(source.field_calls[TR_FIELD_SLOPE], 1);
    tr_grid_destroy(context, &out);
    tr_ecotope_destroy(ecotope);
    tr_context_destroy(context);
}

static void failures_of_the_source_come_through(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_density_term_def terms[2] = {field_term(TR_FIELD_SLOPE), tr_default_density_term_def(TR_TERM_BIOMES)};
    terms[1].biomes = 1u << TR_BIOME_TAIGA;
    tr_ecotope_node_def node = node_with(-1, TR_ECOTOPE_MULTIPLY, terms, 2);
    node.layer = 0;
    tr_ecotope *ecotope = make_ecotope(context, &node, 1, 1);
    const tr_sample_area area = {5, 7, 90, 10, 1};
    tr_grid out = make_grid(context, area.width, area.height, 1);
    const int64_t before = allocator.live_blocks;
    tr_error error;

    test_source source = new_source();
    tr_ecotope_source ecotope_source = source_of(&source);
    source.fails_at = TR_FIELD_SLOPE;
    assert_false(tr_ecotope_densities(ecotope, &ecotope_source, &area, &out, &error));
    assert_int_equal(error.code, TR_ERROR_FILE_READ);
    assert_string_equal(error.message, "this field fails");
    source = new_source();
    source.weights_fail = true;
    assert_false(tr_ecotope_densities(ecotope, &ecotope_source, &area, &out, &error));
    assert_string_equal(error.message, "the weights fail");
    source = new_source();
    source.is_nan_at = TR_FIELD_SLOPE;
    assert_false(tr_ecotope_densities(ecotope, &ecotope_source, &area, &out, &error));
    assert_int_equal(error.code, TR_ERROR_NOT_FINITE);
    assert_string_equal(error.message, "slope is not a finite number at sample (94, 15) of spacing 1 m");
    source = new_source();
    const tr_sample_area endless = {0, 0, 90, 10, NAN};
    assert_false(tr_ecotope_densities(ecotope, &ecotope_source, &endless, &out, &error));
    const tr_sample_area larger = {0, 0, 91, 10, 1};
    assert_false(tr_ecotope_densities(ecotope, &ecotope_source, &larger, &out, &error));
    assert_string_equal(error.message, "the grid has 90 x 10 x 1 samples; the densities need 91 x 10 x 1");
    assert_int_equal(allocator.live_blocks, before);
    tr_grid_destroy(context, &out);
    tr_ecotope_destroy(ecotope);
    tr_context_destroy(context);
}

typedef struct shared_call {
    const tr_ecotope *ecotope;
    tr_grid *out;
    test_source *source;
} shared_call;

static bool run_shared_calls(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    const shared_call *call = user;
    const tr_ecotope_source source = source_of(call->source);
    (void)worker;
    for (int64_t i = begin; i < end; i++) {
        const tr_sample_area area = {40 * i, -9, 40, 30, 1};
        const tr_grid part = part_of(call->out, (int32_t)(40 * i), 0, 40, 30);
        if (!tr_ecotope_densities(call->ecotope, &source, &area, &part, err)) return false;
    }
    return true;
}

static void threads_share_an_ecotope(void **state)
{
    (void)state;
    tr_context *context = test_context(4);
    random_tree tree;
    grow(&tree, 3);
    test_source source = new_source();
    tr_ecotope *ecotope = make_ecotope(context, tree.nodes, tree.node_count, LAYERS);
    tr_grid out = make_grid(context, 40 * 16, 30, LAYERS), expected = make_grid(context, 40 * 16, 30, LAYERS);
    shared_call call = {ecotope, &out, &source};
    tr_error error;
    assert_true(tr_parallel_for(context, &(tr_range_work){16, 1, run_shared_calls, &call}, NULL, &error));
    const tr_sample_area area = {0, -9, 40 * 16, 30, 1};
    evaluate(ecotope, &source, &area, &expected);
    assert_same_bits("threads", &out, &expected);
    tr_grid_destroy(context, &expected);
    tr_grid_destroy(context, &out);
    tr_ecotope_destroy(ecotope);
    tr_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------------
// What is refused

static void refuse(const tr_ecotope_node_def *nodes, int32_t count, int32_t layers, tr_error_code code,
                   const char *message)
{
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    tr_error error = {0};
    assert_null(tr_ecotope_create(context, nodes, count, layers, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.code, code);
    assert_null(tr_ecotope_create(context, nodes, count, layers, NULL));
    tr_context_destroy(context);
    assert_int_equal(allocator.live_blocks, 0);
}

static void bad_nodes_are_refused(void **state)
{
    (void)state;
    tr_ecotope_node_def nodes[3] = {tr_default_ecotope_node_def(), tr_default_ecotope_node_def(),
                                    tr_default_ecotope_node_def()};
    refuse(nodes, 0, 1, TR_ERROR_INVALID_ARGUMENT, "an ecotope of 0 nodes is not allowed: 1 to 1024");
    refuse(nodes, 1025, 1, TR_ERROR_INVALID_ARGUMENT, "an ecotope of 1025 nodes is not allowed: 1 to 1024");
    refuse(nodes, 1, 0, TR_ERROR_INVALID_ARGUMENT, "an ecotope for 0 layers is not allowed: 1 to 64");
    refuse(nodes, 1, 65, TR_ERROR_INVALID_ARGUMENT, "an ecotope for 65 layers is not allowed: 1 to 64");
    nodes[1].name = "birch\nwood";
    nodes[1].parent = 2;  // a parent after its child; a cycle would need one
    refuse(nodes, 3, 1, TR_ERROR_INVALID_ARGUMENT,
           "nodes[1] ('birch?wood'): its parent is 2; allowed is -1 (none) or an earlier node");
    nodes[1].parent = 1;
    refuse(nodes, 3, 1, TR_ERROR_INVALID_ARGUMENT,
           "nodes[1] ('birch?wood'): its parent is 1; allowed is -1 (none) or an earlier node");
    nodes[1].parent = -2;
    refuse(nodes, 3, 1, TR_ERROR_INVALID_ARGUMENT,
           "nodes[1] ('birch?wood'): its parent is -2; allowed is -1 (none) or an earlier node");
    nodes[1].parent = 0;
    nodes[2].layer = 4;
    refuse(nodes, 3, 4, TR_ERROR_INVALID_ARGUMENT, "nodes[2]: its layer is 4; allowed is -1 (none) to 3");
    nodes[2].layer = -2;
    refuse(nodes, 3, 4, TR_ERROR_INVALID_ARGUMENT, "nodes[2]: its layer is -2; allowed is -1 (none) to 3");
    nodes[2].layer = 0;
    nodes[2].density = NAN;
    refuse(nodes, 3, 4, TR_ERROR_NOT_FINITE, "nodes[2]: its density is not a finite number");
    nodes[2].density = 1.5;
    refuse(nodes, 3, 4, TR_ERROR_INVALID_ARGUMENT, "nodes[2]: its density is 1.5; allowed is 0 to 1");
    nodes[2].density = 1;
    nodes[2].op = TR_ECOTOPE_COUNT;
    refuse(nodes, 3, 4, TR_ERROR_INVALID_ARGUMENT, "nodes[2]: there is no operation 6; allowed is 0 to 5");
    nodes[2].op = TR_ECOTOPE_ADD;
    nodes[2].term_count = 65;
    refuse(nodes, 3, 4, TR_ERROR_INVALID_ARGUMENT, "nodes[2]: it has 65 terms; allowed are 0 to 64");
}

static void refuse_term(const tr_density_term_def *term, tr_error_code code, const char *message)
{
    tr_density_term_def terms[2] = {field_term(TR_FIELD_SLOPE), *term};
    const tr_ecotope_node_def node = node_with(-1, TR_ECOTOPE_MULTIPLY, terms, 2);
    char whole[256];
    snprintf(whole, sizeof whole, "nodes[0].terms[1]: %s", message);
    refuse(&node, 1, 1, code, whole);
}

static void bad_terms_are_refused(void **state)
{
    (void)state;
    tr_density_term_def term = field_term(TR_FIELD_NORMAL);
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the field 'normal' has no place in a density; allowed are fields of one plane but flow and biome");
    term.field = TR_FIELD_FLOW;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the field 'flow' has no place in a density; allowed are fields of one plane but flow and biome");
    term.field = TR_FIELD_BIOME;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the field 'biome' has no place in a density; allowed are fields of one plane but flow and biome");
    term.field = TR_FIELD_COUNT;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "there is no field 13; allowed is 0 to 12");
    term.kind = TR_TERM_COUNT;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "there is no kind 4 of terms; allowed is 0 to 3");

    term = tr_default_density_term_def(TR_TERM_BIOMES);
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the sum of biomes is 0x0; allowed are one or more of the 16 biomes");
    term.biomes = 1u << TR_BIOME_COUNT;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the sum of biomes is 0x10000; allowed are one or more of the 16 biomes");

    term = tr_default_density_term_def(TR_TERM_NOISE);
    term.size_m = 0;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the size of the noise is 0; allowed is 0.0625 to 1000000");
    term.size_m = INFINITY;
    refuse_term(&term, TR_ERROR_NOT_FINITE, "the size of the noise is not a finite number");
    term.size_m = 10;
    term.octaves = 9;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the number of octaves is 9; allowed is 1 to 8");
}

static void bad_textures_are_refused(void **state)
{
    (void)state;
    float texels[6] = {0, 1, 0.5f, 0, 2, 0};
    tr_density_term_def term = tr_default_density_term_def(TR_TERM_TEXTURE);
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "there is no texture");
    term.texture = (tr_grid){texels, 3, 2, 1, 3, 6};
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the texel (1, 1) is 2; allowed is 0 to 1");
    texels[4] = NAN;
    refuse_term(&term, TR_ERROR_NOT_FINITE, "the texel (1, 1) is not a finite number");
    texels[4] = 1;
    term.texture_m = (tr_region){3, 0, 3, 1};
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the texture lies from (3, 0) to (3, 1) m; allowed is a rectangle that is not empty");
}

static void bad_curves_are_refused(void **state)
{
    (void)state;
    tr_density_term_def term = with_ramp(field_term(TR_FIELD_SLOPE), 1, 0, 1, 1);
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the curve does not rise along x: point 1 is at 1, the one before it at 1");
    term.from[1] = 0.5;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the curve does not rise along x: point 1 is at 0.5, the one before it at 1");
    term.from[1] = 1 + 1e-12;  // the same float
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT,
                "the curve does not rise along x: point 1 is at 1, the one before it at 1");
    term.from[1] = NAN;
    refuse_term(&term, TR_ERROR_NOT_FINITE, "x of point 1 of the curve is not a finite number");
    term.from[1] = 2;
    term.to[0] = -0.5;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "y of point 0 of the curve is -0.5; allowed is 0 to 1");
    term.to[0] = INFINITY;
    refuse_term(&term, TR_ERROR_NOT_FINITE, "y of point 0 of the curve is not a finite number");
    term.point_count = 1;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the curve has 1 points; allowed are none or 2 to 8");
    term.point_count = 9;
    refuse_term(&term, TR_ERROR_INVALID_ARGUMENT, "the curve has 9 points; allowed are none or 2 to 8");
}

static void failing_allocations_leave_nothing(void **state)
{
    (void)state;
    test_allocator allocator;
    tr_context *context = test_context_counting(1, &allocator);
    random_tree tree;
    grow(&tree, 5);
    const tr_sample_area area = {0, 0, 70, 9, 1};
    tr_grid out = make_grid(context, area.width, area.height, LAYERS);
    const int64_t blocks = allocator.live_blocks;
    bool done = false;
    for (int64_t fail_at = 0; !done && fail_at < 10000; fail_at++) {
        tr_error error = {0};
        test_source source = new_source();
        const tr_ecotope_source ecotope_source = source_of(&source);
        allocator.fail_at = allocator.allocations + fail_at;
        tr_ecotope *ecotope = tr_ecotope_create(context, tree.nodes, tree.node_count, LAYERS, &error);
        done = ecotope && tr_ecotope_densities(ecotope, &ecotope_source, &area, &out, &error);
        if (!done) assert_int_equal(error.code, TR_ERROR_OUT_OF_MEMORY);
        tr_ecotope_destroy(ecotope);
        assert_int_equal(allocator.live_blocks, blocks);
    }
    assert_true(done);
    allocator.fail_at = -1;
    tr_grid_destroy(context, &out);
    tr_context_destroy(context);
}

TEST_GROUP(ecotope)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_equal_the_reference),
        cmocka_unit_test(pieces_equal_the_whole),
        cmocka_unit_test(operations_do_what_they_say),
        cmocka_unit_test(nodes_of_one_layer_add_up_to_one_at_most),
        cmocka_unit_test(curves_go_straight_between_points_and_stay_beyond),
        cmocka_unit_test(textures_are_bilinear_and_go_on_beyond_their_edge),
        cmocka_unit_test(noise_has_its_size_and_its_seed),
        cmocka_unit_test(equal_noises_are_the_same_everywhere),
        cmocka_unit_test(children_never_exceed_a_masked_parent),
        cmocka_unit_test(fields_are_asked_for_once_and_only_if_needed),
        cmocka_unit_test(failures_of_the_source_come_through),
        cmocka_unit_test(threads_share_an_ecotope),
        cmocka_unit_test(bad_nodes_are_refused),
        cmocka_unit_test(bad_terms_are_refused),
        cmocka_unit_test(bad_textures_are_refused),
        cmocka_unit_test(bad_curves_are_refused),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
