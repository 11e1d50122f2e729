// Good descriptions: what is read, the same world from a file and from a struct, and no memory lost on any way out.
#include "description/description.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "test_context.h"
#include "terrane/world.h"
#include "description/world_def.h"
#include "description/world_schema.h"

// Files that a description names are looked for beside this.
#define DESCRIPTION "tests/world/data/world.yaml"

static tr_context *context;
static uint64_t used_at_start;

static int make_context(void **state)
{
    (void)state;
    context = test_context(1);
    used_at_start = tr_context_memory(context).used_bytes;
    return 0;
}

static int end_context(void **state)
{
    (void)state;
    const bool clean = tr_context_memory(context).used_bytes == used_at_start;
    tr_context_destroy(context);
    return clean ? 0 : -1;
}

// Release with tr_description_release().
static tr_description read(const char *text)
{
    tr_description description;
    tr_error err;
    if (!tr_description_read_text(context, DESCRIPTION, text, strlen(text), &description, &err)) {
        fail_msg("%s\n-> %s", text, err.message);
    }
    return description;
}

static uint64_t hash_of(const char *text)
{
    tr_description description = read(text);
    const uint64_t hash = tr_world_def_hash(&description.def);
    tr_description_release(&description);
    return hash;
}

static uint64_t world_hash_of(const char *text)
{
    tr_error err;
    tr_world *world = tr_world_load_text(context, DESCRIPTION, text, strlen(text), NULL, &err);
    if (!world) fail_msg("%s\n-> %s", text, err.message);
    const uint64_t hash = tr_world_hash(world);
    tr_world_destroy(world);
    return hash;
}

// ---------------------------------------------------------------------------------------------------------
// Descriptions from the table of keys

// Writes the values of a definition as a description: the groups of the table become mappings.
static void write_description(const tr_world_def *def, char *out, size_t size)
{
    char last[128] = "";
    size_t length = 0;
    out[0] = '\0';
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        char value[TR_KEY_TEXT_SIZE] = "";
        if (!entry.of_item) tr_key_get(entry.key, (const char *)def + entry.offset, value, sizeof value);
        const char *path = entry.path;
        if (value[0] == '\0' || (strncmp(path, "terrain.elevation", 17) == 0)) continue;
        int depth = 0;
        for (const char *at = path; *at; depth++) {
            const size_t part = strcspn(at, "."), end = (size_t)(at - path) + part;
            const bool open = strncmp(last, path, end + 1) == 0;
            if (path[end] == '\0')
                length += (size_t)snprintf(out + length, size - length, "%*s%s: %s\n", 2 * depth, "", at, value);
            else if (!open)
                length += (size_t)snprintf(out + length, size - length, "%*s%.*s:\n", 2 * depth, "", (int)part, at);
            at += path[end] == '.' ? part + 1 : part;
        }
        snprintf(last, sizeof last, "%s", path);
    }
}

static void an_empty_mapping_is_the_default(void **state)
{
    (void)state;
    const tr_world_def defaults = tr_default_world_def();
    tr_description description = read("{}");
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        char text[TR_KEY_TEXT_SIZE], initial[TR_KEY_TEXT_SIZE];
        if (entry.of_item) continue;
        assert_true(tr_world_def_get(&description.def, entry.path, text, sizeof text, NULL));
        tr_key_default(entry.key, initial, sizeof initial);
        assert_string_equal(text, initial);
    }
    assert_true(tr_world_def_hash(&description.def) == tr_world_def_hash(&defaults));
    tr_description_release(&description);
}

static void the_defaults_can_be_written_down(void **state)
{
    (void)state;
    static char text[16384];
    const tr_world_def defaults = tr_default_world_def();
    write_description(&defaults, text, sizeof text);
    assert_non_null(strstr(text, "\nterrain:\n  landform:\n    continent_size: "));
    assert_true(hash_of(text) == tr_world_def_hash(&defaults));
}

