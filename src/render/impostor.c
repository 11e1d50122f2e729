// Models on the device, and pictures of them from several sides, for instances that are small on the screen.
#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "render/renderer.h"

enum { KINDS = 2, OVER = 2, FIRST_LAYERS = 8 };  // colours, normals; a picture is drawn with four samples per texel

static int layer_width(const tr_renderer *renderer)
{
    return renderer->limits.impostor_side * TR_IMPOSTOR_AZIMUTHS;
}

static int layer_height(const tr_renderer *renderer)
{
    return renderer->limits.impostor_side * TR_IMPOSTOR_ELEVATIONS;
}

// ---------------------------------------------------------------------------------------------------------
// What pictures are drawn into

static bool open_drawing(tr_renderer *renderer, tr_error *err)
{
    tr_instance_set *set = &renderer->instances;
    if (set->drawn_framebuffer) return true;
    const int side = OVER * renderer->limits.impostor_side;
    const tr_texture_def color = {.format = TR_FORMAT_RGBA8, .width = side, .height = side, .filter = TR_FILTER_LINEAR};
    const tr_texture_def depth = {.format = TR_FORMAT_DEPTH32F, .width = side, .height = side};
    set->drawn_framebuffer = tr_framebuffer_create(&renderer->device);
    set->layer_framebuffer = tr_framebuffer_create(&renderer->device);
    glBindFramebuffer(GL_FRAMEBUFFER, set->drawn_framebuffer);
    const GLenum buffers[KINDS] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    for (int i = 0; i < KINDS; i++) {
        set->drawn[i] = tr_texture_create(&renderer->device, &color);
        glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[i], GL_TEXTURE_2D, set->drawn[i].name, 0);
    }
    set->drawn_depth = tr_texture_create(&renderer->device, &depth);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, set->drawn_depth.name, 0);
    glDrawBuffers(KINDS, buffers);
    return tr_framebuffer_check("pictures of models", err);
}

static tr_texture create_layers(tr_renderer *renderer, int count)
{
    const tr_texture_def def = {.format = TR_FORMAT_RGBA8,
                                .width = layer_width(renderer),
                                .height = layer_height(renderer),
                                .layers = count,
                                .mips = TR_IMPOSTOR_LEVELS,
                                .filter = TR_FILTER_MIPS};
    return tr_texture_create(&renderer->device, &def);
}

static void copy_layers(const tr_renderer *renderer, const tr_texture *from, const tr_texture *to, int count)
{
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->instances.layer_framebuffer);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D_ARRAY, to->name);
    for (int mip = 0; mip < TR_IMPOSTOR_LEVELS; mip++) {
        for (int layer = 0; layer < count; layer++) {
            glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, from->name, mip, layer);
            glCopyTexSubImage3D(GL_TEXTURE_2D_ARRAY, mip, 0, 0, layer, 0, 0, layer_width(renderer) >> mip,
                                layer_height(renderer) >> mip);
        }
    }
}

