#include "map/contours.h"

#include "map/color.h"
#include "map/font.h"
#include "map/steps.h"

#include <math.h>

static const float label_size_px = 6.6f;  // capitals, per unit

double tr_map_contours_interval(double range_m, double rise_m_per_px, float unit_px)
{
    const double max_levels = 30.0, min_gap_px = 7.0 * (double)unit_px;
    const double by_range = range_m / max_levels, by_gap = rise_m_per_px * min_gap_px;
    const double min = by_range > by_gap ? by_range : by_gap;
    const double interval = tr_map_step_at_least(min > 0.01 ? min : 0.01);
    return interval > range_m * 0.35 ? 0.0 : interval;
}

float tr_map_contours_smooth(const tr_map_field *heights, int32_t x, int32_t y)
{
    static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    float sum = 0.0f;
    for (int32_t j = 0; j < 5; j++) {
        float row = 0.0f;
        for (int32_t i = 0; i < 5; i++) {
            row += weights[i] * tr_map_field_at(heights, x + i - 2, y + j - 2);
        }
        sum += weights[j] * row;
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------
// Lines

static int64_t nearest_whole(float number)
{
    return (int64_t)(number < 0.0f ? number - 0.5f : number + 0.5f);
}

// Whether the middle of a pixel lies in the gap of a label.
static bool in_gap(const tr_map_contours *contours, float x, float y)
{
    for (int i = 0; i < contours->label_count; i++) {
        const tr_map_contour_label *label = &contours->labels[i];
        const float from_x = x - label->x, from_y = y - label->y;
        const float along = from_x * label->dx + from_y * label->dy, across = from_y * label->dx - from_x * label->dy;
        if (fabsf(along) < label->half_width_px && fabsf(across) < label->half_height_px) {
            return true;
        }
    }
    return false;
}

// Where heights hardly change, a level has no place: it must lie between the neighbours.
static bool is_between(const tr_map_contour_rows *rows, int32_t x, float level)
{
    const float *const lines[3] = {rows->above, rows->here, rows->below};
    bool lower = false, higher = false;
    for (int j = 0; j < 3; j++) {
        for (int32_t i = x; i < x + 3; i++) {
            lower = lower || lines[j][i] <= level;
            higher = higher || lines[j][i] >= level;
        }
    }
    return lower && higher;
}

tr_map_contour_ink tr_map_contours_ink(const tr_map_contours *contours, const tr_map_contour_rows *rows, int32_t x,
                                       int32_t y)
{
    const float interval = (float)contours->interval_m;
    const float height = rows->here[x + 1];
    const int64_t number = nearest_whole((height + contours->sea_level_m) / interval);
    const float level = (float)number * interval - contours->sea_level_m;
    const float rise_x = (rows->here[x + 2] - rows->here[x]) * 0.5f;
    const float rise_y = (rows->below[x + 1] - rows->above[x + 1]) * 0.5f;
    const float rise = sqrtf(rise_x * rise_x + rise_y * rise_y);
    const bool index = number % MAP_CONTOURS_INDEX == 0;
    const float width_px = (index ? 1.5f : 0.85f) * contours->unit_px,
                half = (width_px > 0.8f ? width_px : 0.8f) * 0.5f;
    const float away_m = fabsf(height - level);
    // The level of the sea is drawn as the coast.
    if (level == 0.0f || !(away_m < (half + 0.5f) * rise) || !is_between(rows, x, level)) {
        return (tr_map_contour_ink){0.0f, index};
    }
    const float share = tr_clamp_unit(half + 0.5f - away_m / rise);
    // Where thin lines would run into one another they give way, and then the thick ones.
    const float gap_px = (index ? MAP_CONTOURS_INDEX : 1) * interval / rise;
    const float room = tr_smooth_step(1.5f, 4.5f, gap_px / contours->unit_px);
    if (room == 0.0f || share == 0.0f || in_gap(contours, (float)x + 0.5f, (float)y + 0.5f)) {
        return (tr_map_contour_ink){0.0f, index};
    }
    return (tr_map_contour_ink){share * room, index};
}

// ---------------------------------------------------------------------------------------------------------
// Labels

typedef struct point_height {
    float height, rise_x, rise_y;
} point_height;

// The smoothed height between pixels and its gradient.
static point_height sample(const tr_map_field *heights, float x, float y)
{
    // Middles of pixels are at halves; fields are asked near the picture only, so that the offset keeps it positive.
    const float u = x - 0.5f + 16.0f, v = y - 0.5f + 16.0f;
    const int32_t column = (int32_t)u, row = (int32_t)v;
    const float s = u - (float)column, t = v - (float)row;
    const float a = tr_map_contours_smooth(heights, column - 16, row - 16);
    const float b = tr_map_contours_smooth(heights, column - 15, row - 16);
    const float c = tr_map_contours_smooth(heights, column - 16, row - 15);
    const float d = tr_map_contours_smooth(heights, column - 15, row - 15);
    return (point_height){.height = (a + (b - a) * s) * (1.0f - t) + (c + (d - c) * s) * t,
                          .rise_x = (b - a) * (1.0f - t) + (d - c) * t,
                          .rise_y = (c - a) * (1.0f - s) + (d - b) * s};
}

typedef struct label_candidate {
    float x, y, dx, dy;
    float bend;  // how far the line strays from straight over the label, as a share of its length
} label_candidate;

// Moves a point onto the level along the gradient; the direction of the line there. False on level ground.
static bool snap(const tr_map_field *heights, float level, float *x, float *y, float *dx, float *dy)
{
    for (int i = 0; i < 2; i++) {
        const point_height at = sample(heights, *x, *y);
        const float square = at.rise_x * at.rise_x + at.rise_y * at.rise_y;
        float move = square > 0.0f ? (level - at.height) / square : 1e9f;
        const float rise = sqrtf(square);
        if (fabsf(move) * rise > 2.0f) {
            return false;
        }
        *x += at.rise_x * move;
        *y += at.rise_y * move;
        *dx = -at.rise_y / rise;
        *dy = at.rise_x / rise;
    }
    return true;
}

// Follows the line to both sides of a point for the length of a label.
static bool judge(const tr_map_field *heights, float level, float half_px, label_candidate *candidate)
{
    if (!snap(heights, level, &candidate->x, &candidate->y, &candidate->dx, &candidate->dy)) {
        return false;
    }
    float ends[2][2];
    for (int side = 0; side < 2; side++) {
        float x = candidate->x, y = candidate->y, last_x = side ? candidate->dx : -candidate->dx,
              last_y = side ? candidate->dy : -candidate->dy;
        const int steps = (int)(half_px * 0.5f) + 1;
        for (int i = 0; i < steps; i++) {
            float dx, dy;
            x += last_x * half_px / (float)steps;
            y += last_y * half_px / (float)steps;
            if (!snap(heights, level, &x, &y, &dx, &dy)) {
                return false;
            }
            const bool back = dx * last_x + dy * last_y < 0.0f;
            last_x = back ? -dx : dx;
            last_y = back ? -dy : dy;
        }
        ends[side][0] = x;
        ends[side][1] = y;
    }
    const float along_x = ends[1][0] - ends[0][0], along_y = ends[1][1] - ends[0][1];
    const float length = sqrtf(along_x * along_x + along_y * along_y);
    if (length < half_px) {
        return false;
    }
    candidate->dx = along_x / length;
    candidate->dy = along_y / length;
    const float middle_x = (ends[0][0] + ends[1][0]) * 0.5f, middle_y = (ends[0][1] + ends[1][1]) * 0.5f;
    const float away_x = candidate->x - middle_x, away_y = candidate->y - middle_y;
    candidate->bend = sqrtf(away_x * away_x + away_y * away_y) / length + (2.0f * half_px - length) / length;
    return true;
}

// The best place of a cell; `text` and `half_px` are of the label that fits it.
static bool search_cell(const tr_map_contours *contours, const tr_map_field *heights, const int32_t cell[4],
                        tr_map_contour_label *out)
{
    const float worst_bend = 0.11f;
    const int32_t stride = 2 + (int32_t)contours->unit_px;
    const double step = contours->interval_m * MAP_CONTOURS_INDEX;
    float best = worst_bend;
    for (int32_t y = cell[1]; y < cell[3]; y += stride) {
        for (int32_t x = cell[0]; x < cell[2]; x += stride) {
            const point_height here = sample(heights, (float)x, (float)y);
            const int64_t number = nearest_whole((here.height + contours->sea_level_m) / (float)step);
            const float level = (float)number * (float)step - contours->sea_level_m;
            const float rise = sqrtf(here.rise_x * here.rise_x + here.rise_y * here.rise_y);
            const float room_px = (float)contours->interval_m / (rise + 1e-9f);
            if (level == 0.0f || fabsf(here.height - level) > rise * (float)stride * 0.5f ||
                room_px < 3.0f * contours->unit_px) {
                continue;
            }
            char text[sizeof out->text];
            tr_map_number_text((double)number * step, contours->interval_m, text, sizeof text);
            const tr_font_style style = {.size_px = label_size_px * contours->unit_px};
            const float half_px = tr_font_width(&style, text) * 0.5f + 3.0f * contours->unit_px;
            label_candidate place = {.x = (float)x, .y = (float)y};
            if (judge(heights, level, half_px, &place) && place.bend < best) {
                best = place.bend;
                *out = (tr_map_contour_label){place.x,      place.y, place.dx,
                                              place.dy,     half_px, label_size_px * contours->unit_px * 0.85f,
                                              level < 0.0f, ""};
                tr_map_number_text((double)number * step, contours->interval_m, out->text, sizeof out->text);
            }
        }
    }
    return best < worst_bend;
}

static bool is_free(const tr_map_contours *contours, const tr_map_contour_label *label, float min_px)
{
    for (int i = 0; i < contours->label_count; i++) {
        const float x = contours->labels[i].x - label->x, y = contours->labels[i].y - label->y;
        if (x * x + y * y < min_px * min_px) {
            return false;
        }
    }
    return true;
}

void tr_map_contours_place_labels(tr_map_contours *contours, const tr_map_field *heights)
{
    const int32_t edge = (int32_t)(22.0f * contours->unit_px) + 1, side = (int32_t)(210.0f * contours->unit_px) + 1;
    contours->label_count = 0;
    for (int32_t top = edge; top < heights->height - edge; top += side) {
        for (int32_t left = edge; left < heights->width - edge; left += side) {
            const int32_t right = left + side, bottom = top + side;
            const int32_t cell[4] = {left, top, right < heights->width - edge ? right : heights->width - edge,
                                     bottom < heights->height - edge ? bottom : heights->height - edge};
            tr_map_contour_label label;
            if (contours->label_count < MAP_CONTOUR_LABELS_MAX && search_cell(contours, heights, cell, &label) &&
                is_free(contours, &label, 110.0f * contours->unit_px)) {
                // Upright: from left to right, or upwards.
                const bool turned = label.dx < 0.0f || (label.dx == 0.0f && label.dy > 0.0f);
                label.dx = turned ? -label.dx : label.dx;
                label.dy = turned ? -label.dy : label.dy;
                contours->labels[contours->label_count++] = label;
            }
        }
    }
}