// A number of the range of a key, different for every `salt`.
static double number_within(const tr_schema_entry *entry, uint64_t salt)
{
    const tr_key *key = entry->key;
    const double unit = tr_unit_from_hash(tr_hash_identity(salt, 1, (int64_t)(entry->offset + key->offset), 0, 0));
    return key->low + (key->high - key->low) * unit;
}

static tr_world_def random_def(uint64_t salt)
{
    tr_world_def def = tr_default_world_def();
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        if (entry.of_item || strncmp(entry.path, "terrain.elevation", 17) == 0) continue;
        void *field = (char *)&def + entry.offset + entry.key->offset;
        if (entry.key->type == TR_KEY_DOUBLE) *(double *)field = number_within(&entry, salt);
        if (entry.key->type == TR_KEY_INT) *(int32_t *)field = (int32_t)number_within(&entry, salt);
        if (entry.key->type == TR_KEY_COLOR) *(uint8_t *)field ^= (uint8_t)salt;
    }
    def.terrain.rivers.spacing_m = 9e5;
    def.voxels.block_m = (double)(16 + salt * 37 % 16369) / TR_UNITS_PER_METRE;
    def.voxels.bottom = -32 * (int32_t)(salt % 30000);
    def.voxels.top = 32 * (int32_t)(1 + salt % 7);
    def.seed = tr_hash_identity(salt, 2, 0, 0, 0);
    def.has_bounds = salt % 2 == 0;
    def.bounds_m = (tr_region){-(int64_t)salt, -77, 1000000000000, (int64_t)salt};
    return def;
}

static void any_definition_survives_the_way_through_a_file(void **state)
{
    (void)state;
    static char text[16384];
    for (uint64_t salt = 1; salt <= 200; salt++) {
        const tr_world_def def = random_def(salt);
        write_description(&def, text, sizeof text);
        if (hash_of(text) != tr_world_def_hash(&def)) fail_msg("salt %d: not the same after\n%s", (int)salt, text);
    }
}

// Each limit of each key is a value that a world can be made with.
static void every_limit_makes_a_world(void **state)
{
    (void)state;
    static char text[16384];
    for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        if (entry.of_item || entry.key->type != TR_KEY_DOUBLE) continue;
        for (int k = 0; k < 2; k++) {
            tr_world_def def = tr_default_world_def();
            const double limit = k == 0 ? entry.key->low : entry.key->high;
            assert_true(tr_schema_set_number(tr_world_schema(), &def, entry.path, limit, NULL));
            tr_world_def_problem problem;
            if (!tr_world_def_check_together(&def, &problem)) continue;
            write_description(&def, text, sizeof text);
            world_hash_of(text);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Values

typedef struct same_value {
    const char *one, *other;
} same_value;

static const same_value same_values[] = {
    {"sea_level: 350", "sea_level: 0.35 km"},
    {"sea_level: 350", "sea_level: 350 m"},
    {"sea_level: 350", "sea_level: 35000cm"},
    {"sea_level: 350", "sea_level: 3.5e2"},
    {"sea_level: 350", "sea_level: 3.5e-1 km"},
    {"sea_level: 0.1", "sea_level: 10 cm"},
    {"sea_level: 0.3", "sea_level: 30 cm"},
    {"sea_level: 1.1", "sea_level: .0011 km"},
    {"sea_level: 0", "sea_level: -0 m"},
    {"sea_level: 0", "sea_level: 0e99999999999999999999 km"},
    {"climate: {humidity: 0.57}", "climate: {humidity: 57 %}"},
    {"climate: {humidity: 0.57}", "climate: {humidity: 57%}"},
    {"climate: {wind: 90}", "climate: {wind: 90 deg}"},
    {"climate: {equator: 20}", "climate: {equator: 20 degC}"},
    {"climate: {lapse: 5}", "climate: {lapse: 5 degC/km}"},
    {"extent: [-4000, -1000, 4000, 1000]", "extent: {width: 8 km, depth: 2 km}"},
    {"extent: [-4000, -1000, 4000, 1000]", "extent: {z0: -1 km, x0: -4 km, z1: 1 km, x1: 4 km}"},
    {"extent: [-2, 0, 3, 1]", "extent: {width: 5, depth: 1}"},
    {"seed: 12", "seed: \"12\""},
    {"seed: 255", "seed: 0xff"},
    {"seed: green hills", "seed: 'green hills'"},
    {"biomes: {ice: {color: \"#aBcDeF\"}}", "biomes: {ice: {color: '#abcdef'}}"},
    {"voxels: {block: 25 cm}", "voxels: {block: 0.25}"},
    {"voxels: {caves: 50 %}", "voxels: {caves: 0.5, preset: world}"},
    {"{}", "extent: endless"},
    {"{}", "name: another name"},
    {"{}", "paths: []\nplacement: []\ncity: [{a: 1}, {b: 2}]\nsandbox: {a: [1, 2]}"},
};

static void one_value_can_be_written_in_many_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof same_values / sizeof *same_values; i++) {
        const same_value *row = &same_values[i];
        if (hash_of(row->one) != hash_of(row->other)) fail_msg("'%s' is not '%s'", row->one, row->other);
    }
    assert_true(hash_of("seed: a") != hash_of("seed: b"));
    assert_true(hash_of("sea_level: 5") != hash_of("sea_level: -5"));
}

