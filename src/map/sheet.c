// Pictures beside each other, with what they are called below them.
#include "terrane/map.h"

#include "map/canvas.h"
#include "map/font.h"

#include <assert.h>

enum { SHEET_DEF_COOKIE = 0x73686565, GAP_PX = 20, MARGIN_PX = 30, TITLE_PX = 68, CAPTION_PX = 70 };
enum { LARGE_TEXT_PX = 200, TITLE_BASE_PX = 45 };

static const uint8_t paper[3] = {250, 250, 248};
static const uint8_t frame[3] = {90, 92, 96};
#define INK 24, 26, 30
#define SOFT_INK 96, 100, 108

tr_sheet_def tr_default_sheet_def(void)
{
    return (tr_sheet_def){.cookie = SHEET_DEF_COOKIE, .title = "", .note = "", .columns = 6};
}

static bool check_tiles(const tr_sheet_def *def, tr_error *err)
{
    assert(def->cookie == SHEET_DEF_COOKIE);
    if (def->tile_count < 1 || def->columns < 1) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a sheet of %d pictures in %d columns", (int)def->tile_count,
                       (int)def->columns);
    }
    const tr_image *first = def->tiles[0].picture;
    for (int32_t i = 0; i < def->tile_count; i++) {
        const tr_image *picture = def->tiles[i].picture;
        const bool alike =
            picture->width == first->width && picture->height == first->height && picture->channels == first->channels;
        if (!alike || picture->bits != 8 || (picture->channels != 1 && picture->channels != 3)) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "picture %d of the sheet is %d x %d with %d channels of %d bits, the first is %d x %d with "
                           "%d channels; they must be alike, grey or RGB of 8 bits",
                           (int)i, (int)picture->width, (int)picture->height, (int)picture->channels,
                           (int)picture->bits, (int)first->width, (int)first->height, (int)first->channels);
        }
    }
    return true;
}

static void add_tile(const tr_sheet_tile *tile, int32_t left, int32_t top, const tr_image *sheet)
{
    const int32_t width = tile->picture->width, height = tile->picture->height;
    tr_canvas_fill(sheet, left - 1, top - 1, width + 2, height + 2, frame);
    tr_canvas_copy(tile->picture, sheet, left, top);
    // Capitals of 7 pixels below small pictures and of 11 below large ones.
    const bool small = width < LARGE_TEXT_PX;
    const float size_px = small ? 7.0f : 11.0f, line_px = small ? 14.0f : 21.0f;
    const float x = (float)left, base = (float)(top + height) + line_px;
    tr_font_draw(sheet, x, base, &(tr_font_style){.size_px = size_px, .ink = {INK}}, tile->title);
    tr_font_draw(sheet, x, base + line_px, &(tr_font_style){.size_px = size_px, .ink = {SOFT_INK}}, tile->detail);
}

static void add_title(const tr_sheet_def *def, const tr_image *sheet)
{
    const tr_font_style small = {.size_px = 11.0f, .ink = {SOFT_INK}};
    const float right = (float)(sheet->width - MARGIN_PX) - tr_font_width(&small, def->note);
    tr_font_draw(sheet, MARGIN_PX, TITLE_BASE_PX, &(tr_font_style){.size_px = 20.0f, .ink = {INK}}, def->title);
    tr_font_draw(sheet, right, TITLE_BASE_PX, &small, def->note);
}

bool tr_sheet_draw(tr_context *context, const tr_sheet_def *def, tr_image *out, tr_error *err)
{
    if (!check_tiles(def, err)) {
        return false;
    }
    const tr_image *first = def->tiles[0].picture;
    const int64_t rows = (def->tile_count + def->columns - 1) / def->columns;
    const int64_t width = 2 * MARGIN_PX + (int64_t)def->columns * first->width + (def->columns - 1) * (int64_t)GAP_PX;
    const int64_t height = TITLE_PX + rows * ((int64_t)first->height + CAPTION_PX) + MARGIN_PX / 2;
    if (width > INT32_MAX || height > INT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "a sheet of %lld x %lld pixels", (long long)width, (long long)height);
    }
    if (!tr_image_create(context, &(tr_image_shape){(int32_t)width, (int32_t)height, first->channels, 8}, out, err)) {
        return false;
    }
    tr_canvas_fill(out, 0, 0, out->width, out->height, paper);
    add_title(def, out);
    for (int32_t i = 0; i < def->tile_count; i++) {
        add_tile(&def->tiles[i], MARGIN_PX + (i % def->columns) * (first->width + GAP_PX),
                 TITLE_PX + (i / def->columns) * (first->height + CAPTION_PX), out);
    }
    return true;
}
