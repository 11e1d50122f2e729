#include "map/font.h"

#include "map/canvas.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A glyph on a grid where capitals are CAP units high, small letters 14, and tails reach to -6. A path is made of
//   M x y          the pen is set down
//   L x y          a straight stroke
//   Q cx cy x y    a round corner: a quarter of an ellipse that turns at (cx, cy)
typedef struct glyph {
    uint32_t code;
    int width;
    const char *path;
} glyph;

enum { CAP = 20, SPACE = 8, GAP = 5, ARC_STEPS = 6, MAX_STROKES = 64, REPLACEMENT = '?' };

static const glyph glyphs[] = {
    {'!', 1, "M0 20 L0 6 M0 0 L0 1"},
    {'"', 5, "M0 20 L0 14 M5 20 L5 14"},
    {'#', 13, "M4 0 L6 20 M9 0 L11 20 M1 13 L13 13 M0 6 L12 6"},
    {'$', 13, "M12 15 Q11 18 6 18 Q1 18 1 14 Q1 11 7 10 Q13 9 13 5 Q13 2 7 2 Q1 2 0 5 M7 -2 L7 22"},
    {'%', 18,
     "M16 20 L2 0 M4 20 Q0 20 0 16 Q0 12 4 12 Q8 12 8 16 Q8 20 4 20 "
     "M14 8 Q10 8 10 4 Q10 0 14 0 Q18 0 18 4 Q18 8 14 8"},
    {'&', 16, "M16 0 L4 13 Q2 16 4 18 Q6 20 9 18 Q12 15 8 12 L4 10 Q0 7 0 4 Q0 0 6 0 Q13 0 15 9"},
    {'\'', 0, "M0 20 L0 14"},
    {'(', 4, "M4 23 Q0 18 0 10 Q0 1 4 -4"},
    {')', 4, "M0 23 Q4 18 4 10 Q4 1 0 -4"},
    {'*', 8, "M4 20 L4 11 M0 18 L8 13 M8 18 L0 13"},
    {'+', 12, "M0 9 L12 9 M6 15 L6 3"},
    {',', 2, "M2 1 L0 -4"},
    {'-', 7, "M0 8 L7 8"},
    {'.', 0, "M0 0 L0 1"},
    {'/', 9, "M0 -3 L9 22"},
    {'0', 12, "M6 20 Q0 20 0 10 Q0 0 6 0 Q12 0 12 10 Q12 20 6 20"},
    {'1', 6, "M0 16 L5 20 L5 0"},
    {'2', 12, "M0 15 Q0 20 6 20 Q12 20 12 15 Q12 11 9 8 L0 0 L12 0"},
    {'3', 12, "M0 17 Q2 20 6 20 Q11 20 11 15 Q11 11 6 11 L4 11 M6 11 Q12 11 12 5 Q12 0 6 0 Q1 0 0 4"},
    {'4', 12, "M9 0 L9 20 L0 6 L12 6"},
    {'5', 12, "M11 20 L2 20 L1 11 Q3 13 6 13 Q12 13 12 6 Q12 0 6 0 Q1 0 0 4"},
    {'6', 12, "M10 20 Q0 17 0 7 Q0 0 6 0 Q12 0 12 6 Q12 12 6 12 Q1 12 0 7"},
    {'7', 12, "M0 20 L12 20 L4 0"},
    {'8', 12, "M6 11 Q1 11 1 16 Q1 20 6 20 Q11 20 11 16 Q11 11 6 11 Q0 11 0 5 Q0 0 6 0 Q12 0 12 5 Q12 11 6 11"},
    {'9', 12, "M2 0 Q12 3 12 13 Q12 20 6 20 Q0 20 0 14 Q0 8 6 8 Q11 8 12 13"},
    {':', 0, "M0 0 L0 1 M0 12 L0 13"},
    {';', 2, "M2 1 L0 -4 M2 12 L2 13"},
    {'<', 11, "M11 16 L0 9 L11 2"},
    {'=', 12, "M0 12 L12 12 M0 6 L12 6"},
    {'>', 11, "M0 16 L11 9 L0 2"},
    {'?', 11, "M0 16 Q1 20 6 20 Q11 20 11 15 Q11 12 8 10 Q5 8 5 6 M5 0 L5 1"},
    {'@', 20,
     "M14 10 Q14 14 10 14 Q6 14 6 9 Q6 5 9 5 Q14 5 14 10 M14 14 L14 7 Q14 5 17 5 Q20 5 20 10 "
     "Q20 20 10 20 Q0 20 0 9 Q0 -2 10 -2 L15 -1"},
    {'A', 16, "M0 0 L8 20 L16 0 M3 7 L13 7"},
    {'B', 14, "M0 0 L0 20 L8 20 Q13 20 13 15 Q13 11 8 11 L0 11 M8 11 Q14 11 14 5 Q14 0 8 0 L0 0"},
    {'C', 15, "M15 15 Q14 20 8 20 Q0 20 0 10 Q0 0 8 0 Q14 0 15 5"},
    {'D', 15, "M0 0 L0 20 L6 20 Q15 20 15 10 Q15 0 6 0 L0 0"},
    {'E', 12, "M12 20 L0 20 L0 0 L12 0 M0 11 L10 11"},
    {'F', 11, "M11 20 L0 20 L0 0 M0 11 L9 11"},
    {'G', 16, "M15 15 Q14 20 8 20 Q0 20 0 10 Q0 0 8 0 Q16 0 16 7 L16 9 L9 9"},
    {'H', 14, "M0 0 L0 20 M14 0 L14 20 M0 11 L14 11"},
    {'I', 0, "M0 0 L0 20"},
    {'J', 9, "M9 20 L9 6 Q9 0 4 0 Q0 0 0 5"},
    {'K', 13, "M0 0 L0 20 M13 20 L0 8 M4 12 L13 0"},
    {'L', 11, "M0 20 L0 0 L11 0"},
    {'M', 18, "M0 0 L0 20 L9 5 L18 20 L18 0"},
    {'N', 15, "M0 0 L0 20 L15 0 L15 20"},
    {'O', 17, "M8 20 Q0 20 0 10 Q0 0 8 0 L9 0 Q17 0 17 10 Q17 20 9 20 L8 20"},
    {'P', 13, "M0 0 L0 20 L7 20 Q13 20 13 14 Q13 9 7 9 L0 9"},
    {'Q', 17, "M8 20 Q0 20 0 10 Q0 0 8 0 L9 0 Q17 0 17 10 Q17 20 9 20 L8 20 M10 5 L17 -2"},
    {'R', 13, "M0 0 L0 20 L7 20 Q13 20 13 15 Q13 10 7 10 L0 10 M7 10 L13 0"},
    {'S', 13, "M12 16 Q11 20 6 20 Q1 20 1 15 Q1 11 7 10 Q13 9 13 5 Q13 0 7 0 Q1 0 0 5"},
    {'T', 14, "M0 20 L14 20 M7 20 L7 0"},
    {'U', 14, "M0 20 L0 7 Q0 0 7 0 Q14 0 14 7 L14 20"},
    {'V', 16, "M0 20 L8 0 L16 20"},
    {'W', 22, "M0 20 L5 0 L11 18 L17 0 L22 20"},
    {'X', 14, "M0 0 L14 20 M0 20 L14 0"},
    {'Y', 14, "M0 20 L7 10 L14 20 M7 10 L7 0"},
    {'Z', 13, "M0 20 L13 20 L0 0 L13 0"},
    {'[', 4, "M4 23 L0 23 L0 -4 L4 -4"},
    {'\\', 9, "M0 22 L9 -3"},
    {']', 4, "M0 23 L4 23 L4 -4 L0 -4"},
    {'^', 10, "M0 13 L5 20 L10 13"},
    {'_', 14, "M0 -4 L14 -4"},
    {'`', 4, "M0 20 L4 16"},
    {'a', 11, "M1 11 Q2 14 6 14 Q11 14 11 9 L11 0 M11 8 L5 8 Q0 8 0 4 Q0 0 5 0 Q9 0 11 4"},
    {'b', 11, "M0 20 L0 0 M0 7 Q0 14 6 14 Q11 14 11 7 Q11 0 6 0 Q0 0 0 7"},
    {'c', 10, "M10 11 Q9 14 6 14 Q0 14 0 7 Q0 0 6 0 Q9 0 10 3"},
    {'d', 11, "M11 20 L11 0 M11 7 Q11 14 5 14 Q0 14 0 7 Q0 0 5 0 Q11 0 11 7"},
    {'e', 11, "M0 7 L11 7 Q11 14 6 14 Q0 14 0 7 Q0 0 6 0 Q10 0 11 3"},
    {'f', 7, "M7 20 Q3 20 3 16 L3 0 M0 14 L7 14"},
    {'g', 11, "M11 7 Q11 14 5 14 Q0 14 0 7 Q0 0 5 0 Q11 0 11 7 M11 14 L11 0 Q11 -6 5 -6 Q1 -6 0 -4"},
    {'h', 10, "M0 0 L0 20 M0 8 Q0 14 5 14 Q10 14 10 8 L10 0"},
    {'i', 0, "M0 0 L0 14 M0 19 L0 20"},
    {'j', 3, "M3 14 L3 -3 Q3 -6 0 -6 M3 19 L3 20"},
    {'k', 10, "M0 0 L0 20 M9 14 L0 5 M3 8 L10 0"},
    {'l', 3, "M0 20 L0 3 Q0 0 3 0"},
    {'m', 16, "M0 0 L0 14 M0 9 Q0 14 4 14 Q8 14 8 9 L8 0 M8 9 Q8 14 12 14 Q16 14 16 9 L16 0"},
    {'n', 10, "M0 0 L0 14 M0 8 Q0 14 5 14 Q10 14 10 8 L10 0"},
    {'o', 12, "M6 14 Q0 14 0 7 Q0 0 6 0 Q12 0 12 7 Q12 14 6 14"},
    {'p', 11, "M0 14 L0 -6 M0 7 Q0 14 6 14 Q11 14 11 7 Q11 0 6 0 Q0 0 0 7"},
    {'q', 11, "M11 14 L11 -6 M11 7 Q11 14 5 14 Q0 14 0 7 Q0 0 5 0 Q11 0 11 7"},
    {'r', 7, "M0 0 L0 14 M0 8 Q0 14 7 14"},
    {'s', 10, "M9 11 Q8 14 5 14 Q1 14 1 11 Q1 8 5 7 Q10 6 10 3 Q10 0 5 0 Q1 0 0 3"},
    {'t', 7, "M3 19 L3 4 Q3 0 7 0 M0 14 L7 14"},
    {'u', 10, "M0 14 L0 6 Q0 0 5 0 Q10 0 10 6 M10 14 L10 0"},
    {'v', 12, "M0 14 L6 0 L12 14"},
    {'w', 18, "M0 14 L4 0 L9 13 L14 0 L18 14"},
    {'x', 10, "M0 0 L10 14 M0 14 L10 0"},
    {'y', 12, "M0 14 L6 0 M12 14 L5 -3 Q4 -6 0 -6"},
    {'z', 10, "M0 14 L10 14 L0 0 L10 0"},
    {'{', 6, "M6 23 Q3 23 3 19 L3 13 Q3 10 0 9 Q3 8 3 5 L3 0 Q3 -4 6 -4"},
    {'|', 0, "M0 23 L0 -4"},
    {'}', 6, "M0 23 Q3 23 3 19 L3 13 Q3 10 6 9 Q3 8 3 5 L3 0 Q3 -4 0 -4"},
    {'~', 12, "M0 7 Q1 11 4 11 Q6 11 7 9 Q8 7 10 7 Q12 7 12 10"},
    {0xB0, 6, "M3 20 Q0 20 0 17 Q0 14 3 14 Q6 14 6 17 Q6 20 3 20"},
    {0xB2, 7, "M0 19 Q1 22 4 22 Q7 22 7 19 Q7 17 5 15 L0 11 L7 11"},
    {0xB7, 2, "M1 8 L1 9"},
    {0x2212, 11, "M0 9 L11 9"},
};

