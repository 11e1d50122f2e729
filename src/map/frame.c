#include "map/frame.h"

#include "map/canvas.h"
#include "map/font.h"
#include "map/steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const uint8_t paper[3] = {MAP_PAPER};
static const uint8_t ink[3] = {MAP_INK};

void tr_map_frame_paper(const tr_image *page)
{
    tr_canvas_fill(page, 0, 0, page->width, page->height, paper);
}

void tr_map_frame_contour_labels(const tr_image *map, const tr_map_contours *contours)
{
    static const uint8_t inks[2][3] = {{92, 62, 34}, {226, 240, 246}};
    for (int i = 0; i < contours->label_count; i++) {
        const tr_map_contour_label *label = &contours->labels[i];
        const uint8_t *tint = inks[label->below_sea];
        tr_font_style style = {.size_px = label->half_height_px / 0.85f,
                               .ink = {tint[0], tint[1], tint[2]},
                               .dx = label->dx,
                               .dy = label->dy};
        const float half = tr_font_width(&style, label->text) * 0.5f, lift = style.size_px * 0.5f;
        // The base line runs half of a capital below the middle.
        const float x = label->x - label->dx * half - label->dy * lift;
        const float y = label->y - label->dy * half + label->dx * lift;
        if (!label->below_sea) {
            // A pale edge, for labels in the shade.
            tr_font_style edge = style;
            edge.weight = 0.42f;
            edge.opacity = 0.4f;
            memcpy(edge.ink, paper, sizeof edge.ink);
            tr_font_draw(map, x, y, &edge, label->text);
        }
        tr_font_draw(map, x, y, &style, label->text);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Graticule

typedef struct axis {
    int64_t first;
    int32_t size;
    double max_m;
} axis;

static axis axis_of(int64_t first, int32_t size, double spacing_m)
{
    return (axis){first, size, tr_map_farthest_m(first, size, spacing_m)};
}

// The first multiple of `step_m` that lies on the axis.
static double first_line(const tr_map_frame_def *def, const axis *along, double step_m)
{
    return ceil((double)along->first * def->area->spacing_m / step_m) * step_m;
}

static void draw_lines(const tr_image *map, const tr_map_frame_def *def, bool upright)
{
    const tr_sample_area *area = def->area;
    const axis along =
        upright ? axis_of(area->x, area->width, area->spacing_m) : axis_of(area->z, area->height, area->spacing_m);
    const double start = first_line(def, &along, def->graticule_m);
    const float length = (float)(upright ? map->height : map->width);
    const tr_canvas_pen pen = {.ink = {MAP_INK}, .opacity = 0.20f, .width_px = 0.9f * def->layout->unit_px};
    for (int i = 0;; i++) {
        const double at = tr_map_pixel_of(start + i * def->graticule_m, along.first, area->spacing_m);
        if (at > (double)along.size) {
            return;
        }
        // On the middle of a pixel, so that all lines are equally sharp.
        const float place = (float)(int32_t)at + 0.5f;
        const tr_canvas_point ends[2] = {{upright ? place : -9.0f, upright ? -9.0f : place},
                                         {upright ? place : length + 9.0f, upright ? length + 9.0f : place}};
        tr_canvas_line(map, ends[0], ends[1], &pen);
    }
}

static void draw_labels(const tr_image *page, const tr_map_frame_def *def, bool upright)
{
    const tr_map_layout *layout = def->layout;
    const tr_sample_area *area = def->area;
    const axis along =
        upright ? axis_of(area->x, area->width, area->spacing_m) : axis_of(area->z, area->height, area->spacing_m);
    const double start = first_line(def, &along, def->graticule_m);
    tr_font_style style = {.size_px = 8.5f * layout->unit_px, .ink = {MAP_SOFT_INK}};
    const float away = 6.0f * layout->unit_px;
    for (int i = 0;; i++) {
        const double value = start + i * def->graticule_m;
        const float at = (float)tr_map_pixel_of(value, along.first, area->spacing_m);
        if (at > (float)along.size) {
            return;
        }
        char text[64];
        tr_map_length_text(value, def->graticule_m, along.max_m, text, sizeof text);
        const float half = tr_font_width(&style, text) * 0.5f;
        if (at < half || at > (float)along.size - half) {
            continue;
        }
        if (upright) {
            const float x = (float)layout->map_left + at - half;
            tr_font_draw(page, x, (float)(layout->map_top - layout->frame_px) - away, &style, text);
            tr_font_draw(page, x,
                         (float)(layout->map_top + layout->map_height + layout->frame_px) + away + style.size_px,
                         &style, text);
        } else {
            style.dx = 0.0f, style.dy = -1.0f;
            tr_font_draw(page, layout->left - away, (float)layout->map_top + at + half, &style, text);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Frame

static void fill_span(const tr_image *page, const tr_map_layout *layout, bool upright, double from, double to)
{
    const int32_t size = upright ? layout->map_height : layout->map_width, thick = layout->frame_px - 2;
    const int32_t begin = from < 0.0 ? 0 : (int32_t)from, end = to > (double)size ? size : (int32_t)to;
    if (end <= begin || thick < 1) {
        return;
    }
    if (upright) {
        tr_canvas_fill(page, layout->map_left - 1 - thick, layout->map_top + begin, thick, end - begin, ink);
        tr_canvas_fill(page, layout->map_left + layout->map_width + 1, layout->map_top + begin, thick, end - begin,
                       ink);
    } else {
        tr_canvas_fill(page, layout->map_left + begin, layout->map_top - 1 - thick, end - begin, thick, ink);
        tr_canvas_fill(page, layout->map_left + begin, layout->map_top + layout->map_height + 1, end - begin, thick,
                       ink);
    }
}

// Dark and light spans in turn, two per line of the graticule.
static void draw_spans(const tr_image *page, const tr_map_frame_def *def, bool upright)
{
    const tr_sample_area *area = def->area;
    const int64_t first = upright ? area->z : area->x;
    const int32_t size = upright ? area->height : area->width;
    const axis along = axis_of(first, size, area->spacing_m);
    const double start = first_line(def, &along, def->graticule_m) - def->graticule_m, half = def->graticule_m * 0.5;
    for (int i = 0;; i++) {
        const double from = tr_map_pixel_of(start + i * def->graticule_m, first, area->spacing_m);
        if (from > (double)size) {
            return;
        }
        fill_span(page, def->layout, upright, from, from + half / area->spacing_m);
    }
}

static void draw_frame(const tr_image *page, const tr_map_frame_def *def)
{
    const tr_map_layout *layout = def->layout;
    const int32_t thick = layout->frame_px;
    tr_canvas_frame(page, layout->map_left, layout->map_top, layout->map_width, layout->map_height, 1, ink);
    tr_canvas_frame(page, layout->map_left - thick + 1, layout->map_top - thick + 1, layout->map_width + 2 * thick - 2,
                    layout->map_height + 2 * thick - 2, layout->unit_px < 1.6f ? 1 : 2, ink);
    if (def->graticule_m > 0.0) {
        draw_spans(page, def, false);
        draw_spans(page, def, true);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Header and footer

// Text that is shrunk to the width it has.
static void draw_fitting(const tr_image *page, float x, float y, tr_font_style style, float room_px, const char *text)
{
    const float width = tr_font_width(&style, text);
    if (width > room_px) {
        style.size_px *= room_px / width;
    }
    tr_font_draw(page, x, y, &style, text);
}

static void draw_header(const tr_image *page, const tr_map_frame_def *def)
{
    const tr_map_layout *layout = def->layout;
    const float room = (float)page->width - 2.0f * layout->left;
    const tr_font_style title = {.size_px = 18.0f * layout->unit_px, .weight = 0.115f, .ink = {MAP_INK}};
    const tr_font_style subtitle = {.size_px = 8.5f * layout->unit_px, .ink = {MAP_SOFT_INK}};
    draw_fitting(page, layout->left, layout->title_y, title, room, def->title);
    draw_fitting(page, layout->left, layout->subtitle_y, subtitle, room, def->subtitle);
}

static void draw_scale_bar(const tr_image *page, const tr_map_frame_def *def)
{
    const tr_map_layout *layout = def->layout;
    const double room = (double)layout->map_width * 0.45, max = 240.0 * (double)layout->unit_px;
    const tr_map_scale_bar bar = tr_map_scale_bar_make(def->area->spacing_m, room < max ? room : max);
    const int32_t left = (int32_t)layout->left, top = (int32_t)layout->footer_y,
                  thick = (int32_t)(5.0f * layout->unit_px + 0.5f);
    const int32_t length = (int32_t)(bar.length_px + 0.5);
    tr_canvas_fill(page, left, top, length, thick, ink);
    for (int i = 1; i < bar.segments; i += 2) {
        const int32_t from = (int32_t)(bar.length_px * i / bar.segments + 0.5);
        const int32_t to = (int32_t)(bar.length_px * (i + 1) / bar.segments + 0.5);
        tr_canvas_fill(page, left + from + (i == 0), top + 1, to - from - (to == length), thick - 2, paper);
    }
    const tr_font_style style = {.size_px = 8.5f * layout->unit_px, .ink = {MAP_SOFT_INK}};
    const float base = layout->footer_y + (float)thick + 6.0f * layout->unit_px + style.size_px;
    const double unit_m = bar.length_m >= 1000.0 ? 1000.0 : 1.0;
    const int middle = bar.segments % 2 == 0 ? 2 : 1;
    for (int i = 0; i <= middle; i++) {
        char text[48];
        snprintf(text, sizeof text, "%.6g%s", bar.length_m / unit_m * i / middle,
                 i < middle     ? ""
                 : unit_m > 1.0 ? " km"
                                : " m");
        const float half = i == 0 ? 0.0f : tr_font_width(&style, text) * 0.5f;
        tr_font_draw(page, layout->left + (float)(bar.length_px * i / middle) - half, base, &style, text);
    }
}

// A needle, dark on its eastern half, with its letter.
static void draw_north(const tr_image *page, const tr_map_layout *layout)
{
    const float u = layout->unit_px, x = layout->right - 8.0f * u, top = layout->footer_y - 2.0f * u,
                bottom = top + 27.0f * u;
    const tr_canvas_point tip = {x, top}, notch = {x, bottom - 6.0f * u};
    const tr_canvas_point west = {x - 7.0f * u, bottom}, east = {x + 7.0f * u, bottom};
    const tr_canvas_pen dark = {.ink = {MAP_INK}, .opacity = 1.0f, .width_px = u < 1.0f ? 1.0f : u};
    tr_canvas_triangle(page, (const tr_canvas_point[3]){tip, east, notch}, &dark);
    tr_canvas_line(page, tip, west, &dark);
    tr_canvas_line(page, west, notch, &dark);
    tr_canvas_line(page, tip, east, &dark);
    const tr_font_style style = {.size_px = 10.0f * u, .weight = 0.14f, .ink = {MAP_INK}};
    tr_font_draw(page, x - 12.0f * u - tr_font_width(&style, "N"), top + 18.0f * u, &style, "N");
}

void tr_map_frame_draw(const tr_image *page, const tr_map_frame_def *def)
{
    const tr_map_layout *layout = def->layout;
    if (def->graticule_m > 0.0) {
        const tr_image map = {.pixels = (uint8_t *)page->pixels + (size_t)layout->map_top * page->row_bytes +
                                        (size_t)layout->map_left * 3,
                              .width = layout->map_width,
                              .height = layout->map_height,
                              .channels = page->channels,
                              .bits = page->bits,
                              .row_bytes = page->row_bytes};
        draw_lines(&map, def, true);
        draw_lines(&map, def, false);
    }
    if (layout->plain) {
        return;
    }
    draw_frame(page, def);
    if (def->graticule_m > 0.0) {
        draw_labels(page, def, true);
        draw_labels(page, def, false);
    }
    draw_header(page, def);
    if (def->scale_bar) {
        draw_scale_bar(page, def);
        draw_north(page, layout);
    }
}
