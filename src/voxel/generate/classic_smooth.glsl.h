// The smoothing of the preset CLASSIC as a shader: one block column per invocation. classic_gl.c fills the buffers.
#include "voxel/generate/classic_kernel.h"

layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    float result[];
};
layout(std430, binding = 1) readonly buffer Call
{
    int width, stride;  // of a row of the result, of a row of the heights
};
layout(std430, binding = 2) readonly buffer Ground
{
    uint ground[];
};

float raw(int at)
{
    return uintBitsToFloat(ground[at]);
}

void main()
{
    const int index = int(gl_GlobalInvocationID.x);
    if (index >= result.length()) return;
    const int north = index / width * stride + index % width, south = north + 2 * stride;
    result[index] = tr_classic_smooth(raw(north), raw(north + 2), raw(south), raw(south + 2));
}
