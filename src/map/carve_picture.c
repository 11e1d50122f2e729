// A picture of what carving changed: before and after side by side.
#include "map/carve_view.h"

#include "map/canvas.h"
#include "map/font.h"
#include "map/light.h"
#include "map/frame.h"
#include "map/layout.h"
#include "map/steps.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { CARVING_DEF_COOKIE = 0x6d636172 };
enum { EDGE_PX = 28, GAP_PX = 20, HEADER_PX = 84, FOOTER_PX = 70, RAMP_WIDTH_PX = 260, RAMP_HEIGHT_PX = 12 };

// What is less than this is not worth a tint; the whole tint is reached at twice of it.
#define MIN_CHANGE_M 0.03f

static const tr_color ground_tint = COLOR_RGB(176, 172, 160);
static const tr_color water_tint = COLOR_RGB(92, 138, 164);
static const tr_color void_tint = COLOR_RGB(226, 222, 214);
static const tr_color cut_tints[2] = {COLOR_RGB(222, 150, 122), COLOR_RGB(166, 38, 30)};
static const tr_color fill_tints[2] = {COLOR_RGB(136, 170, 214), COLOR_RGB(34, 74, 158)};

typedef struct picture_panel {
    const tr_carve_view *view;
    const tr_map_field *heights;
    const tr_pyramid *surface;
    tr_map_light_def light;
    float scale;    // pixels per metre, exaggerated
    float range_m;  // of the tints
    bool shows_change;
    const tr_image *image;
    int32_t left, top;
} picture_panel;

// ---------------------------------------------------------------------------------------------------------
// Measures

// The mean rise of the ground per metre.
static double mean_rise(const tr_carve_view *view)
{
    const tr_grid *grid = &view->before;
    double sum = 0;
    for (int32_t y = 1; y < grid->height; y++) {
        for (int32_t x = 1; x < grid->width; x++) {
            const float *at = grid->samples + y * grid->row_stride + x;
            const double dx = (double)(at[0] - at[-1]), dy = (double)(at[0] - at[-grid->row_stride]);
            sum += sqrt(dx * dx + dy * dy);
        }
    }
    return sum / ((double)grid->width * (double)grid->height * view->spacing_m);
}

// Gentle ground is raised so that light and shade tell its shape.
static double exaggeration_of(const tr_carve_view *view)
{
    const double rise = mean_rise(view), wanted = 0.35;
    return fmin(fmax(rise > 0 ? wanted / rise : 1.0, 1.0), 6.0);
}

