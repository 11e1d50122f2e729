#include "carve_picture.h"

#include "canvas.h"
#include "font.h"
#include "light.h"
#include "map_frame.h"
#include "map_layout.h"
#include "map_steps.h"

#include <math.h>
#include <stdio.h>

enum { EDGE_PX = 28, GAP_PX = 20, HEADER_PX = 84, FOOTER_PX = 70, RAMP_WIDTH_PX = 260, RAMP_HEIGHT_PX = 12 };

// What is less than this is not worth a tint; the whole tint is reached at twice of it.
#define LEAST_CHANGE_M 0.03f

static const color ground_tint = COLOR_RGB(176, 172, 160);
static const color water_tint = COLOR_RGB(92, 138, 164);
static const color void_tint = COLOR_RGB(226, 222, 214);
static const color cut_tints[2] = {COLOR_RGB(222, 150, 122), COLOR_RGB(166, 38, 30)};
static const color fill_tints[2] = {COLOR_RGB(136, 170, 214), COLOR_RGB(34, 74, 158)};

typedef struct panel {
    const carve_view *view;
    const field *heights;
    const pyramid *surface;
    light_def light;
    float scale;    // pixels per metre, exaggerated
    float range_m;  // of the tints
    bool shows_change;
    const tr_image *image;
    int32_t left, top;
} panel;

// ---------------------------------------------------------------------------------------------------------
// Measures

// The mean rise of the ground per metre.
static double mean_rise(const carve_view *view)
{
    const tr_grid *it = &view->before;
    double sum = 0;
    for (int32_t y = 1; y < it->height; y++) {
        for (int32_t x = 1; x < it->width; x++) {
            const float *at = it->samples + y * it->row_stride + x;
            const double dx = (double)(at[0] - at[-1]), dy = (double)(at[0] - at[-it->row_stride]);
            sum += sqrt(dx * dx + dy * dy);
        }
    }
    return sum / ((double)it->width * (double)it->height * view->spacing_m);
}

// Gentle ground is raised so that light and shade tell its shape.
static double exaggeration_of(const carve_view *view)
{
    const double rise = mean_rise(view), wanted = 0.35;
    return fmin(fmax(rise > 0 ? wanted / rise : 1.0, 1.0), 6.0);
}

