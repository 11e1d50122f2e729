#include "render/gl_objects.h"

#include <epoxy/gl.h>

// ---------------------------------------------------------------------------------------------------------
// The device

bool tr_device_open(tr_device *device, tr_error *err)
{
    device->es = !epoxy_is_desktop_gl();
    // What is lit is kept as half floats until it is toned.
    if (device->es && !epoxy_has_gl_extension("GL_EXT_color_buffer_float") &&
        !epoxy_has_gl_extension("GL_EXT_color_buffer_half_float")) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE,
                       "the driver does not draw into half floats (GL_EXT_color_buffer_half_float)");
    }
    if (device->clip_control)
        device->clip_control = device->es ? epoxy_has_gl_extension("GL_EXT_clip_control")
                                          : epoxy_gl_version() >= 45 || epoxy_has_gl_extension("GL_ARB_clip_control");
    device->anisotropy = epoxy_has_gl_extension("GL_EXT_texture_filter_anisotropic") ||
                         epoxy_has_gl_extension("GL_ARB_texture_filter_anisotropic");
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &device->max_side);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &device->max_layers);
    return true;
}

bool tr_device_check(tr_error *err)
{
    const GLenum code = glGetError();
    if (code == GL_NO_ERROR) return true;
    if (code == GL_OUT_OF_MEMORY) return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver has no memory left");
    return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver reported the error 0x%04x", code);
}

bool tr_device_has_room(const tr_device *device, uint64_t bytes, tr_error *err)
{
    if (device->stats.device_bytes + bytes <= device->budget_bytes) return true;
    return tr_fail(err, TR_ERROR_OVER_BUDGET,
                   "%llu bytes more on the device: %llu are held and the renderer's budget is %llu",
                   (unsigned long long)bytes, (unsigned long long)device->stats.device_bytes,
                   (unsigned long long)device->budget_bytes);
}

// ---------------------------------------------------------------------------------------------------------
// Textures

typedef struct format_info {
    GLint internal;
    GLenum format, type;
    int bytes;
} format_info;

static const format_info formats[TR_FORMAT_COUNT] = {
    [TR_FORMAT_R32F] = {GL_R32F, GL_RED, GL_FLOAT, 4},
    [TR_FORMAT_RGBA8] = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
    [TR_FORMAT_SRGB8_ALPHA8] = {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 4},
    [TR_FORMAT_RGBA16F] = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 8},
    [TR_FORMAT_DEPTH32F] = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, 4},
    [TR_FORMAT_RGBA32UI] = {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16},
};

uint64_t tr_texture_bytes(const tr_texture_def *def)
{
    const uint64_t texels =
        (uint64_t)def->width * (uint64_t)def->height * (uint64_t)(def->layers > 0 ? def->layers : 1);
    const uint64_t bytes = texels * (uint64_t)formats[def->format].bytes;
    return def->filter == TR_FILTER_MIPS ? bytes + bytes / 3 : bytes;
}

static void set_parameters(const tr_device *device, GLenum target, const tr_texture_def *def)
{
    const bool mips = def->filter == TR_FILTER_MIPS;
    const GLint smooth = def->filter == TR_FILTER_NEAREST ? GL_NEAREST : GL_LINEAR;
    const GLint between = device->nearest_mips ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, mips ? between : smooth);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, def->nearest_magnified ? GL_NEAREST : smooth);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, def->repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, def->repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE);
    if (def->mips > 0) glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, def->mips - 1);
    if (def->compare) {
        glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        glTexParameteri(target, GL_TEXTURE_COMPARE_FUNC, GL_GEQUAL);
    }
}

