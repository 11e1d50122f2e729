#include "progress.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR_WIDTH = 40 };

cli_progress cli_progress_begin(const char *label, bool quiet)
{
    return (cli_progress){.label = label, .shown = !quiet && isatty(STDERR_FILENO) == 1, .permille = -1};
}

static bool report(void *user, double share)
{
    cli_progress *progress = user;
    const int permille = (int)(share * 1000.0);
    if (permille < progress->permille - 500) progress->permille = -1;  // the next part of the work
    // A terminal is slow: draw only what a person can see change.
    if (progress->shown && permille > progress->permille) {
        const int filled = permille * BAR_WIDTH / 1000;
        char bar[BAR_WIDTH + 1];
        for (int i = 0; i < BAR_WIDTH; i++) {
            bar[i] = i < filled ? '#' : '.';
        }
        bar[BAR_WIDTH] = '\0';
        fprintf(stderr, "\r%s [%s] %3d%%", progress->label, bar, permille / 10);
        fflush(stderr);
        progress->permille = permille;
    }
    return true;
}

tr_progress cli_progress_hook(cli_progress *progress)
{
    return (tr_progress){.report = report, .user = progress};
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown && progress->permille >= 0) {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
        progress->permille = -1;
    }
}