typedef struct pen_stroke {
    tr_canvas_point from, to;
} pen_stroke;

typedef struct stroke_list {
    pen_stroke items[MAX_STROKES];
    int count;
} stroke_list;

// ---------------------------------------------------------------------------------------------------------
// Texts

static const glyph *find_glyph(uint32_t code)
{
    const glyph *fallback = NULL;
    for (size_t i = 0; i < sizeof glyphs / sizeof glyphs[0]; i++) {
        if (glyphs[i].code == code) {
            return &glyphs[i];
        }
        fallback = glyphs[i].code == REPLACEMENT ? &glyphs[i] : fallback;
    }
    return fallback;
}

// The code point at `*at`, which moves behind it; a byte that is not UTF-8 counts as a character of its own.
static uint32_t next_code(const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    const int length = bytes[0] < 0xC0 ? 1 : bytes[0] < 0xE0 ? 2 : bytes[0] < 0xF0 ? 3 : 4;
    uint32_t code = length == 1 ? bytes[0] : bytes[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            *at += 1;
            return REPLACEMENT;
        }
        code = code << 6 | (bytes[i] & 0x3Fu);
    }
    *at += length;
    return code;
}

static float unit_of(const tr_font_style *style)
{
    return style->size_px / (float)CAP;
}

float tr_font_width(const tr_font_style *style, const char *text)
{
    int units = 0;
    for (const char *at = text; *at;) {
        const uint32_t code = next_code(&at);
        units += (code == ' ' ? SPACE : find_glyph(code)->width + GAP);
    }
    return units > 0 ? (float)(units - GAP) * unit_of(style) : 0.0f;
}

