// Chunks of blocks on the device.
#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "render/block_texture.h"
#include "render/renderer.h"

enum { VERTICES_OF_QUAD = 6 };

static void set_attributes(const tr_blocks_resource *blocks, uint32_t first)
{
    static const tr_attribute attributes[] = {
        {TR_AT_QUAD_PLACE, 4, TR_FORM_UINT8, offsetof(tr_voxel_quad, x)},
        {TR_AT_QUAD_SIZE, 4, TR_FORM_UINT8, offsetof(tr_voxel_quad, width)},
        {TR_AT_QUAD_SHADE, 2, TR_FORM_UINT8, offsetof(tr_voxel_quad, occlusion)},
        {TR_AT_QUAD_LIGHT, 4, TR_FORM_UINT16, offsetof(tr_voxel_quad, light)},
    };
    tr_attributes_set(&blocks->quads, attributes, 4, sizeof(tr_voxel_quad), first, 1);
}

// The texture of all kinds of blocks, made when the first chunk comes.
static bool need_texture(tr_renderer *renderer, tr_error *err)
{
    if (renderer->block_texture.name) return true;
    tr_texture_def def = {.format = TR_FORMAT_SRGB8_ALPHA8,
                          .width = TR_BLOCK_TEXTURE_SIDE,
                          .height = TR_BLOCK_TEXTURE_SIDE,
                          .layers = TR_BLOCK_TEXTURE_LAYERS,
                          .filter = TR_FILTER_MIPS,
                          .nearest_magnified = true,
                          .repeat = true};
    if (TR_BLOCK_TEXTURE_LAYERS > renderer->device.max_layers)
        return tr_fail(err, TR_ERROR_GPU_FAILED, "textures of blocks have %d layers; the driver takes %d",
                       TR_BLOCK_TEXTURE_LAYERS, renderer->device.max_layers);
    if (!tr_device_has_room(&renderer->device, tr_texture_bytes(&def), err)) return false;
    uint8_t *texels = tr_alloc(renderer->context, TR_BLOCK_TEXTURE_BYTES, err);
    if (!texels) return false;
    tr_block_texture_fill(texels);
    def.texels = texels;
    renderer->block_texture = tr_texture_create(&renderer->device, &def);
    tr_free(renderer->context, texels);
    return true;
}

bool tr_blocks_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    static const tr_program_id mirrored[] = {TR_PROGRAM_BLOCK_MIRROR, TR_PROGRAM_COUNT},
                               shaded[] = {TR_PROGRAM_BLOCK_SHADE, TR_PROGRAM_COUNT};
    const tr_program_id programs[] = {
        TR_PROGRAM_BLOCK, renderer->limits.low ? TR_PROGRAM_BLOCK_LOW_WATER : TR_PROGRAM_BLOCK_WATER, TR_PROGRAM_COUNT};
    const tr_blocks_part *from = &part->blocks;
    const size_t bytes = from->quad_count * sizeof *from->quads;
    if (!tr_renderer_need(renderer, programs, err) ||
        (renderer->limits.mirror && !tr_renderer_need(renderer, mirrored, err)) ||
        (renderer->limits.shade_squares > 0 && !tr_renderer_need(renderer, shaded, err)) ||
        !need_texture(renderer, err) || !tr_device_has_room(&renderer->device, bytes, err)) {
        return false;
    }
    tr_blocks_resource *blocks = &out->blocks;
    *blocks = (tr_blocks_resource){.cell_m = from->cell_m,
                                   .salt = from->salt,
                                   .opaque_count = from->opaque_count,
                                   .dry_count = from->dry_count,
                                   .quad_count = from->quad_count};
    memcpy(blocks->origin_m, from->origin_m, sizeof blocks->origin_m);
    memcpy(blocks->low, from->low, sizeof blocks->low);
    memcpy(blocks->high, from->high, sizeof blocks->high);
    if (bytes == 0) return true;
    blocks->quads = tr_buffer_create(&renderer->device, from->quads, bytes);
    blocks->array = tr_vertex_array_create(&renderer->device);
    out->device_bytes = bytes;
    return true;
}