// Room for twice as many models. The ranges of a frame are by layer, so they grow too.
static bool grow_layers(tr_renderer *renderer, tr_error *err)
{
    tr_instance_set *set = &renderer->instances;
    const int max =
        renderer->device.max_layers < TR_RENDER_MAX_MODELS ? renderer->device.max_layers : TR_RENDER_MAX_MODELS;
    int count = set->layer_count > 0 ? 2 * set->layer_count : FIRST_LAYERS;
    if (count > max) count = max;
    if (count == set->layer_count)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d models were added; allowed is %d", count + 1, max);
    const uint64_t bytes =
        (uint64_t)count * (uint64_t)layer_width(renderer) * (uint64_t)layer_height(renderer) * 4 * 4 / 3 * KINDS;
    if (!tr_device_has_room(&renderer->device, bytes, err)) return false;
    tr_resource **models = tr_alloc_array(renderer->context, (size_t)count, sizeof *models, err);
    if (!models) return false;
    tr_instance_range *ranges = tr_alloc_array(
        renderer->context, (size_t)count * TR_RENDER_MAX_MODEL_LEVELS + TR_DISTANCE_STEPS, sizeof *ranges, err);
    if (!ranges) {
        tr_free(renderer->context, models);
        return false;
    }
    memset(models, 0, (size_t)count * sizeof *models);
    if (set->layer_count > 0) memcpy(models, set->models, (size_t)set->layer_count * sizeof *models);
    tr_texture *kinds[KINDS] = {&set->colors, &set->normals};
    for (int i = 0; i < KINDS; i++) {
        const tr_texture larger = create_layers(renderer, count);
        copy_layers(renderer, kinds[i], &larger, set->layer_count);
        tr_texture_destroy(&renderer->device, kinds[i]);
        *kinds[i] = larger;
    }
    tr_free(renderer->context, set->models);
    tr_free(renderer->context, set->ranges);
    set->models = models;
    set->ranges = ranges;
    set->layer_count = count;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Pictures

static void draw_picture(const tr_renderer *renderer, const tr_model_resource *model, int column, int row)
{
    const tr_instance_set *set = &renderer->instances;
    const tr_program *program = &renderer->programs[TR_PROGRAM_IMPOSTOR_BAKE];
    const float nothing[4] = {0, 0, 0, 0}, far_away = 0;
    const int side = OVER * renderer->limits.impostor_side;
    glBindFramebuffer(GL_FRAMEBUFFER, set->drawn_framebuffer);
    glViewport(0, 0, side, side);
    for (int i = 0; i < KINDS; i++) glClearBufferfv(GL_COLOR, i, nothing);
    glClearBufferfv(GL_DEPTH, 0, &far_away);
    glUniform2i(program->impostor_side, column, row);
    glDrawElements(GL_TRIANGLES, (GLsizei)model->level_indices[0], GL_UNSIGNED_INT,
                   (const void *)((uintptr_t)model->first_index[0] * sizeof(uint32_t)));
}

static void copy_picture(const tr_renderer *renderer, int layer, int column, int row)
{
    const tr_instance_set *set = &renderer->instances;
    const unsigned textures[KINDS] = {set->colors.name, set->normals.name};
    const int side = renderer->limits.impostor_side;
    const GLint x = column * side, y = row * side;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, set->drawn_framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, set->layer_framebuffer);
    for (int i = 0; i < KINDS; i++) {
        glReadBuffer(GL_COLOR_ATTACHMENT0 + (GLenum)i);
        glFramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[i], 0, layer);
        glBlitFramebuffer(0, 0, OVER * side, OVER * side, x, y, x + side, y + side, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    }
}

// Each smaller level is the halved one before. Of one layer alone, not of all models.
static void make_mips(tr_renderer *renderer, int layer)
{
    tr_instance_set *set = &renderer->instances;
    const unsigned textures[KINDS] = {set->colors.name, set->normals.name};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, set->layer_framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, set->drawn_framebuffer);
    for (int i = 0; i < KINDS; i++) {
        for (int mip = 1; mip < TR_IMPOSTOR_LEVELS; mip++) {
            const int width = layer_width(renderer) >> mip, height = layer_height(renderer) >> mip;
            glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[i], mip - 1, layer);
            glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, 0, 0);
            glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, 0, 0);
            glFramebufferTextureLayer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, textures[i], mip, layer);
            glBlitFramebuffer(0, 0, 2 * width, 2 * height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_LINEAR);
        }
    }
    // What pictures are drawn into is as it was.
    for (int i = 0; i < KINDS; i++)
        glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + (GLenum)i, GL_TEXTURE_2D, set->drawn[i].name,
                               0);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, set->drawn_depth.name, 0);
}

static void bake(tr_renderer *renderer, const tr_model_resource *model)
{
    const tr_program *program = &renderer->programs[TR_PROGRAM_IMPOSTOR_BAKE];
    const float *middle = model->ball.middle_m;
    const float radius_m = fmaxf(model->ball.radius_m, 1e-6f) * (float)TR_IMPOSTOR_MARGIN;
    // Shaders know from the block how the driver clips; nothing else of it matters here.
    const bool zero_to_one = renderer->device.clip_control;
    tr_view_block block = {.clip = {zero_to_one ? 1 : 2, zero_to_one ? 0 : -1, 0, 0}};
    glBindBuffer(GL_UNIFORM_BUFFER, renderer->block_buffer.name);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_DYNAMIC_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, renderer->block_buffer.name);
    if (zero_to_one) glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glUseProgram(program->name);
    glUniform4f(program->impostor_ball, middle[0], middle[1], middle[2], radius_m);
    glBindVertexArray(model->array);
    for (int row = 0; row < TR_IMPOSTOR_ELEVATIONS; row++) {
        for (int column = 0; column < TR_IMPOSTOR_AZIMUTHS; column++) {
            draw_picture(renderer, model, column, row);
            copy_picture(renderer, model->layer, column, row);
        }
    }
    make_mips(renderer, model->layer);
    glBindVertexArray(0);
    if (zero_to_one) glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