// What nearly all changes stay below, as a round number: a single deep cut must not make all others pale.
static float range_of(const tr_carve_view *view)
{
    const int64_t count = (int64_t)view->change.width * view->change.height;
    int64_t changed = 0;
    float max_m = 0.1f;
    for (int64_t i = 0; i < count; i++) {
        const float size_m = fabsf(view->change.samples[i]);
        changed += size_m > MIN_CHANGE_M;
        max_m = fmaxf(max_m, size_m);
    }
    double range_m = tr_map_step_at_least((double)max_m);
    for (;;) {
        const double lower_m = tr_map_step_at_most(0.9 * range_m);
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
static tr_color change_tint(float change_m, float range_m, float *share)
{
    const tr_color *tints = change_m < 0.0f ? cut_tints : fill_tints;
    const float size_m = fabsf(change_m);
    *share = 0.85f * tr_smooth_step(MIN_CHANGE_M, 2.0f * MIN_CHANGE_M, size_m);
    return tr_color_mix(tints[0], tints[1], tr_clamp_unit(sqrtf(size_m / range_m)));
}

static bool paint_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker;
    (void)err;
    const picture_panel *panel = user;
    const tr_carve_view *view = panel->view;
    for (int64_t y = begin; y < end; y++) {
        uint8_t *pixel =
            (uint8_t *)panel->image->pixels + (size_t)(panel->top + y) * panel->image->row_bytes + 3 * panel->left;
        for (int32_t x = 0; x < view->before.width; x++, pixel += 3) {
            const int64_t at = y * view->before.row_stride + x;
            const tr_map_light_site site =
                tr_map_light_look(&panel->light, panel->heights, panel->surface, panel->scale, x, (int32_t)y);
            tr_color tint = ground_tint;
            float wet = 0.0f;
            if (panel->shows_change) {
                float share;
                const tr_color change = change_tint(view->change.samples[at], panel->range_m, &share);
                wet = tr_clamp_unit(view->wet.samples[at]);
                tint = tr_color_mix(tr_color_mix(tint, change, share), water_tint, 0.9f * wet);
            }
            // Water is level and lies open; its bed shows a little.
            const tr_color on_ground = tr_map_light_on(&panel->light, &site, site.slope_x, site.slope_y);
            const tr_color lit = tr_color_lit(tint, tr_color_mix(on_ground, tr_map_light_on_level(), 0.75f * wet));
            tr_color_store(tr_color_mix(void_tint, lit, tr_clamp_unit(view->known.samples[at])), pixel);
        }
    }
    return true;
}

static float lowest_of(const tr_grid *grid)
{
    float lowest = INFINITY;
    for (int64_t i = 0; i < (int64_t)grid->width * grid->height; i++) {
        lowest = fminf(lowest, grid->samples[i]);
    }
    return lowest;
}

// The heights above their lowest, as a field without a margin: light takes what is below 0 for water.
static bool make_field(tr_context *context, const tr_grid *heights, tr_map_field *out, tr_error *err)
{
    *out = (tr_map_field){.width = heights->width, .height = heights->height, .row_stride = heights->row_stride};
    if (!tr_grid_create(context, heights->width, heights->height, 1, &out->grid, err)) {
        return false;
    }
    const float lowest = lowest_of(heights);
    for (int64_t i = 0; i < (int64_t)heights->width * heights->height; i++) {
        out->grid.samples[i] = heights->samples[i] - lowest;
    }
    return true;
}

static bool paint_panel(tr_context *context, picture_panel *panel, const tr_grid *heights, tr_error *err)
{
    tr_map_field relief;
    if (!make_field(context, heights, &relief, err)) {
        return false;
    }
    tr_pyramid surface;
    bool done = tr_pyramid_create(context, &relief, panel->scale, &surface, err);
    if (done) {
        panel->heights = &relief;
        panel->surface = &surface;
        done = tr_parallel_for(context, &(tr_range_work){heights->height, 4, paint_rows, panel}, NULL, err);
        tr_pyramid_destroy(context, &surface);
    }
    tr_map_field_destroy(context, &relief);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Around the panels

static void draw_text(const tr_image *page, float x, float y, float size_px, bool strong, const char *text)
{
    const tr_font_style inked = {.size_px = size_px, .weight = 0.12f, .ink = {MAP_INK}};
    const tr_font_style soft = {.size_px = size_px, .ink = {MAP_SOFT_INK}};
    tr_font_style style = strong ? inked : soft;
    const float room = (float)page->width - x - (float)EDGE_PX, width = tr_font_width(&style, text);
    if (width > room) {
        style.size_px *= room / width;
    }
    tr_font_draw(page, x, y, &style, text);
}

static void draw_ramp(const tr_image *page, int32_t right, int32_t top, float range_m)
{
    const int32_t left = right - RAMP_WIDTH_PX;
    const tr_color light = tr_map_light_on_level();
    static const uint8_t ink[3] = {MAP_INK};
    for (int32_t x = 0; x < RAMP_WIDTH_PX; x++) {
        const float change_m = range_m * (2.0f * ((float)x + 0.5f) / (float)RAMP_WIDTH_PX - 1.0f);
        float share;
        const tr_color tint = change_tint(change_m, range_m, &share);
        uint8_t rgb[3];
        tr_color_store(tr_color_lit(tr_color_mix(ground_tint, tint, share), light), rgb);
        tr_canvas_fill(page, left + x, top, 1, RAMP_HEIGHT_PX, rgb);
    }
    tr_canvas_frame(page, left, top, RAMP_WIDTH_PX, RAMP_HEIGHT_PX, 1, ink);
    const tr_font_style style = {.size_px = 9.0f, .ink = {MAP_SOFT_INK}};
    char texts[3][48];
    snprintf(texts[0], sizeof texts[0], "cut %.6g m", (double)range_m);
    snprintf(texts[1], sizeof texts[1], "0");
    snprintf(texts[2], sizeof texts[2], "fill %.6g m", (double)range_m);
    for (int i = 0; i < 3; i++) {
        const float width = tr_font_width(&style, texts[i]);
        tr_font_draw(page, (float)left + 0.5f * (float)i * ((float)RAMP_WIDTH_PX - width),
                     (float)top + RAMP_HEIGHT_PX + 18, &style, texts[i]);
    }
}

static void draw_scale_bar(const tr_image *page, int32_t top, double spacing_m)
{
    static const uint8_t ink[3] = {MAP_INK}, paper[3] = {MAP_PAPER};
    const tr_map_scale_bar bar = tr_map_scale_bar_make(spacing_m, 240);
    const int32_t length = (int32_t)(bar.length_px + 0.5), thick = 6;
    tr_canvas_fill(page, EDGE_PX, top, length, thick, ink);
    for (int i = 1; i < bar.segments; i += 2) {
        const int32_t from = (int32_t)(bar.length_px * i / bar.segments + 0.5);
        const int32_t to = (int32_t)(bar.length_px * (i + 1) / bar.segments + 0.5);
        tr_canvas_fill(page, EDGE_PX + from, top + 1, to - from - (to == length), thick - 2, paper);
    }
    char text[64];
    tr_map_length_text(bar.length_m, bar.length_m, bar.length_m, text, sizeof text);
    const tr_font_style style = {.size_px = 9.0f, .ink = {MAP_SOFT_INK}};
    tr_font_draw(page, (float)EDGE_PX, (float)(top + thick + 18), &style, "0");
    tr_font_draw(page, (float)(EDGE_PX + length) - tr_font_width(&style, text), (float)(top + thick + 18), &style,
                 text);
}

static bool draw(tr_context *context, const tr_map_carving_def *def, const tr_carve_view *view, tr_image *out,
                 tr_error *err)
{
    const int32_t width = view->before.width, height = view->before.height;
    const int32_t min = RAMP_WIDTH_PX + 300, page_width = 2 * EDGE_PX + GAP_PX + 2 * width;
    if (!tr_image_create(context,
                         &(tr_image_shape){page_width < min ? min : page_width, HEADER_PX + height + FOOTER_PX, 3, 8},
                         out, err)) {
        return false;
    }
    tr_map_frame_paper(out);
    picture_panel panel = {
        .view = view, .light = tr_map_light_default(), .image = out, .left = EDGE_PX, .top = HEADER_PX};
    panel.scale = (float)(exaggeration_of(view) / view->spacing_m);
    panel.range_m = range_of(view);
    bool done = paint_panel(context, &panel, &view->before, err);
    panel.left += width + GAP_PX;
    panel.shows_change = true;
    done = done && paint_panel(context, &panel, &view->after, err);
    if (!done) {
        tr_image_destroy(context, out);
        return false;
    }
    static const uint8_t ink[3] = {MAP_INK};
    tr_canvas_frame(out, EDGE_PX, HEADER_PX, width, height, 1, ink);
    tr_canvas_frame(out, panel.left, HEADER_PX, width, height, 1, ink);
    draw_text(out, (float)EDGE_PX, 34, 16, true, def->title);
    draw_text(out, (float)EDGE_PX, 53, 9, false, def->subtitle);
    draw_text(out, (float)EDGE_PX, HEADER_PX - 9, 10, true, "Before");
    draw_text(out, (float)panel.left, HEADER_PX - 9, 10, true, "After");
    draw_scale_bar(out, HEADER_PX + height + 20, view->spacing_m);
    draw_ramp(out, out->width - EDGE_PX, HEADER_PX + height + 18, panel.range_m);
    return true;
}

tr_map_carving_def tr_default_map_carving_def(void)
{
    return (tr_map_carving_def){
        .cookie = CARVING_DEF_COOKIE, .title = "", .subtitle = "", .width_px = 820, .height_px = 900};
}

static bool check_def(const tr_map_carving_def *def, tr_error *err)
{
    assert(def->cookie == CARVING_DEF_COOKIE);
    assert(def->carving && def->raster && def->before && def->after && def->water);
    const tr_grid *grids[2] = {def->after, def->water};
    for (int i = 0; i < 2; i++) {
        if (grids[i]->width != def->before->width || grids[i]->height != def->before->height) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "heights and water of %d x %d and %d x %d pixels",
                           (int)def->before->width, (int)def->before->height, (int)grids[i]->width,
                           (int)grids[i]->height);
        }
    }
    return (def->width_px >= TR_MAP_MIN_PX && def->height_px >= TR_MAP_MIN_PX) ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "pictures of %d x %d pixels; each must be at least %d",
                   (int)def->width_px, (int)def->height_px, TR_MAP_MIN_PX);
}

bool tr_map_draw_carving(tr_context *context, const tr_map_carving_def *def, tr_image *out, tr_error *err)
{
    if (!check_def(def, err)) {
        return false;
    }
    tr_carve_view view;
    const bool done = tr_carve_view_create(context, def, &view, err) && draw(context, def, &view, out, err);
    tr_carve_view_destroy(context, &view);
    return done;
}
