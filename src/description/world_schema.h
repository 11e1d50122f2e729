// The tables of keys of a world and of the lists in it (terrane/schema.h).
#ifndef TR_DESCRIPTION_WORLD_SCHEMA_H
#define TR_DESCRIPTION_WORLD_SCHEMA_H

#include "base/schema.h"
#include "terrane/description.h"

// Items of `paths`: tr_world_path_def. The kinds of the table are sources.
extern const tr_schema tr_world_path_schema;
// Places of a path as mappings: tr_path_vertex.
extern const tr_schema tr_path_vertex_schema;
// Items of `placement` and what is in them. The kinds of terms are those of the table.
extern const tr_schema tr_place_set_schema;    // tr_world_place_set_def
extern const tr_schema tr_place_node_schema;   // tr_ecotope_node_def
extern const tr_schema tr_place_term_schema;   // tr_density_term_def
extern const tr_schema tr_place_layer_schema;  // tr_world_place_layer

// Values that the description reads itself.
extern const tr_key_form tr_file_form;       // a file that is looked for beside the description
extern const tr_key_form tr_paths_form;      // paths and path_count
extern const tr_key_form tr_placement_form;  // place_sets and place_set_count
extern const tr_key_form tr_later_form;      // a place for another room: accepted, not read
// Of paths
extern const tr_key_form tr_places_form;  // path.vertices
extern const tr_key_form tr_rings_form;   // path.vertices and path.ring_end
// Of placement
extern const tr_key_form tr_standard_form;  // a set of the standard library
extern const tr_key_form tr_nodes_form;     // nodes of a set, children of a node
extern const tr_key_form tr_terms_form;     // terms and term_count
extern const tr_key_form tr_layer_form;     // a mapping, or the name of a layer
extern const tr_key_form tr_field_form;     // tr_field by name
extern const tr_key_form tr_biomes_form;    // a sum of 1 << TR_BIOME_...
extern const tr_key_form tr_curve_form;     // from, to and point_count
extern const tr_key_form tr_texture_form;   // a picture as tr_grid

// The kinds that a source can have, as a sum of 1 << TR_PATH_...
unsigned tr_path_source_kinds(tr_path_source source);

// How x of the curve of a term is written: in the units of its field; plain for other kinds.
tr_doc_measure tr_place_curve_measure(tr_term_kind kind, tr_field field);

#endif