// ---------------------------------------------------------------------------------------------------------
// Models

static bool need_programs(tr_renderer *renderer, tr_error *err)
{
    static const tr_program_id seen[] = {TR_PROGRAM_IMPOSTOR_BAKE, TR_PROGRAM_INSTANCE, TR_PROGRAM_IMPOSTOR,
                                         TR_PROGRAM_COUNT},
                               mirrored[] = {TR_PROGRAM_INSTANCE_MIRROR, TR_PROGRAM_IMPOSTOR_MIRROR, TR_PROGRAM_COUNT},
                               shaded[] = {TR_PROGRAM_INSTANCE_SHADE, TR_PROGRAM_IMPOSTOR_SHADE, TR_PROGRAM_COUNT};
    return tr_renderer_need(renderer, seen, err) &&
           (!renderer->limits.mirror || tr_renderer_need(renderer, mirrored, err)) &&
           (renderer->limits.shade_squares == 0 || tr_renderer_need(renderer, shaded, err));
}

static bool find_layer(tr_renderer *renderer, int *layer, tr_error *err)
{
    tr_instance_set *set = &renderer->instances;
    for (int i = 0; i < set->layer_count; i++) {
        if (set->models[i]) continue;
        *layer = i;
        return true;
    }
    *layer = set->layer_count;
    return grow_layers(renderer, err);
}

bool tr_model_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    static const tr_attribute attributes[] = {
        {TR_AT_MESH_POSITION, 3, TR_FORM_FLOAT, offsetof(tr_model_vertex, at)},
        {TR_AT_MESH_NORMAL, 3, TR_FORM_SNORM16, offsetof(tr_model_vertex, normal)},
        {TR_AT_MESH_COLOR, 3, TR_FORM_UNORM8, offsetof(tr_model_vertex, color)},
    };
    const tr_model_part *from = &part->model;
    tr_device *device = &renderer->device;
    const size_t vertex_bytes = from->vertex_count * sizeof *from->vertices,
                 index_bytes = from->index_count * sizeof *from->indices;
    int layer = 0;
    if (!need_programs(renderer, err) || !open_drawing(renderer, err) || !find_layer(renderer, &layer, err) ||
        !tr_device_has_room(device, vertex_bytes + index_bytes, err)) {
        return false;
    }
    tr_model_resource *model = &out->model;
    *model = (tr_model_resource){.level_count = from->level_count, .ball = from->ball, .layer = layer};
    memcpy(model->first_index, from->first_index, sizeof model->first_index);
    memcpy(model->level_indices, from->level_indices, sizeof model->level_indices);
    model->vertices = tr_buffer_create(device, from->vertices, vertex_bytes);
    model->indices = tr_buffer_create(device, from->indices, index_bytes);
    model->array = tr_vertex_array_create(device);
    glBindVertexArray(model->array);
    tr_attributes_set(&model->vertices, attributes, 3, sizeof *from->vertices, 0, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, model->indices.name);
    glBindVertexArray(0);
    out->device_bytes = vertex_bytes + index_bytes;
    bake(renderer, model);
    return true;
}

void tr_model_settle(tr_renderer *renderer, tr_resource *resource)
{
    renderer->instances.models[resource->model.layer] = resource;
}

void tr_model_free(tr_renderer *renderer, tr_resource *resource)
{
    tr_model_resource *model = &resource->model;
    if (renderer->instances.models[model->layer] == resource) renderer->instances.models[model->layer] = NULL;
    tr_buffer_destroy(&renderer->device, &model->vertices);
    tr_buffer_destroy(&renderer->device, &model->indices);
    tr_vertex_array_destroy(&model->array);
}
