// Definitions of worlds: what their fields must keep together, copies, and their hash.
#ifndef TR_DESCRIPTION_WORLD_DEF_H
#define TR_DESCRIPTION_WORLD_DEF_H

#include "terrane/description.h"

// A rule that a definition breaks, and the key that it is about.
typedef struct tr_world_def_problem {
    const char *path;
    char message[256];
} tr_world_def_problem;

// Checks the rules that several fields must keep together; each field alone must be within its range.
bool tr_world_def_check_together(const tr_world_def *def, tr_world_def_problem *problem);

// Copies a definition with its texts, which come to lie in `*texts` (tr_free). The graph, the paths and the sets are
// not copied: there are none.
bool tr_world_def_copy(tr_context *context, const tr_world_def *def, tr_world_def *out, char **texts, tr_error *err);

// What a change of the values of a world, other than of its description, must raise: a bake that another version of the
// program began is not gone on with, and saves know that the ground below their edits is another one.
enum { TR_WORLD_VERSION = 2 };

// What the values of a world depend on as far as the definition says it: every key but texts, and the graph by its
// structure. Not the elevation file.
uint64_t tr_world_def_hash(const tr_world_def *def);
// The same of what heights, water, climate and biomes depend on: not of colours, of what is placed, of blocks.
uint64_t tr_world_def_ground_hash(const tr_world_def *def);

// Asserts that the definition came from tr_default_world_def().
void tr_world_def_assert(const tr_world_def *def);
// Fails with INVALID_ARGUMENT or NOT_FINITE naming the field as a description spells it, what was found and what is
// allowed.
bool tr_world_def_check(const tr_world_def *def, tr_error *err);

#endif
