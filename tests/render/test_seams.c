// Between levels there is no hole, whatever their heights are. Ground is green and everything else magenta.
#include <math.h>

#include "view_fixture.h"

static const double origin[2] = {0, 0};

static bool is_ground(const tr_image *image, int x, int y)
{
    return view_pixel(image, x, y)[1] == 255;
}

// Pixels that are not all ground.
static int count_holes(const tr_image *image)
{
    int count = 0;
    for (int y = 0; y < image->height; y++) {
        for (int x = 0; x < image->width; x++) count += !is_ground(image, x, y);
    }
    return count;
}

// Pixels that are not all ground below the first that is, column by column.
static int count_holes_below_skyline(const tr_image *image)
{
    int count = 0;
    for (int x = 0; x < image->width; x++) {
        bool ground = false;
        for (int y = 0; y < image->height; y++) {
            ground = ground || is_ground(image, x, y);
            count += ground && !is_ground(image, x, y);
        }
    }
    return count;
}

static void large_picture(view_fixture *fixture)
{
    fixture->target.width = 640;
    fixture->target.height = 360;
    fixture->renderer.samples = 1;
}

// From above, each level border crosses the picture.
static void seams_are_closed_from_above(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_rough, origin);
    large_picture(&fixture);
    for (int n = 0; n < 6; n++) {
        const double height = 300 + 250 * n, angle = 0.7 * n;
        const double eye[3] = {60 * cos(angle), height, 60 * sin(angle)};
        const double target[3] = {100 * cos(angle), 0, -80 * sin(angle)};
        view_fixture_look(&fixture, origin, eye, target);
        tr_image image = view_fixture_draw_coverage(&fixture);
        const int holes = count_holes(&image);
        if (holes > 0) fail_msg("%d holes from a height of %g m", holes, height);
        tr_image_destroy(fixture.context, &image);
    }
    view_fixture_close(&fixture);
}

// Along the ground towards a border, where a crack shows what is behind.
static void seams_are_closed_along_the_ground(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_rough, origin);
    large_picture(&fixture);
    for (int n = 0; n < 8; n++) {
        const double angle = 0.785398 * n + 0.1;
        const double eye[3] = {20 * n, 75, -13 * n},
                     target[3] = {eye[0] + 300 * sin(angle), 55, eye[2] - 300 * cos(angle)};
        view_fixture_look(&fixture, origin, eye, target);
        tr_image image = view_fixture_draw_coverage(&fixture);
        const int holes = count_holes_below_skyline(&image);
        if (holes > 0) fail_msg("%d holes in direction %d", holes, n);
        tr_image_destroy(fixture.context, &image);
    }
    view_fixture_close(&fixture);
}

static void seams_are_closed_far_from_the_origin(void **state)
{
    (void)state;
    const double far_m[2] = {-1e12, 1e12};
    view_fixture fixture = view_fixture_open(view_rough, far_m);
    large_picture(&fixture);
    const double eye[3] = {0, 900, 0}, target[3] = {60, 0, 40};
    view_fixture_look(&fixture, far_m, eye, target);
    tr_image image = view_fixture_draw_coverage(&fixture);
    assert_int_equal(count_holes(&image), 0);
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

// On even ground of one colour no border may be seen as a line.
static void borders_of_levels_do_not_show(void **state)
{
    (void)state;
    view_fixture fixture = view_fixture_open(view_plain, origin);
    fixture.target.width = 320;
    fixture.target.height = 180;
    fixture.environment.visibility_m = 1e7;
    const double eye[3] = {0, 900, 0}, target[3] = {0, 0, -1};
    view_fixture_look(&fixture, origin, eye, target);
    tr_image image = view_fixture_draw(&fixture);
    // Means of rows leave the levels' borders and take out the unevenness of the ground.
    for (int y = 1; y < image.height; y++) {
        long sum = 0;
        for (int x = 0; x < image.width; x++) sum += view_brightness(&image, x, y) - view_brightness(&image, x, y - 1);
        const double step = (double)sum / image.width;
        if (fabs(step) > 12) fail_msg("row %d differs from the one above by %.1f of 765", y, step);
    }
    tr_image_destroy(fixture.context, &image);
    view_fixture_close(&fixture);
}

TEST_GROUP(seams)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seams_are_closed_from_above),
        cmocka_unit_test(seams_are_closed_along_the_ground),
        cmocka_unit_test(seams_are_closed_far_from_the_origin),
        cmocka_unit_test(borders_of_levels_do_not_show),
    };
    return cmocka_run_group_tests_name("seams", tests, NULL, NULL);
}
