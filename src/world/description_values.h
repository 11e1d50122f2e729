// Readers of the values that are more than a number: extents, points, colours, texts, files, graphs.
#ifndef TR_WORLD_DESCRIPTION_VALUES_H
#define TR_WORLD_DESCRIPTION_VALUES_H

#include "world/description.h"
#include "world/description_keys.h"

// Reads the value of `key` at `node` into the definition.
bool tr_description_read_value(tr_description *description, const tr_key *key, const tr_doc_node *node, tr_error *err);

// The text of a scalar that is not empty; NULL with `err` set for anything else.
const char *tr_description_scalar(const tr_description *description, const tr_doc_node *node, const char *expected,
                                  tr_error *err);
// A text on one line, of at most 200 bytes.
bool tr_description_read_name(const tr_description *description, const tr_doc_node *node, const char **out,
                              tr_error *err);
// A number, or any text, whose hash is taken.
bool tr_description_read_seed(const tr_description *description, const tr_doc_node *node, uint64_t *out, tr_error *err);
// {width, depth}, {x0, z0, x1, z1} or [x0, z0, x1, z1] in whole metres.
bool tr_description_read_region(const tr_description *description, const tr_doc_node *node, tr_region *out,
                                tr_error *err);
// The path (tr_free) of a file that is looked for beside the description and exists; NULL with `err` set.
char *tr_description_find_file(const tr_description *description, const tr_doc_node *node, tr_error *err);

#endif