// ---------------------------------------------------------------------------------------------------------
// Glyphs

static void add_stroke(stroke_list *list, tr_canvas_point from, tr_canvas_point to)
{
    assert(list->count < MAX_STROKES);
    list->items[list->count++] = (pen_stroke){from, to};
}

static void add_corner(stroke_list *list, tr_canvas_point from, tr_canvas_point corner, tr_canvas_point to)
{
    // A cubic with its inner points this far towards the corner is a quarter of an ellipse within 0.03 %.
    const float k = 0.5523f;
    const tr_canvas_point a = {from.x + (corner.x - from.x) * k, from.y + (corner.y - from.y) * k};
    const tr_canvas_point b = {to.x + (corner.x - to.x) * k, to.y + (corner.y - to.y) * k};
    tr_canvas_point last = from;
    for (int i = 1; i <= ARC_STEPS; i++) {
        const float t = (float)i / ARC_STEPS, s = 1.0f - t;
        const float w[4] = {s * s * s, 3.0f * s * s * t, 3.0f * s * t * t, t * t * t};
        const tr_canvas_point next = {w[0] * from.x + w[1] * a.x + w[2] * b.x + w[3] * to.x,
                                      w[0] * from.y + w[1] * a.y + w[2] * b.y + w[3] * to.y};
        add_stroke(list, last, next);
        last = next;
    }
}

