// Merged meshes against the plain mesher, face by face.
#include <stdlib.h>
#include <string.h>

#include "scenes/voxel_naive_mesh.h"
#include "counting_context.h"
#include "base/isa.h"
#include "test_effort.h"

enum { SIDE = TR_VOXEL_SIDE, CHUNKS = 27, MIDDLE = 13, DAYLIGHT = TR_LIGHT_MAX << TR_LIGHT_SKY_SHIFT };

// ---------------------------------------------------------------------------------------------------------
// Scenes

// A cube of 96^3 blocks with lights, as chunks around the one in the middle.
typedef struct scene {
    tr_block blocks[CHUNKS][TR_VOXEL_COUNT];
    tr_light values[CHUNKS][TR_VOXEL_COUNT];
    tr_voxel_chunk chunks[CHUNKS];
    tr_voxel_light lights[CHUNKS];
    tr_voxel_around around;
} scene;

typedef tr_block (*block_fn)(uint64_t seed, int x, int y, int z);
typedef tr_light (*light_fn)(uint64_t seed, int x, int y, int z, tr_block block);

static scene *scene_make(tr_context *owner, uint64_t seed, block_fn block, light_fn light)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    for (int i = 0; i < CHUNKS; i++) {
        const tr_voxel_at at = {i % 3 - 1, i / 9 - 1, i / 3 % 3 - 1};
        for (int k = 0; k < TR_VOXEL_COUNT; k++) {
            const int x = k % SIDE + SIDE * (int)at.x, z = k / SIDE % SIDE + SIDE * (int)at.z;
            const int y = k / TR_VOXEL_LAYER + SIDE * (int)at.y;
            // Only what touches the chunk matters.
            if (x < -1 || y < -1 || z < -1 || x > SIDE || y > SIDE || z > SIDE) continue;
            s->blocks[i][k] = block(seed, x, y, z);
            if (light) s->values[i][k] = light(seed, x, y, z, s->blocks[i][k]);
        }
        assert_true(tr_voxel_chunk_pack(owner, &at, s->blocks[i], &s->chunks[i], NULL));
        s->lights[i].values = s->values[i];
        s->around.chunks[i] = &s->chunks[i];
        s->around.lights[i] = light ? &s->lights[i] : NULL;
    }
    return s;
}

static void scene_free(tr_context *owner, scene *s)
{
    for (int i = 0; i < CHUNKS; i++) tr_voxel_chunk_destroy(owner, &s->chunks[i]);
    free(s);
}

static uint64_t random_at(uint64_t seed, uint64_t what, int x, int y, int z)
{
    return tr_hash_identity(seed, what, x, y, z);
}

// A block of every kind and level, in lumps of two so that faces do merge.
static tr_block any_block(uint64_t seed, int x, int y, int z)
{
    const uint64_t hash = random_at(seed, 1, x >> 1, y >> 1, z >> 1);
    if (hash % 3 == 0) return TR_BLOCK_AIR;
    const unsigned kind = (unsigned)(hash >> 8) % TR_BLOCK_KIND_COUNT;
    const bool liquid = tr_block_info_of((tr_block)kind)->shape == TR_SHAPE_LIQUID;
    return (tr_block)(kind | (liquid ? (hash >> 40) % 8 : 0) << TR_BLOCK_LEVEL_SHIFT);
}

static tr_block few_kinds(uint64_t seed, int x, int y, int z)
{
    static const tr_block kinds[] = {TR_BLOCK_AIR, TR_BLOCK_AIR,        TR_BLOCK_STONE,        TR_BLOCK_WATER,
                                     TR_BLOCK_ICE, TR_BLOCK_OAK_LEAVES, TR_BLOCK_BIRCH_LEAVES, TR_BLOCK_TALL_GRASS};
    return kinds[random_at(seed, 2, x, y, z) % 8];
}

// Flowing and still water and lava side by side, under air, stone, glass and each other.
static tr_block liquids(uint64_t seed, int x, int y, int z)
{
    const uint64_t hash = random_at(seed, 3, x, y, z);
    if (hash % 8 == 0) return TR_BLOCK_STONE;
    if (hash % 8 == 1) return TR_BLOCK_AIR;
    if (hash % 8 == 2) return TR_BLOCK_GLASS;
    const tr_block kind = hash % 8 == 3 ? TR_BLOCK_LAVA : TR_BLOCK_WATER;
    return (tr_block)(kind | (hash >> 20) % 8 << TR_BLOCK_LEVEL_SHIFT);
}