// What nearly all changes stay below, as a round number: a single deep cut must not make all others pale.
static float range_of(const carve_view *view)
{
    const int64_t count = (int64_t)view->change.width * view->change.height;
    int64_t changed = 0;
    float largest_m = 0.1f;
    for (int64_t i = 0; i < count; i++) {
        const float size_m = fabsf(view->change.samples[i]);
        changed += size_m > LEAST_CHANGE_M;
        largest_m = fmaxf(largest_m, size_m);
    }
    double range_m = map_step_at_least((double)largest_m);
    for (;;) {
        const double lower_m = map_step_at_most(0.9 * range_m);
        int64_t beyond = 0;
        for (int64_t i = 0; i < count; i++) {
            beyond += (double)fabsf(view->change.samples[i]) > lower_m;
        }
        if (beyond * 50 > changed || lower_m < 0.1) {
            return (float)range_m;
        }
        range_m = lower_m;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Panels

// Small changes get a pale tint at once, so that the foot of a slope is seen; large ones the full one.
static color change_tint(float change_m, float range_m, float *share)
{
    const color *tints = change_m < 0.0f ? cut_tints : fill_tints;
    const float size_m = fabsf(change_m);
    *share = 0.85f * smooth_step(LEAST_CHANGE_M, 2.0f * LEAST_CHANGE_M, size_m);
    return color_mix(tints[0], tints[1], clamp_unit(sqrtf(size_m / range_m)));
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const panel *it = user;
    const carve_view *view = it->view;
    for (int64_t y = begin; y < end; y++) {
        uint8_t *pixel = (uint8_t *)it->image->pixels + (size_t)(it->top + y) * it->image->row_bytes + 3 * it->left;
        for (int32_t x = 0; x < view->before.width; x++, pixel += 3) {
            const int64_t at = y * view->before.row_stride + x;
            const light_site site = light_look(&it->light, it->heights, it->surface, it->scale, x, (int32_t)y);
            color tint = ground_tint;
            float wet = 0.0f;
            if (it->shows_change) {
                float share;
                const color change = change_tint(view->change.samples[at], it->range_m, &share);
                wet = clamp_unit(view->wet.samples[at]);
                tint = color_mix(color_mix(tint, change, share), water_tint, 0.9f * wet);
            }
            // Water is level and lies open; its bed shows a little.
            const color on_ground = light_on(&it->light, &site, site.slope_x, site.slope_y);
            const color lit = color_lit(tint, color_mix(on_ground, light_on_level(), 0.75f * wet));
            color_store(color_mix(void_tint, lit, clamp_unit(view->known.samples[at])), pixel);
        }
    }
    return true;
}

static float lowest_of(const tr_grid *it)
{
    float lowest = INFINITY;
    for (int64_t i = 0; i < (int64_t)it->width * it->height; i++) {
        lowest = fminf(lowest, it->samples[i]);
    }
    return lowest;
}

// The heights above their lowest, as a field without a margin: light takes what is below 0 for water.
static bool make_field(tr_context *context, const tr_grid *heights, field *out, tr_error *err)
{
    *out = (field){.width = heights->width, .height = heights->height, .row_stride = heights->row_stride};
    if (!tr_grid_create(context, heights->width, heights->height, 1, &out->grid, err)) {
        return false;
    }
    const float lowest = lowest_of(heights);
    for (int64_t i = 0; i < (int64_t)heights->width * heights->height; i++) {
        out->grid.samples[i] = heights->samples[i] - lowest;
    }
    return true;
}

static bool paint_panel(tr_context *context, panel *it, const tr_grid *heights, tr_error *err)
{
    field relief;
    if (!make_field(context, heights, &relief, err)) {
        return false;
    }
    pyramid surface;
    bool done = pyramid_create(context, &relief, it->scale, &surface, err);
    if (done) {
        it->heights = &relief;
        it->surface = &surface;
        done = tr_parallel_for(context, heights->height, 4, paint_rows, it, NULL, err);
        pyramid_destroy(context, &surface);
    }
    field_destroy(context, &relief);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Around the panels

static void draw_text(const tr_image *page, float x, float y, float size_px, bool strong, const char *text)
{
    const font_style inked = {.size_px = size_px, .weight = 0.12f, .ink = {MAP_INK}};
    const font_style soft = {.size_px = size_px, .ink = {MAP_SOFT_INK}};
    font_style style = strong ? inked : soft;
    const float room = (float)page->width - x - (float)EDGE_PX, width = font_width(&style, text);
    if (width > room) {
        style.size_px *= room / width;
    }
    font_draw(page, x, y, &style, text);
}

static void draw_ramp(const tr_image *page, int32_t right, int32_t top, float range_m)
{
    const int32_t left = right - RAMP_WIDTH_PX;
    const color light = light_on_level();
    static const uint8_t ink[3] = {MAP_INK};
    for (int32_t x = 0; x < RAMP_WIDTH_PX; x++) {
        const float change_m = range_m * (2.0f * ((float)x + 0.5f) / (float)RAMP_WIDTH_PX - 1.0f);
        float share;
        const color tint = change_tint(change_m, range_m, &share);
        uint8_t rgb[3];
        color_store(color_lit(color_mix(ground_tint, tint, share), light), rgb);
        canvas_fill(page, left + x, top, 1, RAMP_HEIGHT_PX, rgb);
    }
    canvas_frame(page, left, top, RAMP_WIDTH_PX, RAMP_HEIGHT_PX, 1, ink);
    const font_style style = {.size_px = 9.0f, .ink = {MAP_SOFT_INK}};
    char texts[3][48];
    snprintf(texts[0], sizeof texts[0], "cut %.6g m", (double)range_m);
    snprintf(texts[1], sizeof texts[1], "0");
    snprintf(texts[2], sizeof texts[2], "fill %.6g m", (double)range_m);
    for (int i = 0; i < 3; i++) {
        const float width = font_width(&style, texts[i]);
        font_draw(page, (float)left + 0.5f * (float)i * ((float)RAMP_WIDTH_PX - width),
                  (float)top + RAMP_HEIGHT_PX + 18, &style, texts[i]);
    }
}

static void draw_scale_bar(const tr_image *page, int32_t top, double spacing_m)
{
    static const uint8_t ink[3] = {MAP_INK}, paper[3] = {MAP_PAPER};
    const map_scale_bar bar = map_scale_bar_make(spacing_m, 240);
    const int32_t length = (int32_t)(bar.length_px + 0.5), thick = 6;
    canvas_fill(page, EDGE_PX, top, length, thick, ink);
    for (int i = 1; i < bar.segments; i += 2) {
        const int32_t from = (int32_t)(bar.length_px * i / bar.segments + 0.5);
        const int32_t to = (int32_t)(bar.length_px * (i + 1) / bar.segments + 0.5);
        canvas_fill(page, EDGE_PX + from, top + 1, to - from - (to == length), thick - 2, paper);
    }
    char text[64];
    map_length_text(bar.length_m, bar.length_m, bar.length_m, text, sizeof text);
    const font_style style = {.size_px = 9.0f, .ink = {MAP_SOFT_INK}};
    font_draw(page, (float)EDGE_PX, (float)(top + thick + 18), &style, "0");
    font_draw(page, (float)(EDGE_PX + length) - font_width(&style, text), (float)(top + thick + 18), &style, text);
}

bool carve_picture_draw(tr_context *context, const carve_view *view, const char *title, const char *subtitle,
                        tr_image *out, tr_error *err)
{
    const int32_t width = view->before.width, height = view->before.height;
    const int32_t least = RAMP_WIDTH_PX + 300, page_width = 2 * EDGE_PX + GAP_PX + 2 * width;
    if (!tr_image_create(context, page_width < least ? least : page_width, HEADER_PX + height + FOOTER_PX, 3, 8, out,
                         err)) {
        return false;
    }
    map_frame_paper(out);
    panel it = {.view = view, .light = light_default(), .image = out, .left = EDGE_PX, .top = HEADER_PX};
    it.scale = (float)(exaggeration_of(view) / view->spacing_m);
    it.range_m = range_of(view);
    bool done = paint_panel(context, &it, &view->before, err);
    it.left += width + GAP_PX;
    it.shows_change = true;
    done = done && paint_panel(context, &it, &view->after, err);
    if (!done) {
        tr_image_destroy(context, out);
        return false;
    }
    static const uint8_t ink[3] = {MAP_INK};
    canvas_frame(out, EDGE_PX, HEADER_PX, width, height, 1, ink);
    canvas_frame(out, it.left, HEADER_PX, width, height, 1, ink);
    draw_text(out, (float)EDGE_PX, 34, 16, true, title);
    draw_text(out, (float)EDGE_PX, 53, 9, false, subtitle);
    draw_text(out, (float)EDGE_PX, HEADER_PX - 9, 10, true, "Before");
    draw_text(out, (float)it.left, HEADER_PX - 9, 10, true, "After");
    draw_scale_bar(out, HEADER_PX + height + 20, view->spacing_m);
    draw_ramp(out, out->width - EDGE_PX, HEADER_PX + height + 18, it.range_m);
    return true;
}
