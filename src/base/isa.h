// Which builds of the kernels exist and which of them this machine runs.
#ifndef TR_BASE_ISA_H
#define TR_BASE_ISA_H

#include "terrane/base.h"

// The widest available ISA for AUTO; else `wanted` itself, available or not.
tr_isa tr_isa_resolve(tr_isa wanted);

// Per-ISA tables are named by the build: TR_ISA_NAME(tr_math_table) is tr_math_table_avx2 and so on.
#define TR_ISA_PASTE_(name, isa) name##_##isa
#define TR_ISA_PASTE(name, isa) TR_ISA_PASTE_(name, isa)
#define TR_ISA_NAME(name) TR_ISA_PASTE(name, TR_KERNEL_ISA)

// Declares one table per ISA, and picks the one of an available ISA.
#define TR_ISA_DECLARE(type, name) extern const type name##_scalar, name##_baseline, name##_avx2
#ifdef TR_HAVE_AVX2
#define TR_ISA_PICK(name, isa) \
    ((isa) == TR_ISA_AVX2 ? &name##_avx2 : (isa) == TR_ISA_BASELINE ? &name##_baseline : &name##_scalar)
#else
#define TR_ISA_PICK(name, isa) ((isa) == TR_ISA_BASELINE ? &name##_baseline : &name##_scalar)
#endif

#endif
