// Images on meshes, the 2D layer, lines and handles, and what is under a pixel.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

// ---------------------------------------------------------------------------------------------------------
// A stage: the plain from 100 m to the south and 50 m above it

typedef struct test_stage {
    view_fixture fixture;
    tr_renderer *renderer;
    tr_render_id levels[VIEW_LEVELS];
} test_stage;

static void open_stage(test_stage *stage)
{
    stage->fixture = view_fixture_open(view_plain, origin);
    const double eye[3] = {0, 60, 100}, target[3] = {0, 10, 0};
    view_fixture_look(&stage->fixture, origin, eye, target);
    stage->renderer = view_fixture_renderer(&stage->fixture);
    view_fixture_fill(&stage->fixture, stage->renderer, stage->levels);
}

static void close_stage(test_stage *stage)
{
    tr_renderer_destroy(stage->renderer);
    view_fixture_close(&stage->fixture);
}

static tr_render_id add(test_stage *stage, tr_render_part *part)
{
    assert_non_null(part);
    const tr_render_id id = tr_renderer_add(stage->renderer, part, NULL);
    assert_true(id.id != 0);
    tr_render_part_destroy(part);
    return id;
}

static tr_image draw(test_stage *stage)
{
    tr_image image;
    tr_error err = {0};
    if (!tr_renderer_draw(stage->renderer, &stage->fixture.camera, &stage->fixture.target, 0, &err) ||
        !tr_renderer_read(stage->renderer, &image, &err))
        fail_msg("%s", err.message);
    return image;
}

// Four texels: red, green, blue, and nothing.
static tr_render_id add_image(test_stage *stage)
{
    uint8_t pixels[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0};
    const tr_image image = {pixels, 2, 2, 4, 8, 8};
    tr_render_image_def def = tr_default_render_image_def();
    def.image = &image;
    def.smooth = false;
    return add(stage, tr_render_part_image(stage->fixture.context, &def, NULL));
}

// Which of the three colours a pixel mostly has: 0 red, 1 green, 2 blue; -1 none.
static int color_at(const tr_image *image, int x, int y)
{
    const uint8_t *pixel = view_pixel(image, x, y);
    for (int k = 0; k < 3; k++)
        if (pixel[k] > 2 * pixel[(k + 1) % 3] && pixel[k] > 2 * pixel[(k + 2) % 3]) return k;
    return -1;
}

static tr_render_pick pick_at(test_stage *stage, double x, double y)
{
    tr_render_pick pick;
    tr_error err = {0};
    if (!tr_renderer_pick(stage->renderer, x, y, &pick, &err)) fail_msg("%s", err.message);
    return pick;
}

// ---------------------------------------------------------------------------------------------------------

// A board of 40 x 40 m that faces the camera: three quarters have colours, and one is not there.
static void an_image_is_laid_on_a_mesh(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage);
    float positions[12] = {-20, 0, 0, 20, 0, 0, 20, 40, 0, -20, 40, 0};
    float uvs[8] = {0, 1, 1, 1, 1, 0, 0, 0};
    uint32_t indices[6] = {0, 1, 2, 0, 2, 3};
    const tr_mesh mesh = {.origin = {0, 12, 20},
                          .vertex_count = 4,
                          .index_count = 6,
                          .positions = positions,
                          .uvs = uvs,
                          .indices = indices};
    tr_image without = draw(&stage);
    const tr_render_id image_id = add_image(&stage);
    tr_render_mesh_def def = tr_default_render_mesh_def();
    def.mesh = &mesh;
    def.image = image_id;
    def.min_alpha = 0.5f;
    const tr_render_id board = add(&stage, tr_render_part_mesh(stage.fixture.context, &def, NULL));
    tr_image with = draw(&stage);
    // The middle of the board is 32 m high: left and right of it, above and below.
    assert_int_equal(color_at(&with, 72, 20), 0);
    assert_int_equal(color_at(&with, 88, 20), 1);
    assert_int_equal(color_at(&with, 72, 36), 2);
    assert_int_equal(color_at(&with, 88, 36), -1);
    assert_int_equal(pick_at(&stage, 72.5, 36.5).resource.id, board.id);
    assert_int_equal(pick_at(&stage, 88.5, 36.5).kind, TR_RENDER_GROUND);
    tr_renderer_drop(stage.renderer, image_id);
    assert_int_equal(tr_renderer_resource_info(stage.renderer, board).state, TR_RENDER_INCOMPLETE);
    tr_image gone = draw(&stage);
    assert_int_equal(view_difference(&without, &gone), 0);
    tr_image_destroy(stage.fixture.context, &with);
    tr_image_destroy(stage.fixture.context, &without);
    tr_image_destroy(stage.fixture.context, &gone);
    close_stage(&stage);
}

