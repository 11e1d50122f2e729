// Pieces as records of the kernels.
#ifndef TR_CARVE_SAMPLE_PIECE_PACK_H
#define TR_CARVE_SAMPLE_PIECE_PACK_H

#include "carve/sample/piece_index.h"

struct tr_carve_piece;
struct tr_plan_curve;

// Where a record lies, in units. The floats of a record are metres from its origin.
typedef struct tr_record_place {
    int64_t x, z;
    tr_box box;              // samples outside are out of reach
    float capsule_m;         // and so are those that are farther than this from the chord of a curve
    float min_tau, max_tau;  // and those whose projection on the chord lies beyond these
} tr_record_place;

// The largest half sizes of records in units: of a box, so that differences are exact floats, and of a rectangle, so
// that its edges are exact even in metres.
#define TR_MAX_BOX_HALF (INT64_C(1) << 23)
#define TR_MAX_RECTANGLE_HALF (INT64_C(1) << 20)

// A curve by its controls, metres from any origin near it.
void tr_plan_curve_of(const double x_m[3], const double z_m[3], struct tr_plan_curve *out);
// The piece between two parameters, as a piece of its own.
tr_piece tr_piece_part(const tr_piece *piece, double from, double to);
// An upper bound of its length within a thousandth.
double tr_piece_chords_m(const tr_piece *piece);

// The far inside of an area, the same for all its records.
typedef struct tr_area_far {
    float level_m, bed_m;
    float distance_m;  // from the edge
} tr_area_far;
tr_area_far tr_area_far_of(const tr_carve_path *path, const double scale_m[2]);

// What a piece reaches: beyond this distance it does nothing.
double tr_piece_reach_m(const tr_carve_path *path, const tr_piece *piece, const tr_area_far *far);

// How a record is made.
typedef struct tr_pack {
    const tr_carve_path *path;
    double scale_m[2];
    tr_area_far far;  // of an area
} tr_pack;
// @param flags  how it is joined to others: TR_RECORD_FOLLOWS and so on; the rest of them is set as well, but not the
// number
void tr_pack_piece(const tr_pack *pack, const tr_piece *piece, unsigned flags, struct tr_carve_piece *out,
                   tr_record_place *place);
// A rectangle in units inside of an area; its half sizes are at most TR_MAX_RECTANGLE_HALF.
void tr_pack_inside(const tr_pack *pack, const tr_box *rectangle, struct tr_carve_piece *out, tr_record_place *place);

#endif
