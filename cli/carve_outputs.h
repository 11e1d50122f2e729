// The files of one run: all of them appear, or none.
//
// Each is written under another name beside its place; when the last one is complete, all are renamed.
#ifndef CLI_CARVE_OUTPUTS_H
#define CLI_CARVE_OUTPUTS_H

#include <limits.h>

#include "terrane/base.h"

enum { CARVE_OUTPUT_MAX = 8 };

typedef struct carve_output {
    const char *path;
    char final_path[PATH_MAX];  // links followed: a rename replaces the file and not the link
    char temp_path[PATH_MAX];
} carve_output;

typedef struct carve_outputs {
    carve_output items[CARVE_OUTPUT_MAX];
    int count;
} carve_outputs;

// Adds a file that will be written; makes sure now that it can be. NULL is ignored. Fails with FILE_OPEN.
bool carve_outputs_add(carve_outputs *outputs, const char *path, tr_error *err);
// Where to write the file meanwhile.
const char *carve_outputs_temp(const carve_outputs *outputs, const char *path);
// Puts all into their places. Fails with FILE_WRITE.
bool carve_outputs_commit(carve_outputs *outputs, tr_error *err);
// Removes what is not in its place.
void carve_outputs_abort(carve_outputs *outputs);

// Whether two names are one file, also through links.
bool carve_is_same_file(const char *a, const char *b);

#endif
