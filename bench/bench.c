#include "bench/bench.h"

#include <string.h>
#include <time.h>

bool bench_wants(const bench_run *run, const char *name)
{
    return !run->only || strstr(name, run->only);
}

double bench_ratio(const bench_row *row)
{
    return row->less ? row->baseline / row->ours : row->ours / row->baseline;
}

bool bench_row_ok(const bench_row *row)
{
    return row->floor <= 0 || (row->baseline > 0 && bench_ratio(row) >= row->floor);
}

void bench_add(bench_run *run, const bench_row *row)
{
    if (!bench_row_ok(row)) {
        run->missed++;
    }
    run->on_row(run->user, row);
}

double bench_now_seconds(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// Work is called several times in a row, as programs do: the threads are then awake.
static bool time_calls(const bench_task *task, int calls, double *shortest, tr_error *err)
{
    for (int i = 0; i < calls; i++) {
        if (task->prepare && !task->prepare(task->user, err)) {
            return false;
        }
        const double start = bench_now_seconds();
        if (!task->work(task->user, err)) {
            return false;
        }
        const double taken = bench_now_seconds() - start;
        if (taken < *shortest) {
            *shortest = taken;
        }
    }
    return true;
}

static int calls_in_a_row(double seconds)
{
    enum { MAX_CALLS = 64 };
    const double turn_seconds = 0.04, wanted = turn_seconds / seconds;
    return wanted < 1 ? 1 : wanted > MAX_CALLS ? MAX_CALLS : (int)wanted;
}

bool bench_time_tasks(const bench_task tasks[2], double seconds, double out[2], tr_error *err)
{
    enum { MIN_ROUNDS = 3, MAX_ROUNDS = 400 };
    const double start = bench_now_seconds();
    out[0] = out[1] = 1e9;
    for (int round = 0; round < MAX_ROUNDS && (round < MIN_ROUNDS || bench_now_seconds() - start < seconds); round++) {
        for (int i = 0; i < 2; i++) {
            if (tasks[i].work && !time_calls(&tasks[i], calls_in_a_row(out[i]), &out[i], err)) {
                return false;
            }
        }
    }
    return true;
}

bool bench_time_pair(bench_work first, void *first_user, bench_work second, void *second_user, double seconds,
                     double out[2], tr_error *err)
{
    const bench_task tasks[2] = {{NULL, first, first_user}, {NULL, second, second_user}};
    return bench_time_tasks(tasks, seconds, out, err);
}
