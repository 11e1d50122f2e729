// The texture of a block.
uniform sampler2DArray block_texture;

in vec3 v_cell;
flat in ivec2 v_kind;  // kind of block, face

vec4 block_texel()
{
    int face = v_kind.y;
    bool is_side = face < 2 || face > 3;
    vec2 at = face < 2 ? v_cell.zy : face < 4 ? v_cell.xz : v_cell.xy;
    if (is_side) at.y = -at.y;
    return texture(block_texture, vec3(at, float(2 * v_kind.x + (is_side ? 1 : 0))));
}
