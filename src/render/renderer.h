// Inside the renderer: resources on the device, and what a frame shares.
#ifndef TR_RENDER_RENDERER_H
#define TR_RENDER_RENDERER_H

#include "gpu/egl_open.h"
#include "render/camera.h"
#include "render/gl_program.h"
#include "render/part.h"

// ---------------------------------------------------------------------------------------------------------
// Resources

// In samples of the level, both ends included. Empty when x1 <= x0 or z1 <= z0.
typedef struct tr_sample_rect {
    int32_t x0, z0, x1, z1;
} tr_sample_rect;

typedef struct tr_ground_patch {
    int32_t x, z;              // first sample
    int32_t cells_x, cells_z;  // 1..TR_PATCH_CELLS
    tr_height_range range;
} tr_ground_patch;

typedef struct tr_ground_resource {
    tr_sample_area area;
    tr_height_range *ranges;
    int32_t range_columns, range_rows;
    bool wet;
    tr_texture height, color, light;
    tr_texture baked;  // quality LOW: the colour in its light
    tr_texture water;  // surface of rivers and lakes; none: the ground, a little lower
    // How it lies between its neighbours, arranged anew when levels come and go.
    int32_t stride;         // samples per cell
    int32_t coarse_cell;    // samples of this level per cell of the coarser one
    tr_sample_rect region;  // what is drawn
    int32_t band[4];        // west, north, east, south: samples over which it passes into the coarser level
    float coarse_scale, coarse_shift[2];  // from samples to samples of the coarser level
    tr_ground_patch *patches;
    int patch_count, patch_capacity;
} tr_ground_resource;

typedef struct tr_mesh_resource {
    double origin_m[3];
    float low[3], high[3];
    tr_buffer vertices, uvs, indices;
    unsigned array;
    int index_count;
    tr_render_id image;
    float min_alpha;
} tr_mesh_resource;

typedef struct tr_model_resource {
    tr_buffer vertices, indices;
    unsigned array;
    uint32_t first_index[TR_RENDER_MAX_MODEL_LEVELS], level_indices[TR_RENDER_MAX_MODEL_LEVELS];
    int level_count;
    tr_model_ball ball;
    int layer;  // of the pictures; unique among models
} tr_model_resource;

// Copies are sorted for every frame, so that they stay in memory and not on the device.
typedef struct tr_instances_resource {
    double origin_m[3];
    float low[3], high[3];
    tr_instance_place *places;
    float (*middles)[3];  // of the balls around them, relative to the origin
    size_t count;
    tr_model_ball ball;
    tr_render_id model;
} tr_instances_resource;

typedef struct tr_blocks_resource {
    double origin_m[3];
    float cell_m;
    uint32_t salt;
    float low[3], high[3];
    tr_buffer quads;
    unsigned array;
    uint32_t opaque_count, dry_count, quad_count;
} tr_blocks_resource;

typedef struct tr_tiles_resource {
    tr_buffer tiles;
    unsigned array;
    int count;
    tr_render_id image;
    int32_t order;
    double offset_px[2], scale;
} tr_tiles_resource;

typedef struct tr_lines_resource {
    double origin_m[3];
    tr_buffer pieces;
    unsigned array;
    int count;
    uint32_t *owners;
    float hidden_share;
} tr_lines_resource;

typedef struct tr_resource {
    tr_render_id id;
    tr_render_kind kind;
    bool visible;
    uint64_t device_bytes, uploads;
    uint64_t age;  // by which tiles of one order are drawn
    union {
        tr_ground_resource ground;
        tr_mesh_resource mesh;
        tr_model_resource model;
        tr_instances_resource instances;
        tr_blocks_resource blocks;
        tr_texture image;
        tr_tiles_resource tiles;
        tr_lines_resource lines;
    };
} tr_resource;

// ---------------------------------------------------------------------------------------------------------
// The renderer

// For tests.
typedef struct tr_render_marks {
    bool coverage;         // green where ground was drawn and magenta where not, instead of the picture
    int max_tile_px;       // samples a tile may have along a side; 0: as many as the driver likes
    bool no_clip_control;  // as with a driver that cannot
} tr_render_marks;

// What a quality means.
typedef struct tr_quality_limits {
    bool low;  // one pass, no samples
    int shade_squares, shade_side;
    bool mirror;
    int impostor_side;
    int large_stride;  // samples per cell of a level with many samples
    int band_cells;    // over which a level passes into the coarser one
    float whole_px;    // instances smaller than this are left out more and more
    float mesh_px;     // instances smaller than this are pictures
} tr_quality_limits;

