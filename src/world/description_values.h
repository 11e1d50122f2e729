// Readers of the values that are more than a number: extents, points, colours, texts, files, graphs.
#ifndef TR_WORLD_DESCRIPTION_VALUES_H
#define TR_WORLD_DESCRIPTION_VALUES_H

#include "world/description.h"
#include "world/description_keys.h"

// Reads the value of `key` at `node` into the definition.
bool tr_description_read_value(tr_description *description, const tr_key *key, const tr_doc_node *node, tr_error *err);

#endif
