// Objects as crowns on a map of their region, coloured by layer.
#include "terrane/map.h"

#include "map/canvas.h"
#include "map/font.h"
#include "map/frame.h"
#include "map/layout.h"

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

typedef struct object_map {
    const tr_object_list *from;
    tr_map_report plate;
    const tr_image *page;
    tr_image part;  // the map of the page
    uint8_t inks[TR_PLACE_MAX_SETS][TR_PLACE_MAX_LAYERS][3];
} object_map;

// Shares the pixels, so that nothing is drawn beyond the frame.
static tr_image map_part(const tr_image *page, const tr_map_report *plate)
{
    tr_image part = *page;
    part.pixels = (uint8_t *)page->pixels + (size_t)plate->map_top * page->row_bytes + 3 * (size_t)plate->map_left;
    part.width = plate->area.width;
    part.height = plate->area.height;
    return part;
}

static void choose_inks(object_map *map)
{
    int used[TR_MODEL_COUNT] = {0};
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        for (int32_t layer = 0; layer < tr_object_list_layers(map->from, set); layer++) {
            const tr_object_range range = tr_object_list_range(map->from, set, layer);
            if (range.count == 0) {
                continue;
            }
            const tr_model_kind kind = tr_world_object_model(map->from->world, range.objects);
            const int shade = shades[used[kind]++ % SHADE_COUNT];
            for (int i = 0; i < 3; i++) {
                const int value = model_inks[kind][i] * shade / 100;
                map->inks[set][layer][i] = (uint8_t)(value < 255 ? value : 255);
            }
        }
    }
}

// The ground steps back behind what stands on map.
static void fade_ground(const object_map *map)
{
    static const uint8_t paper[3] = {MAP_PAPER};
    for (int32_t y = 0; y < map->part.height; y++) {
        for (int32_t x = 0; x < map->part.width; x++) {
            tr_canvas_blend(&map->part, x, y, paper, 0.45f);
        }
    }
}

// A crown is as wide as its model, and at least to be seen.
static void draw_layer(const object_map *map, int32_t set, int32_t layer)
{
    const tr_object_range range = tr_object_list_range(map->from, set, layer);
    if (range.count == 0) {
        return;
    }
    double height_m, width_m;
    tr_model_size(tr_world_object_model(map->from->world, range.objects), &height_m, &width_m);
    const uint8_t *ink = map->inks[set][layer];
    tr_canvas_pen pen = {.ink = {ink[0], ink[1], ink[2]}, .opacity = 0.85f};
    const float min_px = 1.4f * map->plate.unit_px;
    for (int64_t i = 0; i < range.count; i++) {
        const tr_object *object = &range.objects[i];
        const tr_canvas_point at = {(float)tr_map_pixel_of(object->x_m, map->plate.area.x, map->plate.area.spacing_m),
                                    (float)tr_map_pixel_of(object->z_m, map->plate.area.z, map->plate.area.spacing_m)};
        const float width_px = (float)(width_m * (double)object->scale / map->plate.area.spacing_m);
        pen.width_px = width_px > min_px ? width_px : min_px;
        tr_canvas_line(&map->part, at, at, &pen);
    }
}

// Sets with small objects first, so that crowns stand over the grass.
static void draw_objects(const object_map *map)
{
    const tr_placer *placer = tr_world_placer(map->from->world);
    double done_m = 0;
    for (;;) {
        double next_m = 1e9;
        for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
            const double footprint_m =
                tr_object_list_layers(map->from, set) > 0 ? tr_placer_set(placer, set)->footprint_m : 0;
            next_m = footprint_m > done_m && footprint_m < next_m ? footprint_m : next_m;
        }
        if (next_m == 1e9) {
            return;
        }
        for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
            if (tr_object_list_layers(map->from, set) == 0 || tr_placer_set(placer, set)->footprint_m != next_m) {
                continue;
            }
            for (int32_t layer = tr_object_list_layers(map->from, set) - 1; layer >= 0; layer--) {
                draw_layer(map, set, layer);
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

static void draw_legend(const object_map *map, float left)
{
    const float u = map->plate.unit_px;
    const tr_font_style bold = {.size_px = 12.0f * u, .ink = {MAP_INK}},
                        plain = {.size_px = 10.0f * u, .ink = {MAP_INK}},
                        soft = {.size_px = 10.0f * u, .ink = {MAP_SOFT_INK}};
    float y = (float)map->plate.map_top + 10.0f * u;
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++) {
        char name[TR_PLACE_NAME_SIZE], text[40];
        if (tr_object_list_layers(map->from, set) == 0 || tr_object_list_range(map->from, set, -1).count == 0) {
            continue;
        }
        tr_font_draw(map->page, left, y, &bold, tr_world_set_name(map->from->world, set, name));
        y += 24.0f * u;
        for (int32_t layer = 0; layer < tr_object_list_layers(map->from, set); layer++) {
            if (tr_object_list_range(map->from, set, layer).count == 0) {
                continue;
            }
            const uint8_t *ink = map->inks[set][layer];
            const tr_canvas_pen pen = {.ink = {ink[0], ink[1], ink[2]}, .opacity = 1.0f, .width_px = 11.0f * u};
            const tr_canvas_point at = {left + 7.0f * u, y - 4.5f * u};
            tr_canvas_line(map->page, at, at, &pen);
            tr_font_draw(map->page, left + 22.0f * u, y, &plain,
                         tr_world_layer_name(map->from->world, set, layer, name));
            snprintf(text, sizeof text, "%lld", (long long)tr_object_list_range(map->from, set, layer).count);
            tr_font_draw(map->page, left + legend_width(u) - 30.0f * u - tr_font_width(&soft, text), y, &soft, text);
            y += 20.0f * u;
        }
        y += 14.0f * u;
    }
}

bool tr_map_draw_objects(const tr_object_list *objects, const char *title, const tr_progress *progress, tr_image *out,
                         tr_error *err)
{
    tr_context *context = tr_world_context(objects->world);
    object_map map = {.from = objects, .page = out};
    tr_map_def def = tr_default_map_def();
    def.has_region = true;
    def.region_m = objects->region_m;
    def.colors = TR_MAP_GREY;
    def.legend = false;
    def.title = title;
    tr_image plate;
    if (!tr_map_draw(objects->world, &def, progress, &map.plate, &plate, err)) {
        return false;
    }
    const int32_t width = plate.width + (int32_t)legend_width(map.plate.unit_px);
    const bool done = tr_image_create(context, &(tr_image_shape){width, plate.height, 3, 8}, out, err);
    if (done) {
        tr_map_frame_paper(out);
        tr_canvas_copy(&plate, out, 0, 0);
        map.part = map_part(out, &map.plate);
        choose_inks(&map);
        fade_ground(&map);
        draw_objects(&map);
        draw_legend(&map, (float)plate.width);
    }
    tr_image_destroy(context, &plate);
    return done;
}
