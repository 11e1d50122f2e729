// A world description that was read and checked, before a world is made of it.
#ifndef TR_DESCRIPTION_DESCRIPTION_H
#define TR_DESCRIPTION_DESCRIPTION_H

#include "base/doc.h"
#include "terrane/description.h"

typedef struct tr_description {
    tr_context *context;
    tr_doc *doc;  // holds the texts that `def` points to
    tr_world_def def;
    tr_noise_graph *graph;            // def.terrain.graph; NULL: none
    char *elevation_path;             // def.terrain.elevation.path; NULL: none
    struct tr_described_path *paths;  // what def.paths point to
    tr_world_path_def *path_items;    // def.paths
    struct tr_described_set *sets;    // what def.place_sets point to
    int32_t set_count;
    tr_world_place_set_def *set_items;  // def.place_sets
} tr_description;

// Reads and checks a description; a graph file that it names is read, an elevation file only looked for. Fails with
// SYNTAX, SCHEMA, FILE_OPEN, FILE_READ, TOO_LARGE, OUT_OF_MEMORY, OVER_BUDGET or UNSUPPORTED (a build without YAML),
// with file, line and column where there is a place. Release `out` with tr_description_release(), also after a failure.
bool tr_description_read_file(tr_context *context, const char *path, tr_description *out, tr_error *err);
bool tr_description_read_text(tr_context *context, const char *name, const char *text, size_t size, tr_description *out,
                              tr_error *err);
void tr_description_release(tr_description *description);

// The node at a path such as "terrain.rivers.width", or the nearest one above it.
const tr_doc_node *tr_description_find(const tr_description *description, const char *path);

// The path (tr_free) of a file that is looked for beside the description and exists; NULL with `err` set.
char *tr_description_find_file(const tr_description *description, const tr_doc_node *node, tr_error *err);

// Fails with "file:line:column: " before the message of a problem that has no place of its own.
bool tr_description_fail_at(const tr_description *description, const tr_doc_node *at, const tr_error *problem,
                            tr_error *err);

#endif
