#include "map/canvas.h"

#include <math.h>
#include <string.h>

typedef struct box {
    int32_t left, top, right, bottom;  // right and bottom are not part of it
} box;

static box clip(const tr_image *image, float left, float top, float right, float bottom)
{
    // Compared as floats: what is far outside does not fit an int.
    const float width = (float)image->width, height = (float)image->height;
    return (box){left > 0.0f ? (left < width ? (int32_t)left : image->width) : 0,
                 top > 0.0f ? (top < height ? (int32_t)top : image->height) : 0,
                 right > 0.0f ? (right < width ? (int32_t)right + 1 : image->width) : 0,
                 bottom > 0.0f ? (bottom < height ? (int32_t)bottom + 1 : image->height) : 0};
}

void tr_canvas_fill(const tr_image *image, int32_t left, int32_t top, int32_t width, int32_t height,
                    const uint8_t ink[3])
{
    const int32_t right = left + width < image->width ? left + width : image->width;
    const int32_t bottom = top + height < image->height ? top + height : image->height;
    for (int32_t y = top > 0 ? top : 0; y < bottom; y++) {
        uint8_t *row = (uint8_t *)image->pixels + (size_t)y * image->row_bytes;
        for (int32_t x = left > 0 ? left : 0; x < right; x++) {
            memcpy(row + (size_t)(x * image->channels), ink, (size_t)image->channels);
        }
    }
}

void tr_canvas_frame(const tr_image *image, int32_t left, int32_t top, int32_t width, int32_t height, int32_t thickness,
                     const uint8_t ink[3])
{
    const int32_t wide = width + 2 * thickness;
    tr_canvas_fill(image, left - thickness, top - thickness, wide, thickness, ink);
    tr_canvas_fill(image, left - thickness, top + height, wide, thickness, ink);
    tr_canvas_fill(image, left - thickness, top, thickness, height, ink);
    tr_canvas_fill(image, left + width, top, thickness, height, ink);
}

void tr_canvas_blend(const tr_image *image, int32_t x, int32_t y, const uint8_t ink[3], float share)
{
    if (x < 0 || y < 0 || x >= image->width || y >= image->height) {
        return;
    }
    uint8_t *pixel = (uint8_t *)image->pixels + (size_t)y * image->row_bytes + (size_t)(x * image->channels);
    for (int32_t c = 0; c < image->channels; c++) {
        const float from = pixel[c], to = ink[c];
        pixel[c] = (uint8_t)(from + (to - from) * share + 0.5f);
    }
}

float tr_canvas_distance(tr_canvas_point at, tr_canvas_point from, tr_canvas_point to)
{
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = dx * dx + dy * dy;
    float t = length > 0.0f ? ((at.x - from.x) * dx + (at.y - from.y) * dy) / length : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    const float x = at.x - (from.x + dx * t), y = at.y - (from.y + dy * t);
    return sqrtf(x * x + y * y);
}

static float cover(float inside)
{
    const float share = inside + 0.5f;
    return share < 0.0f ? 0.0f : share > 1.0f ? 1.0f : share;
}

void tr_canvas_line(const tr_image *image, tr_canvas_point from, tr_canvas_point to, const tr_canvas_pen *pen)
{
    const float reach = pen->width_px * 0.5f + 1.0f;
    const box area = clip(image, (from.x < to.x ? from.x : to.x) - reach, (from.y < to.y ? from.y : to.y) - reach,
                          (from.x > to.x ? from.x : to.x) + reach, (from.y > to.y ? from.y : to.y) + reach);
    for (int32_t y = area.top; y < area.bottom; y++) {
        for (int32_t x = area.left; x < area.right; x++) {
            const tr_canvas_point middle = {(float)x + 0.5f, (float)y + 0.5f};
            const float share = cover(pen->width_px * 0.5f - tr_canvas_distance(middle, from, to)) * pen->opacity;
            if (share > 0.0f) {
                tr_canvas_blend(image, x, y, pen->ink, share);
            }
        }
    }
}

// How far `at` lies to the inner side of the line from a to b.
static float side(tr_canvas_point at, tr_canvas_point a, tr_canvas_point b)
{
    const float dx = b.x - a.x, dy = b.y - a.y;
    const float length = sqrtf(dx * dx + dy * dy);
    return length > 0.0f ? ((at.y - a.y) * dx - (at.x - a.x) * dy) / length : 0.0f;
}

void tr_canvas_triangle(const tr_image *image, const tr_canvas_point corners[3], const tr_canvas_pen *pen)
{
    const tr_canvas_point *p = corners;
    const float turn = side(p[2], p[0], p[1]) < 0.0f ? -1.0f : 1.0f;
    float low_x = p[0].x, high_x = low_x, low_y = p[0].y, high_y = low_y;
    for (int i = 1; i < 3; i++) {
        low_x = p[i].x < low_x ? p[i].x : low_x, high_x = p[i].x > high_x ? p[i].x : high_x;
        low_y = p[i].y < low_y ? p[i].y : low_y, high_y = p[i].y > high_y ? p[i].y : high_y;
    }
    const box area = clip(image, low_x - 1.0f, low_y - 1.0f, high_x + 1.0f, high_y + 1.0f);
    for (int32_t y = area.top; y < area.bottom; y++) {
        for (int32_t x = area.left; x < area.right; x++) {
            const tr_canvas_point middle = {(float)x + 0.5f, (float)y + 0.5f};
            float inside = 1.0f;
            for (int i = 0; i < 3; i++) {
                const float depth = turn * side(middle, p[i], p[(i + 1) % 3]);
                inside = depth < inside ? depth : inside;
            }
            const float share = cover(inside) * pen->opacity;
            if (share > 0.0f) {
                tr_canvas_blend(image, x, y, pen->ink, share);
            }
        }
    }
}

void tr_canvas_copy(const tr_image *from, const tr_image *to, int32_t left, int32_t top)
{
    const size_t pixel_bytes = (size_t)from->channels;
    for (int32_t y = 0; y < from->height; y++) {
        memcpy((uint8_t *)to->pixels + (size_t)(top + y) * to->row_bytes + (size_t)left * pixel_bytes,
               (const uint8_t *)from->pixels + (size_t)y * from->row_bytes, (size_t)from->width * pixel_bytes);
    }
}
