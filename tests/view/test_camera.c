// Finding a camera.
#include <math.h>

#include "world_fixture.h"

static double ground_m(const tr_world *world, double x_m, double z_m)
{
    const tr_sample_area area = {(int64_t)x_m, (int64_t)z_m, 1, 1, 1};
    float height;
    const tr_grid grid = {&height, 1, 1, 1, 1, 1};
    tr_error err = {0};
    const bool asked = tr_world_query(world, TR_FIELD_HEIGHT, &area, NULL, &grid, &err);
    assert_done(asked, err);
    return fmax((double)height, tr_world_def_of(world)->sea_level_m);
}

static void given_places_are_kept_and_lifted_out_of_the_ground(void **state)
{
    const world_fixture *fixture = *state;
    tr_camera_request_def request = tr_default_camera_request_def();
    const double eye[3] = {100, 5000, 200}, look_at[3] = {900, 40, 200};
    for (int i = 0; i < 3; i++) {
        request.eye_m[i] = eye[i];
        request.look_at_m[i] = look_at[i];
    }
    tr_camera_def camera;
    tr_error err = {0};
    bool found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    for (int i = 0; i < 3; i++) {
        assert_true(camera.eye_m[i] == eye[i] && camera.target_m[i] == look_at[i]);
    }
    request.eye_m[1] = -5000;
    found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    assert_true(fabs(camera.eye_m[1] - ground_m(fixture->world, 100, 200) - 2) < 1e-3);
    request.eye_m[1] = (double)NAN;
    request.above_m = 30;
    request.look_at_m[1] = (double)NAN;
    found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    assert_true(fabs(camera.eye_m[1] - ground_m(fixture->world, 100, 200) - 30) < 1e-3);
    assert_true(fabs(camera.target_m[1] - ground_m(fixture->world, 900, 200)) < 1e-3);
}

static void cameras_stand_around_a_target(void **state)
{
    const world_fixture *fixture = *state;
    tr_camera_request_def request = tr_default_camera_request_def();
    request.target_m[0] = 50;
    request.target_m[1] = -80;
    request.distance_m = 500;
    request.azimuth_deg = 90;
    request.elevation_deg = 60;
    tr_camera_def camera;
    tr_error err = {0};
    bool found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    assert_true(fabs(camera.eye_m[0] - (50 + 500 * 0.5)) < 1e-6 && fabs(camera.eye_m[2] + 80) < 1e-6);
    assert_true(camera.target_m[0] == 50 && camera.target_m[2] == -80);
    // What is not given is looked for, and what is given is kept.
    request.azimuth_deg = request.elevation_deg = (double)NAN;
    found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    const double x = camera.eye_m[0] - 50, z = camera.eye_m[2] + 80;
    assert_true(sqrt(x * x + z * z) < 500 + 1e-6 && camera.target_m[0] == 50);
    // All by itself, twice the same.
    tr_camera_def again;
    request = tr_default_camera_request_def();
    found = tr_view_find_camera(fixture->world, &request, &camera, &err) &&
            tr_view_find_camera(fixture->world, &request, &again, &err);
    assert_done(found, err);
    for (int i = 0; i < 3; i++) {
        assert_true(camera.eye_m[i] == again.eye_m[i] && camera.target_m[i] == again.target_m[i]);
    }
}

static void cameras_of_blocks_stand_above_them(void **state)
{
    const world_fixture *fixture = *state;
    tr_camera_request_def request = tr_default_camera_request_def();
    request.eye_m[0] = request.eye_m[2] = 30;
    request.eye_m[1] = -1000;
    request.look_at_m[0] = 100;
    request.look_at_m[1] = request.look_at_m[2] = 0;
    request.blocks = true;
    tr_camera_def camera;
    tr_error err = {0};
    const bool found = tr_view_find_camera(fixture->world, &request, &camera, &err);
    assert_done(found, err);
    const tr_voxels *voxels = tr_world_voxels(fixture->world, &err);
    assert_done(voxels, err);
    const double side_m = tr_voxel_def_of(voxels)->block_m;
    const int64_t x = (int64_t)floor(30 / side_m);
    tr_voxel_surface surface;
    const bool asked = tr_voxels_surface(voxels, &(tr_region){x, x, x + 1, x + 1}, &surface, &err);
    assert_done(asked, err);
    assert_true(camera.eye_m[1] >= (surface.top + 3) * side_m - 1e-9);
}

static void requests_that_do_not_go_together_are_refused(void **state)
{
    const world_fixture *fixture = *state;
    tr_camera_request_def requests[6];
    for (int i = 0; i < 6; i++) {
        requests[i] = tr_default_camera_request_def();
    }
    requests[0].eye_m[0] = requests[0].eye_m[1] = requests[0].eye_m[2] = 5;  // looks at nothing
    requests[1] = requests[0];
    requests[1].look_at_m[0] = requests[1].look_at_m[2] = 9;
    requests[1].above_m = 3;  // has two heights
    requests[2] = requests[1];
    requests[2].above_m = (double)NAN;
    requests[2].azimuth_deg = 3;
    requests[3].fov_deg = 121;
    requests[4].width = 0;
    requests[5].distance_m = (double)INFINITY;
    for (int i = 0; i < 6; i++) {
        tr_camera_def camera;
        tr_error err = {0};
        assert_false(tr_view_find_camera(fixture->world, &requests[i], &camera, &err));
        assert_int_equal(err.code, i == 5 ? TR_ERROR_NOT_FINITE : TR_ERROR_INVALID_ARGUMENT);
    }
}

static world_fixture shared;

static int open_world(void **state)
{
    world_fixture_open(&shared, 2);
    *state = &shared;
    return 0;
}

static int close_world(void **state)
{
    world_fixture_close(*state);
    return 0;
}

TEST_GROUP(camera)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(given_places_are_kept_and_lifted_out_of_the_ground),
        cmocka_unit_test(cameras_stand_around_a_target),
        cmocka_unit_test(cameras_of_blocks_stand_above_them),
        cmocka_unit_test(requests_that_do_not_go_together_are_refused),
    };
    return cmocka_run_group_tests_name("camera", tests, open_world, close_world);
}
