#include "map/layout.h"

#include "map/font.h"
#include "map/steps.h"

#include <math.h>

static float unit_of(int32_t width, int32_t height)
{
    const float side = sqrtf((float)width * (float)height) / 1000.0f;
    return side < 0.85f ? 0.85f : side > 10.0f ? 10.0f : side;
}

tr_map_layout tr_map_layout_make(const tr_map_layout_def *def)
{
    const float u = unit_of(def->map_width_px, def->map_height_px);
    tr_map_layout layout = {.unit_px = u,
                            .plain = def->plain,
                            .width = def->map_width_px,
                            .height = def->map_height_px,
                            .map_width = def->map_width_px,
                            .map_height = def->map_height_px};
    if (def->plain) {
        return layout;
    }
#define SIZE(units) ((int32_t)((units)*u + 0.5f))
    const int32_t page = SIZE(26.0f), labels = def->labels ? SIZE(18.0f) : SIZE(4.0f);
    layout.frame_px = SIZE(5.0f);
    layout.map_left = page + labels + layout.frame_px;
    layout.left = (float)(layout.map_left - layout.frame_px);
    layout.title_y = (float)(page + SIZE(18.0f));
    layout.subtitle_y = layout.title_y + (float)SIZE(20.0f);
    layout.map_top = (int32_t)layout.subtitle_y + SIZE(12.0f) + labels + layout.frame_px;
    layout.right = (float)(layout.map_left + layout.map_width + layout.frame_px);
    layout.footer_y = (float)(layout.map_top + layout.map_height + layout.frame_px + labels + SIZE(12.0f));
    layout.legend_left = (int32_t)layout.right + SIZE(24.0f);
    layout.legend_width = def->legend ? SIZE(124.0f) : 0;
    layout.legend_top = layout.map_top - layout.frame_px;
    layout.width = def->legend ? layout.legend_left + layout.legend_width + page : (int32_t)layout.right + page;
    layout.height = (int32_t)layout.footer_y + SIZE(26.0f) + page;
#undef SIZE
    return layout;
}

tr_map_scale_bar tr_map_scale_bar_make(double spacing_m, double max_px)
{
    const double length_m = tr_map_step_at_most(spacing_m * max_px);
    // Segments are round lengths too: 1 in four quarters, 2 in four halves, 5 in five.
    const double half = tr_map_step_at_most(length_m * 0.5);
    const bool five = length_m / half > 2.4;
    return (tr_map_scale_bar){.length_m = length_m, .length_px = length_m / spacing_m, .segments = five ? 5 : 4};
}

double tr_map_pixel_of(double coordinate_m, int64_t first, double spacing_m)
{
    return (coordinate_m - (double)first * spacing_m) / spacing_m + 0.5;
}

double tr_map_farthest_m(int64_t first, int32_t size, double spacing_m)
{
    const double low = fabs((double)first * spacing_m), high = fabs((double)(first + size) * spacing_m);
    return low > high ? low : high;
}

double tr_map_graticule_step(const tr_map_layout *layout, const tr_sample_area *area)
{
    const double x = tr_map_farthest_m(area->x, area->width, area->spacing_m);
    const double z = tr_map_farthest_m(area->z, area->height, area->spacing_m);
    const double max = x > z ? x : z, gap_px = 24.0 * (double)layout->unit_px;
    double step = tr_map_step_at_least(110.0 * (double)layout->unit_px * area->spacing_m);
    const tr_font_style style = {.size_px = 8.5f * layout->unit_px};
    // Far from the origin the numbers are long.
    for (int i = 0; i < 8; i++) {
        char text[64];
        tr_map_length_text(-max, step, max, text, sizeof text);
        if ((double)tr_font_width(&style, text) + gap_px <= step / area->spacing_m) {
            break;
        }
        step = tr_map_step_at_least(step * 1.5);
    }
    return step;
}