// Hills with a lake and a wood, as they are meshed most of the time.
static tr_block hills(uint64_t seed, int x, int y, int z)
{
    const int height = 10 + ((x * x / 40 + z * z / 24 + (int)(seed % 7)) % 13 + abs((x + 2 * z) % 29 - 14)) / 2;
    const uint64_t hash = random_at(seed, 4, x >> 2, 0, z >> 2);
    if (y < height - 3) return TR_BLOCK_STONE;
    if (y < height) return TR_BLOCK_DIRT;
    if (y == height) return y < 13 ? TR_BLOCK_SAND : TR_BLOCK_GRASS;
    if (y <= 13) return TR_BLOCK_WATER;
    if (y == height + 1 && random_at(seed, 5, x, 0, z) % 6 == 0) return TR_BLOCK_TALL_GRASS;
    if (hash % 7 == 0 && y > 22 && y < 27) return TR_BLOCK_OAK_LEAVES;
    return TR_BLOCK_AIR;
}

static tr_block terraces(uint64_t seed, int x, int y, int z)
{
    (void)seed;
    const int height = 8 + 4 * (((x >> 3) + 2 * (z >> 3)) & 3);
    return y > height ? TR_BLOCK_AIR : y == height ? TR_BLOCK_GRASS : TR_BLOCK_DIRT;
}

static tr_light random_light(uint64_t seed, int x, int y, int z, tr_block block)
{
    (void)block;
    return (tr_light)random_at(seed, 6, x, y, z);
}

// Daylight above, a smooth dusk below, darkness at the bottom, and a lamp.
static tr_light graded_light(uint64_t seed, int x, int y, int z, tr_block block)
{
    (void)seed;
    if (tr_block_info_of(block)->shape == TR_SHAPE_CUBE) return 0;
    const int sky = y > 16 ? 15 : y < 4 ? 0 : y - 2, lamp = 12 - abs(x - 20) - abs(y - 5) - abs(z - 9);
    return (tr_light)(sky << TR_LIGHT_SKY_SHIFT | (lamp > 0 ? lamp : 0) << TR_LIGHT_RED_SHIFT);
}

// ---------------------------------------------------------------------------------------------------------
// Comparison

static int compare_quads(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(tr_voxel_quad));
}

// The unit faces of one quad.
static size_t split(const tr_voxel_quad *quad, tr_voxel_quad *out)
{
    const int first = quad->face <= TR_FACE_EAST ? 1 : 0, second = quad->face <= TR_FACE_UP ? 2 : 1;
    for (int j = 0; j < quad->height; j++)
        for (int i = 0; i < quad->width; i++) {
            int at[3] = {quad->x, quad->y, quad->z};
            at[first] += i;
            at[second] += j;
            for (int axis = 0; axis < 3; axis++) assert_in_range(at[axis], 0, SIDE - 1);
            tr_voxel_quad unit = *quad;
            unit.x = (uint8_t)at[0], unit.y = (uint8_t)at[1], unit.z = (uint8_t)at[2];
            unit.width = unit.height = 1;
            *out++ = unit;
        }
    return (size_t)quad->width * quad->height;
}

static size_t area_of(const tr_voxel_mesh *mesh, size_t begin, size_t end)
{
    size_t area = 0;
    for (size_t i = begin; i < end; i++) {
        assert_in_range(mesh->quads[i].width, 1, SIDE);
        assert_in_range(mesh->quads[i].height, 1, SIDE);
        area += (size_t)mesh->quads[i].width * mesh->quads[i].height;
    }
    return area;
}

// Unit faces of a pass in a fixed order.
static tr_voxel_quad *unit_faces(const tr_voxel_mesh *mesh, int pass, size_t *count)
{
    const size_t begin = pass ? mesh->pass_end[pass - 1] : 0, end = mesh->pass_end[pass];
    *count = area_of(mesh, begin, end);
    tr_voxel_quad *faces = calloc(*count + 1, sizeof *faces), *next = faces;
    assert_non_null(faces);
    for (size_t i = begin; i < end; i++) next += split(&mesh->quads[i], next);
    qsort(faces, *count, sizeof *faces, compare_quads);
    return faces;
}

