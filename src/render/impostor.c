#include "render/impostor.h"

#include <epoxy/gl.h>
#include <math.h>

#include "render/gl_program.h"
#include "render/view_block.h"

extern const char tr_glsl_impostor_bake_vertex[], tr_glsl_impostor_bake_fragment[];

// A picture is drawn with four samples per texel and then halved.
enum {
    OVER = 2,
    DRAWN_SIDE = OVER * TR_IMPOSTOR_SIDE,
    LAYER_WIDTH = TR_IMPOSTOR_SIDE * TR_IMPOSTOR_AZIMUTHS,
    LAYER_HEIGHT = TR_IMPOSTOR_SIDE * TR_IMPOSTOR_ELEVATIONS,
    KINDS = 2,  // colours, normals
};

typedef struct bake {
    GLuint program, drawn[KINDS], depth, drawn_framebuffer, layer_framebuffer;
} bake;

static GLuint create_layers(int count)
{
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &texture);
    glTextureStorage3D(texture, TR_IMPOSTOR_LEVELS, GL_RGBA8, LAYER_WIDTH, LAYER_HEIGHT, count);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static bool create_bake(bake *it, tr_error *err)
{
    it->program =
        tr_gl_program_create("pictures of models", tr_glsl_impostor_bake_vertex, tr_glsl_impostor_bake_fragment, err);
    if (!it->program) return false;
    glCreateFramebuffers(1, &it->drawn_framebuffer);
    glCreateFramebuffers(1, &it->layer_framebuffer);
    const GLenum buffers[KINDS] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    glCreateTextures(GL_TEXTURE_2D, KINDS, it->drawn);
    for (int i = 0; i < KINDS; i++) {
        glTextureStorage2D(it->drawn[i], 1, GL_RGBA8, DRAWN_SIDE, DRAWN_SIDE);
        glNamedFramebufferTexture(it->drawn_framebuffer, buffers[i], it->drawn[i], 0);
    }
    glCreateTextures(GL_TEXTURE_2D, 1, &it->depth);
    glTextureStorage2D(it->depth, 1, GL_DEPTH_COMPONENT32F, DRAWN_SIDE, DRAWN_SIDE);
    glNamedFramebufferTexture(it->drawn_framebuffer, GL_DEPTH_ATTACHMENT, it->depth, 0);
    glNamedFramebufferDrawBuffers(it->drawn_framebuffer, KINDS, buffers);
    const GLenum state = glCheckNamedFramebufferStatus(it->drawn_framebuffer, GL_DRAW_FRAMEBUFFER);
    return state == GL_FRAMEBUFFER_COMPLETE ||
           tr_fail(err, TR_ERROR_GPU_FAILED, "the driver does not draw pictures of models (status 0x%04x)", state);
}

static void destroy_bake(bake *it)
{
    glDeleteProgram(it->program);
    glDeleteTextures(KINDS, it->drawn);
    glDeleteTextures(1, &it->depth);
    glDeleteFramebuffers(1, &it->drawn_framebuffer);
    glDeleteFramebuffers(1, &it->layer_framebuffer);
}

static void draw_picture(const bake *it, const tr_instance_group *group, int column, int row)
{
    const float nothing[4] = {0, 0, 0, 0}, far_away = 0;
    for (int i = 0; i < KINDS; i++) glClearNamedFramebufferfv(it->drawn_framebuffer, GL_COLOR, i, nothing);
    glClearNamedFramebufferfv(it->drawn_framebuffer, GL_DEPTH, 0, &far_away);
    glProgramUniform2i(it->program, TR_AT_IMPOSTOR_VIEW, column, row);
    glDrawElements(GL_TRIANGLES, (GLsizei)group->index_count[0], GL_UNSIGNED_INT,
                   (const void *)((uintptr_t)group->first_index[0] * sizeof(uint32_t)));
}

static void copy_picture(const bake *it, const GLuint layers[KINDS], int index, int column, int row)
{
    const GLint x = column * TR_IMPOSTOR_SIDE, y = row * TR_IMPOSTOR_SIDE;
    for (int i = 0; i < KINDS; i++) {
        glNamedFramebufferTextureLayer(it->layer_framebuffer, GL_COLOR_ATTACHMENT0, layers[i], 0, index);
        glNamedFramebufferReadBuffer(it->drawn_framebuffer, GL_COLOR_ATTACHMENT0 + (GLenum)i);
        glBlitNamedFramebuffer(it->drawn_framebuffer, it->layer_framebuffer, 0, 0, DRAWN_SIDE, DRAWN_SIDE, x, y,
                               x + TR_IMPOSTOR_SIDE, y + TR_IMPOSTOR_SIDE, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    }
}

static void draw_layer(const bake *it, const tr_instance_group *group, const GLuint layers[KINDS], int index)
{
    const float *middle = group->middle_m, radius_m = fmaxf(group->radius_m, 1e-6f) * (float)TR_IMPOSTOR_MARGIN;
    glProgramUniform4f(it->program, TR_AT_IMPOSTOR_BALL, middle[0], middle[1], middle[2], radius_m);
    for (int row = 0; row < TR_IMPOSTOR_ELEVATIONS; row++) {
        for (int column = 0; column < TR_IMPOSTOR_AZIMUTHS; column++) {
            draw_picture(it, group, column, row);
            copy_picture(it, layers, index, column, row);
        }
    }
}

bool tr_impostor_bake(const tr_instance_scene *scene, unsigned vertex_array, tr_impostor_pictures *out, tr_error *err)
{
    bake it = {0};
    const bool ready = create_bake(&it, err);
    const GLuint layers[KINDS] = {create_layers(scene->group_count), create_layers(scene->group_count)};
    *out = (tr_impostor_pictures){.color = layers[0], .normal = layers[1]};
    if (ready) {
        glBindFramebuffer(GL_FRAMEBUFFER, it.drawn_framebuffer);
        glViewport(0, 0, DRAWN_SIDE, DRAWN_SIDE);
        glEnable(GL_DEPTH_TEST);
        glUseProgram(it.program);
        glBindVertexArray(vertex_array);
        for (int i = 0; i < scene->group_count; i++) draw_layer(&it, &scene->groups[i], layers, i);
        for (int i = 0; i < KINDS; i++) glGenerateTextureMipmap(layers[i]);
    }
    destroy_bake(&it);
    return ready;
}

void tr_impostor_destroy(tr_impostor_pictures *pictures)
{
    glDeleteTextures(1, &pictures->color);
    glDeleteTextures(1, &pictures->normal);
    *pictures = (tr_impostor_pictures){0};
}
