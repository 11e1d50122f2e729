// The noises as shader text.
#include "noise/cellular_kernel.h"
#include "noise/fractal_kernel.h"
#include "noise/gradient_kernel.h"
#include "noise/ops_kernel.h"
#include "noise/simplex_kernel.h"
#include "noise/value_kernel.h"
