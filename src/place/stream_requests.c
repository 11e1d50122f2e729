#include "place/stream.h"

void tr_stream_requests_add(tr_stream_requests *requests, const tr_stream_request *request)
{
    int32_t at = requests->count;
    if (at == requests->max) {
        if (at == 0 || requests->nearest[at - 1].distance_squared <= request->distance_squared) return;
        at--;
    } else {
        requests->count++;
    }
    for (; at > 0 && requests->nearest[at - 1].distance_squared > request->distance_squared; at--)
        requests->nearest[at] = requests->nearest[at - 1];
    requests->nearest[at] = *request;
}
