// What the systems of `terrane bench` share: rows, timing.
#ifndef TR_BENCH_BENCH_H
#define TR_BENCH_BENCH_H

#include "terrane/base.h"

typedef struct bench_row {
    char name[64];
    tr_isa isa;
    tr_backend backend;
    int threads;
    double ours;
    const char *unit;
    bool less;        // is better, as of times; else more is
    double baseline;  // 0: no baseline
    const char *baseline_name;
    double floor;  // least allowed ratio; 0: none
} bench_row;

// What the user asked for.
typedef struct bench_settings {
    tr_context_def context;
    uint64_t seed;
} bench_settings;

typedef struct bench_run {
    const bench_settings *settings;
    const char *only;  // part of the names of the cases to run; NULL for all
    void (*on_row)(void *user, const bench_row *row);
    void *user;
    int missed;  // rows below their floor
} bench_run;

// Whether the user wants a case of this name.
bool bench_wants(const bench_run *run, const char *name);
// How many times better than the baseline we are.
double bench_ratio(const bench_row *row);
bool bench_row_ok(const bench_row *row);
void bench_add(bench_run *run, const bench_row *row);

// Work to be timed; false with `err` set ends the bench.
typedef bool (*bench_work)(void *user, tr_error *err);

// Work that needs something new each time, whose making does not count.
typedef struct bench_task {
    bench_work prepare;  // before each call of `work`; may be NULL
    bench_work work;
    void *user;
} bench_task;

double bench_now_seconds(void);

// The shortest times of two pieces of work, in seconds, measured in turns for about `seconds` so that both see the same
// machine. A second one whose work is NULL is not run.
bool bench_time_tasks(const bench_task tasks[2], double seconds, double out[2], tr_error *err);
bool bench_time_pair(bench_work first, void *first_user, bench_work second, void *second_user, double seconds,
                     double out[2], tr_error *err);

// The systems.
bool bench_noise(bench_run *run, tr_error *err);
bool bench_terrain(bench_run *run, tr_error *err);
bool bench_carve(bench_run *run, tr_error *err);
bool bench_place(bench_run *run, tr_error *err);
bool bench_voxel(bench_run *run, tr_error *err);
bool bench_render(bench_run *run, tr_error *err);

#endif
