// Where a record of a line does nothing although it is in reach: behind a joint, where another one is nearer.
#ifndef TR_CARVE_SAMPLE_RECORD_CUT_H
#define TR_CARVE_SAMPLE_RECORD_CUT_H

#include "carve/sample/piece_pack.h"

// A record of a path and where it lies.
typedef struct tr_record_ref {
    struct tr_carve_piece *record;
    tr_record_place *place;
} tr_record_ref;

// Sets what two records do not do beyond the joint between them. Behind it by a margin the nearest place of the one is
// not its end, so the other, whose foot is the joint, can be left out: as long as both have the same width and full
// strength, and go on in the same direction.
// @param scale_m  as of tr_pack
void tr_record_cut_joint(tr_record_ref before, tr_record_ref after, const double scale_m[2]);
// Free ends do everything they reach.
void tr_record_free_start(tr_record_ref record);
void tr_record_free_end(tr_record_ref record);

#endif