static void tiles_lie_where_their_pixels_are(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage);
    tr_image without = draw(&stage);
    const tr_render_tile tiles[2] = {
        {10, 20, 16, 16, 0, 0, 1, 1, {255, 255, 255, 255}},
        {40, 20, 8, 8, 0.5f, 0, 1, 0.5f, {255, 255, 255, 255}},
    };
    tr_render_tiles_def def = tr_default_render_tiles_def();
    def.image = add_image(&stage);
    def.tiles = tiles;
    def.count = 2;
    const tr_render_id layer = add(&stage, tr_render_part_tiles(stage.fixture.context, &def, NULL));
    tr_image with = draw(&stage);
    static const uint8_t texels[3][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    for (int i = 0; i < 3; i++)
        assert_memory_equal(view_pixel(&with, 10 + 8 * (i % 2), 20 + 8 * (i / 2)), texels[i], 3);
    assert_memory_equal(view_pixel(&with, 17, 27), texels[0], 3);
    assert_memory_equal(view_pixel(&with, 47, 27), texels[1], 3);
    assert_memory_equal(view_pixel(&with, 20, 30), view_pixel(&without, 20, 30), 3);
    assert_memory_equal(view_pixel(&with, 9, 20), view_pixel(&without, 9, 20), 3);
    assert_memory_equal(view_pixel(&with, 26, 20), view_pixel(&without, 26, 20), 3);
    const double offset[2] = {-10, 5};
    tr_renderer_place_tiles(stage.renderer, layer, offset, 2);
    tr_image moved = draw(&stage);
    assert_memory_equal(view_pixel(&moved, 10, 45), texels[0], 3);
    assert_memory_equal(view_pixel(&moved, 10 + 31, 45), texels[1], 3);
    tr_image_destroy(stage.fixture.context, &moved);
    tr_image_destroy(stage.fixture.context, &with);
    tr_image_destroy(stage.fixture.context, &without);
    close_stage(&stage);
}

// Layers by their order, tints with their alpha.
static void layers_are_drawn_in_their_order(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage);
    const tr_render_tile tiles[2] = {{0, 0, 32, 32, 0, 0, 1, 1, {255, 0, 0, 255}},
                                     {16, 0, 32, 32, 0, 0, 1, 1, {0, 0, 255, 128}}};
    for (int i = 1; i >= 0; i--) {
        tr_render_tiles_def def = tr_default_render_tiles_def();
        def.tiles = &tiles[i];
        def.count = 1;
        def.order = i;
        add(&stage, tr_render_part_tiles(stage.fixture.context, &def, NULL));
    }
    tr_image image = draw(&stage);
    const uint8_t *both = view_pixel(&image, 24, 8);
    assert_int_equal(color_at(&image, 8, 8), 0);
    assert_true(abs(both[0] - 127) <= 1 && abs(both[2] - 128) <= 1);
    tr_image_destroy(stage.fixture.context, &image);
    close_stage(&stage);
}

