// The backends of this machine for tests that compare them: one context each, in the order scalar, baseline, AVX2, GL.
#ifndef TR_NOISE_BACKENDS_H
#define TR_NOISE_BACKENDS_H

#include <stdio.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/noise.h"
#include "test_context.h"

enum { BACKEND_SCALAR, BACKEND_BASELINE, BACKEND_AVX2, BACKEND_GL, BACKEND_COUNT };

typedef struct noise_backend {
    const char *name;
    tr_context *context;  // NULL where there is none
} noise_backend;

static noise_backend backends[BACKEND_COUNT];

static inline tr_context *open_backend(int index, tr_error *err)
{
    static const tr_isa isas[BACKEND_COUNT] = {TR_ISA_SCALAR, TR_ISA_BASELINE, TR_ISA_AVX2, TR_ISA_AUTO};
    if (!tr_isa_available(isas[index])) {
        tr_fail(err, TR_ERROR_UNSUPPORTED, "this build or machine does not have it");
        return NULL;
    }
    tr_context_def def = test_context_def(2);
    def.isa = isas[index];
    if (index == BACKEND_GL) def.backend = TR_BACKEND_GL;
    return tr_context_create(&def, err);
}

// Opens those that there are and says loudly which are not. The CPU must always work.
static inline int open_backends(void **state)
{
    (void)state;
    static const char *const names[BACKEND_COUNT] = {"scalar", "baseline", "avx2", "gl"};
    for (int i = 0; i < BACKEND_COUNT; i++) {
        tr_error err;
        backends[i] = (noise_backend){names[i], open_backend(i, &err)};
        if (!backends[i].context) printf("SKIPPED %s: %s\n", names[i], err.message);
    }
    return backends[BACKEND_SCALAR].context && backends[BACKEND_BASELINE].context ? 0 : -1;
}

static inline int close_backends(void **state)
{
    (void)state;
    for (int i = 0; i < BACKEND_COUNT; i++) tr_context_destroy(backends[i].context);
    return 0;
}

// Compiles the last node of a list of definitions, each of which reads earlier ones.
static inline tr_noise *compile_nodes(tr_context *context, const tr_node_def *defs, int count, int dims)
{
    tr_error err;
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    if (!graph) fail_msg("%s", err.message);
    tr_node last = TR_NODE_NONE;
    for (int i = 0; i < count; i++) {
        last = tr_noise_graph_add(graph, &defs[i], &err);
        if (last < 0) fail_msg("%s", err.message);
    }
    tr_noise *noise = tr_noise_compile(graph, last, dims, &err);
    if (!noise) fail_msg("%s", err.message);
    tr_noise_graph_destroy(graph);
    return noise;
}

static inline size_t query_samples(const tr_noise_query *query)
{
    return (size_t)query->size[0] * (size_t)query->size[1] * (size_t)query->size[2];
}

// A packed grid of the query's sizes over memory of the caller's.
static inline tr_grid grid_over(float *samples, const tr_noise_query *query)
{
    const int64_t row = query->size[0];
    return (tr_grid){samples, query->size[0], query->size[1], query->size[2], row, row * query->size[1]};
}

static inline void evaluate_grid(const tr_noise *noise, const tr_noise_query *query, float *out)
{
    tr_error err;
    const tr_grid grid = grid_over(out, query);
    if (!tr_noise_grid(noise, query, NULL, &grid, &err)) fail_msg("%s: %s", tr_error_name(err.code), err.message);
}

// Damped octaves are those of 2D gradient noise only.
static inline bool has_fractal(tr_node_kind kind, int dims, tr_fractal fractal)
{
    return fractal != TR_FRACTAL_DAMPED || (kind == TR_NODE_GRADIENT && dims == 2);
}

// What a source is, by the names of the YAML files.
static inline const char *describe_source(const tr_node_def *def, char *text, size_t size)
{
    static const char *const interpolations[] = {"nearest", "linear", "smoothstep", "smootherstep"};
    static const char *const metrics[] = {"euclidean", "squared", "manhattan", "chebyshev"};
    static const char *const results[] = {"f1", "f2", "f2-f1", "cell"};
    static const char *const fractals[] = {"", " fbm", " billow", " ridged", " damped"};
    char variant[64] = "";
    if (def->kind == TR_NODE_VALUE) snprintf(variant, sizeof variant, " %s", interpolations[def->interpolation]);
    if (def->kind == TR_NODE_CELLULAR)
        snprintf(variant, sizeof variant, " %s %s jitter %g", metrics[def->metric], results[def->result], def->jitter);
    snprintf(text, size, "%s%s%s, frequency %g", tr_node_kind_name(def->kind), variant, fractals[def->fractal],
             def->frequency);
    return text;
}

#endif
