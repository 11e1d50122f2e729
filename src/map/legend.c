#include "map/legend.h"

#include "map/canvas.h"
#include "map/font.h"
#include "map/frame.h"
#include "map/paths.h"
#include "map/steps.h"

#include <math.h>
#include <stdio.h>

static const uint8_t ink[3] = {MAP_INK};

// ---------------------------------------------------------------------------------------------------------
// Paths

// What a legend calls a cover; shoulders belong to their roads, and water to the biomes where these are listed.
static const char *cover_name(const tr_map_legend_def *def, tr_path_cover cover)
{
    static const char *const names[TR_COVER_COUNT] = {[TR_COVER_CITY] = "city",
                                                      [TR_COVER_WATER] = "river, lake",
                                                      [TR_COVER_TRACK] = "track",
                                                      [TR_COVER_ROAD] = "road",
                                                      [TR_COVER_RAIL] = "railway"};
    const bool listed = cover == TR_COVER_WATER && tr_map_look_has_biomes(def->look);
    const bool seen = def->cover_pixels[cover] > 0 && tr_map_paths_are_shown(def->look, cover) && !listed;
    return seen ? names[cover] : NULL;
}

static int32_t line_px(const tr_map_legend_def *def)
{
    return (int32_t)(19.0f * def->layout->unit_px);
}

static int32_t paths_height(const tr_map_legend_def *def)
{
    int count = 0;
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        count += cover_name(def, (tr_path_cover)c) != NULL;
    }
    return count > 0 ? count * line_px(def) + (int32_t)(8.0f * def->layout->unit_px) : 0;
}

// The lower end of what can be drawn above the paths.
static int32_t room_bottom(const tr_map_legend_def *def)
{
    const tr_map_layout *layout = def->layout;
    return layout->map_top + layout->map_height + layout->frame_px - paths_height(def);
}