static void values_arrive_in_their_fields(void **state)
{
    (void)state;
    tr_description d = read("name: Tal\n"
                            "seed: 9\n"
                            "extent: [-5, -6, 7, 8]\n"
                            "sea_level: -12 m\n"
                            "terrain:\n"
                            "  erosion: {octaves: 3}\n"
                            "  elevation: {file: no_raster.txt, at: [1 km, -2], beyond: sea, blend: 40 m}\n"
                            "biomes: {desert: {color: \"#010203\"}}\n"
                            "voxels: {preset: classic, block: 50 cm, bottom: -64, top: 320, overhangs: 20 %, caves: 0,"
                            " ores: 2, decorations: 0.5, structures: 4}\n");
    assert_string_equal(d.def.name, "Tal");
    const tr_voxel_def *voxels = &d.def.voxels;
    assert_int_equal(voxels->preset, TR_VOXEL_CLASSIC);
    assert_true(voxels->block_m == 0.5 && voxels->bottom == -64 && voxels->top == 320);
    assert_true(voxels->overhangs == 0.2 && voxels->caves == 0 && voxels->ores == 2);
    assert_true(voxels->decorations == 0.5 && voxels->structures == 4);
    assert_true(d.def.seed == 9 && d.def.has_bounds && d.def.sea_level_m == -12);
    assert_true(d.def.bounds_m.x0 == -5 && d.def.bounds_m.z0 == -6 && d.def.bounds_m.x1 == 7 && d.def.bounds_m.z1 == 8);
    assert_int_equal(d.def.terrain.erosion.octaves, 3);
    const tr_elevation_settings *elevation = &d.def.terrain.elevation;
    assert_string_equal(elevation->path, "tests/world/data/no_raster.txt");
    assert_true(elevation->at_x_m == 1000 && elevation->at_z_m == -2 && elevation->blend_m == 40);
    assert_int_equal(elevation->beyond, TR_BEYOND_SEA);
    const uint8_t *color = d.def.biomes[TR_BIOME_DESERT].color;
    assert_true(color[0] == 1 && color[1] == 2 && color[2] == 3);
    tr_description_release(&d);
}

static void files_of_gdal_are_not_looked_for(void **state)
{
    (void)state;
    tr_description d = read("terrain: {elevation: {file: /vsizip/a.zip/b.tif}}");
    assert_string_equal(d.def.terrain.elevation.path, "/vsizip/a.zip/b.tif");
    tr_description_release(&d);
}

