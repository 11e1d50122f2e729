// level.dat: what a Minecraft world is.
#ifndef TR_IO_ANVIL_LEVEL_H
#define TR_IO_ANVIL_LEVEL_H

#include "io/byte_list.h"
#include "terrane/io.h"

// Appends its contents, before they are compressed.
void tr_anvil_level_append(tr_byte_list *out, const tr_anvil_def *def);

#endif
