// The ground of the preset CLASSIC as a shader: one block column per invocation. classic_gl.c fills the buffers.
#include "voxel/generate/classic_kernel.h"

layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];  // heights before they are smoothed, then biomes
};
layout(std430, binding = 1) readonly buffer Hills
{
    float hills[];
};
layout(std430, binding = 2) readonly buffer Moisture
{
    float moisture[];
};
layout(std430, binding = 3) readonly buffer Temperature
{
    float temperature[];
};
layout(std430, binding = 4) readonly buffer Roughness
{
    float roughness[];
};
layout(std430, binding = 5) readonly buffer Mountains
{
    float mountains[];
};
layout(std430, binding = 6) readonly buffer Peaks
{
    float peaks[];
};

void main()
{
    const int index = int(gl_GlobalInvocationID.x), count = hills.length();
    if (index >= count) return;
    tr_classic_noise noise;
    noise.h = hills[index];
    noise.m = moisture[index];
    noise.t = temperature[index];
    noise.r = roughness[index];
    noise.n = mountains[index];
    noise.p = peaks[index];
    const tr_classic_ground ground = tr_classic_ground_of(noise);
    result[index] = floatBitsToUint(ground.height);
    result[count + index] = ground.biome;
}