static void assert_ordered_by_face(const tr_voxel_mesh *mesh)
{
    assert_int_equal(mesh->count, mesh->pass_end[TR_PASS_COUNT - 1]);
    for (int pass = 0; pass < TR_PASS_COUNT; pass++)
        for (size_t i = (pass ? mesh->pass_end[pass - 1] : 0) + 1; i < mesh->pass_end[pass]; i++)
            assert_true(mesh->quads[i - 1].face <= mesh->quads[i].face);
}

// Returns how many quads there are.
static size_t assert_same_surface(tr_context *ours, const tr_voxel_around *around, const tr_voxel_mesh_def *def)
{
    tr_voxel_mesh mesh, plain;
    assert_true(tr_voxel_mesh_make(ours, around, def, &mesh, NULL));
    assert_true(naive_mesh(ours, around, def, &plain, NULL));
    assert_ordered_by_face(&mesh);
    for (int pass = 0; pass < TR_PASS_COUNT; pass++) {
        size_t count, plain_count;
        tr_voxel_quad *faces = unit_faces(&mesh, pass, &count), *expected = unit_faces(&plain, pass, &plain_count);
        assert_int_equal(count, plain_count);
        assert_memory_equal(faces, expected, count * sizeof *faces);
        free(faces);
        free(expected);
    }
    const size_t count = mesh.count;
    tr_voxel_mesh_destroy(ours, &mesh);
    tr_voxel_mesh_destroy(ours, &plain);
    return count;
}

static const struct {
    block_fn block;
    light_fn light;
} scenes[] = {{any_block, random_light},
              {any_block, NULL},
              {few_kinds, random_light},
              {few_kinds, graded_light},
              {liquids, random_light},
              {hills, graded_light},
              {hills, NULL}};
enum { SCENES = sizeof scenes / sizeof scenes[0] };

static void surface_is_that_of_the_plain_mesher(void **state)
{
    (void)state;
    const int64_t seeds = test_effort(2, 50);
    for (size_t i = 0; i < SCENES; i++)
        for (int64_t seed = 0; seed < seeds; seed++) {
            scene *s = scene_make(context, (uint64_t)seed, scenes[i].block, scenes[i].light);
            tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
            assert_same_surface(context, &s->around, &def);
            def.merge = false;
            assert_same_surface(context, &s->around, &def);
            def.merge = true;
            def.occlusion = false;
            assert_same_surface(context, &s->around, &def);
            scene_free(context, s);
        }
}

static void every_neighbour_counts(void **state)
{
    (void)state;
    scene *s = scene_make(context, 5, few_kinds, random_light);
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    for (int i = 0; i < CHUNKS; i++) {
        if (i == MIDDLE || i % TEST_SLOWDOWN > 3) continue;
        tr_voxel_around around = s->around;
        around.chunks[i] = NULL;
        assert_same_surface(context, &around, &def);
        around = s->around;
        around.lights[i] = NULL;
        assert_same_surface(context, &around, &def);
    }
    tr_voxel_around alone = {.chunks = {[MIDDLE] = &s->chunks[MIDDLE]}};
    assert_same_surface(context, &alone, &def);
    scene_free(context, s);
}

static void borders_are_drawn_whatever_lies_beyond(void **state)
{
    (void)state;
    for (size_t i = 0; i < SCENES; i++) {
        scene *s = scene_make(context, 9, scenes[i].block, scenes[i].light);
        tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
        for (def.borders = 1; def.borders < 64; def.borders += 20) assert_same_surface(context, &s->around, &def);
        scene_free(context, s);
    }
    // A chunk of stone in stone: nothing is seen of it but its borders, a quad each.
    tr_voxel_chunk stone = tr_voxel_chunk_uniform(&(tr_voxel_at){0}, TR_BLOCK_STONE);
    tr_voxel_around around;
    for (int i = 0; i < CHUNKS; i++) around.chunks[i] = &stone, around.lights[i] = NULL;
    tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    assert_int_equal(assert_same_surface(context, &around, &def), 0);
    def.borders = 63;
    assert_int_equal(assert_same_surface(context, &around, &def), 6);
}

