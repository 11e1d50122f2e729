// The kernels of the ground as a shader: one sample of a block per invocation. shape_gl.c fills the buffers.
#include "terrain/shape_kernel.h"
#include "terrain/shape_layout.h"

layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    float result[];
};
layout(std430, binding = 1) readonly buffer Call
{
    tr_shape_params params;
    int width, rows, steps, octave_count, lattice_width, lattice_points, has_large;
    float octave_size[TR_MAX_GULLY_OCTAVES];
    float octave_share[TR_MAX_GULLY_OCTAVES];
};
layout(std430, binding = 2) readonly buffer AxisX
{
    uint axis_x[];
};
layout(std430, binding = 3) readonly buffer AxisZ
{
    uint axis_z[];
};
layout(std430, binding = 4) readonly buffer Lattice
{
    float lattice[];
};
layout(std430, binding = 5) readonly buffer Before
{
    float before[];
};
layout(std430, binding = 6) readonly buffer Elevation
{
    float elevation[];
};
layout(std430, binding = 7) readonly buffer Weight
{
    float weight[];
};

tr_spline spline_along_z(int at)
{
    return tr_spline_through(lattice[at], lattice[at + lattice_width], lattice[at + 2 * lattice_width],
                             lattice[at + 3 * lattice_width]);
}

struct layer_splines {
    tr_spline along, across, bends;
};

layer_splines splines_of(int layer, int x, int z)
{
    const int at =
        layer * lattice_points + int(axis_z[z + TR_AXIS_FIRST]) * lattice_width + int(axis_x[x + TR_AXIS_FIRST]);
    const float tz = uintBitsToFloat(axis_z[z + TR_AXIS_T]);
    float height[4], slope[4], bend[4];
    for (int c = 0; c < 4; c++) {
        tr_spline along_z = spline_along_z(at + c);
        height[c] = tr_spline_value(along_z, tz);
        slope[c] = tr_spline_slope(along_z, tz);
        bend[c] = tr_spline_bend(along_z, tz);
    }
    layer_splines splines;
    splines.along = tr_spline_through(height[0], height[1], height[2], height[3]);
    splines.across = tr_spline_through(slope[0], slope[1], slope[2], slope[3]);
    splines.bends = tr_spline_through(bend[0], bend[1], bend[2], bend[3]);
    return splines;
}

tr_surface surface_of(layer_splines splines, int x)
{
    const float t = uintBitsToFloat(axis_x[x + TR_AXIS_T]);
    return tr_surface_in_metres(tr_surface_at(splines.along, splines.across, t), params.cells_per_metre);
}

float bend2_of(layer_splines splines, int x)
{
    const float t = uintBitsToFloat(axis_x[x + TR_AXIS_T]);
    return tr_surface_bend2(splines.along, splines.across, splines.bends, t, params.cells_per_metre);
}

tr_eroded erode(tr_eroded ground, float bend2, float strength, int x, int z)
{
    for (int octave = 0; octave < octave_count; octave++) {
        const int at = TR_AXIS_OCTAVES + TR_AXIS_OCTAVE_WORDS * octave;
        tr_gully_cells cells;
        for (int k = 0; k < 9; k++) cells.point[k] = tr_gully_point_of(axis_x[x + at + k % 3] + axis_z[z + at + k / 3]);
        cells.offset_x = uintBitsToFloat(axis_x[x + at + 3]);
        cells.offset_z = uintBitsToFloat(axis_z[z + at + 3]);
        precise float share = strength * octave_share[octave];
        ground = tr_gully_octave(ground, bend2, cells, share, octave_size[octave]);
    }
    return ground;
}

void main()
{
    const int index = int(gl_GlobalInvocationID.x);
    if (index >= width * rows) return;
    const int words = TR_AXIS_OCTAVES + TR_AXIS_OCTAVE_WORDS * octave_count;
    const int x = index % width * words, z = index / width * words;
    tr_surface large, river;
    large.height = large.slope_x = large.slope_z = 0.0;
    river = large;
    float bend2 = 0.0;
    if (has_large != 0) {
        layer_splines splines = splines_of(0, x, z);
        large = surface_of(splines, x);
        bend2 = bend2_of(splines, x);
    }
    if ((steps & TR_SHAPE_RIVERS) != 0) river = surface_of(splines_of(1, x, z), x);
    if ((steps & TR_SHAPE_BASE) != 0) large.height = before[index];
    tr_eroded ground;
    ground.height = large.height;
    ground.slope_x = large.slope_x;
    ground.slope_z = large.slope_z;
    if (octave_count > 0) ground = erode(ground, bend2, tr_shape_gully_strength(large.height, params), x, z);
    if ((steps & TR_SHAPE_DETAIL) != 0)
        ground.height = tr_shape_detail(ground.height, before[index], large.height, params);
    float real = 0.0, share = 0.0;
    if ((steps & TR_SHAPE_ELEVATION) != 0) {
        real = elevation[index];
        share = weight[index];
    }
    result[index] = tr_shape_finish(ground.height, large.height, river, real, share, params, steps);
}
