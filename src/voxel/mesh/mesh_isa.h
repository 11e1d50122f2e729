// Rows of a chunk and its surroundings as bytes and as bit masks: one table per ISA.
#ifndef TR_VOXEL_MESH_MESH_ISA_H
#define TR_VOXEL_MESH_MESH_ISA_H

#include "base/isa.h"
#include "voxel/mesh/mesh_cells.h"
#include "voxel/mesh/mesh_faces.h"

// The palette of a chunk, as codes.
typedef struct tr_mesh_palette {
    uint8_t codes[TR_CODE_COUNT];  // 0 behind the last
    int count;                     // 1..256
    int bits;                      // of an index: 0, 1, 2, 4 or 8
} tr_mesh_palette;

// The lights of the corners of a row of faces, from the cells in front of them.
typedef struct tr_front_cells {
    const uint8_t *codes;    // of the cell in front of the first face
    const tr_light *lights;  // likewise
    int step1, step2;        // to the next cell along the first and the second axis of the faces
    tr_voxel_face face;
    uint32_t wanted;  // faces whose lights are needed; others may be left as they are
} tr_front_cells;

typedef struct tr_mesh_table {
    // `rows` rows of 32 codes from packed indices, TR_MESH_ROW bytes apart.
    void (*expand)(const tr_mesh_palette *palette, const uint8_t *indices, int rows, uint8_t *out);
    // Sets the masks of shapes from the codes.
    void (*classify)(tr_mesh_cells *cells);
    // Sets the masks of light.
    void (*find_shadow)(tr_mesh_cells *cells);
    // Sets TR_CODE_LIQUID_FULL where a liquid reaches up to the row above.
    void (*mark_full)(uint8_t *row, const uint8_t *above);
    // Of 32 rows, the cells of `own` that have none of `front` before them, which lies `shift` bits away from `own`'s
    // place. Returns which rows have any.
    uint32_t (*uncovered)(const uint64_t *own, const uint64_t *front, int shift, uint32_t out[TR_VOXEL_SIDE]);
    // Which of 32 bytes have equal bits of `mask`.
    uint32_t (*equal)(const uint8_t *a, const uint8_t *b, uint8_t mask);
    // The lights of a corner are the mean of the open cells in front:
    // one beyond a corner that two opaque cells close is not seen.
    void (*light_corners)(const tr_front_cells *front, tr_row_lights *out);
    // Which faces of `a` have the lights of those that lie `shift` cells further in `b`.
    uint32_t (*equal_lights)(const tr_row_lights *a, const tr_row_lights *b, int shift);
} tr_mesh_table;

TR_ISA_DECLARE(tr_mesh_table, tr_mesh_table);

#endif
