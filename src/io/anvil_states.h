// Blocks as Minecraft names them (Java edition 1.18).
#ifndef TR_IO_ANVIL_STATES_H
#define TR_IO_ANVIL_STATES_H

#include "terrane/blocks.h"

// A block and its properties, as "key=value,key=value"; NULL: it has none.
typedef struct tr_anvil_state {
    const char *name, *properties;
} tr_anvil_state;

tr_anvil_state tr_anvil_state_of(tr_block block);

#endif
