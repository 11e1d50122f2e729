// The list `paths` of a description.
#ifndef TR_DESCRIPTION_DESCRIPTION_PATHS_H
#define TR_DESCRIPTION_DESCRIPTION_PATHS_H

#include "description/description.h"

// What an item of the description holds in memory of its own.
typedef struct tr_described_path {
    tr_path_vertex *vertices;
    int32_t *ring_end;
    char *file;
} tr_described_path;

// Reads the list into the definition. Files that it names are only looked for.
bool tr_description_read_paths(tr_description *description, const tr_doc_node *node, tr_error *err);
// What paths must keep together with the rest of the description; after everything was read.
bool tr_description_check_paths(const tr_description *description, tr_error *err);
void tr_description_release_paths(tr_description *description);

// The node of a key of an item, or of the item where it has none such.
const tr_doc_node *tr_description_find_in_path(const tr_description *description, int32_t index, const char *key);

#endif
