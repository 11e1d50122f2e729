// A progress bar on stderr.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "terrane/base.h"

typedef struct cli_progress {
    const char *label;
    bool shown;    // stderr is a terminal and the user did not ask for quiet
    int permille;  // what is drawn; -1 for nothing yet
} cli_progress;

cli_progress cli_progress_begin(const char *label, bool quiet);

// The hook to hand to the library. `progress` must stay where it is until the end.
tr_progress cli_progress_hook(cli_progress *progress);

// Wipes the bar, so that what follows starts on a clean line.
void cli_progress_end(cli_progress *progress);

#endif
