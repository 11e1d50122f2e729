// The cache of chunks (cache.h).
#include "world/cache.h"
