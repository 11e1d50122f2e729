#include "render/view_target.h"

#include <epoxy/gl.h>

static GLuint create_texture(GLenum format, int width, int height, GLint filter)
{
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, format, width, height);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, filter);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, filter);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static bool check(GLuint framebuffer, int width, int height, tr_error *err)
{
    const GLenum state = glCheckNamedFramebufferStatus(framebuffer, GL_DRAW_FRAMEBUFFER);
    if (state == GL_FRAMEBUFFER_COMPLETE) return true;
    return tr_fail(err, TR_ERROR_GPU_FAILED, "the driver does not draw into a picture of %d x %d (status 0x%04x)",
                   width, height, state);
}

bool tr_ground_target_create(int width, int height, tr_ground_target *out, tr_error *err)
{
    *out = (tr_ground_target){.width = width, .height = height};
    out->color = create_texture(GL_RGBA16F, width, height, GL_LINEAR);
    out->depth = create_texture(GL_DEPTH_COMPONENT32F, width, height, GL_NEAREST);
    glCreateFramebuffers(1, &out->framebuffer);
    glNamedFramebufferTexture(out->framebuffer, GL_COLOR_ATTACHMENT0, out->color, 0);
    glNamedFramebufferTexture(out->framebuffer, GL_DEPTH_ATTACHMENT, out->depth, 0);
    if (check(out->framebuffer, width, height, err)) return true;
    tr_ground_target_destroy(out);
    return false;
}

void tr_ground_target_destroy(tr_ground_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->color);
    glDeleteTextures(1, &target->depth);
    *target = (tr_ground_target){0};
}

bool tr_water_target_create(int width, int height, tr_water_target *out, tr_error *err)
{
    *out = (tr_water_target){.width = width, .height = height};
    out->depth = create_texture(GL_DEPTH_COMPONENT32F, width, height, GL_NEAREST);
    glCreateFramebuffers(1, &out->framebuffer);
    glNamedFramebufferTexture(out->framebuffer, GL_DEPTH_ATTACHMENT, out->depth, 0);
    glNamedFramebufferDrawBuffer(out->framebuffer, GL_NONE);
    if (check(out->framebuffer, width, height, err)) return true;
    tr_water_target_destroy(out);
    return false;
}

void tr_water_target_destroy(tr_water_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->depth);
    *target = (tr_water_target){0};
}

bool tr_picture_target_create(int width, int height, tr_picture_target *out, tr_error *err)
{
    *out = (tr_picture_target){.width = width, .height = height};
    out->color = create_texture(GL_RGBA8, width, height, GL_NEAREST);
    glCreateFramebuffers(1, &out->framebuffer);
    glNamedFramebufferTexture(out->framebuffer, GL_COLOR_ATTACHMENT0, out->color, 0);
    if (check(out->framebuffer, width, height, err)) return true;
    tr_picture_target_destroy(out);
    return false;
}

void tr_picture_target_destroy(tr_picture_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->color);
    *target = (tr_picture_target){0};
}
