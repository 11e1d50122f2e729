// One tile of a bake: its values and its files.
#ifndef TR_BAKE_TILE_H
#define TR_BAKE_TILE_H

#include "bake/journal.h"

// The height that the 16-bit formats write as 0 and as 65535.
typedef struct tr_bake_range {
    float low_m, high_m;
} tr_bake_range;

// The range of a tile's heights, as its files hold them.
bool tr_bake_tile_range(const tr_world *world, const tr_bake_plan *plan, tr_bake_tile tile, tr_bake_range *out,
                        tr_error *err);

// Makes the values, writes the files and fills the record.
bool tr_bake_tile_write(const tr_world *world, const tr_bake_plan *plan, tr_bake_tile tile, tr_bake_range range,
                        tr_bake_record *record, tr_error *err);

// The mesh of an area with a texture of its colours and simplified levels of detail, as a GLB file.
// `flat_sea`: water is drawn as the level surface it has instead of the ground below.
typedef struct tr_bake_mesh_def {
    tr_sample_area area;
    const char *name, *path;
    double skirt_m;
    bool flat_sea;
    int32_t texture_scale;  // texture samples per sample of the mesh: 1, 2, 4
} tr_bake_mesh_def;
bool tr_bake_mesh_write(const tr_world *world, const tr_bake_mesh_def *def, tr_error *err);

// Fills in size and SHA-256 of a file that was written.
bool tr_bake_file_measure(tr_context *context, const char *path, tr_bake_file *out, tr_error *err);

#endif
