#ifndef TR_IO_ANVIL_DEF_H
#define TR_IO_ANVIL_DEF_H

#include "terrane/io.h"

enum { TR_ANVIL_DEF_COOKIE = 0x616e766c };

#endif