tr_texture tr_texture_create(tr_device *device, const tr_texture_def *def)
{
    const format_info *format = &formats[def->format];
    const GLenum type = def->floats ? GL_FLOAT : format->type;
    tr_texture texture = {.target = def->layers > 0 ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D,
                          .bytes = tr_texture_bytes(def)};
    glGenTextures(1, &texture.name);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(texture.target, texture.name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    set_parameters(device, texture.target, def);
    if (def->layers > 0) {
        for (int i = 0; i < (def->mips > 0 ? def->mips : 1); i++)
            glTexImage3D(GL_TEXTURE_2D_ARRAY, i, format->internal, def->width >> i, def->height >> i, def->layers, 0,
                         format->format, type, i == 0 ? def->texels : NULL);
    } else {
        glTexImage2D(GL_TEXTURE_2D, 0, format->internal, def->width, def->height, 0, format->format, type, def->texels);
    }
    if (def->filter == TR_FILTER_MIPS && def->texels) glGenerateMipmap(texture.target);
    device->stats.device_objects++;
    device->stats.device_bytes += texture.bytes;
    return texture;
}

void tr_texture_destroy(tr_device *device, tr_texture *texture)
{
    if (texture->name == 0) return;
    glDeleteTextures(1, &texture->name);
    device->stats.device_bytes -= texture->bytes;
    *texture = (tr_texture){0};
}

void tr_texture_bind(tr_texture_unit unit, const tr_texture *texture)
{
    glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
    glBindTexture(texture->target, texture->name);
}

// ---------------------------------------------------------------------------------------------------------
// Buffers

tr_buffer tr_buffer_create(tr_device *device, const void *bytes, size_t size)
{
    tr_buffer buffer = {.bytes = size};
    glGenBuffers(1, &buffer.name);
    // A vertex array that is bound would take an index buffer; this binding belongs to none.
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bytes, bytes ? GL_STATIC_DRAW : GL_STREAM_DRAW);
    device->stats.device_objects++;
    device->stats.device_bytes += size;
    return buffer;
}

void tr_buffer_reserve(tr_device *device, tr_buffer *buffer, size_t size)
{
    if (buffer->name && buffer->bytes >= size) return;
    tr_buffer_destroy(device, buffer);
    *buffer = tr_buffer_create(device, NULL, size);
}

void tr_buffer_stream(const tr_buffer *buffer, const void *bytes, size_t size)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer->name);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)buffer->bytes, NULL, GL_STREAM_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, bytes);
}

void tr_buffer_destroy(tr_device *device, tr_buffer *buffer)
{
    if (buffer->name == 0) return;
    glDeleteBuffers(1, &buffer->name);
    device->stats.device_bytes -= buffer->bytes;
    *buffer = (tr_buffer){0};
}

unsigned tr_vertex_array_create(tr_device *device)
{
    GLuint array = 0;
    glGenVertexArrays(1, &array);
    device->stats.device_objects++;
    return array;
}

void tr_vertex_array_destroy(unsigned *array)
{
    glDeleteVertexArrays(1, array);
    *array = 0;
}

void tr_attributes_set(const tr_buffer *buffer, const tr_attribute *attributes, int count, size_t stride, size_t first,
                       unsigned divisor)
{
    static const struct {
        GLenum type;
        bool integer, normalized;
    } forms[] = {
        [TR_FORM_FLOAT] = {GL_FLOAT, false, false},          [TR_FORM_UNORM8] = {GL_UNSIGNED_BYTE, false, true},
        [TR_FORM_SNORM16] = {GL_SHORT, false, true},         [TR_FORM_UINT8] = {GL_UNSIGNED_BYTE, true, false},
        [TR_FORM_UINT16] = {GL_UNSIGNED_SHORT, true, false}, [TR_FORM_INT32] = {GL_INT, true, false},
    };
    glBindBuffer(GL_ARRAY_BUFFER, buffer->name);
    for (int i = 0; i < count; i++) {
        const tr_attribute *attribute = &attributes[i];
        const void *offset = (const void *)(uintptr_t)(first * stride + attribute->offset);
        const GLenum type = forms[attribute->form].type;
        glEnableVertexAttribArray(attribute->index);
        if (forms[attribute->form].integer)
            glVertexAttribIPointer(attribute->index, attribute->size, type, (GLsizei)stride, offset);
        else
            glVertexAttribPointer(attribute->index, attribute->size, type, forms[attribute->form].normalized,
                                  (GLsizei)stride, offset);
        glVertexAttribDivisor(attribute->index, divisor);
    }
}

unsigned tr_framebuffer_create(tr_device *device)
{
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    device->stats.device_objects++;
    return framebuffer;
}

bool tr_framebuffer_check(const char *what, tr_error *err)
{
    const GLenum state = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (state == GL_FRAMEBUFFER_COMPLETE) return true;
    return tr_fail(err, TR_ERROR_GPU_FAILED, "the driver does not draw %s (status 0x%04x)", what, state);
}
