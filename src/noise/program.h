// A compiled noise graph: instructions over registers, the same for every backend.
//
// Compilation walks the graph from its output. A node is evaluated in a domain (how positions are scaled and
// displaced), once per domain however often it is read. Registers hold one float per sample.
#ifndef TR_NOISE_PROGRAM_H
#define TR_NOISE_PROGRAM_H

#include "noise/spare.h"
#include "terrane/noise.h"

enum { TR_MAX_NODES = 1024, TR_MAX_INSTRUCTIONS = 4096, TR_NO_REGISTER = -1 };

typedef enum tr_op {
    TR_OP_FILL,        // k[0]
    TR_OP_COORDINATE,  // register of a coordinate (program.coordinates[source])
    TR_OP_SOURCE,      // program.sources[source]
    TR_OP_ADD,
    TR_OP_SUBTRACT,
    TR_OP_MULTIPLY,
    TR_OP_MIN,
    TR_OP_MAX,
    TR_OP_LINEAR,  // k: factor, offset
    TR_OP_ABS,
    TR_OP_POWER,       // k: exponent
    TR_OP_POWER_OF,    // a, b; k: least and largest exponent
    TR_OP_CLAMP,       // k: low, high
    TR_OP_SMOOTHSTEP,  // k: low, inverse span
    TR_OP_CURVE,       // program.curves[source]
    TR_OP_TERRACE,     // k: steps, inverse steps, steepness
    TR_OP_BLEND,       // a, b, t
    TR_OP_SELECT       // a, b, t; k: low, inverse width
} tr_op;

typedef struct tr_instruction {
    tr_op op;
    int16_t out;     // register written
    int16_t in[3];   // registers read, TR_NO_REGISTER where fewer
    int16_t source;  // index into the table the op names
    float k[3];
} tr_instruction;

// One octave of a source: how its lattice lies over the units of the query.
typedef struct tr_octave {
    uint64_t step_q40;   // lattice cells per unit of the query, 24.40 fixed point (major axis for simplex)
    uint64_t minor_q40;  // simplex: cells along the other axes per unit
    float frequency;     // cells per unit of the domain, for displacements
    float minor_frequency;
    float weight;
} tr_octave;

typedef struct tr_source {
    tr_node_kind kind;
    int dims;
    int fade;  // VALUE: TR_FADE_*; GRADIENT: smootherstep
    tr_metric metric;
    tr_cellular_result result;
    float spread, guard;  // CELLULAR: tr_cellular_params
    tr_fractal fractal;
    float sharpness;  // RIDGED; DAMPED: the factor of tr_damped_divisor()
    int octave_count;
    tr_octave octaves[TR_MAX_OCTAVES];
    uint64_t salt;
    int16_t displacement[3];  // registers, TR_NO_REGISTER where none; units of the domain
} tr_source;

typedef struct tr_coordinate {
    int axis;
    double center;  // units of the query
    double factor;  // per unit of the query
    float displacement_factor;
    int16_t displacement;  // register or TR_NO_REGISTER
} tr_coordinate;

typedef struct tr_curve {
    int segment_count;  // segment i starts at start[i]
    float start[TR_CURVE_MAX_POINTS + 1];
    float c[TR_CURVE_MAX_POINTS + 1][4];
    float first;  // value before the first start
} tr_curve;

// What queries keep for each other.
typedef struct tr_noise_spares {
    tr_spare tables, workers;
} tr_noise_spares;

struct tr_noise {
    tr_context *context;
    tr_noise_spares *spares;
    int dims;
    float low, high;
    int register_count;
    int instruction_count, source_count, coordinate_count, curve_count;
    tr_instruction *instructions;
    tr_source *sources;
    tr_coordinate *coordinates;
    tr_curve *curves;
    // The shaders for grids and for point lists, made at compile time when the context has GL; else NULL.
    char *glsl_grid, *glsl_points;
};

// Seeds of octave k of a source for a query's seed, one word per axis, and the shift of its lattice along each
// axis: octaves after the first are shifted so that their lattice points do not coincide.
typedef struct tr_octave_seed {
    uint32_t axis[3];
    uint64_t shift_q40[3];
} tr_octave_seed;
tr_octave_seed tr_octave_seed_of(uint64_t seed, uint64_t salt, int octave);

#endif
