// Views (to be written)
#include "terrane/render.h"
