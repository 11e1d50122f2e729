// Meshes on the device: as they are seen, and the shadows they throw.
#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "render/renderer.h"

static bool need_programs(tr_renderer *renderer, bool image, tr_error *err)
{
    static const tr_program_id seen[2][2] = {{TR_PROGRAM_MESH, TR_PROGRAM_COUNT},
                                             {TR_PROGRAM_IMAGE_MESH, TR_PROGRAM_COUNT}};
    static const tr_program_id shade[2][2] = {{TR_PROGRAM_MESH_SHADE, TR_PROGRAM_COUNT},
                                              {TR_PROGRAM_IMAGE_MESH_SHADE, TR_PROGRAM_COUNT}};
    static const tr_program_id mirror[2][2] = {{TR_PROGRAM_MESH_MIRROR, TR_PROGRAM_COUNT},
                                               {TR_PROGRAM_IMAGE_MESH_MIRROR, TR_PROGRAM_COUNT}};
    return tr_renderer_need(renderer, seen[image], err) &&
           (renderer->limits.shade_squares == 0 || tr_renderer_need(renderer, shade[image], err)) &&
           (!renderer->limits.mirror || tr_renderer_need(renderer, mirror[image], err));
}

bool tr_mesh_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    const tr_mesh_part *from = &part->mesh;
    tr_device *device = &renderer->device;
    const size_t vertex_bytes = from->vertex_count * sizeof *from->vertices,
                 uv_bytes = from->uvs ? from->vertex_count * 2 * sizeof *from->uvs : 0,
                 index_bytes = from->index_count * sizeof *from->indices;
    if (!need_programs(renderer, from->image.id != 0, err) ||
        !tr_device_has_room(device, vertex_bytes + uv_bytes + index_bytes, err)) {
        return false;
    }
    tr_mesh_resource *mesh = &out->mesh;
    *mesh =
        (tr_mesh_resource){.index_count = (int)from->index_count, .image = from->image, .min_alpha = from->min_alpha};
    memcpy(mesh->origin_m, from->origin_m, sizeof mesh->origin_m);
    memcpy(mesh->low, from->low, sizeof mesh->low);
    memcpy(mesh->high, from->high, sizeof mesh->high);
    if (mesh->index_count == 0) return true;
    static const tr_attribute attributes[] = {
        {TR_AT_MESH_POSITION, 3, TR_FORM_FLOAT, offsetof(tr_mesh_vertex, at)},
        {TR_AT_MESH_NORMAL, 3, TR_FORM_SNORM16, offsetof(tr_mesh_vertex, normal)},
        {TR_AT_MESH_COLOR, 3, TR_FORM_UNORM8, offsetof(tr_mesh_vertex, color)},
        {TR_AT_MESH_LIGHT, 2, TR_FORM_UNORM8, offsetof(tr_mesh_vertex, light)},
    };
    mesh->vertices = tr_buffer_create(device, from->vertices, vertex_bytes);
    mesh->indices = tr_buffer_create(device, from->indices, index_bytes);
    mesh->array = tr_vertex_array_create(device);
    glBindVertexArray(mesh->array);
    tr_attributes_set(&mesh->vertices, attributes, 4, sizeof *from->vertices, 0, 0);
    if (from->uvs) {
        static const tr_attribute uv = {TR_AT_MESH_UV, 2, TR_FORM_FLOAT, 0};
        mesh->uvs = tr_buffer_create(device, from->uvs, uv_bytes);
        tr_attributes_set(&mesh->uvs, &uv, 1, 2 * sizeof *from->uvs, 0, 0);
    }
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices.name);
    glBindVertexArray(0);
    out->device_bytes = vertex_bytes + uv_bytes + index_bytes;
    return true;
}

void tr_mesh_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_mesh_resource *mesh = &resource->mesh;
    tr_buffer_destroy(&renderer->device, &mesh->vertices);
    tr_buffer_destroy(&renderer->device, &mesh->uvs);
    tr_buffer_destroy(&renderer->device, &mesh->indices);
    tr_vertex_array_destroy(&mesh->array);
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

// The box of a mesh that is drawn; false: there is nothing to draw.
static bool box_of(const tr_frame *frame, const tr_resource *resource, float low[3], float high[3])
{
    if (!resource || resource->kind != TR_RENDER_MESH || resource->mesh.index_count == 0 ||
        !tr_renderer_shows(frame->renderer, resource)) {
        return false;
    }
    memcpy(low, resource->mesh.low, sizeof resource->mesh.low);
    memcpy(high, resource->mesh.high, sizeof resource->mesh.high);
    tr_frame_box(frame, resource->mesh.origin_m, low, high);
    return true;
}

float tr_mesh_nearest_m(const tr_frame *frame)
{
    float nearest_m = INFINITY, low[3], high[3];
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++)
        if (box_of(frame, frame->renderer->slots[i], low, high))
            nearest_m = fminf(nearest_m, tr_camera_box_distance_m(low, high));
    return nearest_m;
}

static void draw_one(const tr_frame *frame, const tr_program *program, const tr_resource *resource)
{
    const tr_mesh_resource *mesh = &resource->mesh;
    float offset[3];
    tr_frame_offset(frame, mesh->origin_m, offset);
    glUniform3f(program->mesh_origin, offset[0], offset[1], offset[2]);
    glUniform2i(program->pick_what, (GLint)resource->id.id, 0);
    if (mesh->image.id) {
        glUniform1f(program->mesh_min_alpha, mesh->min_alpha);
        tr_texture_bind(TR_UNIT_MESH_IMAGE, &tr_renderer_find(frame->renderer, mesh->image)->image);
    }
    glBindVertexArray(mesh->array);
    glDrawElements(GL_TRIANGLES, mesh->index_count, GL_UNSIGNED_INT, NULL);
    tr_frame_count_draw(frame);
}

// Those with and those without an image.
static void draw_kind(const tr_frame *frame, tr_program_id id, bool image, bool all, float radius_m)
{
    const tr_program *program = NULL;
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++) {
        const tr_resource *resource = frame->renderer->slots[i];
        float low[3], high[3];
        if (!box_of(frame, resource, low, high) || (resource->mesh.image.id != 0) != image) continue;
        if (!all && !tr_camera_sees_box(&frame->frustum, low, high)) continue;
        if (!program) {
            program = tr_frame_use(frame, id);
            glUniform1f(program->shade_radius, radius_m);
        }
        draw_one(frame, program, resource);
    }
}

void tr_mesh_draw(tr_frame *frame, tr_drawn_part part)
{
    static const tr_program_id programs[3][2] = {{TR_PROGRAM_MESH, TR_PROGRAM_IMAGE_MESH},
                                                 {TR_PROGRAM_MESH_MIRROR, TR_PROGRAM_IMAGE_MESH_MIRROR},
                                                 {TR_PROGRAM_PICK_MESH, TR_PROGRAM_PICK_IMAGE_MESH}};
    // What the mirror holds of meshes is little: there it is not worth looking for what is in view.
    const bool all = part == TR_DRAWN_MIRROR;
    draw_kind(frame, programs[part][0], false, all, 1);
    draw_kind(frame, programs[part][1], true, all, 1);
}

void tr_mesh_draw_shade(const tr_frame *frame, float radius_m)
{
    draw_kind(frame, TR_PROGRAM_MESH_SHADE, false, true, radius_m);
    draw_kind(frame, TR_PROGRAM_IMAGE_MESH_SHADE, true, true, radius_m);
}
