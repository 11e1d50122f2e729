// A corner of a line, or of a handle: a rectangle on the screen around places in the world.
#include "render/view_block.h"

layout(location = TR_AT_LINE_FIRST) in vec3 line_first;
layout(location = TR_AT_LINE_SECOND) in vec3 line_second;
layout(location = TR_AT_LINE_SHAPE) in vec2 line_shape;  // width in pixels; 0 a line, 1 a disc, 2 a square
layout(location = TR_AT_LINE_COLOR) in vec4 line_color;

uniform vec3 line_origin;  // relative to the eye

out vec3 v_position;    // of the middle of the line
out vec2 v_off;         // from the middle, in pixels; of a line along x its length beyond the ends
flat out vec2 v_shape;  // half the width in pixels; as line_shape
flat out vec4 v_color;
flat out vec2 v_across;  // unit vector on the screen
flat out int v_index;

vec3 sunk(vec3 place)
{
    vec3 position = line_origin + place;
    position.y -= dot(position.xz, position.xz) * view.eye.w;
    return position;
}

// Camera space: right, up, forward.
vec3 seen_by_camera(vec3 position)
{
    return vec3(dot(view.right.xyz, position), dot(view.up.xyz, position), dot(view.forward.xyz, position));
}

vec2 to_pixels(vec3 at)
{
    return at.xy * vec2(view.right.w, view.up.w) / at.z * 0.5 * view.picture.xy;
}

void main()
{
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2) * 2.0 - 1.0;
    vec3 first = sunk(line_first), second = sunk(line_second);
    vec3 a = seen_by_camera(first), b = seen_by_camera(second);
    const float near = 0.1;
    v_shape = vec2(0.5 * line_shape.x, line_shape.y);
    v_color = line_color;
    v_index = gl_InstanceID;
    if (max(a.z, b.z) < near) {
        v_position = first;
        v_off = vec2(0.0);
        v_across = vec2(0.0);
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    // An end behind the eye is moved along the line to just before it.
    if (a.z < near) {
        float share = (near - a.z) / (b.z - a.z);
        first = mix(first, second, share);
        a = mix(a, b, share);
    }
    if (b.z < near) {
        float share = (near - b.z) / (a.z - b.z);
        second = mix(second, first, share);
        b = mix(b, a, share);
    }
    vec2 from = to_pixels(a), to = to_pixels(b), along = to - from;
    float reach = v_shape.x + 1.0;
    vec2 direction = length(along) > 1e-3 ? normalize(along) : vec2(1.0, 0.0);
    vec2 across = vec2(-direction.y, direction.x);
    v_across = across;
    bool is_line = line_shape.y < 0.5;
    vec2 end = is_line ? (corner.x < 0.0 ? from : to) : from;
    vec2 pixel = end + direction * corner.x * reach + across * corner.y * reach;
    float beyond = dot(pixel - end, direction);
    v_off = is_line ? vec2(corner.x < 0.0 ? -beyond : beyond, corner.y * reach) : corner * reach;
    v_position = corner.x < 0.0 ? first : second;
    if (!is_line) v_position = first;
    // Perspective: the place between two ends of different depth lies where the picture has it.
    float w = is_line && corner.x > 0.0 ? b.z : a.z;
    gl_Position = vec4(pixel / (0.5 * view.picture.xy) * w, 0.0, w);
}
