#include "map_layout.h"

#include "font.h"
#include "map_steps.h"

#include <math.h>

static float unit_of(int32_t width, int32_t height)
{
    const float side = sqrtf((float)width * (float)height) / 1000.0f;
    return side < 0.85f ? 0.85f : side > 10.0f ? 10.0f : side;
}

map_layout map_layout_make(const map_layout_def *def)
{
    const float u = unit_of(def->map_width_px, def->map_height_px);
    map_layout it = {.unit_px = u,
                     .plain = def->plain,
                     .width = def->map_width_px,
                     .height = def->map_height_px,
                     .map_width = def->map_width_px,
                     .map_height = def->map_height_px};
    if (def->plain) {
        return it;
    }
#define SIZE(units) ((int32_t)((units)*u + 0.5f))
    const int32_t page = SIZE(26.0f), labels = def->labels ? SIZE(18.0f) : SIZE(4.0f);
    it.frame_px = SIZE(5.0f);
    it.map_left = page + labels + it.frame_px;
    it.left = (float)(it.map_left - it.frame_px);
    it.title_y = (float)(page + SIZE(18.0f));
    it.subtitle_y = it.title_y + (float)SIZE(20.0f);
    it.map_top = (int32_t)it.subtitle_y + SIZE(12.0f) + labels + it.frame_px;
    it.right = (float)(it.map_left + it.map_width + it.frame_px);
    it.footer_y = (float)(it.map_top + it.map_height + it.frame_px + labels + SIZE(12.0f));
    it.legend_left = (int32_t)it.right + SIZE(24.0f);
    it.legend_width = def->legend ? SIZE(124.0f) : 0;
    it.legend_top = it.map_top - it.frame_px;
    it.width = def->legend ? it.legend_left + it.legend_width + page : (int32_t)it.right + page;
    it.height = (int32_t)it.footer_y + SIZE(26.0f) + page;
#undef SIZE
    return it;
}

map_scale_bar map_scale_bar_make(double spacing_m, double most_px)
{
    const double length_m = map_step_at_most(spacing_m * most_px);
    // Segments are round lengths too: 1 in four quarters, 2 in four halves, 5 in five.
    const double half = map_step_at_most(length_m * 0.5);
    const bool five = length_m / half > 2.4;
    return (map_scale_bar){.length_m = length_m, .length_px = length_m / spacing_m, .segments = five ? 5 : 4};
}

double map_pixel_of(double coordinate_m, int64_t first, double spacing_m)
{
    return (coordinate_m - (double)first * spacing_m) / spacing_m + 0.5;
}

double map_farthest_m(int64_t first, int32_t size, double spacing_m)
{
    const double low = fabs((double)first * spacing_m), high = fabs((double)(first + size) * spacing_m);
    return low > high ? low : high;
}

double map_graticule_step(const map_layout *layout, const tr_area *area)
{
    const double x = map_farthest_m(area->x, area->width, area->spacing_m);
    const double z = map_farthest_m(area->z, area->height, area->spacing_m);
    const double most = x > z ? x : z, gap_px = 24.0 * (double)layout->unit_px;
    double step = map_step_at_least(110.0 * (double)layout->unit_px * area->spacing_m);
    const font_style style = {.size_px = 8.5f * layout->unit_px};
    // Far from the origin the numbers are long.
    for (int i = 0; i < 8; i++) {
        char text[64];
        map_length_text(-most, step, most, text, sizeof text);
        if ((double)font_width(&style, text) + gap_px <= step / area->spacing_m) {
            break;
        }
        step = map_step_at_least(step * 1.5);
    }
    return step;
}
