// Gullies that run down the slope and branch.
//
// One octave is a wave whose crests run down the slope. Every cell of a square lattice has a point; around it, a plane
// wave of one period per cell runs across the slope as the sample sees it, and fades with the distance. The waves of
// the points in reach are added as a phasor (cosine and sine) and the sum is brought to length 1, so that the gullies
// are as deep where waves cancel as elsewhere. The depth follows the slope. What an octave adds to the slope steers the
// next, finer one: its gullies run into the flanks of the first.
//
// A point lies in the middle TR_GULLY_JITTER of its cell. Then everything within TR_GULLY_REACH = 1 + (1 - jitter) / 2
// of a sample lies in the 3x3 cells around it, and at least one point is nearer than that.
#ifndef TR_TERRAIN_EROSION_KERNEL_H
#define TR_TERRAIN_EROSION_KERNEL_H

#include "noise/lattice_kernel.h"

#define TR_GULLY_JITTER 0.6f
// jitter / 2^14; where the points of the first of three cells begin, 1 - (1 - jitter) / 2 before the own one; 1 /
// reach^2. Literals, since a shader compiler may round a product of constants otherwise.
#define TR_GULLY_JITTER_STEP 3.66210938e-5f
#define TR_GULLY_FIRST 0.8f
#define TR_GULLY_INVERSE_REACH2 0.694444444f
// Depth of a gully against the distance to the next, per unit of slope.
#define TR_GULLY_DEPTH 0.3f
// How far the middle of the wave lies below the old ground, against its depth: gullies cut more than ridges rise.
#define TR_GULLY_SINK 0.3f
// Slopes below are plains without gullies, over the next 1 / GROWTH they come in, and from MOST on they become no
// deeper.
#define TR_GULLY_MIN_SLOPE 0.005f
#define TR_GULLY_GROWTH 8.0f
#define TR_GULLY_MAX_SLOPE 0.6f
// The square of the slope at which gullies are sqrt(2) times as far apart: towards level ground they become ever wider,
// so that nothing jumps where the direction of the slope does.
#define TR_GULLY_GENTLE2 0.008f
// Waves run across the slope as the sample sees it. Where that turns, at a crest or in a valley of the large shape,
// they are pressed together and would stand as walls: they fade as much as the slope turns over this many times their
// size.
#define TR_GULLY_TURN 0.15f
// The square of the length of a phasor below which the wave fades: where waves cancel, their sum turns at once.
#define TR_GULLY_FAINT2 0.25f

// Cosine and sine of a wave of period 1, roughly: cubic arcs that join smoothly.
K_STRUCT(tr_phasor, mf even; mf odd;)

K_FN(kf) tr_wave_arc(kf v)
{
    kf value = v * (6.0f - 32.0f * v * v);
    return value;
}

K_STRUCT_FN(tr_phasor) tr_wave(kf phase)
{
    kf shifted = phase + 0.5f;
    kf u = phase - k_floor(shifted);
    kf a = k_abs(u);
    kf down = 0.25f - a;
    kf mirrored = 0.5f - a;
    kf up = k_min(a, mirrored);
    tr_phasor wave;
    wave.even = tr_wave_arc(down);
    wave.odd = tr_copy_sign(tr_wave_arc(up), u);
    return wave;
}

// Where the point of a cell lies, from the nearest place it can have.
K_STRUCT(tr_gully_point, mf x; mf z;)

K_STRUCT_FN(tr_gully_point) tr_gully_point_of(ku word_sum)
{
    ku h = tr_upper_hash(word_sum);
    kf x = k_float(k_as_int(h >> 18)) * TR_GULLY_JITTER_STEP;
    kf z = k_float(k_as_int((h >> 4) & 0x3fffu)) * TR_GULLY_JITTER_STEP;
    tr_gully_point point;
    point.x = x;
    point.z = z;
    return point;
}

// Adds the wave of one point. (x, z): from the nearest place it can have to the sample, in cells. (ux, uz): across the
// slope.
K_STRUCT_FN(tr_phasor) tr_gully_add(tr_phasor sum, tr_gully_point point, kf x, kf z, kf ux, kf uz)
{
    kf px = x - point.x;
    kf pz = z - point.z;
    kf rest = 1.0f - (px * px + pz * pz) * TR_GULLY_INVERSE_REACH2;
    // Half of the points are out of reach, mostly of all lanes at once. What they would add is exactly 0.
    if (!k_any(rest > k_set(0.0f))) return sum;
    kf near = k_max(rest, k_set(0.0f));
    kf weight = near * near;
    kf phase = px * ux + pz * uz;
    tr_phasor wave = tr_wave(phase);
    kf even = sum.even + weight * wave.even;
    kf odd = sum.odd + weight * wave.odd;
    tr_phasor result;
    result.even = even;
    result.odd = odd;
    return result;
}

