// The name that a misspelt word was meant to be.
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "terrane/base.h"

enum { MAX_COMPARED_LENGTH = 64 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`, letter case aside (the
// "optimal string alignment" form of Damerau's distance). Lengths are at most MAX_COMPARED_LENGTH.
static int edit_distance(const char *a, int a_length, const char *b, int b_length)
{
    int rows[3][MAX_COMPARED_LENGTH + 1];
    int *two_above = rows[0], *above = rows[1], *row = rows[2];
    for (int j = 0; j <= b_length; j++) above[j] = j;
    for (int i = 1; i <= a_length; i++) {
        row[0] = i;
        for (int j = 1; j <= b_length; j++) {
            char from = lower(a[i - 1]), to = lower(b[j - 1]);
            int best = smaller(above[j - 1] + (from != to), smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && from == lower(b[j - 2]) && lower(a[i - 2]) == to) {
                best = smaller(best, two_above[j - 2] + 1);
            }
            row[j] = best;
        }
        int *free_row = two_above;
        two_above = above;
        above = row;
        row = free_row;
    }
    return above[b_length];
}

const char *tr_nearest_name(const char *word, const char *const *names, int count)
{
    const char *nearest = NULL;
    int nearest_distance = MAX_COMPARED_LENGTH;
    const size_t word_length = strnlen(word, MAX_COMPARED_LENGTH + 1);
    if (word_length > MAX_COMPARED_LENGTH) return NULL;
    for (int i = 0; i < count; i++) {
        const size_t name_length = strnlen(names[i], MAX_COMPARED_LENGTH + 1);
        if (name_length > MAX_COMPARED_LENGTH) continue;
        // One slip per three letters, three at most: beyond that the words have little in common.
        const int longer = (int)(word_length > name_length ? word_length : name_length);
        const int distance = edit_distance(word, (int)word_length, names[i], (int)name_length);
        if (distance <= smaller(longer / 3, 3) && distance < nearest_distance) {
            nearest = names[i];
            nearest_distance = distance;
        }
    }
    return nearest;
}
