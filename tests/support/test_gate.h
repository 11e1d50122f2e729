// A gate between threads: closed until somebody opens it. Waiting gives up after ten seconds, so that a test
// that would hang fails instead.
#ifndef TR_TEST_GATE_H
#define TR_TEST_GATE_H

#include <pthread.h>
#include <stdbool.h>

typedef struct test_gate {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int arrivals;
} test_gate;

void test_gate_init(test_gate *gate);
void test_gate_destroy(test_gate *gate);
// One more arrival.
void test_gate_arrive(test_gate *gate);
// Waits until there were `count` arrivals; false when they did not come.
bool test_gate_wait(test_gate *gate, int count);

#endif
