// What a generator knows of the ground before it makes blocks: samples of a rectangle of block columns. A world gives
// them to the preset WORLD; the room knows no world.
#ifndef TR_VOXEL_GENERATE_GROUND_H
#define TR_VOXEL_GENERATE_GROUND_H

#include "terrane/voxel.h"

// What lies on the ground.
typedef enum tr_ground_cover {
    TR_GROUND_BARE,
    TR_GROUND_CITY,
    TR_GROUND_SHOULDER = 3,  // in between is water, which is no ground
    TR_GROUND_TRACK,
    TR_GROUND_ROAD,
    TR_GROUND_RAIL
} tr_ground_cover;

// No way: piers may stand there.
static inline bool tr_ground_has_room(uint8_t cover)
{
    return cover == TR_GROUND_BARE || cover == TR_GROUND_CITY;
}

// Samples in rows along x, one per column of blocks, at its corner with the lowest coordinates: block x has the sample
// at x times the side of a block, so that samples of all steps coincide. Heights are in blocks: y = 0 is the lower face
// of the blocks of y 0.
typedef struct tr_ground_samples {
    float *height;       // of the ground
    float *water;        // of the surface of sea, river or lake; not above `height` where it is dry
    float *temperature;  // degC
    float *humidity;     // 0..1
    uint8_t *biome;      // tr_biome; NULL: biome, temperature and humidity are not wanted
    uint8_t *cover;      // tr_ground_cover
} tr_ground_samples;

// What a bridge has over a column of blocks.
typedef enum tr_span_part { TR_SPAN_NONE, TR_SPAN_WAY, TR_SPAN_EDGE } tr_span_part;

typedef struct tr_ground_span {
    float height;   // of the way, as of the ground
    uint8_t part;   // tr_span_part
    uint8_t cover;  // tr_ground_cover of the way
    bool pier;      // that carries it
} tr_ground_span;

// Columns x .. x + width, z .. z + height with a spacing of `step` blocks (1, 2, 4, ...): column (i, j) lies at block
// (x + i) step. Thread-safe; the same values for any split.
typedef struct tr_ground_source {
    void *user;
    bool (*sample)(void *user, int64_t x, int64_t z, int32_t width, int32_t height, int32_t step,
                   const tr_ground_samples *out, tr_error *err);
    // Bridges over the columns of blocks of a square of TR_VOXEL_SIDE from block (x, z) on, [z][x]; returns whether
    // there is any. `out` has none of them before. Thread-safe; NULL: there are no bridges.
    bool (*spans)(void *user, int64_t x, int64_t z, tr_ground_span out[TR_VOXEL_LAYER]);
    uint64_t hash;    // of everything that these depend on
    float sea_level;  // in blocks
} tr_ground_source;

#endif
