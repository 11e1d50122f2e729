/// @file noise.h
/// Noises and graphs of noises over grids with 64-bit origins, the same bits on every backend.
///
/// Build a graph of nodes (in C, or from a YAML file), compile it once, and evaluate it over any grid or list of
/// points from any thread. A value depends on the graph, the seed and the position only: not on how a
/// region is split, on the number of threads, on the instruction set or on the backend.
///
/// Positions are integers (sample units; what a unit means is the caller's choice) plus, for point lists and
/// warps, a float displacement. A noise of frequency f has f lattice cells per unit. The lattice position of
/// a sample is computed in fixed point, so nothing degrades far from the origin.
#ifndef TERRANE_NOISE_H
#define TERRANE_NOISE_H

#include "terrane/schema.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Nodes

/// The kinds of node: X(name, inputs). `inputs` is how many of `def.inputs` it reads; see docs/noise.md for
/// each formula. The YAML name is the lower-case one.
#define TR_NODE_LIST(X) \
    X(CONSTANT, 0)      \
    X(COORDINATE, 0)    \
    X(VALUE, 0)         \
    X(GRADIENT, 0)      \
    X(SIMPLEX, 0)       \
    X(CELLULAR, 0)      \
    X(WARP, 4)          \
    X(SCALE, 1)         \
    X(ADD, 2)           \
    X(SUBTRACT, 2)      \
    X(MULTIPLY, 2)      \
    X(MIN, 2)           \
    X(MAX, 2)           \
    X(LINEAR, 1)        \
    X(ABS, 1)           \
    X(POWER, 1)         \
    X(POWER_OF, 2)      \
    X(CLAMP, 1)         \
    X(SMOOTHSTEP, 1)    \
    X(CURVE, 1)         \
    X(TERRACE, 1)       \
    X(BLEND, 3)         \
    X(SELECT, 3)

typedef enum tr_node_kind {
#define X(name, inputs) TR_NODE_##name,
    TR_NODE_LIST(X)
#undef X
        TR_NODE_KIND_COUNT
} tr_node_kind;

/// How value noise interpolates between lattice points. NEAREST gives each lattice cell one value. Gradient
/// noise always uses SMOOTHERSTEP.
typedef enum tr_interpolation {
    TR_INTERPOLATION_NEAREST,
    TR_INTERPOLATION_LINEAR,
    TR_INTERPOLATION_SMOOTHSTEP,
    TR_INTERPOLATION_SMOOTHERSTEP,
    TR_INTERPOLATION_COUNT
} tr_interpolation;

/// How cellular noise measures distance.
typedef enum tr_metric {
    TR_METRIC_EUCLIDEAN,
    TR_METRIC_SQUARED,
    TR_METRIC_MANHATTAN,
    TR_METRIC_CHEBYSHEV,
    TR_METRIC_COUNT
} tr_metric;

/// What cellular noise returns: the distance to the nearest feature point, to the second nearest, their
/// difference, or a random value in [-1, 1] of the nearest point's cell.
typedef enum tr_cellular_result {
    TR_CELLULAR_F1,
    TR_CELLULAR_F2,
    TR_CELLULAR_F2_MINUS_F1,
    TR_CELLULAR_CELL,
    TR_CELLULAR_RESULT_COUNT
} tr_cellular_result;

/// How the octaves of a source are put together. Octave k has frequency f lacunarity^k, weight gain^k and a
/// seed of its own; the weights are divided by their sum. With n_k the octave's noise:
///   NONE     n_0
///   FBM      sum w_k n_k
///   BILLOW   sum w_k (2 |n_k| - 1)
///   RIDGED   2 (sum w_k s_k) - 1, s_k = (1 - |n_k|)^2 c_k, c_0 = 1, c_(k+1) = clamp(sharpness s_k, 0, 1)
///   DAMPED   sum w_k n_k / (1 + sharpness/2 |d_k|^2), d_k the sum of the derivatives of n_0 .. n_k, each per cell of
///            its own lattice: slopes lose their detail, as erosion takes it. GRADIENT in 2D only.
typedef enum tr_fractal {
    TR_FRACTAL_NONE,
    TR_FRACTAL_FBM,
    TR_FRACTAL_BILLOW,
    TR_FRACTAL_RIDGED,
    TR_FRACTAL_DAMPED,
    TR_FRACTAL_COUNT
} tr_fractal;

