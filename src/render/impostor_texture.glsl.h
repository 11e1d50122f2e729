// The pictures of models: how much of a place they cover, colours (square roots of shares of light) and normals along
// right, up and toward the eye; both times the coverage.
uniform sampler2DArray impostor_colors;
uniform sampler2DArray impostor_normals;

in vec3 v_texture;

const float impostor_min = 0.4;
