// The names of backends and instruction sets, as the command line and descriptions spell them.
#include <assert.h>
#include <string.h>

#include "terrane/base.h"

static const char *const backend_names[TR_BACKEND_COUNT] = {
    [TR_BACKEND_AUTO] = "auto",
    [TR_BACKEND_CPU] = "cpu",
    [TR_BACKEND_GL] = "gl",
};

static const char *const isa_names[TR_ISA_COUNT] = {
    [TR_ISA_AUTO] = "auto",
    [TR_ISA_SCALAR] = "scalar",
    [TR_ISA_BASELINE] = "baseline",
    [TR_ISA_AVX2] = "avx2",
};

// The position of `name` in `names`, or -1.
static int find_name(const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(name, names[i]) == 0) return i;
    }
    return -1;
}

const char *tr_backend_name(tr_backend backend)
{
    assert((unsigned)backend < TR_BACKEND_COUNT);
    return backend_names[backend];
}

const char *tr_isa_name(tr_isa isa)
{
    assert((unsigned)isa < TR_ISA_COUNT);
    return isa_names[isa];
}

bool tr_backend_from_name(const char *name, tr_backend *out)
{
    int found = find_name(name, backend_names, TR_BACKEND_COUNT);
    if (found < 0) return false;
    *out = (tr_backend)found;
    return true;
}

bool tr_isa_from_name(const char *name, tr_isa *out)
{
    int found = find_name(name, isa_names, TR_ISA_COUNT);
    if (found < 0) return false;
    *out = (tr_isa)found;
    return true;
}
