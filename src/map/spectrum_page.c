// How points are spread, as a page: a periodogram, and radial means of power and anisotropy as curves.
#include "terrane/map.h"

#include "map/canvas.h"
#include "map/font.h"
#include "map/frame.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PAGE_DEF_COOKIE = 0x73706563 };
enum { PAGE_WIDTH_PX = 1360, PAGE_HEIGHT_PX = 720, PICTURE_PX = 513, CHARTS_LEFT_PX = 690 };
static const uint8_t ink[3] = {MAP_INK}, soft_ink[3] = {MAP_SOFT_INK}, grid_ink[3] = {222, 218, 208};

// ---------------------------------------------------------------------------------------------------------
// Charts

typedef struct spectrum_chart {
    float left, top, width, height;  // of the area of the curves
    double low, high, step;          // of the values; frequencies reach from 0 to `last`
    double last;
    const char *title, *unit;
} spectrum_chart;

static const tr_font_style *style(float size_px, const uint8_t color[3])
{
    static tr_font_style result;
    result = (tr_font_style){.size_px = size_px, .ink = {color[0], color[1], color[2]}};
    return &result;
}

static tr_canvas_point point_of(const spectrum_chart *chart, double frequency, double value)
{
    const double y = fmin(fmax((value - chart->low) / (chart->high - chart->low), 0), 1);
    return (tr_canvas_point){chart->left + chart->width * (float)(frequency / chart->last),
                             chart->top + chart->height * (1.0f - (float)y)};
}

static void draw_line(const tr_image *page, tr_canvas_point from, tr_canvas_point to, const uint8_t color[3],
                      float width_px)
{
    const tr_canvas_pen pen = {.ink = {color[0], color[1], color[2]}, .opacity = 1.0f, .width_px = width_px};
    tr_canvas_line(page, from, to, &pen);
}

static void draw_axes(const tr_image *page, const spectrum_chart *chart)
{
    char label[32];
    const double frequency_step = 0.5;
    const long values = lround((chart->high - chart->low) / chart->step),
               frequencies = lround(chart->last / frequency_step);
    for (long i = 0; i <= values; i++) {
        const double value = chart->low + (double)i * chart->step;
        const tr_canvas_point at = point_of(chart, 0, value);
        draw_line(page, at, (tr_canvas_point){chart->left + chart->width, at.y}, grid_ink, 1.0f);
        snprintf(label, sizeof label, "%g", value);
        const tr_font_style *small = style(9.0f, soft_ink);
        tr_font_draw(page, chart->left - 8.0f - tr_font_width(small, label), at.y + 4.5f, small, label);
    }
    for (long i = 0; i <= frequencies; i++) {
        const double frequency = (double)i * frequency_step;
        const tr_canvas_point at = point_of(chart, frequency, chart->low);
        draw_line(page, (tr_canvas_point){at.x, chart->top}, at, grid_ink, 1.0f);
        snprintf(label, sizeof label, "%g", frequency);
        const tr_font_style *small = style(9.0f, soft_ink);
        tr_font_draw(page, at.x - 0.5f * tr_font_width(small, label), at.y + 18.0f, small, label);
    }
    draw_line(page, (tr_canvas_point){chart->left, chart->top}, point_of(chart, 0, chart->low), ink, 1.4f);
    draw_line(page, point_of(chart, 0, chart->low), point_of(chart, chart->last, chart->low), ink, 1.4f);
    tr_font_draw(page, chart->left, chart->top - 14.0f, style(12.0f, ink), chart->title);
    const tr_font_style *small = style(9.0f, soft_ink);
    tr_font_draw(page, chart->left + chart->width - tr_font_width(small, chart->unit),
                 chart->top + chart->height + 36.0f, small, chart->unit);
}

static void draw_curve(const tr_image *page, const spectrum_chart *chart, const double *values, const uint8_t color[3])
{
    tr_canvas_point before = {0, 0};
    for (int bin = 0; bin < TR_SPECTRUM_BINS; bin++) {
        const double frequency = (bin + 0.5) / TR_SPECTRUM_STEPS;
        const tr_canvas_point at = point_of(chart, frequency, values[bin]);
        if (bin > 0) {
            draw_line(page, before, at, color, 2.0f);
        }
        before = at;
    }
}

static void draw_level(const tr_image *page, const spectrum_chart *chart, double value)
{
    draw_line(page, point_of(chart, 0, value), point_of(chart, chart->last, value), soft_ink, 1.2f);
}

static void draw_key(const tr_image *page, float x, float y, const uint8_t color[3], const char *text)
{
    draw_line(page, (tr_canvas_point){x, y - 4.0f}, (tr_canvas_point){x + 26.0f, y - 4.0f}, color, 3.0f);
    tr_font_draw(page, x + 34.0f, y, style(10.0f, ink), text);
}

