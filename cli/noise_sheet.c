#include "noise_sheet.h"

#include "canvas.h"
#include "font.h"
#include "noise_field.h"
#include "noise_scenes.h"

#include <inttypes.h>
#include <stdio.h>

enum { COLUMNS = 6, GAP_PX = 20, MARGIN_PX = 30, TITLE_PX = 68, CAPTION_PX = 70, LARGE_TEXT_PX = 200 };

typedef struct tile {
    const char *title, *detail;
    int64_t x, y;  // of the upper left pixel
    noise_scene scene;
} tile;

// Tiles of 240 pixels show about eight lattice cells.
#define F "frequency=0.033"
#define SLOW "frequency=0.0125"
#define FRACTAL(kind) SLOW, "fractal=" kind, "octaves=6"
// Where the upper left pixel is.
#define NEAR 1000, 2000
#define FAR 1000000000000, -1000000000000

#define SOURCE(kind, dims, ...)      \
    {                                \
        "", dims, 1,                 \
        {                            \
            {                        \
                TR_NODE_##kind, {0}, \
                {                    \
                    __VA_ARGS__      \
                }                    \
            }                        \
        }                            \
    }

static const tile tiles[] = {
    {"value", "nearest", NEAR, SOURCE(VALUE, 2, F, "interpolation=nearest")},
    {"value", "linear", NEAR, SOURCE(VALUE, 2, F, "interpolation=linear")},
    {"value", "smoothstep", NEAR, SOURCE(VALUE, 2, F, "interpolation=smoothstep")},
    {"value", "smootherstep", NEAR, SOURCE(VALUE, 2, F)},
    {"gradient", "2D", NEAR, SOURCE(GRADIENT, 2, F)},
    {"simplex", "2D", NEAR, SOURCE(SIMPLEX, 2, F)},

    {"cellular F1", "euclidean", NEAR, SOURCE(CELLULAR, 2, F)},
    {"cellular F2", "euclidean", NEAR, SOURCE(CELLULAR, 2, F, "result=f2")},
    {"cellular F2-F1", "euclidean", NEAR, SOURCE(CELLULAR, 2, F, "result=f2-f1")},
    {"cellular cell", "a value per cell", NEAR, SOURCE(CELLULAR, 2, F, "result=cell")},
    {"cellular F1", "manhattan", NEAR, SOURCE(CELLULAR, 2, F, "metric=manhattan")},
    {"cellular F2-F1", "chebyshev", NEAR, SOURCE(CELLULAR, 2, F, "metric=chebyshev", "result=f2-f1")},

    {"fBm", "gradient, 6 octaves", NEAR, SOURCE(GRADIENT, 2, FRACTAL("fbm"))},
    {"fBm", "simplex, 6 octaves", NEAR, SOURCE(SIMPLEX, 2, FRACTAL("fbm"))},
    {"billow", "gradient, 6 octaves", NEAR, SOURCE(GRADIENT, 2, FRACTAL("billow"))},
    {"billow", "simplex, 6 octaves", NEAR, SOURCE(SIMPLEX, 2, FRACTAL("billow"))},
    {"ridged", "gradient, 6 octaves", NEAR, SOURCE(GRADIENT, 2, FRACTAL("ridged"))},
    {"ridged", "simplex, 6 octaves", NEAR, SOURCE(SIMPLEX, 2, FRACTAL("ridged"))},

    {"damped", "gradient, 6 octaves", NEAR, SOURCE(GRADIENT, 2, FRACTAL("damped"))},
    {"damped", "sharpness 0.5", NEAR, SOURCE(GRADIENT, 2, FRACTAL("damped"), "sharpness=0.5")},
    {"damped", "sharpness 8", NEAR, SOURCE(GRADIENT, 2, FRACTAL("damped"), "sharpness=8")},
    {"damped, warped",
     "bent by simplex",
     NEAR,
     {"",
      2,
      4,
      {{TR_NODE_SIMPLEX, {0}, {SLOW, "seed=1"}},
       {TR_NODE_SIMPLEX, {0}, {SLOW, "seed=2"}},
       {TR_NODE_GRADIENT, {0}, {FRACTAL("damped")}},
       {TR_NODE_WARP, {2, 0, 1, TR_NODE_NONE}, {"amplitude=15"}}}}},
    {"damped, terraces",
     "8 steps per unit",
     NEAR,
     {"", 2, 2, {{TR_NODE_GRADIENT, {0}, {FRACTAL("damped")}}, {TR_NODE_TERRACE, {0}, {"steps=8", "flatness=0.7"}}}}},
    {"power of",
     "ridges, by a noise",
     NEAR,
     {"",
      2,
      5,
      {{TR_NODE_GRADIENT, {0}, {FRACTAL("ridged")}},
       {TR_NODE_LINEAR, {0}, {"factor=0.5", "offset=0.5"}},
       {TR_NODE_SIMPLEX, {0}, {SLOW, "seed=2"}},
       {TR_NODE_LINEAR, {2}, {"factor=3", "offset=2.5"}},
       {TR_NODE_POWER_OF, {1, 3}, {0}}}}},

    {"warped",
     "fBm, bent by simplex",
     NEAR,
     {"",
      2,
      4,
      {{TR_NODE_SIMPLEX, {0}, {SLOW, "seed=1"}},
       {TR_NODE_SIMPLEX, {0}, {SLOW, "seed=2"}},
       {TR_NODE_GRADIENT, {0}, {FRACTAL("fbm")}},
       {TR_NODE_WARP, {2, 0, 1, TR_NODE_NONE}, {"amplitude=60"}}}}},
    {"warped twice",
     "fBm by fBm by fBm",
     NEAR,
     {"",
      2,
      7,
      {{TR_NODE_GRADIENT, {0}, {FRACTAL("fbm"), "seed=1"}},
       {TR_NODE_GRADIENT, {0}, {FRACTAL("fbm"), "seed=2"}},
       {TR_NODE_GRADIENT, {0}, {FRACTAL("fbm"), "seed=3"}},
       {TR_NODE_GRADIENT, {0}, {FRACTAL("fbm")}},
       {TR_NODE_WARP, {1, 0, 2, TR_NODE_NONE}, {"amplitude=90"}},
       {TR_NODE_WARP, {2, 2, 0, TR_NODE_NONE}, {"amplitude=90"}},
       {TR_NODE_WARP, {3, 4, 5, TR_NODE_NONE}, {"amplitude=110"}}}}},
    {"gradient 3D", "a slice of fBm", NEAR, SOURCE(GRADIENT, 3, FRACTAL("fbm"))},
    {"cellular 3D", "a slice of F1", NEAR, SOURCE(CELLULAR, 3, F)},
    {"far away", "fBm at 10^12", FAR, SOURCE(GRADIENT, 2, FRACTAL("fbm"))},
    {"far away", "F2-F1 at 10^12", FAR, SOURCE(CELLULAR, 2, F, "result=f2-f1")},
};

