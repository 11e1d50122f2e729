// The pictures of models: how much of a place they cover, colours (square roots of shares of light) and normals along
// right, up and toward the eye; both times the coverage.
layout(binding = TR_UNIT_IMPOSTOR_COLOR) uniform sampler2DArray impostor_colors;
layout(binding = TR_UNIT_IMPOSTOR_NORMAL) uniform sampler2DArray impostor_normals;

const float impostor_least = 0.4;
