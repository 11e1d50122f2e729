// What every node kind is made of: one table behind names, defaults, checks, the YAML reader and the help.
#ifndef TR_NOISE_NODES_H
#define TR_NOISE_NODES_H

#include "base/schema.h"
#include "noise/program.h"

typedef struct tr_kind {
    const char *name;
    int input_count, required_inputs;  // the required ones come first
    const char *inputs[TR_NODE_MAX_INPUTS];
    tr_schema schema;  // of its parameters
} tr_kind;

enum { TR_MAX_PARAMS = 16 };

// The exponents of `power`; `power_of` clamps its own to them.
#define TR_MIN_EXPONENT 0.01
#define TR_MAX_EXPONENT 64.0

// `kind` must be one of the list.
const tr_kind *tr_kind_of(tr_node_kind kind);
// The names of all kinds, in order.
void tr_kind_names(const char *names[TR_NODE_KIND_COUNT]);
// Points of a curve: points and point_count; the range of the key holds for every number.
extern const tr_key_form tr_points_form;

bool tr_node_def_is_from_default(const tr_node_def *def);

// Reads a number of a point, with the range and the messages of tr_node_def_set().
bool tr_point_number(const tr_key *points, const char *text, double *out, tr_error *err);

// Checks the kind, every field that the kind reads, and what several fields must keep together; not the inputs.
bool tr_node_def_check(const tr_node_def *def, tr_error *err);

// A parameter as kernels take it: rounded to float, and 0 where that would be denormal (a GPU may flush it).
float tr_kernel_float(double value);

#endif
