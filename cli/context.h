// The library context of a command, as its common options ask for it.
#ifndef CLI_CONTEXT_H
#define CLI_CONTEXT_H

#include "options.h"

// The definition, for a command that changes it further. Warnings of the library go to stderr.
tr_context_def cli_context_def(const cli_common *common);

tr_context *cli_context_create(const cli_common *common, tr_error *err);

#endif
