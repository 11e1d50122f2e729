// Meshes and textures for the tests of GLB files.
#ifndef TEST_IO_GLB_SAMPLES_H
#define TEST_IO_GLB_SAMPLES_H

#include "terrane/io.h"

// A hill of 100 x 100 m and 30 m height on side x side vertices; `attributes` as for tr_mesh_create(). A failure ends
// the program. Release with tr_mesh_destroy().
tr_mesh sample_hill(tr_context *context, int side, unsigned attributes);

// RGB, 8 bits: a grid of lines on green. Release with tr_image_destroy().
tr_image sample_texture(tr_context *context, int32_t side);

// Places for copies on a spiral around 0, turned about slanted axes, of scales 0.02 to 0.1.
void sample_poses(int count, double *positions_m, float *rotations, float *scales);

#endif
