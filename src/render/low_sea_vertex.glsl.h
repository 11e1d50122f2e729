// The sea in quality LOW: rings around the eye, wider and wider, out to the horizon.
#include "render/place.glsl.h"

void main()
{
    const int side = TR_LATTICE_VERTICES;
    float angle = 6.2831853 * float(gl_VertexID % side) / float(TR_LATTICE_CELLS);
    float ring = float(gl_VertexID / side) / float(TR_LATTICE_CELLS);
    // To where the sea sinks below the horizon, and a little beyond.
    float high = max(view.eye.y, 0.01), far_m = 1.05 * sqrt(high / view.eye.w), near_m = 0.5 * high;
    float distance_m = ring > 0.0 ? near_m * pow(max(far_m / near_m, 2.0), ring) : 0.0;
    vec3 position = vec3(sin(angle) * distance_m, 0.0, cos(angle) * distance_m);
    position.y = -high - distance_m * distance_m * view.eye.w;
    place_vertex(position, 0.0);
}
