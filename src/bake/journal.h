// The journal of a bake: which tiles are finished, so that a killed bake goes on where it stopped.
//
// A text file in the directory of the bake. A line is added, and put on the disk, after the files of a tile are in
// their places; a line cut short by a kill is ignored. One process at a time has it.
#ifndef TR_BAKE_JOURNAL_H
#define TR_BAKE_JOURNAL_H

#include "base/sha256.h"
#include "bake/plan.h"

typedef struct tr_bake_file {
    uint64_t bytes;
    char sha256[TR_SHA256_TEXT_SIZE];
} tr_bake_file;

// One tile.
typedef struct tr_bake_record {
    bool done;
    float low_m, high_m;
    tr_bake_file files[TR_BAKE_FORMAT_COUNT];  // of the formats that are baked
} tr_bake_record;

typedef struct tr_bake_journal tr_bake_journal;

// Opens or begins the journal in the directory of the plan. Fails with FILE_OPEN, FILE_READ, or INVALID_ARGUMENT when
// the directory holds another bake or another process is at work in it.
tr_bake_journal *tr_bake_journal_open(tr_context *context, const tr_bake_plan *plan, tr_error *err);
void tr_bake_journal_close(tr_bake_journal *journal);  // NULL allowed

// The range of all heights; false when it is not known yet.
bool tr_bake_journal_range(const tr_bake_journal *journal, float *low_m, float *high_m);
bool tr_bake_journal_set_range(tr_bake_journal *journal, float low_m, float high_m, tr_error *err);

// Of tile number `index`.
const tr_bake_record *tr_bake_journal_record(const tr_bake_journal *journal, int64_t index);
// Thread-safe.
bool tr_bake_journal_add(tr_bake_journal *journal, int64_t index, const tr_bake_record *record, tr_error *err);

#endif
