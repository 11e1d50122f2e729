// Caves from the inside: what the stages of caves_cut.c and caves_open.c share.
#ifndef TR_VOXEL_GENERATE_CAVES_H
#define TR_VOXEL_GENERATE_CAVES_H

#include "voxel/generate/caves_isa.h"
#include "voxel/generate/stages.h"

enum {
    TR_CAVE_OCTAVES = 6,
    TR_CAVE_NO_LIMIT = 1 << 24,
    // Lava stands this high above the bottom of the world, and nothing is cut nearer to it than the floor.
    TR_CAVE_LAVA = 18,
    TR_CAVE_FLOOR = 6,
    TR_CAVE_SLAB = 2,  // stone between lava and water above it
    // How far halls stay below the ground, and caves below sea, river, lake and road, and below ground that is not
    // open.
    TR_CAVE_HALL_COVER = 20,
    TR_CAVE_WATER_COVER = 7,
    TR_CAVE_ROAD_COVER = 6,
    TR_CAVE_COVER = 4,
    // How far below the ground a cave lies at most that may break through.
    TR_CAVE_OPEN_DEPTH = 6,
};

typedef struct tr_cave_noise {
    const tr_cave_table *table;
    uint32_t seeds[TR_CAVE_OCTAVES][3];
    uint32_t rough_seeds[3];
    uint64_t floor_seed, open_seed, water_seed;
    float radius, threshold;  // of caves_kernel.h
    int32_t lava;             // y up to which caves are full of it
    int32_t floor;            // the lowest y that is cut
    int32_t water_low, water_high;
} tr_cave_noise;

// The noises of a chunk.
void tr_cave_values_make(const tr_cave_noise *caves, int64_t chunk_x, int32_t chunk_y, int64_t chunk_z,
                         tr_cave_values *out);

// Sets the regions of water in the caves of a column.
void tr_cave_water_make(const tr_cave_noise *caves, tr_column *column);

// y of the lowest block of a column that is not solid ground.
int32_t tr_cave_ground_end(const tr_column *column, int32_t cell);
// Whether sea, river or lake stand there.
bool tr_cave_is_wet(const tr_column *column, int32_t cell);

// The highest y that may be cut in columns of blocks, by tunnels and by halls: in those of `cells`, bit x of z.
typedef struct tr_cave_limits {
    int32_t tunnel[TR_COLUMN_CELLS], hall[TR_COLUMN_CELLS];
} tr_cave_limits;
void tr_cave_limits_make(const tr_cave_noise *caves, const tr_column *const around[9],
                         const uint32_t cells[TR_VOXEL_SIDE], tr_cave_limits *out);
// A y below which these do not matter.
int32_t tr_cave_limits_low(const tr_column *const around[9]);

#endif
