#include "terrain_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TR_LANES 1
#include "noise/graph.h"
#include "simd/math_kernel.h"
#include "terrain/landform.h"

typedef __int128 wide;

struct ref_terrain {
    tr_context *context;
    tr_terrain_settings def;
    uint64_t seed;
    float sea;
    int64_t lattice;  // units
    tr_noise *large, *rivers, *detail;
};

static void stop(const tr_error *err)
{
    fprintf(stderr, "terrain reference: %s\n", err->message);
    abort();
}

// ---------------------------------------------------------------------------------------------------------
// Noises

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static int64_t lattice_of(const tr_terrain_settings *def)
{
    double max_m = 256;
    if (!def->graph) {
        max_m = smaller(max_m, def->landform.hill_size_m / 6);
        max_m = smaller(max_m, def->landform.mountain_size_m / 24);
        max_m = smaller(max_m, def->landform.continent_size_m / 64);
    }
    if (def->erosion.strength > 0) max_m = smaller(max_m, def->erosion.size_m / 4);
    if (def->rivers.width_m > 0) max_m = smaller(max_m, def->rivers.spacing_m / 32);
    int64_t units = 65536;
    while (units > 1 && (double)units > 256 * max_m) units /= 2;
    return units;
}

static tr_noise *compile(tr_noise_graph *graph, tr_node node, double offset)
{
    tr_error err;
    tr_node_def above = tr_default_node_def(TR_NODE_LINEAR);
    above.inputs[0] = node;
    above.factor = 1;
    above.offset = offset;
    if (offset != 0) node = tr_noise_graph_add(graph, &above, &err);
    tr_node_def scale = tr_default_node_def(TR_NODE_SCALE);
    scale.inputs[0] = node;
    scale.factor = 1.0 / 256;
    node = tr_noise_graph_add(graph, &scale, &err);
    tr_noise *noise = tr_noise_compile(graph, node, 2, &err);
    if (!noise) stop(&err);
    tr_noise_graph_destroy(graph);
    return noise;
}

ref_terrain *ref_terrain_create(tr_context *context, const tr_terrain_settings *def, uint64_t seed, double sea_level_m)
{
    tr_error err;
    ref_terrain *terrain = calloc(1, sizeof *terrain);
    if (!terrain) abort();
    *terrain = (ref_terrain){.context = context, .def = *def, .seed = seed, .sea = (float)sea_level_m};
    terrain->lattice = lattice_of(def);
    const double finest_m = 4 * (double)terrain->lattice / 256;
    tr_noise_graph *graph =
        def->graph ? tr_noise_graph_copy(def->graph, context, &err) : tr_noise_graph_create(context, &err);
    terrain->large = compile(
        graph, def->graph ? tr_noise_graph_output(graph) : tr_landform_add(graph, &def->landform, finest_m, &err),
        sea_level_m);
    graph = tr_noise_graph_create(context, &err);
    terrain->rivers = compile(graph, tr_river_line_add(graph, def->rivers.spacing_m, finest_m, &err), 0);
    graph = tr_noise_graph_create(context, &err);
    terrain->detail = compile(graph, tr_detail_add(graph, finest_m, &err), 0);
    return terrain;
}

void ref_terrain_destroy(ref_terrain *terrain)
{
    tr_noise_destroy(terrain->large);
    tr_noise_destroy(terrain->rivers);
    tr_noise_destroy(terrain->detail);
    free(terrain);
}

static float noise_at(const ref_terrain *terrain, const tr_noise *noise, int64_t x, int64_t z)
{
    tr_noise_query query = tr_default_noise_query();
    query.seed = terrain->seed;
    query.origin[0] = x;
    query.origin[1] = z;
    float value;
    const tr_grid grid = {&value, 1, 1, 1, 1, 1};
    tr_error err;
    if (!tr_noise_grid(noise, &query, NULL, &grid, &err)) stop(&err);
    return value;
}

// ---------------------------------------------------------------------------------------------------------
// The spline surface

typedef struct surface {
    float height, slope_x, slope_z;
    float bend2;  // sum of the squares of the second derivatives
} surface;

static float spline(const float p[4], float t, float *slope, float *bend)
{
    const float ends = p[0] + p[2];
    const float c0 = (ends + 4.0f * p[1]) * 0.166666667f;
    const float c1 = (p[2] - p[0]) * 0.5f;
    const float c2 = ends * 0.5f - p[1];
    const float c3 = (p[3] - p[0] + 3.0f * (p[1] - p[2])) * 0.166666667f;
    *slope = c1 + t * (2.0f * c2 + t * (3.0f * c3));
    *bend = 2.0f * c2 + t * (6.0f * c3);
    return c0 + t * (c1 + t * (c2 + t * c3));
}

static int64_t floor_to(int64_t position, int64_t lattice)
{
    const int64_t rest = position % lattice;
    return position - (rest < 0 ? rest + lattice : rest);
}

