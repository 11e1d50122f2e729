// A GLB file before it is written: what goes into it and where each part lies.
//
// The BIN chunk is a row of views. Each view of a mesh and of the copies of one is one accessor of the same number; the
// views of the pictures follow. Every level of detail is one mesh of the same number.
#ifndef TR_IO_GLB_H
#define TR_IO_GLB_H

#include "base/json_writer.h"
#include "io/png.h"

typedef enum tr_glb_content {
    TR_GLB_POSITIONS,
    TR_GLB_NORMALS,
    TR_GLB_UVS,
    TR_GLB_COLORS,
    TR_GLB_INDICES,  // 16 bits where they reach, else 32
    TR_GLB_TRANSLATIONS,
    TR_GLB_ROTATIONS,
    TR_GLB_SCALES,
    TR_GLB_PICTURE,
} tr_glb_content;

typedef struct tr_glb_view {
    tr_glb_content content;
    int owner;              // the level; of copies and of a picture: their number
    uint64_t offset, size;  // in the BIN chunk; offsets are multiples of 4
} tr_glb_view;

typedef struct tr_glb_level {
    const tr_mesh *mesh;
    int first_view, view_count;  // the indices come last
    float low[3], high[3];       // of the positions
} tr_glb_level;

typedef struct tr_glb_group {
    int first_level;  // the others follow
    int picture;      // its number, or -1
    bool repeats;     // a uv lies outside 0..1
    bool copied;      // it does not stand by itself
} tr_glb_group;

// Where the copies of a mesh are in the BIN chunk; no views with plain nodes.
typedef struct tr_glb_copies {
    int first_view, view_count;
} tr_glb_copies;

// How one copy stands, relative to the origin of the scene.
typedef struct tr_glb_pose {
    float translation[3];
    float rotation[4];  // of length 1
    float scale;
} tr_glb_pose;

typedef struct tr_glb_picture {
    const tr_image *image;
    tr_png_bytes png;
} tr_glb_picture;

typedef struct tr_glb_plan {
    tr_context *context;
    const char *path;  // for messages
    const tr_glb_scene *scene;
    tr_glb_group *groups;   // one per mesh
    tr_glb_copies *copies;  // one per instances of the scene
    tr_glb_level *levels;
    int level_count;
    tr_glb_view *views;
    int view_count;
    tr_glb_picture *pictures;
    int picture_count;
    uint64_t binary_size;  // of the BIN chunk, padded
    uint16_t light[256];   // of a byte of a colour
} tr_glb_plan;

// The bytes up to the next multiple of 4.
static inline uint64_t tr_glb_padded(uint64_t size)
{
    return (size + 3) & ~(uint64_t)3;
}

// Whether indices have 16 bits. The largest value of either width restarts a primitive and is no index.
static inline bool tr_glb_has_short_indices(const tr_mesh *mesh)
{
    return mesh->vertex_count <= UINT16_MAX;
}

// Fails with TOO_LARGE for a file of `size` bytes that the format cannot hold.
bool tr_glb_check_size(const char *path, uint64_t size, tr_error *err);

// --- glb_plan.c

// Checks the scene, encodes the pictures and lays everything out. The scene must stay until the release.
// Fails with INVALID_ARGUMENT, TOO_LARGE, UNSUPPORTED (a texture without libspng), OUT_OF_MEMORY or OVER_BUDGET; then
// there is nothing to release.
bool tr_glb_plan_create(tr_glb_plan *plan, tr_context *context, const char *path, const tr_glb_scene *scene,
                        tr_error *err);
void tr_glb_plan_release(tr_glb_plan *plan);

// --- glb_check.c

// Checks all that a mesh refers to, without looking at its arrays.
bool tr_glb_check_mesh(const tr_glb_plan *plan, int mesh, tr_error *err);
// Checks the arrays of a level and measures them: `low` and `high` of the level, `repeats` of the mesh.
bool tr_glb_check_level(tr_glb_plan *plan, int mesh, int level, tr_error *err);

// --- glb_colors.c

enum { TR_GLB_COLOR_SIZE = 4 * sizeof(uint16_t) };

// How much light each byte of a colour is.
bool tr_glb_fill_light(tr_glb_plan *plan, tr_error *err);
// Turns colours (RGBA) into those of the file.
void tr_glb_put_colors(const tr_glb_plan *plan, const uint8_t *colors, size_t count, uint16_t *out);

// --- glb_copies.c

// Checks what the copies refer to, without looking at their arrays.
bool tr_glb_check_copies(const tr_glb_plan *plan, int copies, tr_error *err);
// Checks the arrays of copies.
bool tr_glb_check_poses(const tr_glb_plan *plan, int copies, tr_error *err);
// How a copy stands; its numbers were checked.
tr_glb_pose tr_glb_pose_of(const tr_glb_plan *plan, int copies, size_t copy);

// --- glb_nodes.c

// "scene", "scenes" and "nodes".
void tr_glb_write_nodes(tr_json *json, const tr_glb_plan *plan);
// Whether copies are written with EXT_mesh_gpu_instancing.
bool tr_glb_has_instancing(const tr_glb_plan *plan);

// --- glb_json.c

// The attribute of an accessor with this content.
const char *tr_glb_attribute(tr_glb_content content);
// The "name" of a level of a mesh.
void tr_glb_write_name(tr_json *json, const tr_glb_plan *plan, int mesh, int level);

// The text of the JSON chunk, without padding (tr_free), or NULL with `err` set.
char *tr_glb_json(const tr_glb_plan *plan, tr_error *err);

#endif
