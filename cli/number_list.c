#include "number_list.h"

#include <math.h>
#include <stdlib.h>

int cli_read_numbers(const char *text, int low_count, int high_count, double *out)
{
    int count = 0;
    for (const char *at = text;; at++) {
        char *end = NULL;
        const double value = strtod(at, &end);
        if (end == at || *at == ' ' || !isfinite(value) || count == high_count || (*end != ',' && *end != '\0')) {
            return 0;
        }
        out[count++] = value;
        if (*end == '\0') {
            return count >= low_count ? count : 0;
        }
        at = end;
    }
}
