// Lists of pieces, their arc length, and cutting them in two.
#ifndef TR_CARVE_COURSE_PIECES_H
#define TR_CARVE_COURSE_PIECES_H

#include "carve/course/piece.h"

typedef struct tr_piece_list {
    tr_piece *items;
    int count, capacity;
} tr_piece_list;

// A copy of `piece` behind the others.
bool tr_piece_list_add(tr_context *context, tr_piece_list *list, const tr_piece *piece, tr_error *err);
void tr_piece_list_destroy(tr_context *context, tr_piece_list *list);

// |Q'(t)| in plan.
double tr_piece_speed(const tr_piece *piece, double t);
// Arc length in plan from the start of the piece to t.
double tr_piece_length(const tr_piece *piece, double t);
// The parameter at an arc length from the start of the piece.
double tr_piece_invert(const tr_piece *piece, double along_m);

// How many equal parts of at most `station_m` a length has; rounding of a length that fits exactly makes no more.
double tr_station_count(double length_m, double station_m);

// The parts before and after t with all that they carry; `at_m` is the arc length there, from the start of the path.
void tr_piece_cut(const tr_piece *piece, double t, double at_m, tr_piece *first, tr_piece *second);

#endif
