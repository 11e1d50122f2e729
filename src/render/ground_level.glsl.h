// Where a sample of a level is, and how far it has passed into the coarser one.
#include "render/view_block.h"

uniform vec2 level_origin;    // sample 0,0 relative to the eye
uniform float level_spacing;  // metres
uniform int level_stride;     // samples per cell
uniform vec4 level_region;    // x0, z0, x1, z1 in samples
uniform vec4 level_band;      // west, north, east, south; 0: no coarser level
uniform vec3 level_coarse;    // scale and shift to samples of the coarser level
uniform vec4 level_lattice;   // first line x, z; stride; coarse cell in own samples
uniform vec4 level_size;      // samples of this and of the coarser level
uniform vec2 level_lift;      // added to the heights of this and of the coarser level

// 0 inside, 1 in the outermost cell of the coarser lattice.
float coarse_share(vec2 at)
{
    vec4 inside = vec4(at - level_region.xy, level_region.zw - at);
    vec4 share = 1.0 - clamp((inside - level_lattice.w) / max(level_band - level_lattice.w, 1e-3), 0.0, 1.0);
    share *= step(0.5, level_band);
    return max(max(share.x, share.y), max(share.z, share.w));
}
