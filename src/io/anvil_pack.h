// The data pack of a Minecraft world that is higher than the game's own.
#ifndef TR_IO_ANVIL_PACK_H
#define TR_IO_ANVIL_PACK_H

#include "terrane/io.h"

#define TR_ANVIL_PACK "terrane"

// Whether the heights of a world are other than those of the game.
bool tr_anvil_needs_pack(const tr_anvil_def *def);
// Writes it into the directory of the world and adds to the report.
bool tr_anvil_pack_write(tr_context *context, const tr_anvil_def *def, tr_blocks_report *report, tr_error *err);
// Removes it, and folders that are empty then.
void tr_anvil_pack_remove(const char *directory);

#endif
