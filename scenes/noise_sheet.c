#include "scenes/noise_sheet.h"

#include "scenes/noise_scenes.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct sheet_tile {
    const char *title, *detail;
    int64_t x, y;  // of the upper left pixel
    noise_scene scene;
} sheet_tile;

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

static const sheet_tile tiles[] = {
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

enum { TILE_COUNT = sizeof tiles / sizeof tiles[0] };

static bool paint_tile(tr_context *context, const noise_sheet_def *def, const sheet_tile *tile, tr_image *out,
                       tr_error *err)
{
    tr_noise *noise = noise_scene_compile(context, &tile->scene, err);
    if (!noise) {
        return false;
    }
    tr_picture_noise_def look = tr_default_picture_noise_def();
    look.seed = def->seed;
    look.x = tile->x;
    look.y = tile->y;
    look.z = SLICE_Z;
    look.width_px = def->tile_width;
    look.height_px = def->tile_height;
    look.picture.style = def->style;
    look.picture.steepness = 40.0f;
    const bool done = tr_picture_draw_noise(noise, &look, NULL, NULL, out, err);
    tr_noise_destroy(noise);
    return done;
}

static bool paint_tiles(tr_context *context, const noise_sheet_def *def, const tr_progress *progress,
                        tr_image pictures[TILE_COUNT], tr_error *err)
{
    for (int i = 0; i < TILE_COUNT; i++) {
        if (progress && progress->report && !progress->report(progress->user, (double)i / TILE_COUNT)) {
            return tr_fail(err, TR_ERROR_CANCELLED, "the sheet was cancelled");
        }
        if (!paint_tile(context, def, &tiles[i], &pictures[i], err)) {
            return false;
        }
    }
    return true;
}

bool noise_sheet_create(tr_context *context, const noise_sheet_def *def, const tr_progress *progress, tr_image *out,
                        tr_error *err)
{
    char seed[40];
    snprintf(seed, sizeof seed, "seed %" PRIu64, def->seed);
    tr_image pictures[TILE_COUNT] = {0};
    tr_sheet_tile entries[TILE_COUNT];
    for (int i = 0; i < TILE_COUNT; i++) {
        entries[i] = (tr_sheet_tile){&pictures[i], tiles[i].title, tiles[i].detail};
    }
    tr_sheet_def sheet = tr_default_sheet_def();
    sheet.title = "Terrane noises";
    sheet.note = seed;
    sheet.tiles = entries;
    sheet.tile_count = TILE_COUNT;
    const bool done = paint_tiles(context, def, progress, pictures, err) && tr_sheet_draw(context, &sheet, out, err);
    for (int i = 0; i < TILE_COUNT; i++) {
        tr_image_destroy(context, &pictures[i]);
    }
    return done;
}
