// A carving: paths, what they make of each other, and the index that samples are evaluated with.
#ifndef TR_CARVE_EDIT_CARVING_H
#define TR_CARVE_EDIT_CARVING_H

#include "carve/sample/piece_pack.h"
#include "carve/sample/search.h"

// What a commit, undo or redo changed: boxes in which samples may have other values than before. Kept for displacements
// to catch up: all those of a higher version than they have seen. The first may stand for many old ones, with one box
// around all.
typedef struct tr_carve_change {
    uint64_t version;
    tr_box *boxes;
    int32_t box_count;
    // When these are few and of lines only, copies of all records that are not what they were, before and after:
    // nothing changed out of their reach. Else NULL.
    tr_record_place *places;
    struct tr_carve_piece *records;  // in the block of `places`
    int32_t record_count;
} tr_carve_change;

struct tr_carving {
    tr_context *context;
    tr_carving_def def;
    tr_piece_search search;
    tr_carve_path **paths;  // in the order they were added; the first members of tr_built_path
    int32_t path_count;
    struct tr_pair **pairs;  // of paths that meet, by the ids of the lesser, then of the greater
    int32_t pair_count;
    tr_crossing *crossings;
    int32_t crossing_count;
    tr_piece_index *index;     // never NULL
    uint64_t version;          // rises by one with every commit, undo and redo that changes anything
    tr_carve_change *changes;  // by rising version
    int32_t change_count;
    struct tr_carve_history *history;  // what undo, redo and edits that are not committed need
};

// The position of a path in `paths`, or -1.
int32_t tr_carving_find(const tr_carving *carving, tr_path_id id);

#endif
