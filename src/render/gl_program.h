// Programs: one shader text, with a heading for OpenGL 3.3 core or for OpenGL ES 3.0 and constants that tell variants
// of a text apart. Everything here needs a current GL context.
#ifndef TR_RENDER_GL_PROGRAM_H
#define TR_RENDER_GL_PROGRAM_H

#include "render/gl_objects.h"

// Constants of a variant.
enum { TR_VARIANT_LOW = 1, TR_VARIANT_MIRROR = 2, TR_VARIANT_TEXTURED = 4 };

#define TR_UNIFORM_LIST(X) \
    X(level_origin)        \
    X(level_spacing)       \
    X(level_stride)        \
    X(level_region)        \
    X(level_band)          \
    X(level_coarse)        \
    X(level_lattice)       \
    X(level_size)          \
    X(level_lift)          \
    X(shade_radius)        \
    X(mesh_origin)         \
    X(mesh_min_alpha)      \
    X(impostor_ball)       \
    X(impostor_side)       \
    X(block_origin)        \
    X(block_salt)          \
    X(tile_layer)          \
    X(line_origin)         \
    X(line_hidden_share)   \
    X(copy_place)          \
    X(pick_what)

typedef struct tr_program {
    unsigned name;  // 0: not compiled
    // Where its uniforms are; -1: it has no such one, and setting it does nothing.
#define X(uniform) int uniform;
    TR_UNIFORM_LIST(X)
#undef X
} tr_program;

// X(ID, name in messages, vertex text, fragment text, variant). LOW is added by the quality.
#define TR_PROGRAM_LIST(X)                                                                          \
    X(GROUND, "ground", ground_vertex, ground_fragment, 0)                                          \
    X(GROUND_MIRROR, "mirrored ground", ground_vertex, ground_fragment, TR_VARIANT_MIRROR)          \
    X(WATER, "water", ground_vertex, depth_fragment, 0)                                             \
    X(LOW_WATER, "water without depth", ground_vertex, low_water_fragment, 0)                       \
    X(MESH, "meshes", mesh_vertex, mesh_fragment, 0)                                                \
    X(MESH_MIRROR, "mirrored meshes", mesh_vertex, mesh_fragment, TR_VARIANT_MIRROR)                \
    X(MESH_SHADE, "shadows", mesh_shade_vertex, depth_fragment, 0)                                  \
    X(IMAGE_MESH, "meshes with images", mesh_vertex, mesh_fragment, TR_VARIANT_TEXTURED)            \
    X(IMAGE_MESH_MIRROR, "mirrored meshes with images", mesh_vertex, mesh_fragment,                 \
      TR_VARIANT_TEXTURED | TR_VARIANT_MIRROR)                                                      \
    X(IMAGE_MESH_SHADE, "shadows of images", mesh_shade_vertex, mesh_shade_fragment, 0)             \
    X(INSTANCE, "instances", instance_vertex, instance_fragment, 0)                                 \
    X(INSTANCE_MIRROR, "mirrored instances", instance_vertex, instance_fragment, TR_VARIANT_MIRROR) \
    X(INSTANCE_SHADE, "shadows of instances", instance_shade_vertex, depth_fragment, 0)             \
    X(IMPOSTOR, "pictures of instances", impostor_vertex, impostor_fragment, 0)                     \
    X(IMPOSTOR_MIRROR, "mirrored pictures", impostor_vertex, impostor_fragment, TR_VARIANT_MIRROR)  \
    X(IMPOSTOR_SHADE, "shadows of pictures", impostor_shade_vertex, impostor_shade_fragment, 0)     \
    X(IMPOSTOR_BAKE, "pictures of models", impostor_bake_vertex, impostor_bake_fragment, 0)         \
    X(BLOCK, "blocks", block_vertex, block_fragment, 0)                                             \
    X(BLOCK_MIRROR, "mirrored blocks", block_vertex, block_fragment, TR_VARIANT_MIRROR)             \
    X(BLOCK_SHADE, "shadows of blocks", block_shade_vertex, depth_fragment, 0)                      \
    X(BLOCK_WATER, "water of blocks", block_vertex, depth_fragment, 0)                              \
    X(BLOCK_LOW_WATER, "water of blocks without depth", block_vertex, low_water_fragment, 0)        \
    X(COMPOSE, "picture", screen_vertex, compose_fragment, 0)                                       \
    X(LOW_GROUND, "ground with its light", ground_vertex, low_ground_fragment, 0)                   \
    X(BAKE, "light of the ground", screen_vertex, bake_fragment, 0)                                 \
    X(LOW_SKY, "sky", low_sky_vertex, low_sky_fragment, 0)                                          \
    X(LOW_SEA, "sea", low_sea_vertex, low_sea_fragment, 0)                                          \
    X(COPY, "host's framebuffer", screen_vertex, copy_fragment, 0)                                  \
    X(TILE, "tiles", tile_vertex, tile_fragment, 0)                                                 \
    X(IMAGE_TILE, "tiles with images", tile_vertex, tile_fragment, TR_VARIANT_TEXTURED)             \
    X(LINE, "lines", line_vertex, line_fragment, 0)                                                 \
    X(PICK_GROUND, "picked ground", ground_vertex, pick_fragment, 0)                                \
    X(PICK_MESH, "picked meshes", mesh_vertex, pick_fragment, 0)                                    \
    X(PICK_IMAGE_MESH, "picked meshes with images", mesh_vertex, pick_image_fragment, 0)            \
    X(PICK_INSTANCE, "picked instances", instance_vertex, pick_fragment, 0)                         \
    X(PICK_IMPOSTOR, "picked pictures", impostor_vertex, pick_picture_fragment, 0)                  \
    X(PICK_BLOCK, "picked blocks", block_vertex, pick_block_fragment, 0)                            \
    X(PICK_LINE, "picked lines", line_vertex, pick_line_fragment, 0)

typedef enum tr_program_id {
#define X(id, name, vertex, fragment, variant) TR_PROGRAM_##id,
    TR_PROGRAM_LIST(X)
#undef X
        TR_PROGRAM_COUNT
} tr_program_id;

// Compiles and links a program, unless that was done. Fails with GPU_FAILED and the driver's log.
bool tr_program_need(tr_device *device, tr_program_id id, bool low, tr_program *program, tr_error *err);
void tr_program_destroy(tr_program *program);

#endif