// ---------------------------------------------------------------------------------------------------------
// The same world

static void a_struct_makes_the_same_world_as_a_file(void **state)
{
    (void)state;
    tr_error err;
    tr_world_def def = tr_default_world_def();
    def.seed = tr_seed_from_text("green");
    def.sea_level_m = 20;
    def.terrain.landform.hill_size_m = 700;
    def.has_bounds = true;
    def.bounds_m = (tr_region){-500, -500, 500, 500};
    tr_world *world = tr_world_create(context, &def, &err);
    assert_non_null(world);
    assert_true(tr_world_hash(world) ==
                world_hash_of("seed: green\nsea_level: 20 m\nextent: {width: 1 km, depth: 1 km}\n"
                              "terrain: {landform: {hill_size: 0.7 km}}\n"));
    tr_world_destroy(world);
}

static void a_graph_is_the_same_inline_from_a_file_and_from_c(void **state)
{
    (void)state;
    static const char in_place[] = "terrain:\n"
                                   "  graph:\n"
                                   "    nodes:\n"
                                   "      hills: {type: gradient, frequency: 0.001, fractal: fbm, octaves: 3}\n"
                                   "      out: {type: linear, input: hills, factor: 300}\n";
    tr_error err;
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    tr_node_def hills = tr_default_node_def(TR_NODE_GRADIENT), out = tr_default_node_def(TR_NODE_LINEAR);
    hills.frequency = 0.001;
    hills.fractal = TR_FRACTAL_FBM;
    hills.octaves = 3;
    out.inputs[0] = tr_noise_graph_add(graph, &hills, &err);
    out.factor = 300;
    assert_true(tr_noise_graph_add(graph, &out, &err) > 0);
    tr_world_def def = tr_default_world_def();
    def.terrain.graph = graph;
    tr_world *world = tr_world_create(context, &def, &err);
    assert_non_null(world);
    assert_true(tr_world_hash(world) == world_hash_of(in_place));
    assert_true(tr_world_hash(world) != world_hash_of("{}"));
    tr_world_destroy(world);
    tr_noise_graph_destroy(graph);
    tr_description d = read("terrain: {graph: hills.yaml}");
    assert_non_null(d.def.terrain.graph);
    assert_string_equal(d.def.terrain.graph_name, "hills.yaml");
    tr_description_release(&d);
}

static void a_seed_from_outside_replaces_that_of_the_file(void **state)
{
    (void)state;
    tr_error err;
    const uint64_t seed = 77;
    static const char text[] = "seed: 5";
    tr_world *world = tr_world_load_text(context, DESCRIPTION, text, strlen(text), &seed, &err);
    assert_non_null(world);
    assert_true(tr_world_def_of(world)->seed == 77);
    assert_true(tr_world_hash(world) == world_hash_of("seed: 77"));
    tr_world_destroy(world);
}

static void the_demo_world_loads(void **state)
{
    (void)state;
    tr_error err;
    tr_world *world = tr_world_load(context, "worlds/valley.yaml", NULL, &err);
    if (!world) fail_msg("%s", err.message);
    const tr_region home = tr_world_home(world);
    assert_true(home.x0 == -4000 && home.z0 == -4000 && home.x1 == 4000 && home.z1 == 4000);
    tr_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------
// Ways out

static const char full[] =
    "name: A name\n"
    "seed: text\n"
    "extent: {width: 8 km, depth: 8 km}\n"
    "paths:\n"
    "  - {kind: road, name: A, line: [[0, 0, 5], {x: 40, z: 50, width: 6 m}], grade: 8 %, bridges: false}\n"
    "  - {kind: lake, area: [[[0, 0], [900, 0], [0, 900]], [[99, 99], [200, 99], [99, 200]]], level: 12 m}\n"
    "terrain:\n"
    "  graph: {nodes: {a: {type: gradient}, b: {type: linear, input: a, factor: 5}}, output: b}\n"
    "  erosion: {strength: 20 %}\n"
    "  elevation: {file: hills.yaml, at: [1, 2]}\n"
    "climate: {wind: 20 deg}\n"
    "biomes: {ice: {color: \"#ffffff\"}}\n"
    "city: [1, 2, {a: b}]\n";

static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at++) {
        test_allocator allocator;
        tr_context *counting = test_context_counting(1, &allocator);
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + fail_at;
        tr_error err = {0};
        tr_description description;
        done = tr_description_read_text(counting, DESCRIPTION, full, strlen(full), &description, &err);
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_description_release(&description);
        assert_int_equal(allocator.live_blocks, before);
        tr_context_destroy(counting);
        assert_true(fail_at < 1000);
    }
}

