// Where a corner of a quad of blocks is (docs/voxel.md has the table of corners).
layout(location = TR_AT_QUAD_PLACE) in uvec4 quad_place;  // x, y, z, face
layout(location = TR_AT_QUAD_SIZE) in uvec4 quad_size;    // along the first and the second axis, block in two bytes
layout(location = TR_AT_QUAD_SHADE) in uvec2 quad_shade;  // occlusion, sink
layout(location = TR_AT_QUAD_LIGHT) in uvec4 quad_light;

uniform vec4 block_origin;  // relative to the eye, side of a cell

const int quad_first[6] = int[6](1, 1, 0, 0, 0, 0);
const int quad_second[6] = int[6](2, 2, 2, 2, 1, 1);
const int quad_normal[6] = int[6](0, 0, 1, 1, 2, 2);
const bool quad_turned[6] = bool[6](true, false, false, true, true, false);

int quad_occlusion(int corner)
{
    return int(quad_shade.x >> uint(2 * corner)) & 3;
}

// Two triangles; the edge between them joins the corners that are alike, so that shade has no seam.
int quad_corner()
{
    const int straight[6] = int[6](0, 1, 2, 0, 2, 3), turned[6] = int[6](1, 2, 3, 1, 3, 0);
    bool turn = quad_occlusion(0) + quad_occlusion(2) < quad_occlusion(1) + quad_occlusion(3);
    return turn ? turned[gl_VertexID] : straight[gl_VertexID];
}

// In cells of the chunk.
vec3 quad_cell(int corner)
{
    int face = int(quad_place.w);
    vec3 at = vec3(quad_place.xyz);
    if (face >= 6) {
        bool far_end = corner == 1 || corner == 2;
        at.y += corner >= 2 ? 1.0 : 0.0;
        at.x += far_end ? 0.85 : 0.15;
        at.z += far_end == (face == 6) ? 0.85 : 0.15;
        return at;
    }
    bool turned = quad_turned[face];
    int along = corner >> 1, across = ((corner + 1) >> 1) & 1;
    int first = turned ? along : across, second = turned ? across : along;
    at[quad_first[face]] += float(first) * float(quad_size.x);
    at[quad_second[face]] += float(second) * float(quad_size.y);
    at[quad_normal[face]] += float(face & 1);
    bool upper = face == 3 || (face < 2 && first == 1) || (face > 3 && second == 1);
    if (upper) at.y -= float(quad_shade.y) / 8.0;
    return at;
}

// Relative to the eye, sunk with the curvature of the Earth as the ground is.
vec3 quad_position(vec3 cell)
{
    vec3 position = block_origin.xyz + cell * block_origin.w;
    position.y -= dot(position.xz, position.xz) * view.eye.w;
    return position;
}
