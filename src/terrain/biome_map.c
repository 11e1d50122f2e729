// biomes
#include "terrain/biome_map.h"
bool tr_biome_map_weights(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err)
{
    (void)context, (void)in, (void)out;
    return tr_fail(err, TR_ERROR_UNSUPPORTED, "not yet");
}
bool tr_biome_map_dominant(tr_context *context, const tr_biome_inputs *in, const tr_grid *out, tr_error *err)
{
    (void)context;
    for (int32_t j = 0; j < out->height; j++)
        for (int32_t i = 0; i < out->width; i++) {
            float h = in->height->samples[(j + 1) * in->height->row_stride + i + 1] - (float)in->sea_level_m;
            out->samples[j * out->row_stride + i] = (float)(h < 0     ? TR_BIOME_OCEAN
                                                            : h < 5   ? TR_BIOME_BEACH
                                                            : h < 300 ? TR_BIOME_FOREST
                                                            : h < 600 ? TR_BIOME_GRASSLAND
                                                            : h < 900 ? TR_BIOME_MOUNTAIN
                                                                      : TR_BIOME_ICE);
        }
    (void)err;
    return true;
}