// A single column of keys where they have the height, else two.
static void draw_keys(const tr_image *page, const tr_spectrum_page_def *def)
{
    const bool single = def->curve_count <= 2;
    for (int32_t i = 0; i < def->curve_count; i++) {
        const int32_t column = single ? 0 : i % 2, row = single ? i : i / 2;
        const float top = single ? 48.0f : 36.0f, step = single ? 24.0f : 20.0f;
        draw_key(page, CHARTS_LEFT_PX + 310.0f * (float)column, top + step * (float)row, def->curves[i].ink,
                 def->curves[i].label);
    }
}

// Of all curves, beyond frequencies of the window itself; a curve that goes far beyond the others is cut.
static double highest_power(const tr_spectrum_page_def *def)
{
    double highest = 2;
    for (int32_t i = 0; i < def->curve_count; i++) {
        for (int bin = 4; bin < TR_SPECTRUM_BINS; bin++) {
            highest = fmax(highest, def->curves[i].spectrum->power[bin]);
        }
    }
    return fmin(ceil(2 * highest) / 2, 3);
}

static void draw_charts(const tr_image *page, const tr_spectrum_page_def *def)
{
    const double last = (double)TR_SPECTRUM_BINS / TR_SPECTRUM_STEPS;
    const spectrum_chart power = {.left = CHARTS_LEFT_PX,
                                  .top = 122,
                                  .width = 620,
                                  .height = 260,
                                  .high = highest_power(def),
                                  .step = 0.5,
                                  .last = last,
                                  .title = "Radial mean of the power (1: no order)",
                                  .unit = "frequency, per footprint"};
    const spectrum_chart anisotropy = {.left = CHARTS_LEFT_PX,
                                       .top = 480,
                                       .width = 620,
                                       .height = 150,
                                       .low = -15,
                                       .high = 15,
                                       .step = 5,
                                       .last = last,
                                       .title = "Anisotropy, dB (0: directions differ as those of random points do)",
                                       .unit = "frequency, per footprint"};
    draw_axes(page, &power);
    draw_level(page, &power, 1);
    draw_axes(page, &anisotropy);
    draw_level(page, &anisotropy, 0);
    for (int32_t i = def->curve_count - 1; i >= 0; i--) {
        draw_curve(page, &power, def->curves[i].spectrum->power, def->curves[i].ink);
        draw_curve(page, &anisotropy, def->curves[i].spectrum->anisotropy, def->curves[i].ink);
    }
}

// ---------------------------------------------------------------------------------------------------------
// The page

// The picture in the size of the page, by the nearest pixel.
static void draw_picture(const tr_image *page, const tr_image *picture, int32_t left, int32_t top)
{
    for (int32_t y = 0; y < PICTURE_PX; y++) {
        uint8_t *to = (uint8_t *)page->pixels + (size_t)(top + y) * page->row_bytes + 3 * (size_t)left;
        const uint8_t *from =
            (const uint8_t *)picture->pixels + (size_t)(y * picture->height / PICTURE_PX) * picture->row_bytes;
        for (int32_t x = 0; x < PICTURE_PX; x++) {
            memset(to + 3 * x, from[x * picture->width / PICTURE_PX], 3);
        }
    }
    tr_canvas_frame(page, left, top, PICTURE_PX, PICTURE_PX, 1, soft_ink);
    const double last = (double)TR_SPECTRUM_BINS / TR_SPECTRUM_STEPS;
    const tr_font_style *small = style(9.0f, soft_ink);
    for (int i = -4; i <= 4; i += 2) {
        char label[16];
        snprintf(label, sizeof label, "%d", i);
        const float at = 0.5f * PICTURE_PX * (1.0f + (float)(i / last));
        tr_font_draw(page, (float)left + at - 0.5f * tr_font_width(small, label), (float)(top + PICTURE_PX) + 18.0f,
                     small, label);
        tr_font_draw(page, (float)left - 8.0f - tr_font_width(small, label), (float)top + at + 4.5f, small, label);
    }
}

tr_spectrum_page_def tr_default_spectrum_page_def(void)
{
    return (tr_spectrum_page_def){.cookie = PAGE_DEF_COOKIE, .title = "", .note = "", .picture_title = ""};
}

bool tr_spectrum_page_draw(tr_context *context, const tr_spectrum_page_def *def, tr_image *out, tr_error *err)
{
    assert(def->cookie == PAGE_DEF_COOKIE && def->curve_count >= 1 && def->curve_count <= TR_SPECTRUM_PAGE_CURVES);
    if (!tr_image_create(context, &(tr_image_shape){PAGE_WIDTH_PX, PAGE_HEIGHT_PX, 3, 8}, out, err)) {
        return false;
    }
    tr_map_frame_paper(out);
    tr_font_draw(out, 60, 48, style(18.0f, ink), def->title);
    tr_font_draw(out, 60, 74, style(10.0f, soft_ink), def->note);
    tr_font_draw(out, 80, 108, style(12.0f, ink), def->picture_title);
    draw_picture(out, def->picture, 80, 122);
    draw_keys(out, def);
    draw_charts(out, def);
    return true;
}
