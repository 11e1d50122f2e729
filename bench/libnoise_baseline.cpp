#include "bench/libnoise_baseline.h"

#include <libnoise/noise.h>

extern "C" void libnoise_perlin(const libnoise_grid *grid, float *out)
{
    noise::module::Perlin perlin;
    perlin.SetOctaveCount(grid->octaves);
    perlin.SetFrequency(grid->frequency);
    perlin.SetLacunarity(2.0);
    perlin.SetPersistence(0.5);
    perlin.SetSeed(grid->seed);
    perlin.SetNoiseQuality(noise::QUALITY_STD);
    for (int z = 0; z < grid->depth; z++) {
        for (int y = 0; y < grid->height; y++) {
            for (int x = 0; x < grid->width; x++) {
                *out++ = static_cast<float>(perlin.GetValue(x, y, z));
            }
        }
    }
}
