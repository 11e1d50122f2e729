#include "view_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/view.h"

float view_island(double x_m, double z_m)
{
    return (float)fmax(300 - 0.5 * sqrt(x_m * x_m + z_m * z_m), -40);
}

float view_rough(double x_m, double z_m)
{
    const uint64_t hash = tr_hash_identity(1, 2, llrint(x_m), 0, llrint(z_m));
    return (float)(60 * tr_unit_from_hash(hash));
}

float view_plain(double x_m, double z_m)
{
    (void)x_m, (void)z_m;
    return 10;
}

static void fill_level(tr_context *context, view_shape shape, const double middle_m[2], tr_view_level *level)
{
    const tr_area *area = &level->area;
    assert_true(tr_grid_create(context, area->width, area->height, 1, &level->height, NULL));
    assert_true(tr_image_create(context, area->width, area->height, 3, 8, &level->color, NULL));
    for (int32_t z = 0; z < area->height; z++) {
        uint8_t *colors = (uint8_t *)level->color.pixels + (size_t)z * level->color.row_bytes;
        for (int32_t x = 0; x < area->width; x++) {
            const double x_m = (double)(area->x + x) * area->spacing_m - middle_m[0];
            const double z_m = (double)(area->z + z) * area->spacing_m - middle_m[1];
            level->height.samples[z * level->height.row_stride + x] = shape(x_m, z_m);
            memcpy(colors + 3 * x, "\x80\x90\x78", 3);
        }
    }
}

view_fixture view_fixture_open(view_shape shape, const double middle_m[2])
{
    view_fixture fixture = {.context = test_context(2), .def = tr_default_view_def()};
    fixture.used_bytes_before = tr_context_memory(fixture.context).used_bytes;
    for (int i = 0; i < VIEW_LEVELS; i++) {
        const double spacing_m = 4 << i;
        fixture.levels[i].area = (tr_area){.x = (int64_t)floor(middle_m[0] / spacing_m) - VIEW_SIDE / 2,
                                           .z = (int64_t)floor(middle_m[1] / spacing_m) - VIEW_SIDE / 2,
                                           .width = VIEW_SIDE,
                                           .height = VIEW_SIDE,
                                           .spacing_m = spacing_m};
        fill_level(fixture.context, shape, middle_m, &fixture.levels[i]);
    }
    fixture.def.width = 160;
    fixture.def.height = 90;
    return fixture;
}

void view_fixture_close(view_fixture *fixture)
{
    for (int i = 0; i < VIEW_LEVELS; i++) {
        tr_grid_destroy(fixture->context, &fixture->levels[i].height);
        tr_image_destroy(fixture->context, &fixture->levels[i].color);
        tr_grid_destroy(fixture->context, &fixture->levels[i].water);
    }
    assert_int_equal(tr_context_memory(fixture->context).used_bytes, fixture->used_bytes_before);
    tr_context_destroy(fixture->context);
}

void view_fixture_look(view_fixture *fixture, const double middle_m[2], const double eye_m[3], const double target_m[3])
{
    for (int i = 0; i < 3; i++) {
        const double middle = i == 1 ? 0 : middle_m[i / 2];
        fixture->def.eye_m[i] = middle + eye_m[i];
        fixture->def.target_m[i] = middle + target_m[i];
    }
}

static tr_image draw(view_fixture *fixture, const tr_view_marks *marks)
{
    tr_image image;
    tr_error err = {0};
    if (tr_view_render(fixture->context, &fixture->def, fixture->levels, VIEW_LEVELS, marks, NULL, &image, &err)) {
        return image;
    }
    if (err.code != TR_ERROR_GPU_UNAVAILABLE) fail_msg("%s: %s", tr_error_name(err.code), err.message);
    printf("SKIPPED, no GL driver here: %s\n", err.message);
    skip();
    return image;
}

tr_image view_fixture_draw(view_fixture *fixture)
{
    return draw(fixture, &(tr_view_marks){0});
}

tr_image view_fixture_draw_coverage(view_fixture *fixture)
{
    return draw(fixture, &(tr_view_marks){.coverage = true});
}

const uint8_t *view_pixel(const tr_image *image, int x, int y)
{
    return (const uint8_t *)image->pixels + (size_t)y * image->row_bytes + (size_t)3 * (size_t)x;
}

int view_brightness(const tr_image *image, int x, int y)
{
    const uint8_t *pixel = view_pixel(image, x, y);
    return pixel[0] + pixel[1] + pixel[2];
}

int view_difference(const tr_image *a, const tr_image *b)
{
    int most = 0;
    for (int y = 0; y < a->height; y++) {
        for (int x = 0; x < a->width; x++) {
            for (int k = 0; k < 3; k++) {
                const int difference = abs(view_pixel(a, x, y)[k] - view_pixel(b, x, y)[k]);
                if (difference > most) most = difference;
            }
        }
    }
    return most;
}
