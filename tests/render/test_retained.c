// What is kept between frames: a flight compiles, allocates and uploads nothing; resources come and go one by one.
#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

static void draw_at(view_fixture *fixture, tr_renderer *renderer, double time_s)
{
    tr_error err = {0};
    if (!tr_renderer_draw(renderer, &fixture->camera, &fixture->target, time_s, &err)) fail_msg("%s", err.message);
}

static tr_image read_frame(view_fixture *fixture, tr_renderer *renderer)
{
    tr_image image;
    draw_at(fixture, renderer, 0);
    assert_true(tr_renderer_read(renderer, &image, NULL));
    return image;
}

static view_fixture open_island(void)
{
    view_fixture fixture = view_fixture_open(view_island, origin);
    const double eye[3] = {0, 160, 1900}, target[3] = {0, 120, 0};
    view_fixture_look(&fixture, origin, eye, target);
    return fixture;
}

// ---------------------------------------------------------------------------------------------------------
// A flight

static const float cone_positions[15] = {-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3, 0, 10, 0};
static const uint32_t cone_indices[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};

static tr_mesh cone_mesh(void)
{
    return (tr_mesh){.vertex_count = 5,
                     .index_count = 12,
                     .positions = (float *)(uintptr_t)cone_positions,
                     .indices = (uint32_t *)(uintptr_t)cone_indices};
}

static void fly(view_fixture *fixture, tr_render_quality quality)
{
    enum { FRAMES = 600, TREES = 64 };
    fixture->renderer.quality = quality;
    fixture->renderer.samples = 1;
    fixture->target.width = fixture->target.height = 16;
    tr_render_instance trees[TREES];
    for (int i = 0; i < TREES; i++)
        trees[i] = (tr_render_instance){.position_m = {30.0 * (i % 8) - 120, 200, 30.0 * (i / 8.0) - 120},
                                        .rotation = {0, 0, 0, 1},
                                        .scale = 1,
                                        .tint = {90, 160, 80, 255}};
    const tr_mesh mesh = cone_mesh();
    const view_group group = {&mesh, 1, trees, TREES};
    tr_mesh hut = mesh;
    hut.origin[1] = 305;
    fixture->groups = &group;
    fixture->group_count = 1;
    fixture->meshes = &hut;
    fixture->mesh_count = 1;
    tr_renderer *renderer = view_fixture_renderer(fixture);
    tr_render_id ids[VIEW_LEVELS];
    view_fixture_fill(fixture, renderer, ids);
    draw_at(fixture, renderer, 0);
    const tr_renderer_stats first = tr_renderer_statistics(renderer);
    const uint64_t allocations = tr_context_memory(fixture->context).allocation_count;
    for (int i = 1; i < FRAMES; i++) {
        const double angle = 0.02 * i;
        const double eye[3] = {900 * sin(angle), 350 - 0.3 * i, 900 * cos(angle)}, target[3] = {0, 150, 0};
        view_fixture_look(fixture, origin, eye, target);
        draw_at(fixture, renderer, 0.04 * i);
    }
    const tr_renderer_stats last = tr_renderer_statistics(renderer);
    assert_int_equal(last.frames, FRAMES);
    assert_int_equal(last.programs_compiled, first.programs_compiled);
    assert_int_equal(last.device_objects, first.device_objects);
    assert_int_equal(last.device_bytes, first.device_bytes);
    assert_int_equal(last.uploaded_bytes, first.uploaded_bytes);
    assert_int_equal(last.uploads, last.resources);
    assert_int_equal(tr_context_memory(fixture->context).allocation_count, allocations);
    for (int i = 0; i < VIEW_LEVELS; i++) assert_int_equal(tr_renderer_resource_info(renderer, ids[i]).uploads, 1);
    assert_true(last.draw_calls > 0 && last.frame_s > 0);
    tr_renderer_destroy(renderer);
}

static void a_flight_compiles_and_allocates_nothing(void **state)
{
    (void)state;
    view_fixture fixture = open_island();
    fly(&fixture, TR_QUALITY_LOW);
    view_fixture_close(&fixture);
}