static tr_canvas_point read_point(const char **at)
{
    char *end = NULL;
    const long x = strtol(*at, &end, 10);
    const long y = strtol(end, &end, 10);
    *at = end + strspn(end, " ");
    return (tr_canvas_point){(float)x, (float)y};
}

// The strokes of a glyph on its grid.
static void trace(const glyph *shape, stroke_list *out)
{
    out->count = 0;
    tr_canvas_point pen = {0.0f, 0.0f};
    for (const char *at = shape->path; *at;) {
        const char command = *at++;
        const tr_canvas_point first = read_point(&at);
        if (command == 'Q') {
            const tr_canvas_point to = read_point(&at);
            add_corner(out, pen, first, to);
            pen = to;
        } else {
            if (command == 'L') {
                add_stroke(out, pen, first);
            }
            pen = first;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Pixels

// Never less than a pixel: a paler stroke would be hard to read.
static float stroke_width(const tr_font_style *style)
{
    const float weight = style->weight > 0.0f ? style->weight : 0.125f;
    const float width = weight * style->size_px;
    return width > 1.0f ? width : 1.0f;
}

// From the grid of a glyph, which begins at (x, y) of the image, to pixels.
static tr_canvas_point place(const tr_font_style *style, float x, float y, tr_canvas_point at)
{
    const bool turned = style->dx != 0.0f || style->dy != 0.0f;
    const float dx = turned ? style->dx : 1.0f, dy = turned ? style->dy : 0.0f, unit = unit_of(style);
    return (tr_canvas_point){x + (at.x * dx + at.y * dy) * unit, y + (at.x * dy - at.y * dx) * unit};
}

// The ink of a pixel is that of its nearest stroke: where two meet it is not put on twice.
static void draw_glyph(const tr_image *image, const tr_font_style *style, const stroke_list *strokes)
{
    const float half = stroke_width(style) * 0.5f, reach = half + 1.0f;
    tr_canvas_point low = strokes->items[0].from, high = low;
    for (int i = 0; i < strokes->count; i++) {
        const tr_canvas_point ends[2] = {strokes->items[i].from, strokes->items[i].to};
        for (int e = 0; e < 2; e++) {
            low.x = ends[e].x < low.x ? ends[e].x : low.x, high.x = ends[e].x > high.x ? ends[e].x : high.x;
            low.y = ends[e].y < low.y ? ends[e].y : low.y, high.y = ends[e].y > high.y ? ends[e].y : high.y;
        }
    }
    if (high.x + reach < 0.0f || high.y + reach < 0.0f || low.x - reach > (float)image->width ||
        low.y - reach > (float)image->height) {
        return;
    }
    const float opacity = style->opacity > 0.0f ? style->opacity : 1.0f;
    for (int32_t y = (int32_t)(low.y - reach); y <= (int32_t)(high.y + reach); y++) {
        for (int32_t x = (int32_t)(low.x - reach); x <= (int32_t)(high.x + reach); x++) {
            const tr_canvas_point middle = {(float)x + 0.5f, (float)y + 0.5f};
            float nearest = reach;
            for (int i = 0; i < strokes->count; i++) {
                const float d = tr_canvas_distance(middle, strokes->items[i].from, strokes->items[i].to);
                nearest = d < nearest ? d : nearest;
            }
            const float share = half + 0.5f - nearest;
            if (share > 0.0f) {
                tr_canvas_blend(image, x, y, style->ink, (share < 1.0f ? share : 1.0f) * opacity);
            }
        }
    }
}

void tr_font_draw(const tr_image *image, float x, float y, const tr_font_style *style, const char *text)
{
    assert(image->bits == 8 && (image->channels == 1 || image->channels == 3) && style->size_px > 0.0f);
    tr_canvas_point origin = {0.0f, 0.0f};
    for (const char *at = text; *at;) {
        const uint32_t code = next_code(&at);
        if (code == ' ') {
            origin.x += SPACE;
            continue;
        }
        const glyph *shape = find_glyph(code);
        stroke_list strokes;
        trace(shape, &strokes);
        for (int i = 0; i < strokes.count; i++) {
            pen_stroke *stroke = &strokes.items[i];
            stroke->from = place(style, x, y, (tr_canvas_point){stroke->from.x + origin.x, stroke->from.y});
            stroke->to = place(style, x, y, (tr_canvas_point){stroke->to.x + origin.x, stroke->to.y});
        }
        draw_glyph(image, style, &strokes);
        origin.x += (float)(shape->width + GAP);
    }
}
