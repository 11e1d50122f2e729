#include "terrane/view.h"

#include <stdio.h>
#include <string.h>

#include "map/canvas.h"
#include "map/font.h"
#include "view/model_view.h"

enum {
    MARGIN_PX = 30,
    TITLE_PX = 70,
    CAPTION_PX = 34,
    LABEL_PX = 20,
    SLOT_MAX_PX = 240,
    STRIP_PX = 1600,
    STRIP_HEIGHT_PX = 210,
    PORTRAIT_PX = 1200,
    PORTRAIT_ROW_PX = 440
};

static const uint8_t paper[3] = {250, 250, 248};
#define INK 24, 26, 30
#define SOFT_INK 96, 100, 108

static const char *const whats[TR_MODEL_COUNT] = {
#define X(id, name, variants, what) what,
    TR_MODEL_LIST(X)
#undef X
};

static bool draw_row(tr_context *context, const tr_model_view *view, const tr_image *page, int32_t left, int32_t top,
                     tr_error *err)
{
    tr_image picture;
    if (!tr_model_view_draw(context, view, &picture, err)) {
        return false;
    }
    tr_canvas_copy(&picture, page, left, top);
    tr_image_destroy(context, &picture);
    return true;
}

static size_t triangles_of(tr_context *context, tr_model_kind kind, int32_t variant, int32_t level)
{
    tr_mesh mesh;
    if (!tr_model_make(context, kind, variant, level, &mesh, NULL)) {
        return 0;
    }
    const size_t count = mesh.index_count / 3;
    tr_mesh_destroy(context, &mesh);
    return count;
}

static void write_caption(tr_model_kind kind, const tr_image *page, int32_t left, int32_t base)
{
    const tr_font_style strong = {.size_px = 13.0f, .ink = {INK}}, soft = {.size_px = 9.5f, .ink = {SOFT_INK}};
    char text[160];
    double height_m, width_m;
    tr_model_size(kind, &height_m, &width_m);
    snprintf(text, sizeof text, "%s; about %.4g m high and %.4g m wide", whats[kind], height_m, width_m);
    tr_font_draw(page, (float)left, (float)base, &strong, tr_model_name(kind));
    const float x = (float)left + tr_font_width(&strong, tr_model_name(kind)) + 12.0f;
    tr_font_draw(page, x, (float)base, &soft, text);
}

static void write_labels(tr_context *context, const tr_model_view *view, const tr_image *page, int32_t left,
                         int32_t base)
{
    const tr_font_style style = {.size_px = 8.0f, .ink = {SOFT_INK}};
    for (int i = 0; i < view->count; i++) {
        const tr_model_stand *stand = &view->stands[i];
        const size_t triangles = triangles_of(context, stand->kind, stand->variant, stand->level);
        char text[64];
        if (stand->level == 0) {
            snprintf(text, sizeof text, "%d: %zu triangles", (int)stand->variant, triangles);
        } else {
            snprintf(text, sizeof text, "%d, level %d: %zu", (int)stand->variant, (int)stand->level, triangles);
        }
        const float middle = (float)left + (float)view->width_px * ((float)i + 0.5f) / (float)view->count;
        tr_font_draw(page, middle - 0.5f * tr_font_width(&style, text), (float)base, &style, text);
    }
}

// All variants, then the coarser levels of the first.
static tr_model_view strip_of(tr_model_kind kind)
{
    tr_model_view view = {.height_px = STRIP_HEIGHT_PX, .elevation_deg = 11};
    for (int i = 0; i < tr_model_variants(kind); i++) {
        view.stands[view.count++] = (tr_model_stand){.kind = kind, .variant = i, .turn_deg = 30};
    }
    for (int level = 1; level < TR_MODEL_LEVELS; level++) {
        view.stands[view.count++] = (tr_model_stand){.kind = kind, .level = level, .turn_deg = 30};
    }
    const int32_t slot_px = STRIP_PX / view.count;
    view.width_px = view.count * (slot_px < SLOT_MAX_PX ? slot_px : SLOT_MAX_PX);
    return view;
}

static bool add_kind(tr_context *context, tr_model_kind kind, const tr_image *page, tr_error *err)
{
    const int32_t top = TITLE_PX + (int32_t)kind * (CAPTION_PX + STRIP_HEIGHT_PX + LABEL_PX);
    const tr_model_view view = strip_of(kind);
    write_caption(kind, page, MARGIN_PX, top + CAPTION_PX - 11);
    write_labels(context, &view, page, MARGIN_PX, top + CAPTION_PX + STRIP_HEIGHT_PX + 14);
    return draw_row(context, &view, page, MARGIN_PX, top + CAPTION_PX, err);
}

bool tr_model_sheet_create(tr_context *context, const tr_progress *progress, tr_image *out, tr_error *err)
{
    const int32_t width = 2 * MARGIN_PX + STRIP_PX;
    const int32_t height = TITLE_PX + TR_MODEL_COUNT * (CAPTION_PX + STRIP_HEIGHT_PX + LABEL_PX) + MARGIN_PX;
    if (!tr_image_create(context, &(tr_image_shape){width, height, 3, 8}, out, err)) {
        return false;
    }
    tr_canvas_fill(out, 0, 0, width, height, paper);
    tr_font_draw(out, MARGIN_PX, 46, &(tr_font_style){.size_px = 20.0f, .ink = {INK}}, "Terrane models");
    bool done = true;
    for (int i = 0; i < TR_MODEL_COUNT && done; i++) {
        if (progress && progress->report && !progress->report(progress->user, (double)i / TR_MODEL_COUNT)) {
            done = tr_fail(err, TR_ERROR_CANCELLED, "the sheet was cancelled");
        } else {
            done = add_kind(context, (tr_model_kind)i, out, err);
        }
    }
    if (!done) {
        tr_image_destroy(context, out);
    }
    return done;
}

bool tr_model_portrait_create(tr_context *context, tr_model_kind kind, int32_t variant, tr_image *out, tr_error *err)
{
    if (!tr_image_create(context, &(tr_image_shape){PORTRAIT_PX, 2 * PORTRAIT_ROW_PX, 3, 8}, out, err)) {
        return false;
    }
    tr_model_view sides = {.count = 3, .width_px = PORTRAIT_PX, .height_px = PORTRAIT_ROW_PX, .elevation_deg = 8};
    tr_model_view levels = {
        .count = TR_MODEL_LEVELS, .width_px = PORTRAIT_PX, .height_px = PORTRAIT_ROW_PX, .elevation_deg = 28};
    for (int i = 0; i < sides.count; i++) {
        sides.stands[i] = (tr_model_stand){.kind = kind, .variant = variant, .turn_deg = 120.0 * i};
    }
    for (int i = 0; i < levels.count; i++) {
        levels.stands[i] = (tr_model_stand){.kind = kind, .variant = variant, .level = i, .turn_deg = 60};
    }
    const bool done =
        draw_row(context, &sides, out, 0, 0, err) && draw_row(context, &levels, out, 0, PORTRAIT_ROW_PX, err);
    if (!done) {
        tr_image_destroy(context, out);
    }
    return done;
}