static surface surface_at(const ref_terrain *terrain, const tr_noise *noise, int64_t x, int64_t z)
{
    const int64_t x0 = floor_to(x, terrain->lattice), z0 = floor_to(z, terrain->lattice);
    const float tx = (float)(x - x0) / (float)terrain->lattice, tz = (float)(z - z0) / (float)terrain->lattice;
    const float cells_per_metre = 256.0f / (float)terrain->lattice;
    float height[4], slope[4], bend[4], unused[2], xx, xz, zz;
    for (int column = 0; column < 4; column++) {
        float p[4];
        for (int row = 0; row < 4; row++)
            p[row] = noise_at(terrain, noise, x0 + (column - 1) * terrain->lattice, z0 + (row - 1) * terrain->lattice);
        height[column] = spline(p, tz, &slope[column], &bend[column]);
    }
    surface result;
    result.height = spline(height, tx, &result.slope_x, &xx);
    result.slope_z = spline(slope, tx, &xz, &unused[0]);
    zz = spline(bend, tx, &unused[0], &unused[1]);
    result.slope_x *= cells_per_metre;
    result.slope_z *= cells_per_metre;
    xx = xx * cells_per_metre * cells_per_metre;
    xz = xz * cells_per_metre * cells_per_metre;
    zz = zz * cells_per_metre * cells_per_metre;
    result.bend2 = xx * xx + 2.0f * xz * xz + zz * zz;
    return result;
}

// ---------------------------------------------------------------------------------------------------------
// Erosion

static float clamp01(float v)
{
    return v < 0.0f ? 0.0f : v > 1.0f ? 1.0f : v;
}

// Cell and offset along an axis, and the word of a cell for the hash of its point.
typedef struct cell_axis {
    uint64_t cell;
    float offset;
    uint32_t seed, multiplier;
} cell_axis;

static cell_axis cell_along(const ref_terrain *terrain, int octave, int axis, int64_t position)
{
    const double per_unit = 1.0 / terrain->def.erosion.size_m * (double)(1 << octave) * (1.0 / 256);
    const uint64_t bits = tr_hash_identity(terrain->seed, 0x6077ee, octave, axis, 0);
    const uint64_t step_q40 = (uint64_t)llround(per_unit * 0x1p40);
    wide q40 = (wide)position * (wide)step_q40;
    if (octave > 0) q40 += (wide)(bits & 0xffffffffffffu);
    cell_axis result;
    result.cell = (uint64_t)(q40 >> 40);
    result.offset = (float)(uint32_t)(((uint64_t)q40 & 0xffffffffffu) >> 16) * 0x1p-24f;
    result.seed = (uint32_t)(bits >> 32);
    result.multiplier = axis == 0 ? 0x9e3779b1u : 0x85ebca77u;
    return result;
}

static uint32_t cell_word(const cell_axis *axis, int offset)
{
    const uint64_t biased = axis->cell + (uint64_t)(int64_t)offset + 0x80000000u;
    const uint32_t linear = (uint32_t)biased * axis->multiplier + (uint32_t)(biased >> 32) * 0x27d4eb2fu + axis->seed;
    return (linear ^ linear >> 15) * 0x7feb352du;
}

static float arc(float v)
{
    return v * (6.0f - 32.0f * v * v);
}

// Cosine and sine of the wave at a phase, as cubic arcs.
static void wave(float phase, float *even, float *odd)
{
    const float u = phase - floorf(phase + 0.5f), a = fabsf(u), mirrored = 0.5f - a;
    *even = arc(0.25f - a);
    *odd = copysignf(arc(a < mirrored ? a : mirrored), u);
}

static void erode(const ref_terrain *terrain, int octave, float strength, int64_t x, int64_t z, surface *ground)
{
    const cell_axis ax = cell_along(terrain, octave, 0, x), az = cell_along(terrain, octave, 1, z);
    const float steepness2 = ground->slope_x * ground->slope_x + ground->slope_z * ground->slope_z;
    const float inverse = tr_rsqrt(steepness2 + 0.008f), steepness = steepness2 * inverse;
    const float grown = clamp01((steepness - 0.005f) * 8.0f);
    const float size = (float)(terrain->def.erosion.size_m / (double)(1 << octave)), reach = inverse * (size * 0.15f);
    const float crowding2 = 1.0f + ground->bend2 * reach * reach;
    const float depth = (steepness < 0.6f ? steepness : 0.6f) * grown * strength;
    const float ux = -ground->slope_z * inverse, uz = ground->slope_x * inverse;
    if (!(depth > 0.0f)) return;
    float even = 0.0f, odd = 0.0f;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) {
            const uint32_t sum = cell_word(&ax, i) + cell_word(&az, j);
            const uint32_t h = (sum ^ sum >> 16) * 0x846ca68bu;
            const float px = ax.offset + 0.8f - (float)(i + 1) - (float)(h >> 18) * 3.66210938e-5f;
            const float pz = az.offset + 0.8f - (float)(j + 1) - (float)(h >> 4 & 0x3fff) * 3.66210938e-5f;
            const float rest = 1.0f - (px * px + pz * pz) * 0.694444444f, near = rest > 0.0f ? rest : 0.0f;
            float e, o;
            wave(px * ux + pz * uz, &e, &o);
            even += near * near * e;
            odd += near * near * o;
        }
    const float scale = tr_rsqrt((even * even + odd * odd + 0.25f) * crowding2);
    const float tilt = depth * (odd * scale) * 6.28318531f;
    ground->height += depth * size * (even * scale - 0.3f);
    ground->slope_x -= tilt * ux;
    ground->slope_z -= tilt * uz;
}

