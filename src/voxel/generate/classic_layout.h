// Numbers of the preset CLASSIC, for its kernel and its shaders.
#ifndef TR_VOXEL_GENERATE_CLASSIC_LAYOUT_H
#define TR_VOXEL_GENERATE_CLASSIC_LAYOUT_H

#define TR_CLASSIC_OCTAVE_SUM 1.9375f  // 1 + 1/2 + 1/4 + 1/8 + 1/16

// Thresholds of the table of biomes.
#define TR_CLASSIC_COLD 0.05f
#define TR_CLASSIC_COOL 0.18f
#define TR_CLASSIC_WARM 0.4f
#define TR_CLASSIC_HOT 0.6f
#define TR_CLASSIC_TORRID 0.8f
#define TR_CLASSIC_VERY_DRY 0.2f
#define TR_CLASSIC_DRY 0.3f
#define TR_CLASSIC_FAIR 0.5f
#define TR_CLASSIC_MOIST 0.6f
#define TR_CLASSIC_WET 0.7f
#define TR_CLASSIC_MOUNTAIN 0.1f  // of mountains
#define TR_CLASSIC_HIGH 0.2f      // of mountains and hills together

// A biome's style comes and goes over 0.04 around a threshold, that of the shore over 6 blocks.
#define TR_CLASSIC_INVERSE_FADE 25.0f
#define TR_CLASSIC_INVERSE_SHORE 0.166666667f

#define TR_CLASSIC_HILLS_OFFSET 0.1f  // lifts the land out of the sea
#define TR_CLASSIC_MIN_MOUNTAIN -0.2f
#define TR_CLASSIC_MAX_MOUNTAIN 1.25f       // 320 blocks, before the scale
#define TR_CLASSIC_BEACH_TOP 1.25f          // in blocks
#define TR_CLASSIC_RIVER_HALF_WIDTH 0.026f  // in units of p
#define TR_CLASSIC_VALLEY_SLOPE 150.0f      // blocks per unit of p
#define TR_CLASSIC_RIVER_BED -4.0f          // in blocks
#define TR_CLASSIC_RIVER_BANK 1.0f          // in blocks

#define TR_CLASSIC_RAGGED 0.02f  // what roughness adds to moisture and temperature

// tr_biome, for GLSL; classic.c checks that they are the same.
#define TR_CLASSIC_OCEAN 0u
#define TR_CLASSIC_RIVER 1u
#define TR_CLASSIC_BEACH 2u
#define TR_CLASSIC_DESERT 3u
#define TR_CLASSIC_SAVANNA 4u
#define TR_CLASSIC_JUNGLE 5u
#define TR_CLASSIC_RAINFOREST 6u
#define TR_CLASSIC_GRASSLAND 7u
#define TR_CLASSIC_WOODLAND 9u
#define TR_CLASSIC_FOREST 10u
#define TR_CLASSIC_TAIGA 12u
#define TR_CLASSIC_TUNDRA 13u
#define TR_CLASSIC_MOUNTAIN_BIOME 14u
#define TR_CLASSIC_ICE 15u

#endif
