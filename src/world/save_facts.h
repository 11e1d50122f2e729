// What a save holds.
#ifndef TR_WORLD_SAVE_FACTS_H
#define TR_WORLD_SAVE_FACTS_H

#include "world/save.h"

// From the rows as they are, none of which is decompressed.
bool tr_save_count(tr_save *save, tr_save_facts *out, tr_error *err);
// Adds a chunk.
void tr_save_facts_add(tr_save_facts *facts, const tr_voxel_at *chunk, uint64_t edit_count);

#endif
