// The preset CLASSIC from the inside: its noises, and the ground of a rectangle of block columns.
#ifndef TR_VOXEL_GENERATE_CLASSIC_H
#define TR_VOXEL_GENERATE_CLASSIC_H

#include "noise/spare.h"
#include "terrane/noise.h"
#include "voxel/generate/classic_isa.h"
#include "voxel/generate/stages.h"

struct tr_classic {
    tr_noise *noise[TR_CLASSIC_FIELD_COUNT];
    tr_spare spare;  // for areas
};

// A rectangle of columns of chunks, with one block column more on each side: rows of `stride` samples, of which the
// first `width` count and the others are 0.
typedef struct tr_classic_area {
    int64_t chunk_x, chunk_z;
    int32_t chunks_x, chunks_z;
    int32_t width, rows, stride;
    float *noise[TR_CLASSIC_FIELD_COUNT];
    float *raw;       // heights before they are smoothed
    uint32_t *biome;  // tr_biome
    float *height;    // smoothed: of the columns without the margin, 32 chunks_x a row
} tr_classic_area;

// The blocks of ground whose highest block has y `top`, and how many there are below that one.
typedef struct tr_classic_soil {
    uint8_t surface, under, depth;
} tr_classic_soil;
tr_classic_soil tr_classic_soil_of(uint32_t biome, int32_t top);

// Makes `raw`, `biome` and `height` from the noises, on the backend of the context.
bool tr_classic_ground_cpu(const tr_voxel_rules *rules, const tr_classic_area *area, tr_error *err);
bool tr_classic_ground_gl(const tr_voxel_rules *rules, const tr_classic_area *area, tr_error *err);

#endif
