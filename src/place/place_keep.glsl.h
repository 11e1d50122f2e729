// Words that stay on the device for later requests.
layout(local_size_x = TR_GPU_LOCAL_SIZE) in;
layout(std430, binding = 0) writeonly buffer Out
{
    uint result[];
};
layout(std430, binding = 1) readonly buffer In
{
    uint given[];
};

void main()
{
    for (uint i = gl_GlobalInvocationID.x; i < uint(given.length()); i += gl_NumWorkGroups.x * TR_GPU_LOCAL_SIZE) {
        result[i] = given[i];
    }
}
