// The sky in quality LOW: computed at the corners of a lattice over the picture.
#include "render/atmosphere.glsl.h"
#include "render/tone.glsl.h"

out vec3 v_color;
out vec3 v_ray;

void main()
{
    const int side = TR_LATTICE_VERTICES;
    vec2 screen = vec2(gl_VertexID % side, gl_VertexID / side) / float(TR_LATTICE_CELLS) * 2.0 - 1.0;
    vec2 lens = screen / vec2(view.right.w, view.up.w);
    v_ray = view.right.xyz * lens.x + view.up.xyz * lens.y + view.forward.xyz;
    vec3 direction = normalize(v_ray);
    float horizon = -sqrt(4.0 * view.eye.w * max(view.eye.y, 0.0));
    v_color = encode(tone(direction.y > horizon ? sky_radiance(direction) : horizon_along(direction)));
    // As far away as depth reaches.
    gl_Position = vec4(screen, view.clip.y, 1.0);
}
