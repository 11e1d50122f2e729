// Blocks as nodes of Luanti's standard game (minetest_game).
#ifndef TR_IO_LUANTI_NODES_H
#define TR_IO_LUANTI_NODES_H

#include "terrane/blocks.h"

// The name of the node of a block. Flowing liquids have nodes of their own, whose param2 is the level.
const char *tr_luanti_node(tr_block block);

#endif
