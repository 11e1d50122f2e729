// The files of one run: all of them appear, or none.
//
// Each is written under another name beside its place; when the last one is complete, all are renamed.
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include <limits.h>

#include "terrane/base.h"

enum { CLI_OUTPUT_MAX = 8 };

typedef struct cli_output {
    const char *path;
    char final_path[PATH_MAX];  // links followed: a rename replaces the file and not the link
    char temp_path[PATH_MAX];
} cli_output;

typedef struct cli_outputs {
    cli_output items[CLI_OUTPUT_MAX];
    int count;
} cli_outputs;

// Adds a file that will be written; makes sure now that it can be. NULL is ignored. Fails with FILE_OPEN.
bool cli_outputs_add(cli_outputs *outputs, const char *path, tr_error *err);
// Where to write the file meanwhile.
const char *cli_outputs_temp(const cli_outputs *outputs, const char *path);
// Puts all into their places. Fails with FILE_WRITE.
bool cli_outputs_commit(cli_outputs *outputs, tr_error *err);
// Removes what is not in its place.
void cli_outputs_abort(cli_outputs *outputs);

// Whether two names are one file, also through links.
bool cli_is_same_file(const char *a, const char *b);

#endif
