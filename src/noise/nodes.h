// What every node kind is made of: one table behind names, defaults, checks, the YAML reader and the help.
#ifndef TR_NOISE_NODES_H
#define TR_NOISE_NODES_H

#include "noise/program.h"

// How a parameter is stored in tr_node_def and written as text.
typedef enum tr_param_type {
    TR_PARAM_NUMBER,  // double
    TR_PARAM_WHOLE,   // double that holds an integer
    TR_PARAM_INT,     // int32_t
    TR_PARAM_SEED,    // int64_t, any
    TR_PARAM_CHOICE,  // an enumeration (or int32_t) by name
    TR_PARAM_SWITCH,  // bool: false or true
    TR_PARAM_POINTS   // points and point_count; low and high hold for every number
} tr_param_type;

typedef struct tr_param {
    const char *name, *help;
    tr_param_type type;
    size_t offset;  // in tr_node_def
    double low, high, initial;
    const char *const *choices;
    int choice_count;
} tr_param;

typedef struct tr_kind {
    const char *name;
    int input_count, required_inputs;  // the required ones come first
    const char *inputs[TR_NODE_MAX_INPUTS];
    const tr_param *params;
    int param_count;
} tr_kind;

enum { TR_MAX_PARAMS = 16 };

// The exponents of `power`; `power_of` clamps its own to them.
#define TR_MIN_EXPONENT 0.01
#define TR_MAX_EXPONENT 64.0

// `kind` must be one of the list.
const tr_kind *tr_kind_of(tr_node_kind kind);
// The names of all kinds, in order.
void tr_kind_names(const char *names[TR_NODE_KIND_COUNT]);
// The parameter of a kind by its name, or NULL.
const tr_param *tr_param_find(const tr_kind *kind, const char *name);

bool tr_node_def_is_from_default(const tr_node_def *def);

// Reads a number for `param`, with the range and the messages of tr_node_def_set(); `name` is used in them.
bool tr_param_number(const tr_param *param, const char *name, const char *text, double *out, tr_error *err);

// Checks the kind, every field that the kind reads, and what several fields must keep together; not the inputs.
bool tr_node_def_check(const tr_node_def *def, tr_error *err);

// A parameter as kernels take it: rounded to float, and 0 where that would be denormal (a GPU may flush it).
float tr_kernel_float(double value);

#endif
