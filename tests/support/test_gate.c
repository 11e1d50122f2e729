#include "test_gate.h"

#include <time.h>

enum { PATIENCE_S = 10 };

void test_gate_init(test_gate *gate)
{
    pthread_mutex_init(&gate->mutex, NULL);
    pthread_cond_init(&gate->changed, NULL);
    gate->arrivals = 0;
}

void test_gate_destroy(test_gate *gate)
{
    pthread_cond_destroy(&gate->changed);
    pthread_mutex_destroy(&gate->mutex);
}

void test_gate_arrive(test_gate *gate)
{
    pthread_mutex_lock(&gate->mutex);
    gate->arrivals++;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->mutex);
}

bool test_gate_wait(test_gate *gate, int count)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += PATIENCE_S;
    int result = 0;
    pthread_mutex_lock(&gate->mutex);
    while (gate->arrivals < count && result == 0) {
        result = pthread_cond_timedwait(&gate->changed, &gate->mutex, &deadline);
    }
    bool arrived = gate->arrivals >= count;
    pthread_mutex_unlock(&gate->mutex);
    return arrived;
}
