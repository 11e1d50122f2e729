#include "place_map.h"

#include "canvas.h"
#include "font.h"
#include "map_frame.h"
#include "map_plan.h"
#include "map_plate.h"

#include <stdio.h>
#include <string.h>

// Near to what the models look like, and as different from each other as that allows.
static const uint8_t model_inks[TR_MODEL_COUNT][3] = {
    [TR_MODEL_BROADLEAF] = {70, 140, 44}, [TR_MODEL_BIRCH] = {206, 190, 40}, [TR_MODEL_CONIFER] = {16, 78, 60},
    [TR_MODEL_PINE] = {24, 140, 132},     [TR_MODEL_PALM] = {232, 136, 24},  [TR_MODEL_ACACIA] = {176, 120, 16},
    [TR_MODEL_DEAD_TREE] = {140, 84, 60}, [TR_MODEL_CACTUS] = {0, 168, 96},  [TR_MODEL_BUSH] = {150, 70, 150},
    [TR_MODEL_FERN] = {104, 180, 120},    [TR_MODEL_GRASS] = {160, 176, 70}, [TR_MODEL_FLOWERS] = {228, 70, 140},
    [TR_MODEL_REEDS] = {70, 110, 200},    [TR_MODEL_ROCK] = {110, 106, 104}, [TR_MODEL_BOULDER] = {52, 48, 50},
};
// Layers of one model are told apart by their brightness.
static const int shades[] = {100, 145, 65, 120};
enum { SHADE_COUNT = sizeof shades / sizeof shades[0] };

typedef struct place_map {
    const place_objects *from;
    tr_area area;
    map_plate_report plate;
    const tr_image *page;
    tr_image map;  // its part of the page
    uint8_t inks[TR_PLACE_MAX_SETS][TR_PLACE_MAX_LAYERS][3];
} place_map;

// Shares the pixels, so that nothing is drawn beyond the frame.
static tr_image map_part(const tr_image *page, const map_layout *layout)
{
    tr_image part = *page;
    part.pixels = (uint8_t *)page->pixels + (size_t)layout->map_top * page->row_bytes + 3 * (size_t)layout->map_left;
    part.width = layout->map_width;
    part.height = layout->map_height;
    return part;
}

static void choose_inks(place_map *it)
{
    int used[TR_MODEL_COUNT] = {0};
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; place_has_set(it->from, set) && layer < place_layer_count(it->from, set); layer++) {
            const place_range range = place_objects_of(it->from, set, layer);
            if (range.count == 0) {
                continue;
            }
            const tr_model_kind kind = place_model_of(it->from, range.objects);
            const int shade = shades[used[kind]++ % SHADE_COUNT];
            for (int i = 0; i < 3; i++) {
                const int value = model_inks[kind][i] * shade / 100;
                it->inks[set][layer][i] = (uint8_t)(value < 255 ? value : 255);
            }
        }
    }
}

// The ground steps back behind what stands on it.
static void fade_ground(const place_map *it)
{
    static const uint8_t paper[3] = {MAP_PAPER};
    for (int32_t y = 0; y < it->map.height; y++) {
        for (int32_t x = 0; x < it->map.width; x++) {
            canvas_blend(&it->map, x, y, paper, 0.45f);
        }
    }
}

// A crown is as wide as its model, and at least to be seen.
static void draw_layer(const place_map *it, int32_t set, int32_t layer)
{
    const place_range range = place_objects_of(it->from, set, layer);
    if (range.count == 0) {
        return;
    }
    double height_m, width_m;
    tr_model_size(place_model_of(it->from, range.objects), &height_m, &width_m);
    const uint8_t *ink = it->inks[set][layer];
    canvas_pen pen = {.ink = {ink[0], ink[1], ink[2]}, .opacity = 0.85f};
    const float least_px = 1.4f * it->plate.layout.unit_px;
    for (int64_t i = 0; i < range.count; i++) {
        const tr_object *object = &range.objects[i];
        const canvas_point at = {(float)map_pixel_of(object->x_m, it->area.x, it->area.spacing_m),
                                 (float)map_pixel_of(object->z_m, it->area.z, it->area.spacing_m)};
        const float width_px = (float)(width_m * (double)object->scale / it->area.spacing_m);
        pen.width_px = width_px > least_px ? width_px : least_px;
        canvas_line(&it->map, at, at, &pen);
    }
}

