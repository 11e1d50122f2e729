// What every vertex of the world gives to the fragments: where it is, and in quality LOW the air before it.
#include "render/atmosphere.glsl.h"

out vec3 v_position;  // relative to the eye, sunk with the curvature of the Earth
out float v_height;   // above the sea, of what is mirrored in it
out vec3 v_seen;      // share that comes through the air
out vec3 v_glow;      // what the air adds
flat out int v_index;

// `depth`: near / distance, times w.
float clip_depth(float depth, float w)
{
    return view.clip.x * depth + view.clip.y * w;
}

vec4 on_screen(vec3 position, float depth)
{
    float w = dot(view.forward.xyz, position);
    vec2 screen = vec2(dot(view.right.xyz, position) * view.right.w, dot(view.up.xyz, position) * view.up.w);
    return vec4(screen * view.tile.xy + w * view.tile.zw, clip_depth(depth, w), w);
}

// @param height    above the sea
// @param position  relative to the eye, sunk; mirrored here
void place_vertex(vec3 position, float height)
{
    if (is_mirror) position.y -= 2.0 * height;
    v_position = position;
    v_height = height;
    v_index = gl_InstanceID;
    if (is_low) {
        float way = max(length(position), 1e-3);
        vec3 direction = position / way;
        v_seen = seen_through(direction, way);
        v_glow = horizon_along(direction) * (1.0 - v_seen);
    }
    gl_Position = on_screen(position, view.forward.w);
}
