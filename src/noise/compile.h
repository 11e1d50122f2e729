// The state of one compilation, shared by the files compile*.c.
//
// While a program is built, every instruction makes one value, numbered like the instruction, and registers in
// the program are numbers of values. Equal instructions are made once. At the end unused ones are dropped and
// values get registers.
#ifndef TR_NOISE_COMPILE_H
#define TR_NOISE_COMPILE_H

#include "noise/graph.h"
#include "noise/program.h"
#include "noise/range.h"

enum {
    TR_MAX_DOMAINS = 1024,
    TR_MAX_REGISTERS = 256,
    TR_VALUE_PENDING = -2,  // an input must be compiled first
    TR_VALUE_FAILED = -3
};

// How positions reach a node: position = scale * X + displacement, X in units of the query and the displacement
// (values, TR_NO_REGISTER where none) in units of the domain.
typedef struct tr_domain {
    double scale;
    int16_t displacement[3];
} tr_domain;

typedef struct tr_compiler {
    const tr_noise_graph *graph;
    tr_context *context;
    tr_noise *noise;  // what is built
    int instruction_capacity, source_capacity, coordinate_capacity, curve_capacity;
    tr_range *ranges;  // per instruction
    int range_capacity;
    tr_domain *domains;
    int domain_count, domain_capacity;
    int16_t *values;     // per domain and node: its value, TR_NO_REGISTER until compiled
    int value_capacity;  // in domains
    struct tr_visit {
        tr_node node;
        int domain;
    } * visits;  // nodes that wait for an input, outermost first; at most one per node
    int visit_count;
    tr_error *err;
} tr_compiler;

// Fails with a message about the node that is being compiled. Returns TR_VALUE_FAILED.
int16_t tr_compile_fail(tr_compiler *c, tr_error_code code, const char *format, ...) TR_PRINTF(3, 4);

// compile_emit.c: each returns the value of an instruction, an existing one where it computes the same. They fail
// where values could leave what kernels can hold.
int16_t tr_emit(tr_compiler *c, const tr_instruction *instruction);
int16_t tr_emit_source(tr_compiler *c, const tr_source *source);
int16_t tr_emit_coordinate(tr_compiler *c, const tr_coordinate *coordinate);
int16_t tr_emit_curve(tr_compiler *c, int16_t input, const tr_curve *curve);

// compile_source.c
int16_t tr_compile_source(tr_compiler *c, const tr_node_def *def, const tr_domain *domain);
int16_t tr_compile_coordinate(tr_compiler *c, const tr_node_def *def, const tr_domain *domain);

// compile_registers.c: drops what `output` does not need, so that it is the last instruction, and turns values
// into registers. Fails with TOO_LARGE when more than TR_MAX_REGISTERS are needed at one time.
bool tr_assign_registers(tr_noise *noise, int16_t output, tr_error *err);

#endif