// Sets with small objects first, so that crowns stand over the grass.
static void draw_objects(const place_map *it)
{
    const tr_placer *placer = tr_world_placer(it->from->world);
    double done_m = 0;
    for (;;) {
        double next_m = 1e9;
        for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
            const double footprint_m = place_has_set(it->from, set) ? tr_placer_set(placer, set)->footprint_m : 0;
            next_m = footprint_m > done_m && footprint_m < next_m ? footprint_m : next_m;
        }
        if (next_m == 1e9) {
            return;
        }
        for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
            if (!place_has_set(it->from, set) || tr_placer_set(placer, set)->footprint_m != next_m) {
                continue;
            }
            for (int32_t layer = place_layer_count(it->from, set) - 1; layer >= 0; layer--) {
                draw_layer(it, set, layer);
            }
        }
        done_m = next_m;
    }
}

// ---------------------------------------------------------------------------------------------------------
// Legend

static float legend_width(float unit)
{
    return 230.0f * unit;
}

static void draw_legend(const place_map *it, float left)
{
    const float u = it->plate.layout.unit_px;
    const font_style bold = {.size_px = 12.0f * u, .ink = {MAP_INK}}, plain = {.size_px = 10.0f * u, .ink = {MAP_INK}},
                     soft = {.size_px = 10.0f * u, .ink = {MAP_SOFT_INK}};
    float y = (float)it->plate.layout.map_top + 10.0f * u;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        char name[PLACE_NAME_SIZE], text[40];
        if (!place_has_set(it->from, set) || place_objects_of(it->from, set, -1).count == 0) {
            continue;
        }
        font_draw(it->page, left, y, &bold, place_set_name(it->from->world, set, name));
        y += 24.0f * u;
        for (int32_t layer = 0; layer < place_layer_count(it->from, set); layer++) {
            if (place_objects_of(it->from, set, layer).count == 0) {
                continue;
            }
            const uint8_t *ink = it->inks[set][layer];
            const canvas_pen pen = {.ink = {ink[0], ink[1], ink[2]}, .opacity = 1.0f, .width_px = 11.0f * u};
            const canvas_point at = {left + 7.0f * u, y - 4.5f * u};
            canvas_line(it->page, at, at, &pen);
            font_draw(it->page, left + 22.0f * u, y, &plain, place_layer_name(it->from->world, set, layer, name));
            snprintf(text, sizeof text, "%lld", (long long)place_objects_of(it->from, set, layer).count);
            font_draw(it->page, left + legend_width(u) - 30.0f * u - font_width(&soft, text), y, &soft, text);
            y += 20.0f * u;
        }
        y += 14.0f * u;
    }
}

bool place_map_draw(const place_objects *objects, const char *title, bool quiet, tr_image *page, tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    place_map it = {.from = objects, .page = page};
    const map_plan plan = {.region_m = objects->region_m};
    const map_plate_def def = {.layer = MAP_RELIEF,
                               .colors = MAP_GREY,
                               .contours_m = -1,
                               .graticule_m = -1,
                               .shadows = true,
                               .title = title,
                               .sun_azimuth_deg = 315,
                               .sun_elevation_deg = 40,
                               .quiet = quiet};
    tr_image plate;
    if (!map_plan_area(&plan, &it.area, err) ||
        !map_plate_draw(objects->world, &it.area, &def, &it.plate, &plate, err)) {
        return false;
    }
    const int32_t width = plate.width + (int32_t)legend_width(it.plate.layout.unit_px);
    const bool done = tr_image_create(context, width, plate.height, 3, 8, page, err);
    if (done) {
        map_frame_paper(page);
        canvas_copy(&plate, page, 0, 0);
        it.map = map_part(page, &it.plate.layout);
        choose_inks(&it);
        fade_ground(&it);
        draw_objects(&it);
        draw_legend(&it, (float)plate.width);
    }
    tr_image_destroy(context, &plate);
    return done;
}
