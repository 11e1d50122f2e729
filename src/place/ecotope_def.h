// Marks of definitions that were taken from their defaults.
#ifndef TR_PLACE_ECOTOPE_DEF_H
#define TR_PLACE_ECOTOPE_DEF_H

#include "terrane/place.h"

enum { TR_TERM_COOKIE = 0x7465726d, TR_ECOTOPE_NODE_COOKIE = 0x65636f74 };

#endif
