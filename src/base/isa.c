// Run-time choice of the kernels' instruction set.
#include "base/isa.h"

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "Terrane's baseline kernels are known on x86-64 and arm64 only: say what four lanes are on this machine"
#endif

bool tr_isa_available(tr_isa isa)
{
    switch (isa) {
    case TR_ISA_AUTO:
    case TR_ISA_SCALAR:
    case TR_ISA_BASELINE: return true;
    case TR_ISA_AVX2:
#ifdef TR_HAVE_AVX2
        // The others came with it, or before; a hypervisor may hide any of them.
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("popcnt");
#else
        return false;
#endif
    case TR_ISA_COUNT: break;
    }
    return false;
}

tr_isa tr_isa_resolve(tr_isa wanted)
{
    if (wanted != TR_ISA_AUTO) return wanted;
    return tr_isa_available(TR_ISA_AVX2) ? TR_ISA_AVX2 : TR_ISA_BASELINE;
}