// Between two planes of the lattice.
enum { SLICE_Z = 47 };

enum { TILE_COUNT = sizeof tiles / sizeof tiles[0], ROWS = (TILE_COUNT + COLUMNS - 1) / COLUMNS };

static const uint8_t paper[3] = {250, 250, 248};
static const uint8_t frame[3] = {90, 92, 96};
#define INK 24, 26, 30
#define SOFT_INK 96, 100, 108

static bool paint_tile(tr_context *context, const noise_sheet_def *def, const tile *it, tr_image *out, tr_error *err)
{
    tr_noise *noise = noise_scene_compile(context, &it->scene, err);
    if (!noise) {
        return false;
    }
    const noise_field slice = {.noise = noise, .seed = def->seed, .z = SLICE_Z, .step = 1, .dims = it->scene.dims};
    const field_source source = noise_field_source(&slice);
    const field_def place = {.x = it->x,
                             .y = it->y,
                             .width = def->tile_width,
                             .height = def->tile_height,
                             .margin = picture_margin(def->style)};
    field values;
    bool done = field_create(context, &source, &place, NULL, &values, err);
    tr_noise_destroy(noise);
    if (!done) {
        return false;
    }
    const field_stats stats = field_measure(&values);
    const picture_def look = {.style = def->style, .bits = 8, .low = stats.low, .high = stats.high, .steepness = 40.0f};
    done = picture_create(context, &values, &look, NULL, out, err);
    field_destroy(context, &values);
    return done;
}

static bool add_tile(tr_context *context, const noise_sheet_def *def, int index, const tr_image *sheet, tr_error *err)
{
    const tile *it = &tiles[index];
    const int32_t left = MARGIN_PX + (index % COLUMNS) * (def->tile_width + GAP_PX);
    const int32_t top = TITLE_PX + (index / COLUMNS) * (def->tile_height + CAPTION_PX);
    tr_image picture;
    if (!paint_tile(context, def, it, &picture, err)) {
        return false;
    }
    canvas_fill(sheet, left - 1, top - 1, def->tile_width + 2, def->tile_height + 2, frame);
    canvas_copy(&picture, sheet, left, top);
    tr_image_destroy(context, &picture);
    // Capitals of 7 pixels below small pictures and of 11 below large ones.
    const bool small = def->tile_width < LARGE_TEXT_PX;
    const float size_px = small ? 7.0f : 11.0f, line_px = small ? 14.0f : 21.0f;
    const float x = (float)left, base = (float)(top + def->tile_height) + line_px;
    font_draw(sheet, x, base, &(font_style){.size_px = size_px, .ink = {INK}}, it->title);
    font_draw(sheet, x, base + line_px, &(font_style){.size_px = size_px, .ink = {SOFT_INK}}, it->detail);
    return true;
}

static void add_title(const noise_sheet_def *def, const tr_image *sheet)
{
    enum { BASE_PX = 45 };
    char seed[40];
    snprintf(seed, sizeof seed, "seed %" PRIu64, def->seed);
    const font_style small = {.size_px = 11.0f, .ink = {SOFT_INK}};
    const float right = (float)(sheet->width - MARGIN_PX) - font_width(&small, seed);
    font_draw(sheet, MARGIN_PX, BASE_PX, &(font_style){.size_px = 20.0f, .ink = {INK}}, "Terrane noises");
    font_draw(sheet, right, BASE_PX, &small, seed);
}

bool noise_sheet_create(tr_context *context, const noise_sheet_def *def, const tr_progress *progress, tr_image *out,
                        tr_error *err)
{
    const int32_t width = 2 * MARGIN_PX + COLUMNS * def->tile_width + (COLUMNS - 1) * GAP_PX;
    const int32_t height = TITLE_PX + ROWS * (def->tile_height + CAPTION_PX) + MARGIN_PX / 2;
    if (!tr_image_create(context, width, height, def->style == PICTURE_GREY ? 1 : 3, 8, out, err)) {
        return false;
    }
    canvas_fill(out, 0, 0, width, height, paper);
    add_title(def, out);
    bool done = true;
    for (int i = 0; done && i < TILE_COUNT; i++) {
        if (progress && progress->report && !progress->report(progress->user, (double)i / TILE_COUNT)) {
            done = tr_fail(err, TR_ERROR_CANCELLED, "the sheet was cancelled");
        } else {
            done = add_tile(context, def, i, out, err);
        }
    }
    if (!done) {
        tr_image_destroy(context, out);
    }
    return done;
}
