// The surface of a mesh: which way it faces, and what is smaller than its triangles. Needs atmosphere.glsl.h.
uniform sampler2D detail_map;

// The way a triangle faces, for meshes without normals. The mirror turns triangles over.
vec3 facing_normal(vec3 position)
{
    vec3 normal = normalize(cross(dFdx(position), dFdy(position)));
    if (dot(normal, position) > 0.0) normal = -normal;
    return is_mirror ? vec3(normal.x, -normal.y, normal.z) : normal;
}

// Normals are taken as they are given, from behind too: a leaf that is seen from below lets the light through that
// falls on it from above, and closed meshes show no back sides.
vec3 surface_normal(vec3 given, vec3 position)
{
    return dot(given, given) > 0.1 ? normalize(given) : facing_normal(position);
}

// Brightness, hue and slopes of the unevenness that repeats after `size_m`, laid on from the side that a face looks to;
// gone before it becomes a pattern.
vec4 surface_detail(vec3 position, vec3 normal, float size_m)
{
    vec3 place = position + view.eye.xyz, side = abs(normal);
    vec2 at = side.y > 0.6 ? place.xz : side.x > side.z ? place.zy : place.xy;
    float lod = log2(max(length(position) * view.sun.w * 1.5 * float(TR_DETAIL_SIDE) / size_m, 1e-4));
    return clamp((4.0 - lod) / 2.5, 0.0, 1.0) * (textureLod(detail_map, at / size_m, max(lod, 0.0)) * 2.0 - 1.0);
}