// Height and slope as the octaves find and leave them.
K_STRUCT(tr_eroded, mf height; mf slope_x; mf slope_z;)

// The direction across the slope, how deep gullies are there, per metre of their size, and by what square their waves
// fade.
K_STRUCT(tr_gully_course, mf across_x; mf across_z; mf depth; mf crowding2;)

// `bend2`: the square of how much the slope of the large shape changes, per metre.
K_STRUCT_FN(tr_gully_course) tr_gully_course_of(tr_eroded ground, kf bend2, kf strength, uf size)
{
    kf steepness2 = ground.slope_x * ground.slope_x + ground.slope_z * ground.slope_z;
    kf inverse = tr_rsqrt(steepness2 + TR_GULLY_GENTLE2);
    kf steepness = steepness2 * inverse;
    kf ramp = (steepness - TR_GULLY_MIN_SLOPE) * TR_GULLY_GROWTH;
    kf grown = tr_clamp(ramp, k_set(0.0f), k_set(1.0f));
    kf effective = k_min(steepness, k_set(TR_GULLY_MAX_SLOPE)) * grown;
    kf reach = inverse * (size * TR_GULLY_TURN);
    kf crowding2 = 1.0f + bend2 * reach * reach;
    kf across_x = -ground.slope_z * inverse;
    kf across_z = ground.slope_x * inverse;
    kf depth = effective * strength;
    tr_gully_course gully;
    gully.across_x = across_x;
    gully.across_z = across_z;
    gully.depth = depth;
    gully.crowding2 = crowding2;
    return gully;
}

// What the sum of the waves does to the ground.
K_STRUCT_FN(tr_eroded) tr_gully_cut(tr_eroded ground, tr_gully_course course, tr_phasor sum, uf size)
{
    kf length2 = (sum.even * sum.even + sum.odd * sum.odd + TR_GULLY_FAINT2) * course.crowding2;
    kf inverse = tr_rsqrt(length2);
    kf even = sum.even * inverse;
    kf odd = sum.odd * inverse;
    kf height = ground.height + course.depth * size * (even - TR_GULLY_SINK);
    kf tilt = course.depth * odd * 6.28318531f;
    kf slope_x = ground.slope_x - tilt * course.across_x;
    kf slope_z = ground.slope_z - tilt * course.across_z;
    km cuts = course.depth > k_set(0.0f);
    tr_eroded result;
    result.height = k_select(cuts, height, ground.height);
    result.slope_x = k_select(cuts, slope_x, ground.slope_x);
    result.slope_z = k_select(cuts, slope_z, ground.slope_z);
    return result;
}

// Where a sample lies among the cells of an octave: its offset in its own one, and the points of the 3x3 cells around,
// row by row.
K_STRUCT(tr_gully_cells, tr_gully_point point[9]; mf offset_x; mf offset_z;)

// `strength` holds all that does not depend on the slope.
K_STRUCT_FN(tr_eroded) tr_gully_octave(tr_eroded ground, kf bend2, tr_gully_cells cells, kf strength, uf size)
{
    tr_gully_course course = tr_gully_course_of(ground, bend2, strength, size);
    if (!k_any(course.depth > k_set(0.0f))) return ground;
    tr_phasor sum;
    sum.even = k_set(0.0f);
    sum.odd = k_set(0.0f);
    // Written out, so that compilers keep the points in registers.
    kf x0 = cells.offset_x + TR_GULLY_FIRST;
    kf x1 = x0 - 1.0f;
    kf x2 = x0 - 2.0f;
    kf z0 = cells.offset_z + TR_GULLY_FIRST;
    kf z1 = z0 - 1.0f;
    kf z2 = z0 - 2.0f;
    kf ux = course.across_x;
    kf uz = course.across_z;
    sum = tr_gully_add(sum, cells.point[0], x0, z0, ux, uz);
    sum = tr_gully_add(sum, cells.point[1], x1, z0, ux, uz);
    sum = tr_gully_add(sum, cells.point[2], x2, z0, ux, uz);
    sum = tr_gully_add(sum, cells.point[3], x0, z1, ux, uz);
    sum = tr_gully_add(sum, cells.point[4], x1, z1, ux, uz);
    sum = tr_gully_add(sum, cells.point[5], x2, z1, ux, uz);
    sum = tr_gully_add(sum, cells.point[6], x0, z2, ux, uz);
    sum = tr_gully_add(sum, cells.point[7], x1, z2, ux, uz);
    sum = tr_gully_add(sum, cells.point[8], x2, z2, ux, uz);
    return tr_gully_cut(ground, course, sum, size);
}

#endif