// ---------------------------------------------------------------------------------------------------------
// Rivers, beaches, terraces

static float smoothstep(float v, float low, float inverse_span)
{
    const float t = clamp01((v - low) * inverse_span);
    return t * t * (3.0f - 2.0f * t);
}

static float river(const ref_terrain *terrain, float height, float large, surface line)
{
    const tr_river_settings *def = &terrain->def.rivers;
    const double sea = (double)terrain->sea, cut_m = 0.22 * def->valley_width_m + 1.0;
    const float steepness2 = line.slope_x * line.slope_x + line.slope_z * line.slope_z;
    const float calm2 = (float)(0.36 / (def->spacing_m * def->spacing_m));
    const float away = fabsf(line.height) * tr_rsqrt(steepness2 + calm2);
    const float rise = smoothstep(away, (float)(0.5 * def->width_m), (float)(1.0 / (def->valley_width_m + 1.0)));
    const float cut = 1.0f - smoothstep(large, (float)(sea + 1.5 * cut_m), (float)(1.0 / (3.0 * cut_m)));
    const float floor_m = (float)(sea - def->depth_m), lowest = height < floor_m ? height : floor_m;
    const float deepest = height - (float)cut_m, low = lowest > deepest ? lowest : deepest;
    const float bed = height + cut * (low - height);
    return bed + rise * (height - bed);
}

static float beach(const ref_terrain *terrain, float height)
{
    const tr_beach_settings *def = &terrain->def.beaches;
    const double sand_m = def->height_m * def->width;
    const float above = height - terrain->sea, slope = (float)(1.0 / def->width);
    const float inland = smoothstep(fabsf(above), (float)sand_m, (float)(0.5 / sand_m));
    return inland < 1.0f ? terrain->sea + above * (slope + (1.0f - slope) * inland) : height;
}

static float terrace(const ref_terrain *terrain, float height)
{
    const tr_terrace_settings *def = &terrain->def.terraces;
    const float scaled = (height - terrain->sea) * (float)(1.0 / def->height_m), base = floorf(scaled);
    const double riser = 1.0 - def->flatness;
    const float steepness = (float)(1.0 / (riser > 0x1p-20 ? riser : 0x1p-20));
    const float step = clamp01((scaled - base - 0.5f) * steepness + 0.5f);
    return (base + step) * (float)def->height_m + terrain->sea;
}

float ref_terrain_height(const ref_terrain *terrain, int64_t x, int64_t z)
{
    const tr_terrain_settings *def = &terrain->def;
    surface ground = surface_at(terrain, terrain->large, x, z);
    if (def->graph) ground.height = noise_at(terrain, terrain->large, x, z);
    const float large = ground.height;
    if (def->erosion.strength > 0) {
        const float full = (float)(def->erosion.strength * (double)0.3f);
        const float strength = clamp01((large - terrain->sea) * (float)(10.0 / def->erosion.size_m) + 0.15f) * full;
        double share = 1;
        for (int octave = 0; octave < def->erosion.octaves; octave++, share *= 0.8)
            erode(terrain, octave, strength * (float)share, x, z, &ground);
    }
    float height = ground.height;
    if (!def->graph && def->landform.ruggedness > 0) {
        const tr_landform_settings *land = &def->landform;
        const float high = clamp01((large - terrain->sea) * (float)(1.0 / (land->mountain_height_m + 1.0)));
        height += noise_at(terrain, terrain->detail, x, z) *
                  ((float)(0.13 * land->ruggedness * land->hill_height_m) +
                   high * (float)(0.04 * land->ruggedness * land->mountain_height_m));
    }
    if (def->rivers.width_m > 0) height = river(terrain, height, large, surface_at(terrain, terrain->rivers, x, z));
    if (def->beaches.height_m > 0 && def->beaches.width > 1) height = beach(terrain, height);
    if (def->terraces.height_m > 0 && def->terraces.flatness > 0) height = terrace(terrain, height);
    return height;
}