/// A node of a graph: its index, in the order of addition. Negative is never a node.
typedef int32_t tr_node;

enum { TR_NODE_MAX_INPUTS = 4, TR_CURVE_MAX_POINTS = 16, TR_MAX_OCTAVES = 24, TR_NODE_NONE = -1 };

/// One node. Take it from tr_default_node_def(); a kind reads only the fields its formula names.
typedef struct tr_node_def {
    uint32_t cookie;
    tr_node_kind kind;
    /// What the node reads, as its formula orders it: a, b, t; for WARP the input, then the displacement along
    /// x, y and z (TR_NODE_NONE leaves an axis alone).
    tr_node inputs[TR_NODE_MAX_INPUTS];

    // Sources: VALUE, GRADIENT, SIMPLEX, CELLULAR
    int64_t seed;                    ///< salt: sources with different salts are independent
    double frequency;                ///< lattice cells per unit: 2^-30 .. 2^20
    int32_t dims;                    ///< 1..3: reads only the first axes; 0: as many as the query has
    tr_interpolation interpolation;  ///< VALUE
    tr_metric metric;                ///< CELLULAR
    tr_cellular_result result;       ///< CELLULAR
    double jitter;                   ///< CELLULAR: 0 (regular lattice) .. 1 (anywhere in the cell)
    tr_fractal fractal;
    int32_t octaves;    ///< 1..TR_MAX_OCTAVES
    double lacunarity;  ///< 1..16
    double gain;        ///< 0..1 (weight of an octave against the one before)
    double sharpness;   ///< RIDGED, DAMPED: 0..16

    // Others
    double value;     ///< CONSTANT
    int32_t axis;     ///< COORDINATE: 0 x, 1 y, 2 z
    double center;    ///< COORDINATE: (position - center) * factor; an integer below 2^53 in magnitude
    double factor;    ///< COORDINATE, LINEAR: multiplier. SCALE: positions are multiplied by it. WARP: displacement per
                      ///< unit of its inputs
    double offset;    ///< LINEAR: v * factor + offset
    double exponent;  ///< POWER: sign(v) |v|^exponent, 0.01..64
    double low, high;                       ///< CLAMP, SMOOTHSTEP: low < high
    double threshold;                       ///< SELECT: b where t is above, else a
    double falloff;                         ///< SELECT: width of the smooth change around the threshold, >= 0
    int32_t steps;                          ///< TERRACE: flat steps per unit, 1..4096
    double flatness;                        ///< TERRACE: 0 (a straight line) .. 1 (stairs)
    bool smooth;                            ///< CURVE: a monotone cubic instead of straight lines
    int32_t point_count;                    ///< CURVE: 2..TR_CURVE_MAX_POINTS
    double points[TR_CURVE_MAX_POINTS][2];  ///< CURVE: (in, out), in ascending
} tr_node_def;

/// Defaults of a kind: frequency 0.01, 1 octave, lacunarity 2, gain 0.5, smootherstep, Euclidean F1, jitter 1...
TR_API tr_node_def tr_default_node_def(tr_node_kind kind);
/// The lower-case name ("gradient"), and the reverse.
TR_API const char *tr_node_kind_name(tr_node_kind kind);
TR_API bool tr_node_kind_from_name(const char *name, tr_node_kind *out);