typedef struct tr_ground_set {
    tr_resource *levels[TR_RENDER_MAX_LEVELS];  // visible ones, finest first
    int count;
    tr_buffer indices, patches;
    tr_buffer lattice_indices;
    unsigned array, lattice;  // of patches; of quality LOW's sky and sea
    unsigned bake_framebuffer;
    struct tr_visible_patch *visible;  // room for the patches of the largest level
    int32_t *places;
    int capacity;
} tr_ground_set;

// Pictures are sorted by distance in so many steps.
enum { TR_DISTANCE_STEPS = 96 };

// Instances that one call draws: [first, first + count) of the sorted ones.
typedef struct tr_instance_range {
    uint32_t first, count;
} tr_instance_range;

typedef struct tr_instance_source {
    uint32_t id, index;
} tr_instance_source;

typedef struct tr_instance_set {
    size_t total, capacity;       // of all resources; room for so many
    tr_instance_place *places;    // sorted
    tr_instance_source *sources;  // of each place
    uint32_t *buckets;            // of each instance
    tr_instance_range *ranges;    // levels of each layer, then steps of distance
    tr_instance_range pictures;   // near ones first
    size_t count;
    tr_buffer buffer;
    unsigned picture_array;
    // Pictures of models, a layer each.
    tr_texture colors, normals;
    int layer_count;
    tr_resource **models;  // of each layer; NULL: free
    // What pictures are drawn into before they are halved.
    tr_texture drawn[2], drawn_depth;
    unsigned drawn_framebuffer, layer_framebuffer;
} tr_instance_set;

typedef struct tr_shade_map {
    tr_texture map;
    unsigned framebuffer;
    int square_count;      // 0: nothing throws a shadow in this frame
    float first_radius_m;  // half the side of the first square
} tr_shade_map;

// Colour of the lit ground before haze (half floats; alpha is how much of the sun it sees) and its depth.
typedef struct tr_target {
    unsigned framebuffer;
    tr_texture color, depth;
    int width, height;
} tr_target;

struct tr_renderer {
    tr_context *context;
    tr_renderer_def def;
    tr_render_marks marks;
    tr_quality_limits limits;
    tr_gl_context gl;
    tr_gpu_info info;
    tr_device device;
    tr_program programs[TR_PROGRAM_COUNT];

    tr_resource **slots;
    uint16_t *generations;
    uint32_t slot_count, slot_capacity;
    uint64_t next_age;

    tr_environment_def environment;
    tr_sky *sky;
    tr_texture sky_air, sky_haze, sky_horizon, detail, block_texture;
    tr_buffer block_buffer;
    unsigned empty_array;

    tr_ground_set ground;
    tr_instance_set instances;
    tr_shade_map shade;

    int samples[2];  // per pixel, along x and y
    int tile_width, tile_height;
    tr_target seen, mirror, water, picture, pick;
    unsigned sky_framebuffer;  // quality LOW: the picture without its depth

    // What the host had bound when the outermost call began.
    int calls;
    int host_draw, host_read, host_viewport[4];

    // The last frame.
    bool has_frame, has_own_frame;
    tr_camera_def camera;
    int width, height;
    double time_s, upload_s;
};

// The same as tr_renderer_create(), for tests.
tr_renderer *tr_renderer_create_marked(tr_context *context, const tr_renderer_def *def, const tr_render_marks *marks,
                                       tr_error *err);

