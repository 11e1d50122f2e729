// libnoise as a baseline of the bench: the same grid, point by point, as a user of libnoise computes it.
#ifndef BENCH_LIBNOISE_BASELINE_H
#define BENCH_LIBNOISE_BASELINE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct libnoise_grid {
    int width, height, depth;  // points per axis; x fastest in the output
    double frequency;          // cells per point
    int octaves;
    int seed;
} libnoise_grid;

// 3D gradient noise (module::Perlin at standard quality, lacunarity 2, persistence 0.5).
void libnoise_perlin(const libnoise_grid *grid, float *out);

#ifdef __cplusplus
}
#endif
#endif
