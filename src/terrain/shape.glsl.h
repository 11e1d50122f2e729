// The kernels of the ground as shader text.
#include "terrain/shape_kernel.h"
