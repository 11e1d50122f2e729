// Threads, locks and conditions: the only place that knows what they are made of on this system.
#ifndef TR_BASE_THREAD_H
#define TR_BASE_THREAD_H

#include <pthread.h>

#include "terrane/base.h"

typedef pthread_t tr_thread;
typedef pthread_mutex_t tr_mutex;
typedef pthread_cond_t tr_condition;
typedef pthread_once_t tr_once;

#define TR_ONCE_INIT PTHREAD_ONCE_INIT

// Starts a thread that takes no signals: those belong to the host's own threads. False when the system refuses.
bool tr_thread_start(tr_thread *thread, void *(*run)(void *user), void *user);
static inline void tr_thread_join(tr_thread thread)
{
    pthread_join(thread, NULL);
}

// False when the system has no more of them.
static inline bool tr_mutex_init(tr_mutex *mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}
static inline void tr_mutex_destroy(tr_mutex *mutex)
{
    pthread_mutex_destroy(mutex);
}
static inline void tr_mutex_lock(tr_mutex *mutex)
{
    pthread_mutex_lock(mutex);
}
static inline void tr_mutex_unlock(tr_mutex *mutex)
{
    pthread_mutex_unlock(mutex);
}

// A condition whose deadlines are those of tr_os_now_ns(). False when the system has no more of them.
bool tr_condition_init(tr_condition *condition);
static inline void tr_condition_destroy(tr_condition *condition)
{
    pthread_cond_destroy(condition);
}
static inline void tr_condition_signal(tr_condition *condition)
{
    pthread_cond_signal(condition);
}
static inline void tr_condition_broadcast(tr_condition *condition)
{
    pthread_cond_broadcast(condition);
}
// Spurious wake-ups happen.
static inline void tr_condition_wait(tr_condition *condition, tr_mutex *mutex)
{
    pthread_cond_wait(condition, mutex);
}
// False when the deadline has passed.
bool tr_condition_wait_until(tr_condition *condition, tr_mutex *mutex, int64_t deadline_ns);

// Runs a function once in the life of the process; callers that come at the same time wait for it.
static inline void tr_once_run(tr_once *once, void (*run)(void))
{
    pthread_once(once, run);
}

#endif
