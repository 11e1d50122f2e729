// The tree `nodes` of a set, with terms and layers.
#ifndef TR_DESCRIPTION_DESCRIPTION_NODES_H
#define TR_DESCRIPTION_DESCRIPTION_NODES_H

#include "description/description_placement.h"

// Reads the list at `node` of the document of `source`, beside which files are looked for, into `own`; parents come
// before children, layers in the order of their nodes.
bool tr_description_read_nodes(const tr_description *source, const tr_doc_node *node, tr_described_set *own,
                               tr_error *err);

#endif
