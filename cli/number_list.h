// Numbers separated by commas, as options and files have them.
#ifndef CLI_NUMBER_LIST_H
#define CLI_NUMBER_LIST_H

#include <stdbool.h>

// Reads `low_count` to `high_count` finite numbers, all of the text, without spaces. Returns how many there were; 0
// when the text is something else.
int cli_read_numbers(const char *text, int low_count, int high_count, double *out);

#endif
