// Textures, buffers and programs on the device, by what OpenGL 3.3 core and OpenGL ES 3.0 share; all are counted.
// Everything here needs a current GL context.
#ifndef TR_RENDER_GL_OBJECTS_H
#define TR_RENDER_GL_OBJECTS_H

#include "render/view_block.h"
#include "terrane/render.h"

typedef struct tr_device {
    tr_context *context;
    bool es;            // OpenGL ES
    bool clip_control;  // clip space has depths of 0..1, so that floats are dense where it is far
    bool anisotropy;
    bool nearest_mips;         // of two sizes of texels the nearer alone is read
    int max_side, max_layers;  // of textures
    uint64_t budget_bytes;
    tr_renderer_stats stats;
} tr_device;

// Reads what the driver can do. Fails with GPU_UNAVAILABLE.
bool tr_device_open(tr_device *device, tr_error *err);
// The driver's error, if there is one.
bool tr_device_check(tr_error *err);
// Whether so much more may be held.
bool tr_device_has_room(const tr_device *device, uint64_t bytes, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Textures

typedef enum tr_texture_format {
    TR_FORMAT_R32F,
    TR_FORMAT_RGBA8,
    TR_FORMAT_SRGB8_ALPHA8,
    TR_FORMAT_RGBA16F,
    TR_FORMAT_DEPTH32F,
    TR_FORMAT_RGBA32UI,
    TR_FORMAT_COUNT
} tr_texture_format;

typedef enum tr_texture_filter { TR_FILTER_NEAREST, TR_FILTER_LINEAR, TR_FILTER_MIPS } tr_texture_filter;

typedef struct tr_texture_def {
    tr_texture_format format;
    int width, height;
    int layers;  // 0: no array
    int mips;    // levels; only arrays have room for them from the start
    tr_texture_filter filter;
    bool nearest_magnified;
    bool repeat;
    bool compare;        // of depths: at least as large as the texel
    const void *texels;  // of level 0, rows without gaps; NULL: none yet. RGBA16F: half floats, unless `floats`
    bool floats;
} tr_texture_def;

typedef struct tr_texture {
    unsigned name, target;
    uint64_t bytes;
} tr_texture;

// Bytes that a texture will have.
uint64_t tr_texture_bytes(const tr_texture_def *def);
tr_texture tr_texture_create(tr_device *device, const tr_texture_def *def);
void tr_texture_destroy(tr_device *device, tr_texture *texture);

// Texture units, by the names of the samplers.
#define TR_SAMPLER_LIST(X)               \
    X(HEIGHT, height_map)                \
    X(COLOR, color_map)                  \
    X(LIGHT, light_map)                  \
    X(COARSE_HEIGHT, coarse_height_map)  \
    X(COARSE_COLOR, coarse_color_map)    \
    X(COARSE_LIGHT, coarse_light_map)    \
    X(BAKED, baked_map)                  \
    X(COARSE_BAKED, coarse_baked_map)    \
    X(DETAIL, detail_map)                \
    X(SKY_AIR, sky_air)                  \
    X(SKY_HAZE, sky_haze)                \
    X(SKY_HORIZON, sky_horizon)          \
    X(GROUND, ground_map)                \
    X(DEPTH, depth_map)                  \
    X(MIRROR, mirror_map)                \
    X(WATER_DEPTH, water_depth_map)      \
    X(SHADE, shade_map)                  \
    X(IMPOSTOR_COLOR, impostor_colors)   \
    X(IMPOSTOR_NORMAL, impostor_normals) \
    X(BLOCKS, block_texture)             \
    X(MESH_IMAGE, mesh_image)            \
    X(TILE_IMAGE, tile_image_map)        \
    X(PICTURE, picture_map)

typedef enum tr_texture_unit {
#define X(id, name) TR_UNIT_##id,
    TR_SAMPLER_LIST(X)
#undef X
        TR_UNIT_COUNT
} tr_texture_unit;

void tr_texture_bind(tr_texture_unit unit, const tr_texture *texture);

// ---------------------------------------------------------------------------------------------------------
// Buffers and vertex arrays

typedef struct tr_buffer {
    unsigned name;
    uint64_t bytes;
} tr_buffer;

// @param bytes  may be NULL: none yet
tr_buffer tr_buffer_create(tr_device *device, const void *bytes, size_t size);
// Makes a buffer that is filled anew for each draw large enough. What it held is lost.
void tr_buffer_reserve(tr_device *device, tr_buffer *buffer, size_t size);
// Fills such a buffer; what is still being drawn with it goes on with the old bytes.
void tr_buffer_stream(const tr_buffer *buffer, const void *bytes, size_t size);
void tr_buffer_destroy(tr_device *device, tr_buffer *buffer);

unsigned tr_vertex_array_create(tr_device *device);
void tr_vertex_array_destroy(unsigned *array);

// Attributes of the buffer that is bound, for the vertex array that is bound.
typedef enum tr_attribute_form {
    TR_FORM_FLOAT,
    TR_FORM_UNORM8,
    TR_FORM_SNORM16,
    TR_FORM_UINT8,
    TR_FORM_UINT16,
    TR_FORM_INT32
} tr_attribute_form;
typedef struct tr_attribute {
    unsigned index;
    int size;
    tr_attribute_form form;
    size_t offset;
} tr_attribute;
// @param divisor  0: one per vertex, 1: one per instance
void tr_attributes_set(const tr_buffer *buffer, const tr_attribute *attributes, int count, size_t stride, size_t first,
                       unsigned divisor);

unsigned tr_framebuffer_create(tr_device *device);
// Fails with GPU_FAILED when the bound framebuffer cannot be drawn into.
bool tr_framebuffer_check(const char *what, tr_error *err);

#endif
