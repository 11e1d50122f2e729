#include "map/names.h"

#include "map/font.h"
#include "map/frame.h"
#include "map/layout.h"

#include <math.h>

typedef struct place {
    double x_m, z_m;
} place;

// The centre of gravity of the outer ring; of one without an area its first vertex.
static place middle_of(const tr_path_def *path)
{
    const tr_path_vertex *vertices = path->vertices;
    const int32_t count = path->ring_count > 0 ? path->ring_end[0] : path->vertex_count;
    // Relative to the first vertex, so that nothing cancels far from the origin.
    const place first = {vertices[0].x_m, vertices[0].z_m};
    double twice = 0.0, x = 0.0, z = 0.0;
    for (int32_t i = 0; i < count; i++) {
        const tr_path_vertex *a = &vertices[i], *b = &vertices[(i + 1) % count];
        const double ax = a->x_m - first.x_m, az = a->z_m - first.z_m;
        const double bx = b->x_m - first.x_m, bz = b->z_m - first.z_m;
        const double cross = ax * bz - bx * az;
        twice += cross;
        x += (ax + bx) * cross;
        z += (az + bz) * cross;
    }
    return fabs(twice) > 0.0 ? (place){first.x_m + x / (3.0 * twice), first.z_m + z / (3.0 * twice)} : first;
}

static void draw_name(const tr_image *map, float x, float y, float unit_px, const char *name)
{
    const tr_font_style style = {.size_px = 10.0f * unit_px, .ink = {MAP_INK}};
    // A pale edge, for names that roads pass under.
    const tr_font_style edge = {.size_px = style.size_px, .ink = {MAP_PAPER}, .weight = 0.42f, .opacity = 0.7f};
    const float left = x - 0.5f * tr_font_width(&style, name), base = y + 0.5f * style.size_px;
    tr_font_draw(map, left, base, &edge, name);
    tr_font_draw(map, left, base, &style, name);
}

void tr_map_names_draw(const tr_image *map, const tr_world *world, const tr_sample_area *area, float unit_px)
{
    const tr_carving *carving = tr_world_carving(world);
    for (int32_t i = 0; carving && i < tr_carving_path_count(carving); i++) {
        const tr_path_def *path = tr_carving_path(carving, tr_carving_path_at(carving, i));
        if (path->kind != TR_PATH_CITY || !path->name || !path->name[0]) {
            continue;
        }
        const place middle = middle_of(path);
        const double x = tr_map_pixel_of(middle.x_m, area->x, area->spacing_m);
        const double y = tr_map_pixel_of(middle.z_m, area->z, area->spacing_m);
        if (x >= 0.0 && y >= 0.0 && x < map->width && y < map->height) {
            draw_name(map, (float)x, (float)y, unit_px, path->name);
        }
    }
}
