#include "render/level_texture.h"

#include <epoxy/gl.h>

static int mip_count(int32_t width, int32_t height)
{
    int count = 1;
    for (int32_t side = width > height ? width : height; side > 1; side /= 2) count++;
    return count;
}

static GLuint create(GLenum format, const tr_area *area, int levels)
{
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, levels, format, area->width, area->height);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

// Ground is mostly seen at a flat angle: without anisotropy it is blurred or full of noise.
static void filter_by_mips(GLuint texture)
{
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    if (epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic") ||
        epoxy_has_gl_extension("GL_ARB_texture_filter_anisotropic")) {
        glTextureParameterf(texture, GL_TEXTURE_MAX_ANISOTROPY_EXT, 4.0f);
    }
    glGenerateTextureMipmap(texture);
}

static GLuint create_heights(const tr_area *area, const tr_grid *heights)
{
    const GLuint texture = create(GL_R32F, area, 1);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    for (int32_t z = 0; z < area->height; z++) {
        glTextureSubImage2D(texture, 0, 0, z, area->width, 1, GL_RED, GL_FLOAT,
                            heights->samples + z * heights->row_stride);
    }
    return texture;
}

tr_level_texture tr_level_texture_create(const tr_view_level *level, const tr_level_light *light,
                                         const tr_grid *surface)
{
    const tr_area *area = &level->area;
    const int mips = mip_count(area->width, area->height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    tr_level_texture texture = {create_heights(area, &level->height), create(GL_SRGB8, area, mips),
                                create(GL_RGBA16_SNORM, area, mips),
                                surface->samples ? create_heights(area, surface) : 0};
    for (int32_t z = 0; z < area->height; z++) {
        const uint8_t *colors = (const uint8_t *)level->color.pixels + (size_t)z * level->color.row_bytes;
        glTextureSubImage2D(texture.color, 0, 0, z, area->width, 1, GL_RGB, GL_UNSIGNED_BYTE, colors);
    }
    glTextureSubImage2D(texture.light, 0, 0, 0, area->width, area->height, GL_RGBA, GL_SHORT, light->texels);
    filter_by_mips(texture.color);
    filter_by_mips(texture.light);
    return texture;
}

void tr_level_texture_destroy(tr_level_texture *texture)
{
    const GLuint names[4] = {texture->height, texture->color, texture->light, texture->water};
    glDeleteTextures(4, names);
    *texture = (tr_level_texture){0};
}
