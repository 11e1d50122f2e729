// Definitions of generators: their keys and checks.
#ifndef TR_VOXEL_GENERATE_VOXEL_DEF_H
#define TR_VOXEL_GENERATE_VOXEL_DEF_H

#include "base/schema.h"
#include "terrane/voxel.h"

extern const tr_schema tr_voxel_schema;

// Asserts that the definition came from tr_default_voxel_def().
void tr_voxel_def_assert(const tr_voxel_def *def);
// What the values, each of which is within its range, must keep together; `path` gets the key of the wrong one.
bool tr_voxel_def_check_together(const tr_voxel_def *def, const char **path, tr_error *err);

#endif
