#include "nearest.h"

#include <stddef.h>
#include <string.h>

enum { WORD_MAX = 48 };

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Levenshtein distance with one row of the table.
static int edit_distance(const char *a, const char *b)
{
    int row[WORD_MAX + 1];
    const int b_length = (int)strlen(b);
    for (int j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < b_length; j++) {
            const int above = row[j + 1];
            const int replace = diagonal + (a[i] == b[j] ? 0 : 1);
            row[j + 1] = smaller(replace, smaller(above, row[j]) + 1);
            diagonal = above;
        }
    }
    return row[b_length];
}

const char *cli_nearest(const char *word, const char *const *candidates, int count)
{
    const size_t length = strlen(word);
    if (length > WORD_MAX) {
        return NULL;
    }
    // Up to a third of the letters may be wrong; a word of two letters may have one.
    int best_distance = (int)length / 3 + 2;
    const char *best = NULL;
    for (int i = 0; i < count; i++) {
        if (strlen(candidates[i]) > WORD_MAX) {
            continue;
        }
        const int distance = edit_distance(word, candidates[i]);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidates[i];
        }
    }
    return best;
}