static void uniform_chunks_need_few_quads(void **state)
{
    (void)state;
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    for (unsigned kind = 0; kind < TR_BLOCK_KIND_COUNT; kind++) {
        const tr_block_shape shape = tr_block_info_of((tr_block)kind)->shape;
        if (shape == TR_SHAPE_SPRITE && kind != TR_BLOCK_FERN) continue;  // one will do for many quads
        if (kind % TEST_SLOWDOWN > 3) continue;
        tr_voxel_chunk chunk = tr_voxel_chunk_uniform(&(tr_voxel_at){0}, (tr_block)kind);
        tr_voxel_around around = {.chunks = {[MIDDLE] = &chunk}};
        const size_t count = assert_same_surface(context, &around, &def);
        if (shape == TR_SHAPE_EMPTY)
            assert_int_equal(count, 0);
        else if (shape == TR_SHAPE_SPRITE)
            assert_int_equal(count, 2 * TR_VOXEL_COUNT);
        else  // sides of a liquid are a quad for the surface and one for what lies below
            assert_int_equal(count, shape == TR_SHAPE_LIQUID ? 10 : 6);
        for (int i = 0; i < CHUNKS; i++) around.chunks[i] = &chunk;
        assert_int_equal(assert_same_surface(context, &around, &def),
                         shape == TR_SHAPE_SPRITE ? 2 * TR_VOXEL_COUNT : 0);
    }
}

static void faces_are_merged(void **state)
{
    (void)state;
    scene *s = scene_make(context, 1, terraces, NULL);
    tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    const size_t merged = assert_same_surface(context, &s->around, &def);
    def.occlusion = false;
    const size_t without_occlusion = assert_same_surface(context, &s->around, &def);
    def.merge = false;
    const size_t faces = assert_same_surface(context, &s->around, &def);
    assert_true(without_occlusion < merged && 4 * merged < faces);
    scene_free(context, s);
}

static void every_isa_makes_the_same_mesh(void **state)
{
    (void)state;
    scene *s = scene_make(context, 3, any_block, random_light);
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    tr_voxel_mesh expected;
    assert_true(tr_voxel_mesh_make(context, &s->around, &def, &expected, NULL));
    for (int isa = TR_ISA_SCALAR; isa < TR_ISA_COUNT; isa++) {
        if (!tr_isa_available((tr_isa)isa)) continue;
        tr_context_def other_def = test_context_def(1);
        other_def.isa = (tr_isa)isa;
        tr_context *other = tr_context_create(&other_def, NULL);
        assert_non_null(other);
        for (size_t i = 0; i < SCENES; i += 2) {
            scene *t = scene_make(other, 3, scenes[i].block, scenes[i].light);
            assert_same_surface(other, &t->around, &def);
            scene_free(other, t);
        }
        tr_voxel_mesh mesh;
        assert_true(tr_voxel_mesh_make(other, &s->around, &def, &mesh, NULL));
        assert_int_equal(mesh.count, expected.count);
        assert_memory_equal(mesh.quads, expected.quads, mesh.count * sizeof *mesh.quads);
        tr_voxel_mesh_destroy(other, &mesh);
        tr_context_destroy(other);
    }
    tr_voxel_mesh_destroy(context, &expected);
    scene_free(context, s);
}

static void a_failing_allocator_leaves_nothing(void **state)
{
    (void)state;
    scene *s = scene_make(context, 2, few_kinds, random_light);
    const tr_voxel_mesh_def def = tr_default_voxel_mesh_def();
    const int64_t live = allocator.live_blocks;
    bool done = false;
    for (int64_t fail_at = 0; !done; fail_at++) {
        tr_voxel_mesh mesh;
        tr_error err;
        allocator.fail_at = allocator.allocations + fail_at;
        done = tr_voxel_mesh_make(context, &s->around, &def, &mesh, &err);
        allocator.fail_at = -1;
        if (done)
            tr_voxel_mesh_destroy(context, &mesh);
        else
            assert_int_equal(err.code, TR_ERROR_OUT_OF_MEMORY);
        assert_int_equal(allocator.live_blocks, live);
        assert_true(fail_at < 100);
    }
    scene_free(context, s);
}

TEST_GROUP(mesh)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(surface_is_that_of_the_plain_mesher, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_neighbour_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(borders_are_drawn_whatever_lies_beyond, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uniform_chunks_need_few_quads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(faces_are_merged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_isa_makes_the_same_mesh, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failing_allocator_leaves_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
