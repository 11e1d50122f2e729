// Saves in `terrane bench voxel`: a million edits, how large they are, how long they take to write and to read again.
#ifndef TR_BENCH_BENCH_VOXEL_SAVE_H
#define TR_BENCH_BENCH_VOXEL_SAVE_H

#include "bench/bench.h"

bool bench_voxel_save(bench_run *run, tr_error *err);

#endif