// Short lines as they are on the map.
static void draw_paths(const tr_image *page, const tr_map_legend_def *def, int32_t top)
{
    const tr_map_layout *layout = def->layout;
    const float u = layout->unit_px;
    const int32_t width = (int32_t)(20.0f * u), thick = (int32_t)(4.0f * u) + 1, edge = (int32_t)(1.5f * u) + 1;
    const int32_t bottom = layout->map_top + layout->map_height + layout->frame_px;
    const tr_font_style style = {.size_px = 8.5f * u, .ink = {MAP_INK}};
    for (int c = 0; c < TR_COVER_COUNT; c++) {
        const char *name = cover_name(def, (tr_path_cover)c);
        if (!name || top + line_px(def) > bottom) {
            continue;
        }
        const int32_t middle = top + line_px(def) / 2;
        uint8_t rgb[3], side[3];
        tr_color_store(tr_map_paths_tint(def->look, (tr_path_cover)c), rgb);
        tr_color_store(tr_map_paths_tint(def->look, TR_COVER_SHOULDER), side);
        if (c == TR_COVER_ROAD || c == TR_COVER_RAIL) {
            tr_canvas_fill(page, layout->legend_left, middle - thick / 2 - edge, width, thick + 2 * edge, side);
        }
        tr_canvas_fill(page, layout->legend_left, middle - thick / 2, width, thick, rgb);
        tr_font_draw(page, (float)(layout->legend_left + width) + 8.0f * u, (float)middle + style.size_px * 0.5f,
                     &style, name);
        top += line_px(def);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Ramps

// A vertical bar of values, upwards.
typedef struct ramp {
    int32_t left, top, width, height;
    double low, high;
} ramp;

static tr_color ramp_color(const tr_map_legend_def *def, double value)
{
    if (tr_map_look_has_values(def->look)) {
        return tr_map_look_value(def->look, (float)value);
    }
    // A sliver of shallow water is drawn wider than it is.
    const float depth_m = (float)-value < -def->lowest_m ? (float)-value : -def->lowest_m;
    return value < 0.0 ? tr_map_look_water(def->look, depth_m) : tr_map_look_land(def->look, (float)value);
}

static ramp draw_ramp(const tr_image *page, const tr_map_legend_def *def, int32_t top, double low, double high)
{
    const tr_map_layout *layout = def->layout;
    const float u = layout->unit_px;
    const int32_t room = room_bottom(def) - top, max = (int32_t)(330.0f * u);
    const ramp bar = {layout->legend_left, top, (int32_t)(20.0f * u), room < max ? room : max, low, high};
    for (int32_t y = 0; y < bar.height; y++) {
        const double value = high + (low - high) * ((double)y + 0.5) / (double)bar.height;
        uint8_t rgb[3];
        tr_color_store(ramp_color(def, value), rgb);
        tr_canvas_fill(page, bar.left, bar.top + y, bar.width, 1, rgb);
    }
    tr_canvas_frame(page, bar.left, bar.top, bar.width, bar.height, 1, ink);
    return bar;
}

static void draw_tick(const tr_image *page, const tr_map_legend_def *def, const ramp *bar, double value,
                      const char *text)
{
    const float u = def->layout->unit_px;
    const tr_font_style style = {.size_px = 8.5f * u, .ink = {MAP_SOFT_INK}};
    const double share = (bar->high - value) / (bar->high - bar->low);
    const float y = (float)bar->top + (float)(share * (double)bar->height);
    const float right = (float)(bar->left + bar->width);
    tr_canvas_fill(page, bar->left + bar->width + 1, (int32_t)y, (int32_t)(4.0f * u), 1, ink);
    tr_font_draw(page, right + 9.0f * u, y + style.size_px * 0.5f, &style, text);
}

// Ticks at round values; `offset` is what the text adds to a value.
static void draw_ticks(const tr_image *page, const tr_map_legend_def *def, const ramp *bar, double offset)
{
    const double min_px = 30.0 * (double)def->layout->unit_px;
    const double step = tr_map_step_at_least((bar->high - bar->low) * min_px / (double)bar->height);
    for (double n = ceil((bar->low + offset) / step - 1e-6); n * step <= bar->high + offset + step * 1e-6; n++) {
        char text[48];
        tr_map_number_text(n * step, step, text, sizeof text);
        draw_tick(page, def, bar, n * step - offset, text);
    }
}

void tr_map_area_text(double area_m2, char *out, size_t size)
{
    if (area_m2 < 9999.0) {
        snprintf(out, size, "%.0f m\xC2\xB2", area_m2);
    } else if (area_m2 < 999999.0) {
        snprintf(out, size, "%.0f ha", area_m2 / 1e4);
    } else {
        snprintf(out, size, "%.0f km\xC2\xB2", area_m2 / 1e6);
    }
}

// Powers of ten of an area whose binary logarithm the bar shows.
static void draw_area_ticks(const tr_image *page, const tr_map_legend_def *def, const ramp *bar)
{
    const double log2_of_10 = 3.321928094887362;
    double area_m2 = 1e-4;
    for (int n = -4; n < 24; n++, area_m2 *= 10.0) {
        const double value = n * log2_of_10;
        if (value >= bar->low && value <= bar->high) {
            char text[48];
            tr_map_area_text(area_m2, text, sizeof text);
            draw_tick(page, def, bar, value, text);
        }
    }
}

// Each returns where it ends.
static int32_t draw_heights(const tr_image *page, const tr_map_legend_def *def, int32_t top)
{
    const tr_map_look *look = def->look;
    const double high = def->land ? (double)look->land_high_m : 0.0;
    const double depth = -(double)def->lowest_m, sliver = high * 0.04;
    const double low = def->water ? -(depth > sliver ? depth : sliver) : (double)look->land_low_m;
    const ramp bar = draw_ramp(page, def, top, low, high);
    draw_ticks(page, def, &bar, (double)def->sea_level_m);
    return bar.top + bar.height;
}

static int32_t draw_values(const tr_image *page, const tr_map_legend_def *def, int32_t top)
{
    const ramp bar = draw_ramp(page, def, top, (double)def->look->low, (double)def->look->high);
    if (def->look->layer == TR_MAP_FLOW) {
        draw_area_ticks(page, def, &bar);
    } else {
        draw_ticks(page, def, &bar, 0.0);
    }
    return bar.top + bar.height;
}

// ---------------------------------------------------------------------------------------------------------
// Biomes

static int32_t draw_biomes(const tr_image *page, const tr_map_legend_def *def, int32_t top)
{
    const tr_map_layout *layout = def->layout;
    const float u = layout->unit_px;
    const int32_t line = line_px(def), swatch = (int32_t)(13.0f * u), bottom = room_bottom(def);
    const tr_font_style name = {.size_px = 8.5f * u, .ink = {MAP_INK}},
                        share = {.size_px = 7.5f * u, .ink = {MAP_SOFT_INK}};
    bool shown[TR_BIOME_COUNT] = {false};
    int64_t all = 0;
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        all += def->biome_pixels[b];
    }
    int32_t y = top;
    for (; y + swatch <= bottom; y += line) {
        int max = -1;
        for (int b = 0; b < TR_BIOME_COUNT; b++) {
            const bool larger = max < 0 || def->biome_pixels[b] > def->biome_pixels[max];
            max = !shown[b] && def->biome_pixels[b] > 0 && larger ? b : max;
        }
        if (max < 0) {
            break;
        }
        shown[max] = true;
        tr_canvas_fill(page, layout->legend_left, y, swatch, swatch, def->look->biomes[max].color);
        tr_canvas_frame(page, layout->legend_left, y, swatch, swatch, 1, ink);
        const double percent = 100.0 * (double)def->biome_pixels[max] / (double)all;
        char text[32];
        if (percent < 0.1) {
            snprintf(text, sizeof text, "< 0.1 %%");
        } else {
            snprintf(text, sizeof text, "%.*f %%", percent < 10.0 ? 1 : 0, percent);
        }
        const float base = (float)y + (float)swatch * 0.5f + name.size_px * 0.5f;
        tr_font_draw(page, (float)(layout->legend_left + swatch) + 8.0f * u, base, &name, tr_biome_name((tr_biome)max));
        tr_font_draw(page, (float)(layout->legend_left + layout->legend_width) - tr_font_width(&share, text), base,
                     &share, text);
    }
    return y;
}

// ---------------------------------------------------------------------------------------------------------
// Directions

// The angle of (x, y) clockwise from north in degrees, within 0.2: enough for a legend.
static float bearing(float x, float y)
{
    const float ax = fabsf(x), ay = fabsf(y), low = ax < ay ? ax : ay, high = ax < ay ? ay : ax;
    const float r = high > 0.0f ? low / high : 0.0f;
    float angle = r * (45.0f + (1.0f - r) * (14.02f + 3.79f * r));
    angle = ax > ay ? 90.0f - angle : angle;
    angle = y > 0.0f ? 180.0f - angle : angle;
    return x < 0.0f ? 360.0f - angle : angle;
}

static tr_color disc_color(const tr_map_look *look, float x, float y)
{
    if (look->layer == TR_MAP_ASPECT) {
        return tr_map_look_value(look, bearing(x, y));
    }
    const float square = x * x + y * y;
    return tr_map_look_normal(x, square < 1.0f ? sqrtf(1.0f - square) : 0.0f, y);
}

static int32_t draw_disc(const tr_image *page, const tr_map_legend_def *def, int32_t top)
{
    const float u = def->layout->unit_px, radius = 38.0f * u, letter = 8.5f * u;
    const float middle_x = (float)def->layout->legend_left + radius + 16.0f * u;
    const float middle_y = (float)top + radius + 16.0f * u;
    for (int32_t y = (int32_t)(middle_y - radius) - 1; (float)y < middle_y + radius + 1.0f; y++) {
        for (int32_t x = (int32_t)(middle_x - radius) - 1; (float)x < middle_x + radius + 1.0f; x++) {
            const float dx = ((float)x + 0.5f - middle_x) / radius, dy = ((float)y + 0.5f - middle_y) / radius;
            const float share = tr_clamp_unit((1.0f - sqrtf(dx * dx + dy * dy)) * radius + 0.5f);
            uint8_t rgb[3];
            tr_color_store(disc_color(def->look, dx, dy), rgb);
            tr_canvas_blend(page, x, y, rgb, share);
        }
    }
    static const char *const names[4] = {"N", "E", "S", "W"};
    static const float places[4][2] = {{0.0f, -1.0f}, {1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}};
    const tr_font_style style = {.size_px = letter, .ink = {MAP_SOFT_INK}};
    for (int i = 0; i < 4; i++) {
        const float away = radius + 10.0f * u;
        tr_font_draw(page, middle_x + places[i][0] * away - tr_font_width(&style, names[i]) * 0.5f,
                     middle_y + places[i][1] * away + letter * 0.5f, &style, names[i]);
    }
    return (int32_t)(middle_y + radius + 24.0f * u);
}

void tr_map_legend_draw(const tr_image *page, const tr_map_legend_def *def)
{
    const tr_map_layout *layout = def->layout;
    const bool biomes = tr_map_look_has_biomes(def->look);
    const tr_map_layer_info *info = &tr_map_layers[biomes ? TR_MAP_BIOME : def->look->layer];
    char title[64];
    snprintf(title, sizeof title, "%s%s%s%s", info->title, info->unit[0] ? " (" : "", info->unit,
             info->unit[0] ? ")" : "");
    const tr_font_style style = {.size_px = 9.5f * layout->unit_px, .ink = {MAP_INK}};
    tr_font_draw(page, (float)layout->legend_left, (float)layout->legend_top + style.size_px, &style, title);
    const int32_t top = layout->legend_top + (int32_t)(26.0f * layout->unit_px);
    int32_t end;
    if (biomes) {
        end = draw_biomes(page, def, top);
    } else if (def->look->layer == TR_MAP_ASPECT || def->look->layer == TR_MAP_NORMAL) {
        end = draw_disc(page, def, top);
    } else if (tr_map_look_has_values(def->look)) {
        end = draw_values(page, def, top);
    } else {
        end = draw_heights(page, def, top);
    }
    draw_paths(page, def, end + (int32_t)(8.0f * layout->unit_px));
}