static void a_flight_with_shadows_and_mirror_does_not_either(void **state)
{
    (void)state;
    view_fixture fixture = open_island();
    fly(&fixture, TR_QUALITY_MEDIUM);
    view_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Resources

static tr_render_part *ground_part(view_fixture *fixture, int level)
{
    tr_render_ground_def def = tr_default_render_ground_def();
    def.area = fixture->levels[level].area;
    def.height = fixture->levels[level].height;
    def.color = fixture->levels[level].color;
    def.environment = fixture->environment;
    tr_render_part *part = tr_render_part_ground(fixture->context, &def, NULL);
    assert_non_null(part);
    return part;
}

// A picture after replacing, hiding, showing, dropping and adding is the one of a renderer that has only that.
static void resources_come_and_go(void **state)
{
    (void)state;
    view_fixture fixture = open_island();
    fixture.renderer.quality = TR_QUALITY_LOW;
    tr_renderer *renderer = view_fixture_renderer(&fixture);
    tr_render_id ids[VIEW_LEVELS];
    view_fixture_fill(&fixture, renderer, ids);
    tr_image before = read_frame(&fixture, renderer);
    const uint64_t bytes = tr_renderer_statistics(renderer).device_bytes;

    tr_renderer_set_visible(renderer, ids[3], false);
    tr_image hidden = read_frame(&fixture, renderer);
    assert_true(view_difference(&before, &hidden) > 20);
    tr_renderer_set_visible(renderer, ids[3], true);
    tr_image shown = read_frame(&fixture, renderer);
    assert_int_equal(view_difference(&before, &shown), 0);

    tr_render_part *part = ground_part(&fixture, 3);
    assert_true(tr_renderer_replace(renderer, ids[3], part, NULL));
    assert_int_equal(tr_renderer_resource_info(renderer, ids[3]).uploads, 2);
    tr_image replaced = read_frame(&fixture, renderer);
    assert_int_equal(view_difference(&before, &replaced), 0);
    assert_int_equal(tr_renderer_statistics(renderer).device_bytes, bytes);

    tr_renderer_drop(renderer, ids[3]);
    assert_int_equal(tr_renderer_resource_info(renderer, ids[3]).state, TR_RENDER_GONE);
    assert_true(tr_renderer_statistics(renderer).device_bytes < bytes);
    tr_renderer_drop(renderer, ids[3]);
    const tr_render_id again = tr_renderer_add(renderer, part, NULL);
    assert_true(again.id != 0 && again.id != ids[3].id);
    tr_image added = read_frame(&fixture, renderer);
    assert_int_equal(view_difference(&before, &added), 0);

    tr_image *images[] = {&before, &hidden, &shown, &replaced, &added};
    for (size_t i = 0; i < sizeof images / sizeof *images; i++) tr_image_destroy(fixture.context, images[i]);
    tr_render_part_destroy(part);
    tr_renderer_destroy(renderer);
    view_fixture_close(&fixture);
}

static void expect(const tr_error *err, const char *part)
{
    assert_int_equal(err->code, TR_ERROR_INVALID_ARGUMENT);
    if (!strstr(err->message, part)) fail_msg("'%s' does not hold '%s'", err->message, part);
}

static void wrong_parts_are_refused(void **state)
{
    (void)state;
    view_fixture fixture = open_island();
    fixture.renderer.quality = TR_QUALITY_LOW;
    tr_renderer *renderer = view_fixture_renderer(&fixture);
    tr_error err = {0};
    tr_image image;
    tr_render_pick pick;
    assert_false(tr_renderer_read(renderer, &image, &err));
    expect(&err, "no frame was drawn");
    assert_false(tr_renderer_pick(renderer, 1, 1, &pick, &err));
    expect(&err, "no frame was drawn");
    tr_render_part *sky = tr_render_part_environment(fixture.context, &fixture.environment, NULL);
    assert_int_equal(tr_renderer_add(renderer, sky, &err).id, 0);
    expect(&err, "kind environment is not a resource");
    tr_render_part *ground = ground_part(&fixture, 0);
    assert_false(tr_renderer_set_environment(renderer, ground, &err));
    expect(&err, "kind ground is not an environment");
    const tr_render_id id = tr_renderer_add(renderer, ground, NULL);
    assert_int_equal(tr_renderer_add(renderer, ground, &err).id, 0);
    expect(&err, "a level with a spacing of 4 m already");
    assert_false(tr_renderer_replace(renderer, (tr_render_id){77}, ground, &err));
    expect(&err, "no resource 77");
    assert_false(tr_renderer_replace(renderer, id, sky, &err));
    expect(&err, "kind environment cannot replace one of kind ground");
    const size_t bytes = tr_render_part_bytes(ground);
    tr_render_part_trim(ground);
    assert_true(tr_render_part_bytes(ground) < bytes);
    assert_false(tr_renderer_replace(renderer, id, ground, &err));
    expect(&err, "was trimmed");
    draw_at(&fixture, renderer, 0);
    assert_false(tr_renderer_pick(renderer, 160, 1, &pick, &err));
    expect(&err, "outside of the frame of 160 x 90");
    tr_render_part_destroy(sky);
    tr_render_part_destroy(ground);
    tr_renderer_destroy(renderer);
    view_fixture_close(&fixture);
}

// Every quality shows the same island: where the picture has sky, sea and land the others have them too.
static void qualities_agree(void **state)
{
    (void)state;
    view_fixture fixture = open_island();
    tr_image best = view_fixture_draw(&fixture);
    for (int quality = TR_QUALITY_LOW; quality < TR_QUALITY_PICTURE; quality++) {
        fixture.renderer.quality = (tr_render_quality)quality;
        fixture.renderer.samples = 2;
        tr_image image = view_fixture_draw(&fixture);
        long sum = 0;
        for (int y = 0; y < image.height; y++)
            for (int x = 0; x < image.width; x++)
                for (int k = 0; k < 3; k++) sum += labs((long)view_pixel(&best, x, y)[k] - view_pixel(&image, x, y)[k]);
        const double mean = (double)sum / (3.0 * image.width * image.height);
        print_message("quality %d: mean difference %.2f of 255\n", quality, mean);
        if (mean > (quality == TR_QUALITY_LOW ? 16 : 8)) fail_msg("quality %d differs by %.2f", quality, mean);
        tr_image_destroy(fixture.context, &image);
    }
    tr_image_destroy(fixture.context, &best);
    view_fixture_close(&fixture);
}

// ---------------------------------------------------------------------------------------------------------
// Contexts

// The picture lies in the host's framebuffer where it asked for it, and the state is as it was.
static void a_host_lends_its_context(void **state)
{
    (void)state;
    enum { WIDTH = 200, HEIGHT = 120, X = 20, Y = 10 };
    view_fixture fixture = open_island();
    fixture.renderer.quality = TR_QUALITY_LOW;
    const bool es = fixture.renderer.api == TR_RENDER_API_GLES3;
    tr_gl_context gl;
    if (!tr_gl_open_headless(es ? TR_GLES_30 : TR_GL_33_CORE, &gl, NULL)) skip();
    GLuint texture = 0, framebuffer = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, WIDTH, HEIGHT, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(1, 2, 3, 4);
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);

    fixture.renderer.api = TR_RENDER_API_AUTO;
    fixture.renderer.host_context = true;
    tr_renderer *renderer = view_fixture_renderer(&fixture);
    tr_render_id ids[VIEW_LEVELS];
    view_fixture_fill(&fixture, renderer, ids);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glEnable(GL_BLEND);
    glEnable(GL_CULL_FACE);
    tr_image own = read_frame(&fixture, renderer);
    fixture.target.host_framebuffer = true;
    fixture.target.x = X;
    fixture.target.y = Y;
    draw_at(&fixture, renderer, 0);
    GLint bound = 0, viewport[4], program = -1;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    glGetIntegerv(GL_VIEWPORT, viewport);
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    assert_int_equal(bound, framebuffer);
    assert_int_equal(viewport[0] + 10 * viewport[1] + 100 * viewport[2] + 1000 * viewport[3], 4321);
    assert_int_equal(program, 0);
    assert_false(glIsEnabled(GL_DEPTH_TEST));
    uint8_t pixels[HEIGHT][WIDTH][4];
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (int y = 0; y < own.height; y++)
        for (int x = 0; x < own.width; x++)
            assert_memory_equal(pixels[Y + own.height - 1 - y][X + x], view_pixel(&own, x, y), 3);
    assert_memory_equal(pixels[Y - 1][X], "\xff\x00\xff", 3);
    tr_image_destroy(fixture.context, &own);
    tr_renderer_destroy(renderer);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    tr_gl_close(&gl);
    view_fixture_close(&fixture);
}

// A renderer of its own leaves what the thread has current alone.
static void another_context_stays_current(void **state)
{
    (void)state;
    tr_gl_context gl;
    if (!tr_gl_open_headless(TR_GL_33_CORE, &gl, NULL)) skip();
    view_fixture fixture = open_island();
    fixture.renderer.quality = TR_QUALITY_LOW;
    tr_image image = view_fixture_draw(&fixture);
    assert_true(tr_gl_is_current(&gl));
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
    tr_gl_close(&gl);
}

TEST_GROUP(retained)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flight_compiles_and_allocates_nothing),
        cmocka_unit_test(a_flight_with_shadows_and_mirror_does_not_either),
        cmocka_unit_test(resources_come_and_go),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(qualities_agree),
        cmocka_unit_test(a_host_lends_its_context),
        cmocka_unit_test(another_context_stays_current),
    };
    return cmocka_run_group_tests_name("retained", tests, NULL, NULL);
}
