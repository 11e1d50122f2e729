// Parts: their lives, and those that need little work: environment, images, tiles, lines.
#include "render/part.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    ENVIRONMENT_COOKIE = 0x656e7669,
    IMAGE_COOKIE = 0x696d6167,
    TILES_COOKIE = 0x74696c65,
    LINES_COOKIE = 0x6c696e65,
};

const char *tr_render_kind_name(tr_render_kind kind)
{
    static const char *const names[TR_RENDER_KIND_COUNT] = {"none",      "environment", "ground", "mesh",  "model",
                                                            "instances", "blocks",      "image",  "tiles", "lines"};
    return kind >= 0 && kind < TR_RENDER_KIND_COUNT ? names[kind] : "unknown";
}

// ---------------------------------------------------------------------------------------------------------
// Lives

tr_render_part *tr_render_part_new(tr_context *context, tr_render_kind kind, tr_error *err)
{
    tr_render_part *part = tr_alloc(context, sizeof *part, err);
    if (part) *part = (tr_render_part){.context = context, .kind = kind, .bytes = sizeof *part};
    return part;
}

void *tr_render_part_alloc(tr_render_part *part, size_t count, size_t size, tr_error *err)
{
    void *block = tr_alloc_array(part->context, count, size, err);
    if (block) part->bytes += count * size;
    return block;
}

tr_render_kind tr_render_part_kind(const tr_render_part *part)
{
    return part->kind;
}

size_t tr_render_part_bytes(const tr_render_part *part)
{
    return part->bytes;
}

static void release(tr_render_part *part, void *block, size_t bytes)
{
    if (!block) return;
    tr_free(part->context, block);
    part->bytes -= bytes;
}

static void trim_ground(tr_render_part *part)
{
    tr_ground_part *ground = &part->ground;
    const tr_sample_area *area = &ground->lit.area;
    const size_t samples = (size_t)area->width * (size_t)area->height;
    release(part, ground->colors, 4 * samples);
    release(part, ground->lit.texels, 4 * samples * sizeof *ground->lit.texels);
    release(part, ground->ranges, (size_t)ground->range_columns * (size_t)ground->range_rows * sizeof *ground->ranges);
    if (ground->surface.samples) part->bytes -= samples * sizeof *ground->surface.samples;
    tr_grid_destroy(part->context, &ground->surface);
    ground->colors = NULL;
    ground->lit.texels = NULL;
    ground->ranges = NULL;
}

void tr_render_part_trim(tr_render_part *part)
{
    if (part->trimmed) return;
    part->trimmed = true;
    switch (part->kind) {
    case TR_RENDER_GROUND: trim_ground(part); break;
    case TR_RENDER_MESH: {
        tr_mesh_part *mesh = &part->mesh;
        release(part, mesh->vertices, mesh->vertex_count * sizeof *mesh->vertices);
        release(part, mesh->uvs, mesh->vertex_count * 2 * sizeof *mesh->uvs);
        release(part, mesh->indices, mesh->index_count * sizeof *mesh->indices);
        break;
    }
    case TR_RENDER_MODEL: {
        tr_model_part *model = &part->model;
        release(part, model->vertices, model->vertex_count * sizeof *model->vertices);
        release(part, model->indices, model->index_count * sizeof *model->indices);
        break;
    }
    case TR_RENDER_INSTANCES:
        release(part, part->instances.places, part->instances.count * sizeof *part->instances.places);
        break;
    case TR_RENDER_BLOCKS:
        release(part, part->blocks.quads, part->blocks.quad_count * sizeof *part->blocks.quads);
        break;
    case TR_RENDER_IMAGE:
        release(part, part->image.pixels, (size_t)4 * (size_t)part->image.width * (size_t)part->image.height);
        break;
    case TR_RENDER_TILES: release(part, part->tiles.tiles, part->tiles.count * sizeof *part->tiles.tiles); break;
    case TR_RENDER_LINES:
        release(part, part->lines.pieces, part->lines.count * sizeof *part->lines.pieces);
        release(part, part->lines.owners, part->lines.count * sizeof *part->lines.owners);
        break;
    case TR_RENDER_ENVIRONMENT: release(part, part->environment.sky, sizeof *part->environment.sky); break;
    case TR_RENDER_NONE:
    case TR_RENDER_KIND_COUNT: break;
    }
}

void tr_render_part_destroy(tr_render_part *part)
{
    if (!part) return;
    tr_render_part_trim(part);
    if (part->kind == TR_RENDER_GROUND) tr_lit_level_destroy(part->context, &part->ground.lit);
    tr_free(part->context, part);
}

// ---------------------------------------------------------------------------------------------------------
// Numbers

