// How long calls wait for other threads.
#ifndef TR_VIEW_VIEW_WAIT_H
#define TR_VIEW_VIEW_WAIT_H

#include "base/os.h"

// Nothing is counted where the thread went on, however long the call took: on a busy machine the core may have been
// taken away meanwhile.
typedef struct tr_view_wait {
    int64_t begin_ns, waits;
} tr_view_wait;

static inline tr_view_wait tr_view_wait_begin(void)
{
    return (tr_view_wait){tr_os_now_ns(), tr_os_wait_count()};
}

// Nanoseconds.
static inline int64_t tr_view_wait_end(const tr_view_wait *wait)
{
    const int64_t waits = tr_os_wait_count();
    return waits < 0 || waits != wait->waits ? tr_os_now_ns() - wait->begin_ns : 0;
}

#endif