void tr_blocks_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_buffer_destroy(&renderer->device, &resource->blocks.quads);
    tr_vertex_array_destroy(&resource->blocks.array);
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

static bool box_of(const tr_frame *frame, const tr_resource *resource, float low[3], float high[3])
{
    if (!resource || resource->kind != TR_RENDER_BLOCKS || !resource->visible || resource->blocks.quad_count == 0)
        return false;
    memcpy(low, resource->blocks.low, sizeof resource->blocks.low);
    memcpy(high, resource->blocks.high, sizeof resource->blocks.high);
    tr_frame_box(frame, resource->blocks.origin_m, low, high);
    return true;
}

float tr_blocks_nearest_m(const tr_frame *frame)
{
    float nearest_m = INFINITY, low[3], high[3];
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++)
        if (box_of(frame, frame->renderer->slots[i], low, high))
            nearest_m = fminf(nearest_m, tr_camera_box_distance_m(low, high));
    return nearest_m;
}

bool tr_blocks_have_water(const tr_renderer *renderer)
{
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *resource = renderer->slots[i];
        if (resource && resource->kind == TR_RENDER_BLOCKS && resource->visible &&
            resource->blocks.quad_count > resource->blocks.dry_count) {
            return true;
        }
    }
    return false;
}

// Which quads of a chunk: opaque ones, all but water, or water.
typedef enum quad_choice { QUADS_OPAQUE, QUADS_DRY, QUADS_WATER } quad_choice;

static void draw_chunks(const tr_frame *frame, tr_program_id id, quad_choice choice, bool all, float radius_m)
{
    const tr_program *program = NULL;
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++) {
        const tr_resource *resource = frame->renderer->slots[i];
        float low[3], high[3], offset[3];
        if (!box_of(frame, resource, low, high)) continue;
        const tr_blocks_resource *blocks = &resource->blocks;
        const uint32_t first = choice == QUADS_WATER ? blocks->dry_count : 0;
        const uint32_t end = choice == QUADS_WATER ? blocks->quad_count
                             : choice == QUADS_DRY ? blocks->dry_count
                                                   : blocks->opaque_count;
        if (end == first || (!all && !tr_camera_sees_box(&frame->frustum, low, high))) continue;
        if (!program) {
            program = tr_frame_use(frame, id);
            glUniform1f(program->shade_radius, radius_m);
            tr_texture_bind(TR_UNIT_BLOCKS, &frame->renderer->block_texture);
        }
        tr_frame_offset(frame, blocks->origin_m, offset);
        glUniform4f(program->block_origin, offset[0], offset[1], offset[2], blocks->cell_m);
        glUniform1f(program->block_salt, (float)blocks->salt);
        glUniform2i(program->pick_what, (GLint)resource->id.id, 0);
        glBindVertexArray(blocks->array);
        set_attributes(blocks, first);
        glDrawArraysInstanced(GL_TRIANGLES, 0, VERTICES_OF_QUAD, (GLsizei)(end - first));
        tr_frame_count_draw(frame);
    }
}

// Ice and glass follow the solid quads directly: they are drawn as if they were opaque.
void tr_blocks_draw(tr_frame *frame, tr_drawn_part part)
{
    static const tr_program_id programs[] = {TR_PROGRAM_BLOCK, TR_PROGRAM_BLOCK_MIRROR, TR_PROGRAM_PICK_BLOCK};
    draw_chunks(frame, programs[part], QUADS_DRY, part == TR_DRAWN_MIRROR, 1);
}

void tr_blocks_draw_water(const tr_frame *frame)
{
    const bool low = frame->renderer->limits.low;
    draw_chunks(frame, low ? TR_PROGRAM_BLOCK_LOW_WATER : TR_PROGRAM_BLOCK_WATER, QUADS_WATER, false, 1);
}

void tr_blocks_draw_shade(const tr_frame *frame, float radius_m)
{
    draw_chunks(frame, TR_PROGRAM_BLOCK_SHADE, QUADS_OPAQUE, true, radius_m);
}
