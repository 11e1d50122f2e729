// The name a user probably meant.
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

// The candidate with the smallest edit distance to `word`, or NULL when none is close enough to suggest.
const char *cli_nearest(const char *word, const char *const *candidates, int count);

#endif
