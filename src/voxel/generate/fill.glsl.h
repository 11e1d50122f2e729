// Chunks of ground and water as a shader: a work group per chunk, which also counts its blocks. fill_gl.c fills the
// buffers.
#include "voxel/generate/fill_kernel.h"

#define SIDE 32
#define LAYER_WORDS 256
#define CHUNK_WORDS 8192
// tr_fill_plan in words.
#define PLAN_WORDS 1544
#define ROCK_WORD 1536

layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];  // the blocks of all chunks, then a count for each
};
layout(std430, binding = 1) readonly buffer Plans
{
    uint plans[];
};

shared uint counts[TR_GPU_LOCAL_SIZE];

int byte_of(uint word, int index)
{
    return (int(word) << (24 - 8 * index)) >> 24;
}

// Four blocks of a row.
uint blocks_at(int plan, int cells, int y)
{
    const uint top = plans[plan + cells], stone = plans[plan + LAYER_WORDS + cells];
    const uint water = plans[plan + 2 * LAYER_WORDS + cells], ice = plans[plan + 3 * LAYER_WORDS + cells];
    const uint surface = plans[plan + 4 * LAYER_WORDS + cells], under = plans[plan + 5 * LAYER_WORDS + cells];
    const int rock = byte_of(plans[plan + ROCK_WORD + y / 4], y % 4);
    uint blocks = 0u;
    for (int i = 0; i < 4; i++) {
        const int block = tr_fill_block(y, byte_of(top, i), byte_of(stone, i), byte_of(water, i), byte_of(ice, i),
                                        byte_of(surface, i), byte_of(under, i), rock);
        blocks |= (uint(block) & 255u) << (8 * i);
    }
    return blocks;
}

uint filled_in(uint blocks)
{
    uint count = 0u;
    for (int i = 0; i < 4; i++) count += (blocks >> (8 * i) & 255u) != uint(TR_FILL_AIR) ? 1u : 0u;
    return count;
}

void main()
{
    const int chunk = int(gl_WorkGroupID.x), worker = int(gl_LocalInvocationID.x);
    uint count = 0u;
    for (int word = worker; word < CHUNK_WORDS; word += TR_GPU_LOCAL_SIZE) {
        const uint blocks = blocks_at(chunk * PLAN_WORDS, word % LAYER_WORDS, word / LAYER_WORDS);
        result[chunk * CHUNK_WORDS + word] = blocks;
        count += filled_in(blocks);
    }
    counts[worker] = count;
    for (int half_size = TR_GPU_LOCAL_SIZE / 2; half_size > 0; half_size /= 2) {
        barrier();
        if (worker < half_size) counts[worker] += counts[worker + half_size];
    }
    if (worker == 0) result[int(gl_NumWorkGroups.x) * CHUNK_WORDS + chunk] = counts[0];
}
