// What every fragment of the world gets and gives.
#include "render/atmosphere.glsl.h"
#include "render/tone.glsl.h"

in vec3 v_position;
in float v_height;
in vec3 v_seen;
in vec3 v_glow;

layout(location = 0) out vec4 out_color;

// What lies below the sea is not mirrored in it.
void cut_mirrored()
{
    if (is_mirror && v_height < 0.0) discard;
}

// @param sun  how much of it reaches the place
void finish(vec3 color, float sun)
{
    if (is_mirror) {
        out_color = vec4(haze(color, normalize(v_position), length(v_position)), 1.0);
    } else if (is_low) {
        out_color = vec4(to_screen(color * v_seen + v_glow), 1.0);
    } else {
        out_color = vec4(color, sun);
    }
}
