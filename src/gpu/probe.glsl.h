// The operations of the probe as shader text.
#include "gpu/probe_kernel.h"
