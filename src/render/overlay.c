// What is drawn over the finished picture: tiles in pixels, lines and handles at places in the world.
#include <epoxy/gl.h>
#include <stddef.h>
#include <string.h>

#include "render/renderer.h"

// ---------------------------------------------------------------------------------------------------------
// Tiles

bool tr_tiles_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    static const tr_attribute attributes[] = {
        {TR_AT_TILE_PLACE, 4, TR_FORM_FLOAT, offsetof(tr_render_tile, x)},
        {TR_AT_TILE_IMAGE, 4, TR_FORM_FLOAT, offsetof(tr_render_tile, u0)},
        {TR_AT_TILE_TINT, 4, TR_FORM_UNORM8, offsetof(tr_render_tile, tint)},
    };
    const tr_tiles_part *from = &part->tiles;
    const size_t bytes = from->count * sizeof *from->tiles;
    const tr_program_id programs[] = {from->image.id ? TR_PROGRAM_IMAGE_TILE : TR_PROGRAM_TILE, TR_PROGRAM_COUNT};
    if (!tr_renderer_need(renderer, programs, err) || !tr_device_has_room(&renderer->device, bytes, err)) return false;
    tr_tiles_resource *tiles = &out->tiles;
    // A layer that is replaced stays where it was put.
    const double offset_px[2] = {tiles->offset_px[0], tiles->offset_px[1]}, scale = tiles->scale;
    *tiles = (tr_tiles_resource){.count = (int)from->count,
                                 .image = from->image,
                                 .order = from->order,
                                 .offset_px = {offset_px[0], offset_px[1]},
                                 .scale = scale > 0 ? scale : 1};
    tiles->tiles = tr_buffer_create(&renderer->device, from->tiles, bytes);
    tiles->array = tr_vertex_array_create(&renderer->device);
    glBindVertexArray(tiles->array);
    tr_attributes_set(&tiles->tiles, attributes, 3, sizeof *from->tiles, 0, 1);
    glBindVertexArray(0);
    out->device_bytes = bytes;
    return true;
}

void tr_tiles_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_buffer_destroy(&renderer->device, &resource->tiles.tiles);
    tr_vertex_array_destroy(&resource->tiles.array);
}

// The next layer after one by order and age; NULL: there is none.
static const tr_resource *next_layer(const tr_renderer *renderer, const tr_resource *last)
{
    const tr_resource *next = NULL;
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *layer = renderer->slots[i];
        if (!layer || layer->kind != TR_RENDER_TILES || !tr_renderer_shows(renderer, layer)) continue;
        if (last && (layer->tiles.order < last->tiles.order ||
                     (layer->tiles.order == last->tiles.order && layer->age <= last->age)))
            continue;
        if (next && (layer->tiles.order > next->tiles.order ||
                     (layer->tiles.order == next->tiles.order && layer->age >= next->age)))
            continue;
        next = layer;
    }
    return next;
}

void tr_tiles_draw(const tr_frame *frame)
{
    const tr_renderer *renderer = frame->renderer;
    const double to_clip[2] = {2.0 / renderer->width, -2.0 / renderer->height};
    for (const tr_resource *layer = next_layer(renderer, NULL); layer; layer = next_layer(renderer, layer)) {
        const tr_tiles_resource *tiles = &layer->tiles;
        if (tiles->count == 0) continue;
        const tr_program *program = tr_frame_use(frame, tiles->image.id ? TR_PROGRAM_IMAGE_TILE : TR_PROGRAM_TILE);
        if (tiles->image.id) tr_texture_bind(TR_UNIT_TILE_IMAGE, &tr_renderer_find(renderer, tiles->image)->image);
        glUniform4f(program->tile_layer, (float)(tiles->scale * to_clip[0]), (float)(tiles->scale * to_clip[1]),
                    (float)(tiles->offset_px[0] * to_clip[0] - 1), (float)(tiles->offset_px[1] * to_clip[1] + 1));
        glBindVertexArray(tiles->array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, tiles->count);
        tr_frame_count_draw(frame);
    }
}

// ---------------------------------------------------------------------------------------------------------
// Lines and handles

bool tr_lines_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    static const tr_program_id programs[] = {TR_PROGRAM_LINE, TR_PROGRAM_COUNT};
    static const tr_attribute attributes[] = {
        {TR_AT_LINE_FIRST, 3, TR_FORM_FLOAT, offsetof(tr_line_piece, first)},
        {TR_AT_LINE_SECOND, 3, TR_FORM_FLOAT, offsetof(tr_line_piece, second)},
        {TR_AT_LINE_SHAPE, 2, TR_FORM_FLOAT, offsetof(tr_line_piece, width_px)},
        {TR_AT_LINE_COLOR, 4, TR_FORM_UNORM8, offsetof(tr_line_piece, color)},
    };
    const tr_lines_part *from = &part->lines;
    const size_t bytes = from->count * sizeof *from->pieces;
    if (!tr_renderer_need(renderer, programs, err) || !tr_device_has_room(&renderer->device, bytes, err)) return false;
    tr_lines_resource *lines = &out->lines;
    *lines = (tr_lines_resource){.count = (int)from->count, .hidden_share = from->hidden_share};
    memcpy(lines->origin_m, from->origin_m, sizeof lines->origin_m);
    lines->owners = tr_alloc_array(renderer->context, from->count, sizeof *from->owners, err);
    if (!lines->owners) return false;
    if (from->count > 0) memcpy(lines->owners, from->owners, from->count * sizeof *from->owners);
    lines->pieces = tr_buffer_create(&renderer->device, from->pieces, bytes);
    lines->array = tr_vertex_array_create(&renderer->device);
    glBindVertexArray(lines->array);
    tr_attributes_set(&lines->pieces, attributes, 4, sizeof *from->pieces, 0, 1);
    glBindVertexArray(0);
    out->device_bytes = bytes;
    return true;
}

void tr_lines_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_buffer_destroy(&renderer->device, &resource->lines.pieces);
    tr_vertex_array_destroy(&resource->lines.array);
    tr_free(renderer->context, resource->lines.owners);
}

void tr_lines_draw(const tr_frame *frame, tr_drawn_part part)
{
    const tr_program *program = NULL;
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++) {
        const tr_resource *resource = frame->renderer->slots[i];
        if (!resource || resource->kind != TR_RENDER_LINES || !resource->visible || resource->lines.count == 0)
            continue;
        if (!program) program = tr_frame_use(frame, part == TR_DRAWN_PICK ? TR_PROGRAM_PICK_LINE : TR_PROGRAM_LINE);
        float offset[3];
        tr_frame_offset(frame, resource->lines.origin_m, offset);
        glUniform3f(program->line_origin, offset[0], offset[1], offset[2]);
        glUniform1f(program->line_hidden_share, resource->lines.hidden_share);
        glUniform2i(program->pick_what, (GLint)resource->id.id, 0);
        glBindVertexArray(resource->lines.array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, resource->lines.count);
        tr_frame_count_draw(frame);
    }
}
