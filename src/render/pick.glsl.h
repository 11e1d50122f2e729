// What is under a pixel: handle, index, distance.
uniform ivec2 pick_what;  // handle, added to the index

in vec3 v_position;
flat in int v_index;

layout(location = 0) out uvec4 out_pick;

void picked()
{
    out_pick = uvec4(uint(pick_what.x), uint(pick_what.y + v_index), floatBitsToUint(length(v_position)), 1u);
}
