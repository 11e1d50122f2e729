#include "block_flood.h"

#include <stdlib.h>

int32_t *block_flood(const block_piece *piece, bool (*is_source)(const block_piece *, int32_t x, int32_t y, int32_t z),
                     bool (*passes)(uint8_t block))
{
    const int64_t layer = (int64_t)piece->width * piece->depth, count = layer * piece->height;
    int32_t *steps = malloc((size_t)count * sizeof *steps);
    int64_t *queue = malloc((size_t)count * sizeof *queue), first = 0, last = 0;
    for (int64_t i = 0; i < count; i++) {
        const bool source = is_source(piece, (int32_t)(i % piece->width), (int32_t)(i / layer),
                                      (int32_t)(i / piece->width % piece->depth));
        steps[i] = source ? 0 : -1;
        if (source) queue[last++] = i;
    }
    while (first < last) {
        const int64_t at = queue[first++];
        const int64_t x = at % piece->width, z = at / piece->width % piece->depth, y = at / layer;
        const int64_t next[6] = {x > 0 ? at - 1 : -1,
                                 x < piece->width - 1 ? at + 1 : -1,
                                 z > 0 ? at - piece->width : -1,
                                 z < piece->depth - 1 ? at + piece->width : -1,
                                 y > 0 ? at - layer : -1,
                                 y < piece->height - 1 ? at + layer : -1};
        for (int i = 0; i < 6; i++) {
            if (next[i] < 0 || steps[next[i]] >= 0 || !passes(piece->blocks[next[i]])) continue;
            steps[next[i]] = steps[at] + 1;
            queue[last++] = next[i];
        }
    }
    free(queue);
    return steps;
}