// A line along the ground and one below it; handles at their ends. Widths are pixels.
static void lines_are_as_wide_as_they_say(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage);
    const double above[6] = {-30, 10.3, 0, 30, 10.3, 0}, below[6] = {-30, 2, 40, 30, 2, 40};
    const tr_render_polyline lines[2] = {{above, 2, false, 5, {255, 0, 0, 255}},
                                         {below, 2, false, 5, {0, 0, 255, 255}}};
    const tr_render_handle handles[2] = {{{-30, 10.3, 0}, 13, true, {0, 255, 0, 255}},
                                         {{30, 10.3, 0}, 13, false, {0, 255, 0, 255}}};
    tr_render_lines_def def = tr_default_render_lines_def();
    def.lines = lines;
    def.line_count = 2;
    def.handles = handles;
    def.handle_count = 2;
    def.hidden_share = 0;
    const tr_render_id id = add(&stage, tr_render_part_lines(stage.fixture.context, &def, NULL));
    tr_image image = draw(&stage);
    int red = 0, blue = 0, square = 0, disc = 0;
    for (int y = 0; y < image.height; y++) {
        red += color_at(&image, 80, y) == 0;
        for (int x = 0; x < image.width; x++) {
            blue += color_at(&image, x, y) == 2;
            if (color_at(&image, x, y) == 1) (*(x < 80 ? &square : &disc))++;
        }
    }
    assert_true(red >= 4 && red <= 6);
    assert_int_equal(blue, 0);
    assert_true(abs(square - 169) <= 30);
    assert_true(abs(disc - 133) <= 30 && disc < square);
    const tr_render_pick on_line = pick_at(&stage, 80.5, 44.5), on_handle = pick_at(&stage, 80.5 + 29.2, 44.5);
    assert_int_equal(on_line.resource.id, id.id);
    assert_int_equal(on_line.index, 0);
    assert_true(fabs(on_line.position_m[0]) < 1 && fabs(on_line.position_m[2]) < 1);
    assert_int_equal(on_handle.kind, TR_RENDER_LINES);
    assert_int_equal(on_handle.index, 3);
    tr_image_destroy(stage.fixture.context, &image);
    close_stage(&stage);
}

// ---------------------------------------------------------------------------------------------------------
// Picking

static void ground_is_picked_where_it_is(void **state)
{
    (void)state;
    test_stage stage;
    open_stage(&stage);
    tr_image image = draw(&stage);
    // The middle of the picture is the target of the camera.
    const tr_render_pick middle = pick_at(&stage, 80, 45);
    assert_int_equal(middle.kind, TR_RENDER_GROUND);
    assert_int_equal(middle.resource.id, stage.levels[0].id);
    assert_true(fabs(middle.position_m[0]) < 2 && fabs(middle.position_m[1] - 10) < 0.1 &&
                fabs(middle.position_m[2]) < 3);
    assert_true(fabs(middle.distance_m - 111.8) < 2);
    stage.fixture.camera.target_m[1] = 400;
    tr_image sky_image = draw(&stage);
    const tr_render_pick sky = pick_at(&stage, 80, 10);
    assert_int_equal(sky.resource.id, 0);
    const bool reaches = isfinite(sky.distance_m);
    assert_false(reaches);
    tr_image_destroy(stage.fixture.context, &image);
    tr_image_destroy(stage.fixture.context, &sky_image);
    close_stage(&stage);
}

static void the_sea_is_picked_before_its_floor(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_island, origin);
    const double eye[3] = {0, 100, 1500}, target[3] = {0, 0, 1300};
    view_fixture_look(&fixture, origin, eye, target);
    tr_renderer *renderer = view_fixture_renderer(&fixture);
    tr_render_id ids[VIEW_LEVELS];
    view_fixture_fill(&fixture, renderer, ids);
    assert_true(tr_renderer_draw(renderer, &fixture.camera, &fixture.target, 0, NULL));
    tr_render_pick pick;
    assert_true(tr_renderer_pick(renderer, 80, 45, &pick, NULL));
    assert_true(pick.sea && pick.kind == TR_RENDER_GROUND);
    assert_true(fabs(pick.position_m[1]) < 0.1 && fabs(pick.position_m[2] - 1300) < 5);
    tr_renderer_destroy(renderer);
    view_fixture_close(&fixture);
}