/// The parameters of a kind as a table (schema.h): what the YAML reader, the command line and the help are made from;
/// inputs are not parameters.
TR_API const tr_schema *tr_node_schema(tr_node_kind kind);
/// The name of an input: "a", "input", "x", ...
TR_API const char *tr_node_input_name(tr_node_kind kind, int index);
/// Sets the parameter `name` of a definition from text, with the same checks and messages as the YAML reader.
TR_API bool tr_node_def_set(tr_node_def *def, const char *name, const char *text, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Graphs

typedef struct tr_noise_graph tr_noise_graph;

TR_API tr_noise_graph *tr_noise_graph_create(tr_context *context, tr_error *err);
TR_API void tr_noise_graph_destroy(tr_noise_graph *graph);

/// Adds a node; its inputs must exist already, so a graph has no cycles.
/// @return the node, or a negative number with INVALID_ARGUMENT or NOT_FINITE naming the field and its range
TR_API tr_node tr_noise_graph_add(tr_noise_graph *graph, const tr_node_def *def, tr_error *err);

/// Reads a graph from YAML: `nodes:` maps names to `{type: ..., parameter: ..., input: name-or-number}`, and
/// `output:` names the node that counts (docs/noise.md). Errors name file, line and column.
TR_API tr_noise_graph *tr_noise_graph_load(tr_context *context, const char *path, tr_error *err);
TR_API tr_noise_graph *tr_noise_graph_load_text(tr_context *context, const char *name, const char *text, size_t size,
                                                tr_error *err);

/// The number of nodes and the output node (the last added unless the file names another).
TR_API int32_t tr_noise_graph_node_count(const tr_noise_graph *graph);
TR_API tr_node tr_noise_graph_output(const tr_noise_graph *graph);

// ---------------------------------------------------------------------------------------------------------
// Evaluation

/// A graph made ready for queries of 1, 2 or 3 dimensions. Immutable: shared by any number of threads.
typedef struct tr_noise tr_noise;

/// @param output  the node to evaluate
/// @param dims    1, 2 or 3: how many axes the queries have
TR_API tr_noise *tr_noise_compile(const tr_noise_graph *graph, tr_node output, int dims, tr_error *err);
TR_API void tr_noise_destroy(tr_noise *noise);

/// An interval that no value ever leaves.
TR_API void tr_noise_range(const tr_noise *noise, float *low, float *high);

/// Samples at origin + i * step along each axis, for i in [0, size); axes beyond `dims` have size 1.
typedef struct tr_noise_query {
    uint64_t seed;
    int64_t origin[3];
    int64_t step[3];  ///< units between samples, 1 .. 2^31
    int32_t size[3];  ///< 1 .. 2^24 per axis
} tr_noise_query;

/// Seed 0, origin 0, step 1, size 1.
TR_API tr_noise_query tr_default_noise_query(void);

/// Evaluates into `out`, whose sizes must be those of the query. Thread-safe; uses the threads of the context.
/// @param progress  may be NULL
TR_API bool tr_noise_grid(const tr_noise *noise, const tr_noise_query *query, const tr_progress *progress,
                          const tr_grid *out, tr_error *err);

/// The same as a job; `out` must stay valid until it is finished.
TR_API tr_job *tr_noise_grid_start(const tr_noise *noise, const tr_noise_query *query, tr_priority priority,
                                   const tr_grid *out, tr_error *err);

/// A list of points at origin + (x[i], y[i], z[i]); the displacements in units, finite, below 2^22 lattice cells
/// of the highest frequency. y and z may be NULL beyond `dims`.
typedef struct tr_noise_point_query {
    uint64_t seed;
    int64_t origin[3];
    const float *x, *y, *z;
    size_t count;
} tr_noise_point_query;

/// @return false with NOT_FINITE naming the first point that is not allowed; `out` then holds nothing of use.
/// Thread-safe.
TR_API bool tr_noise_points(const tr_noise *noise, const tr_noise_point_query *query, const tr_progress *progress,
                            float *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