static void every_failing_allocation_of_a_world_is_reported(void **state)
{
    (void)state;
    static const char text[] = "name: A name\nterrain: {graph: {nodes: {a: {type: gradient}}}}\n";
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at++) {
        test_allocator allocator;
        tr_context *counting = test_context_counting(1, &allocator);
        const int64_t before = allocator.live_blocks;
        allocator.fail_at = allocator.allocations + fail_at;
        tr_error err = {0};
        tr_world *world = tr_world_load_text(counting, DESCRIPTION, text, strlen(text), NULL, &err);
        done = world != NULL;
        if (!done) assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        tr_world_destroy(world);
        assert_int_equal(allocator.live_blocks, before);
        tr_context_destroy(counting);
        assert_true(fail_at < 2000);
    }
}

// Every beginning of a description is read or refused, from a block that ends where the text does.
static void every_truncation_is_survived(void **state)
{
    (void)state;
    const size_t size = strlen(full);
    for (size_t length = 0; length <= size; length++) {
        char *part = malloc(length > 0 ? length : 1);
        memcpy(part, full, length);
        tr_description description;
        tr_error err = {0};
        if (!tr_description_read_text(context, DESCRIPTION, part, length, &description, &err)) {
            assert_true(err.code != TR_ERROR_NONE && err.message[0] != '\0');
        }
        tr_description_release(&description);
        free(part);
    }
}

static void the_list_of_keys_is_complete(void **state)
{
    (void)state;
    const int count = tr_schema_count(tr_world_schema());
    int of_paths = 0;
    for (int i = 0; i < count; i++) {
        const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
        assert_true(entry.path[0] && entry.key->help[0] && tr_key_form_name(entry.key)[0]);
        assert_true((entry.key->choices != NULL) == (tr_key_choice_count(entry.key) > 0));
        for (int k = 0; k < i; k++) assert_string_not_equal(entry.path, tr_schema_at(tr_world_schema(), k).path);
        of_paths += strncmp(entry.path, "paths[].", strlen("paths[].")) == 0;
    }
    assert_int_equal(of_paths, tr_world_path_schema.key_count);
}

TEST_GROUP(description)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_mapping_is_the_default),
        cmocka_unit_test(the_defaults_can_be_written_down),
        cmocka_unit_test(any_definition_survives_the_way_through_a_file),
        cmocka_unit_test(every_limit_makes_a_world),
        cmocka_unit_test(one_value_can_be_written_in_many_ways),
        cmocka_unit_test(values_arrive_in_their_fields),
        cmocka_unit_test(files_of_gdal_are_not_looked_for),
        cmocka_unit_test(a_struct_makes_the_same_world_as_a_file),
        cmocka_unit_test(a_graph_is_the_same_inline_from_a_file_and_from_c),
        cmocka_unit_test(a_seed_from_outside_replaces_that_of_the_file),
        cmocka_unit_test(the_demo_world_loads),
        cmocka_unit_test(every_failing_allocation_is_reported),
        cmocka_unit_test(every_failing_allocation_of_a_world_is_reported),
        cmocka_unit_test(every_truncation_is_survived),
        cmocka_unit_test(the_list_of_keys_is_complete),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