// Two trees in one set; the right one has the index 1, as a mesh and as a picture.
static void instances_are_picked_one_by_one(void **state)
{
    (void)state;
    float positions[9] = {-3, 0, 0, 3, 0, 0, 0, 10, 0};
    uint32_t indices[3] = {0, 1, 2};
    const tr_mesh mesh = {.vertex_count = 3, .index_count = 3, .positions = positions, .indices = indices};
    tr_render_instance trees[2];
    for (int i = 0; i < 2; i++)
        trees[i] = (tr_render_instance){
            .position_m = {i * 20 - 10, 10, 0}, .rotation = {0, 0, 0, 1}, .scale = 1, .tint = {255, 255, 255, 255}};
    for (int large = 0; large < 2; large++) {
        test_stage stage;
        const view_group group = {&mesh, 1, trees, 2};
        stage.fixture = view_fixture_open(view_plain, origin);
        const double eye[3] = {0, 20, 60}, target[3] = {0, 13, 0};
        view_fixture_look(&stage.fixture, origin, eye, target);
        if (large) stage.fixture.target.width = 640, stage.fixture.target.height = 360;
        stage.fixture.groups = &group;
        stage.fixture.group_count = 1;
        stage.renderer = view_fixture_renderer(&stage.fixture);
        view_fixture_fill(&stage.fixture, stage.renderer, stage.levels);
        tr_image image = draw(&stage);
        const tr_renderer_stats stats = tr_renderer_statistics(stage.renderer);
        assert_int_equal(stats.instances_as_pictures, large ? 0 : 2);
        const double px_per_m = 108.6 / 60.4 * (large ? 4 : 1), middle = large ? 320 : 80;
        const tr_render_pick pick = pick_at(&stage, middle + 10 * px_per_m, large ? 180 : 45);
        assert_int_equal(pick.kind, TR_RENDER_INSTANCES);
        assert_int_equal(pick.index, 1);
        assert_true(fabs(pick.position_m[0] - 10) < 2 && fabs(pick.position_m[2]) < 5);
        tr_image_destroy(stage.fixture.context, &image);
        close_stage(&stage);
    }
}

static void wrong_overlays_are_refused(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error err = {0};
    const double points[6] = {0, 0, 0, 1, (double)NAN, 0};
    tr_render_polyline line = {points, 1, false, 2, {0}};
    tr_render_lines_def lines = tr_default_render_lines_def();
    lines.lines = &line;
    lines.line_count = 1;
    assert_null(tr_render_part_lines(context, &lines, &err));
    assert_non_null(strstr(err.message, "line 0 has 1 points"));
    line.count = 2;
    assert_null(tr_render_part_lines(context, &lines, &err));
    assert_int_equal(err.code, TR_ERROR_NOT_FINITE);
    const tr_render_tile tile = {.width = INFINITY};
    tr_render_tiles_def tiles = tr_default_render_tiles_def();
    tiles.tiles = &tile;
    tiles.count = 1;
    assert_null(tr_render_part_tiles(context, &tiles, &err));
    assert_non_null(strstr(err.message, "tile 0"));
    uint8_t pixel[3] = {0};
    const tr_image image = {pixel, 1, 1, 3, 8, 3};
    tr_render_image_def image_def = tr_default_render_image_def();
    image_def.image = &image;
    assert_null(tr_render_part_image(context, &image_def, &err));
    assert_non_null(strstr(err.message, "3 channels of 8 bits"));
    tr_context_destroy(context);
}

TEST_GROUP(overlay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_is_laid_on_a_mesh),      cmocka_unit_test(tiles_lie_where_their_pixels_are),
        cmocka_unit_test(layers_are_drawn_in_their_order), cmocka_unit_test(lines_are_as_wide_as_they_say),
        cmocka_unit_test(ground_is_picked_where_it_is),    cmocka_unit_test(the_sea_is_picked_before_its_floor),
        cmocka_unit_test(instances_are_picked_one_by_one), cmocka_unit_test(wrong_overlays_are_refused),
    };
    return cmocka_run_group_tests_name("overlay", tests, NULL, NULL);
}
