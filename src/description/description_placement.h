// The list `placement` of a description.
#ifndef TR_DESCRIPTION_DESCRIPTION_PLACEMENT_H
#define TR_DESCRIPTION_DESCRIPTION_PLACEMENT_H

#include "description/description.h"

enum { TR_DESCRIBED_NAME = 128 };

// What a set of the description holds in memory of its own.
typedef struct tr_described_set {
    tr_doc *doc;                   // of a file or of the standard library; NULL: in the description itself
    const tr_doc_node *item;       // in the description
    char name[TR_DESCRIBED_NAME];  // of the file
    tr_ecotope_node_def *nodes;
    int32_t node_count, node_capacity;
    tr_density_term_def *terms;  // of the nodes in their order; their textures are their own
    int32_t term_count, term_capacity;
    tr_world_place_layer *layers;
    int32_t layer_count, layer_capacity;
} tr_described_set;

// Reads `defaults` or the list into the definition, with the files that it names.
bool tr_description_read_placement(tr_description *description, const tr_doc_node *node, tr_error *err);
void tr_description_release_placement(tr_description *description);

// The node in the description that a set comes from.
const tr_doc_node *tr_description_find_set(const tr_description *description, int32_t index);

#endif