tr_resource *tr_renderer_find(const tr_renderer *renderer, tr_render_id id);
// Whether a resource is visible and everything it needs is there.
bool tr_renderer_shows(const tr_renderer *renderer, const tr_resource *resource);
// Compiles what is missing of a list of programs that ends with TR_PROGRAM_COUNT.
bool tr_renderer_need(tr_renderer *renderer, const tr_program_id *programs, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// A frame

typedef enum tr_drawn_part { TR_DRAWN_SEEN, TR_DRAWN_MIRROR, TR_DRAWN_PICK } tr_drawn_part;

typedef struct tr_frame {
    tr_renderer *renderer;
    tr_camera camera;
    tr_view_block block;
    tr_camera_frustum frustum;  // of the tile
    float px_per_radian;
    bool has_mirror, has_water;
    int64_t begin_ns, mark_ns;
} tr_frame;

// Ends a part of the frame that began where the last one ended.
void tr_frame_step(tr_frame *frame, tr_render_step step);
// Gives the numbers of the frame to the shaders.
void tr_frame_send_block(const tr_frame *frame);
// Relative to the eye.
void tr_frame_offset(const tr_frame *frame, const double origin_m[3], float out[3]);
// A box around an origin, relative to the eye and with what the Earth's curvature takes off.
void tr_frame_box(const tr_frame *frame, const double origin_m[3], float low[3], float high[3]);
const tr_program *tr_frame_use(const tr_frame *frame, tr_program_id id);
void tr_frame_count_draw(const tr_frame *frame);
// The light of the environment.
void tr_frame_fill_light(const tr_renderer *renderer, tr_view_block *block);
// Camera and numbers of a frame, without a tile.
void tr_frame_begin(tr_renderer *renderer, tr_frame *frame);
void tr_frame_set_tile(tr_frame *frame, const tr_tile_place *place);

// ---------------------------------------------------------------------------------------------------------
// Kinds. Upload fills the part of the union that belongs to the kind; on failure nothing is left.

// The ground (ground_draw.c). Levels are arranged after each change.
void tr_ground_open(tr_renderer *renderer);
void tr_ground_close(tr_renderer *renderer);
bool tr_ground_upload(tr_renderer *renderer, const tr_render_part *part, const tr_resource *replaced, tr_resource *out,
                      tr_error *err);
void tr_ground_free(tr_renderer *renderer, tr_resource *resource);
void tr_ground_arrange(tr_renderer *renderer);
void tr_ground_draw(tr_frame *frame, tr_drawn_part part);
void tr_ground_draw_water(tr_frame *frame);
// Quality LOW: puts the light of the environment into the colours of a level; draws a lattice.
void tr_ground_bake(tr_renderer *renderer, tr_resource *resource);
void tr_ground_draw_lattice(const tr_frame *frame, tr_program_id id);
bool tr_ground_has_water(const tr_renderer *renderer);
float tr_ground_nearest_m(const tr_frame *frame);

// Meshes (mesh_draw.c).
bool tr_mesh_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_mesh_free(tr_renderer *renderer, tr_resource *resource);
void tr_mesh_draw(tr_frame *frame, tr_drawn_part part);
void tr_mesh_draw_shade(const tr_frame *frame, float radius_m);
float tr_mesh_nearest_m(const tr_frame *frame);

// Models (impostor.c) and instances (instance_draw.c).
bool tr_model_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_model_free(tr_renderer *renderer, tr_resource *resource);
void tr_model_settle(tr_renderer *renderer, tr_resource *resource);
bool tr_instances_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_instances_free(tr_renderer *renderer, tr_resource *resource);
void tr_instances_close(tr_renderer *renderer);
void tr_instances_draw(tr_frame *frame, tr_drawn_part part);
void tr_instances_draw_shade(tr_frame *frame, int square);
float tr_instances_nearest_m(const tr_frame *frame);
// How much of the sky above the eye crowns hide, roughly: 0..1.
float tr_instances_cover(const tr_frame *frame);
// The instance that a pick found among the sorted ones.
tr_instance_source tr_instances_source(const tr_renderer *renderer, uint32_t sorted_index);

// Blocks (block_draw.c).
bool tr_blocks_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_blocks_free(tr_renderer *renderer, tr_resource *resource);
void tr_blocks_draw(tr_frame *frame, tr_drawn_part part);
void tr_blocks_draw_water(const tr_frame *frame);
void tr_blocks_draw_shade(const tr_frame *frame, float radius_m);
bool tr_blocks_have_water(const tr_renderer *renderer);
float tr_blocks_nearest_m(const tr_frame *frame);

// Shadows that meshes, instances and blocks throw (shade_map.c).
bool tr_shade_open(tr_renderer *renderer, tr_error *err);
void tr_shade_close(tr_renderer *renderer);
// Chooses the squares, draws them and sets what the shaders need to know.
void tr_shade_draw(tr_frame *frame);
float tr_shade_radius_m(const tr_shade_map *shade, int square);

// Tiles, lines and handles (overlay.c).
bool tr_tiles_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_tiles_free(tr_renderer *renderer, tr_resource *resource);
bool tr_lines_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err);
void tr_lines_free(tr_renderer *renderer, tr_resource *resource);
void tr_lines_draw(const tr_frame *frame, tr_drawn_part part);
void tr_tiles_draw(const tr_frame *frame);

#endif