bool tr_check_numbers(const tr_limited_number *numbers, size_t count, tr_error *err)
{
    for (size_t i = 0; i < count; i++) {
        const tr_limited_number *number = &numbers[i];
        if (!isfinite(number->value))
            return tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not a finite number", number->name);
        if (number->value < number->low || number->value > number->high) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.9g; allowed is %.9g to %.9g", number->name,
                           number->value, number->low, number->high);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The environment

tr_environment_def tr_default_environment_def(void)
{
    return (tr_environment_def){.cookie = ENVIRONMENT_COOKIE,
                                .sun_azimuth_deg = 225,
                                .sun_elevation_deg = 30,
                                .visibility_m = 45000,
                                .sea = true,
                                .eye_height_m = 500};
}

bool tr_check_environment(const tr_environment_def *def, tr_error *err)
{
    assert(def && def->cookie == ENVIRONMENT_COOKIE);
    const tr_limited_number numbers[] = {
        {"the azimuth of the sun", def->sun_azimuth_deg, -360, 360},
        {"the elevation of the sun", def->sun_elevation_deg, -10, 90},
        {"the visibility", def->visibility_m, 100, 1e7},
        {"the sea level", def->sea_level_m, -1e6, 1e6},
        {"the height of the eye", def->eye_height_m, -1e7, 1e7},
    };
    return tr_check_numbers(numbers, sizeof numbers / sizeof *numbers, err);
}

tr_render_part *tr_render_part_environment(tr_context *context, const tr_environment_def *def, tr_error *err)
{
    if (!tr_check_environment(def, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_ENVIRONMENT, err);
    if (!part) return NULL;
    part->environment = (tr_environment_part){*def, tr_render_part_alloc(part, 1, sizeof(tr_sky), err)};
    if (part->environment.sky) {
        tr_sky_compute(def, part->environment.sky);
        return part;
    }
    tr_render_part_destroy(part);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Images

tr_render_image_def tr_default_render_image_def(void)
{
    return (tr_render_image_def){.cookie = IMAGE_COOKIE, .smooth = true, .repeat = true};
}

tr_render_part *tr_render_part_image(tr_context *context, const tr_render_image_def *def, tr_error *err)
{
    assert(def && def->cookie == IMAGE_COOKIE && def->image);
    const tr_image *image = def->image;
    if (!image->pixels || image->channels != 4 || image->bits != 8) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "an image has %d channels of %d bits; allowed is RGBA with 8 bits",
                (int)image->channels, (int)image->bits);
        return NULL;
    }
    const tr_limited_number sides[] = {{"the width of an image", image->width, 1, 8192},
                                       {"the height of an image", image->height, 1, 8192}};
    if (!tr_check_numbers(sides, 2, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_IMAGE, err);
    if (!part) return NULL;
    const size_t row_bytes = (size_t)4 * (size_t)image->width;
    part->image = (tr_image_part){.pixels = tr_render_part_alloc(part, (size_t)image->height, row_bytes, err),
                                  .width = image->width,
                                  .height = image->height,
                                  .smooth = def->smooth,
                                  .repeat = def->repeat};
    if (!part->image.pixels) {
        tr_render_part_destroy(part);
        return NULL;
    }
    for (int32_t y = 0; y < image->height; y++)
        memcpy(part->image.pixels + (size_t)y * row_bytes,
               (const uint8_t *)image->pixels + (size_t)y * image->row_bytes, row_bytes);
    return part;
}

// ---------------------------------------------------------------------------------------------------------
// Tiles

tr_render_tiles_def tr_default_render_tiles_def(void)
{
    return (tr_render_tiles_def){.cookie = TILES_COOKIE};
}

tr_render_part *tr_render_part_tiles(tr_context *context, const tr_render_tiles_def *def, tr_error *err)
{
    assert(def && def->cookie == TILES_COOKIE);
    if (def->count > INT32_MAX || (def->count > 0 && !def->tiles)) {
        tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%zu tiles were announced%s", def->count,
                def->tiles ? "; allowed is 2147483647" : " and none given");
        return NULL;
    }
    for (size_t i = 0; i < def->count; i++) {
        const tr_render_tile *tile = &def->tiles[i];
        const float sum = tile->x + tile->y + tile->width + tile->height + tile->u0 + tile->v0 + tile->u1 + tile->v1;
        if (isfinite(sum)) continue;
        tr_fail(err, TR_ERROR_NOT_FINITE, "tile %zu is not made of finite numbers", i);
        return NULL;
    }
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_TILES, err);
    if (!part) return NULL;
    part->tiles = (tr_tiles_part){.tiles = tr_render_part_alloc(part, def->count, sizeof *def->tiles, err),
                                  .count = def->count,
                                  .image = def->image,
                                  .order = def->order};
    if (part->tiles.tiles) {
        if (def->count > 0) memcpy(part->tiles.tiles, def->tiles, def->count * sizeof *def->tiles);
        return part;
    }
    tr_render_part_destroy(part);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Lines and handles

tr_render_lines_def tr_default_render_lines_def(void)
{
    return (tr_render_lines_def){.cookie = LINES_COOKIE, .hidden_share = 0.25f};
}

static bool check_place(const double *place_m, const char *what, size_t index, tr_error *err)
{
    for (int axis = 0; axis < 3; axis++) {
        if (!isfinite(place_m[axis]))
            return tr_fail(err, TR_ERROR_NOT_FINITE, "%s %zu is not made of finite numbers", what, index);
        if (fabs(place_m[axis]) > TR_RENDER_FAR_M)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s %zu is at %.9g m; allowed is up to %.9g", what, index,
                           place_m[axis], TR_RENDER_FAR_M);
    }
    return true;
}

