// The sky in quality LOW, where nothing else is.
#include "render/view_block.h"
#include "render/tone.glsl.h"

in vec3 v_color;
in vec3 v_ray;

layout(location = 0) out vec4 out_color;

void main()
{
    // The disc of the sun is half a degree wide; the air softens its edge.
    float facing = dot(v_ray, view.sun.xyz), length2 = dot(v_ray, v_ray);
    float disc = facing > 0.0 ? smoothstep(0.99996, 0.99999, facing * facing / length2) : 0.0;
    out_color = vec4(mix(v_color, vec3(1.0, 0.98, 0.92), disc), 1.0);
}
