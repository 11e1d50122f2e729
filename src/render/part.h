// What is prepared for the renderer, without GL.
#ifndef TR_RENDER_PART_H
#define TR_RENDER_PART_H

#include "render/atmosphere.h"
#include "render/level_light.h"

typedef struct tr_environment_part {
    tr_environment_def def;
    tr_sky *sky;
} tr_environment_part;

// How far the surface of water lies below ground that is dry: enough for the floats of the driver.
#define TR_WATER_BELOW_M 0.05f

// What a square of samples holds, for what is left out of a frame.
typedef struct tr_height_range {
    float low_m, high_m;  // of its ground and water
    bool wet;             // has rivers or lakes
} tr_height_range;

// Squares overlap by a row of samples: cells [i, i + 1) TR_RANGE_CELLS belong to square i.
enum { TR_RANGE_CELLS = 16 };

typedef struct tr_ground_part {
    tr_lit_level lit;
    // The surface of rivers and lakes as heights over all of the level; without samples: it has none. It has the level
    // of the water where there is some and lies below the ground everywhere else, so that it can be drawn with the
    // triangles of the ground: what stands out of the ground is water. It never stands out of ground that is dry, on no
    // level, however few samples of a narrow river a coarse level has.
    tr_grid surface;
    uint8_t *colors;  // RGBA
    tr_height_range *ranges;
    int32_t range_columns, range_rows;
} tr_ground_part;

typedef struct tr_mesh_vertex {
    float at[3];        // relative to the origin
    int16_t normal[4];  // -32767..32767 is -1..1; zeroes: none
    uint8_t color[4];
    uint8_t light[4];  // sun and sky
} tr_mesh_vertex;

typedef struct tr_mesh_part {
    double origin_m[3];
    tr_mesh_vertex *vertices;
    float *uvs;  // NULL: no image
    uint32_t *indices;
    size_t vertex_count, index_count;
    float low[3], high[3];  // relative to the origin
    tr_render_id image;
    float min_alpha;
} tr_mesh_part;

typedef struct tr_model_vertex {
    float at[3];        // relative to the foot
    int16_t normal[4];  // -32767..32767 is -1..1; zeroes: none
    uint8_t color[4];
} tr_model_vertex;

// A ball around all levels of a model, relative to its foot.
typedef struct tr_model_ball {
    float middle_m[3], radius_m;
} tr_model_ball;

typedef struct tr_model_part {
    tr_model_vertex *vertices;
    uint32_t *indices;
    size_t vertex_count, index_count;
    uint32_t first_index[TR_RENDER_MAX_MODEL_LEVELS], level_indices[TR_RENDER_MAX_MODEL_LEVELS];
    int level_count;
    tr_model_ball ball;
} tr_model_part;

// A copy as the shaders read it.
typedef struct tr_instance_place {
    float at[3];  // relative to the origin of its set, in a frame to the eye; without the curvature of the Earth
    float scale;
    int16_t rotation[4];  // quaternion, -32767..32767 is -1..1
    uint8_t tint[4];
    uint8_t light[2];  // share of the sun and of the sky
    uint16_t layer;    // in a frame: of the pictures of models
} tr_instance_place;

// The middle of the ball around a copy; its radius is the model's times the scale.
void tr_instance_middle(const tr_model_ball *ball, const tr_instance_place *place, float middle[3]);

typedef struct tr_instances_part {
    double origin_m[3];
    tr_instance_place *places;
    size_t count;
    tr_model_ball ball;
    float low[3], high[3];  // around all balls, relative to the origin
    tr_render_id model_id;
} tr_instances_part;

typedef struct tr_blocks_part {
    double origin_m[3];
    float cell_m;
    uint32_t salt;                                 // by which cells of different chunks differ
    tr_voxel_quad *quads;                          // opaque ones, sprites, ice and glass, water
    uint32_t opaque_count, dry_count, quad_count;  // the first; all but water; all
    float low[3], high[3];                         // around the quads, relative to the origin
} tr_blocks_part;

typedef struct tr_image_part {
    uint8_t *pixels;  // RGBA, rows without gaps
    int32_t width, height;
    bool smooth, repeat;
} tr_image_part;

typedef struct tr_tiles_part {
    tr_render_tile *tiles;
    size_t count;
    tr_render_id image;
    int32_t order;
} tr_tiles_part;

// A piece of a line, or a handle.
typedef struct tr_line_piece {
    float first[3], second[3];  // relative to the origin
    float width_px, shape;      // 0 a line, 1 a disc, 2 a square
    uint8_t color[4];
} tr_line_piece;

typedef struct tr_lines_part {
    double origin_m[3];
    tr_line_piece *pieces;
    uint32_t *owners;  // of each piece: polyline, or number of polylines + handle
    size_t count;
    float hidden_share;
} tr_lines_part;

struct tr_render_part {
    tr_context *context;
    tr_render_kind kind;
    bool trimmed;
    size_t bytes;
    union {
        tr_environment_part environment;
        tr_ground_part ground;
        tr_mesh_part mesh;
        tr_model_part model;
        tr_instances_part instances;
        tr_blocks_part blocks;
        tr_image_part image;
        tr_tiles_part tiles;
        tr_lines_part lines;
    };
};

// ---------------------------------------------------------------------------------------------------------
// For the functions that make parts

// The farthest that positions may be from the origin: what an area can reach, 2^62 units of 1/256 m.
#define TR_RENDER_FAR_M 1.8e16

tr_render_part *tr_render_part_new(tr_context *context, tr_render_kind kind, tr_error *err);
// Memory of a part, counted; 0 elements give a block too.
void *tr_render_part_alloc(tr_render_part *part, size_t count, size_t size, tr_error *err);

typedef struct tr_limited_number {
    const char *name;
    double value, low, high;
} tr_limited_number;
// NOT_FINITE or INVALID_ARGUMENT for the first that is not within its limits.
bool tr_check_numbers(const tr_limited_number *numbers, size_t count, tr_error *err);
bool tr_check_environment(const tr_environment_def *def, tr_error *err);

#endif