// Counts the pieces of all lines and handles.
static bool check_lines(const tr_render_lines_def *def, size_t *count, tr_error *err)
{
    *count = def->handle_count;
    if ((def->line_count > 0 && !def->lines) || (def->handle_count > 0 && !def->handles))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%zu lines and %zu handles were announced and none given",
                       def->line_count, def->handle_count);
    const tr_limited_number hidden = {"the share of what is hidden", (double)def->hidden_share, 0, 1};
    if (!tr_check_numbers(&hidden, 1, err)) return false;
    for (size_t i = 0; i < def->line_count; i++) {
        const tr_render_polyline *line = &def->lines[i];
        if (line->count < 2 || !line->points_m)
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "line %zu has %zu points; allowed is 2 and more", i,
                           line->count);
        if (!(line->width_px > 0 && line->width_px <= 64))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "line %zu is %.9g pixels wide; allowed is above 0 to 64", i,
                           (double)line->width_px);
        for (size_t k = 0; k < line->count; k++)
            if (!check_place(line->points_m + 3 * k, "a point of line", i, err)) return false;
        *count += line->count - (line->closed ? 0 : 1);
    }
    for (size_t i = 0; i < def->handle_count; i++) {
        const tr_render_handle *handle = &def->handles[i];
        if (!(handle->size_px > 0 && handle->size_px <= 256))
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "handle %zu is %.9g pixels wide; allowed is above 0 to 256",
                           i, (double)handle->size_px);
        if (!check_place(handle->position_m, "handle", i, err)) return false;
    }
    if (*count > INT32_MAX)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "lines have %zu pieces; allowed is %d", *count, INT32_MAX);
    return true;
}

static tr_line_piece piece_between(const tr_lines_part *lines, const double *first, const double *second)
{
    tr_line_piece piece = {0};
    for (int axis = 0; axis < 3; axis++) {
        piece.first[axis] = (float)(first[axis] - lines->origin_m[axis]);
        piece.second[axis] = (float)(second[axis] - lines->origin_m[axis]);
    }
    return piece;
}

static void add_piece(tr_lines_part *lines, tr_line_piece piece, const uint8_t color[4], size_t owner)
{
    memcpy(piece.color, color, sizeof piece.color);
    lines->owners[lines->count] = (uint32_t)owner;
    lines->pieces[lines->count++] = piece;
}

static void fill_lines(const tr_render_lines_def *def, tr_lines_part *lines)
{
    const double *origin = def->line_count > 0     ? def->lines[0].points_m
                           : def->handle_count > 0 ? def->handles[0].position_m
                                                   : lines->origin_m;
    memmove(lines->origin_m, origin, sizeof lines->origin_m);
    for (size_t i = 0; i < def->line_count; i++) {
        const tr_render_polyline *line = &def->lines[i];
        for (size_t k = 0; k + (line->closed ? 0 : 1) < line->count; k++) {
            tr_line_piece piece =
                piece_between(lines, line->points_m + 3 * k, line->points_m + 3 * ((k + 1) % line->count));
            piece.width_px = line->width_px;
            add_piece(lines, piece, line->color, i);
        }
    }
    for (size_t i = 0; i < def->handle_count; i++) {
        const tr_render_handle *handle = &def->handles[i];
        tr_line_piece piece = piece_between(lines, handle->position_m, handle->position_m);
        piece.width_px = handle->size_px;
        piece.shape = handle->square ? 2 : 1;
        add_piece(lines, piece, handle->color, def->line_count + i);
    }
}

tr_render_part *tr_render_part_lines(tr_context *context, const tr_render_lines_def *def, tr_error *err)
{
    assert(def && def->cookie == LINES_COOKIE);
    size_t count = 0;
    if (!check_lines(def, &count, err)) return NULL;
    tr_render_part *part = tr_render_part_new(context, TR_RENDER_LINES, err);
    if (!part) return NULL;
    tr_lines_part *lines = &part->lines;
    lines->hidden_share = def->hidden_share;
    lines->pieces = tr_render_part_alloc(part, count, sizeof *lines->pieces, err);
    if (lines->pieces) lines->owners = tr_render_part_alloc(part, count, sizeof *lines->owners, err);
    if (lines->owners) {
        fill_lines(def, lines);
        return part;
    }
    lines->count = count;
    tr_render_part_destroy(part);
    return NULL;
}
