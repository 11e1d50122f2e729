#include "place/stream.h"

void tr_stream_wishes_add(tr_stream_wishes *wishes, const tr_stream_wish *wish)
{
    int32_t at = wishes->count;
    if (at == wishes->most) {
        if (at == 0 || wishes->nearest[at - 1].distance_squared <= wish->distance_squared) return;
        at--;
    } else {
        wishes->count++;
    }
    for (; at > 0 && wishes->nearest[at - 1].distance_squared > wish->distance_squared; at--)
        wishes->nearest[at] = wishes->nearest[at - 1];
    wishes->nearest[at] = *wish;
}
