// All pieces of a carving, packed for the kernels and found by place: a pivot table over the cells that pieces occupy.
//
// Immutable; any number of threads may evaluate.
#ifndef TR_CARVE_SAMPLE_PIECE_INDEX_H
#define TR_CARVE_SAMPLE_PIECE_INDEX_H

#include "carve/course/piece.h"
#include "carve/sample/search.h"

typedef struct tr_piece_index tr_piece_index;

struct tr_path_records;

// @param paths  in the order they were added; pieces are ordered by priority, then by this order, then along the path.
// Their ids differ.
// @param scale_m  metres per unit of an area's spacing
tr_piece_index *tr_piece_index_create_of(tr_context *context, struct tr_path_records *const *paths, int32_t path_count,
                                         const double scale_m[2], tr_error *err);
// The same with records of its own.
tr_piece_index *tr_piece_index_create(tr_context *context, const tr_carve_path *const *paths, int32_t path_count,
                                      const double scale_m[2], tr_error *err);
void tr_piece_index_destroy(tr_piece_index *index);  // NULL allowed

// `out` as for tr_carving_evaluate(); `owner`, when not NULL, gets the id of the path that is strongest at a sample, -1
// where none is, as tr_grid of int32 in floats' place.
bool tr_piece_index_evaluate(const tr_piece_index *index, tr_piece_search search, const tr_sample_area *area,
                             const tr_carve_channels *out, int32_t *owner, const tr_progress *progress, tr_error *err);
bool tr_piece_index_apply(const tr_piece_index *index, const tr_sample_area *area, const tr_grid *ground,
                          const tr_grid *water, const tr_progress *progress, tr_error *err);
bool tr_piece_index_edge_distance(const tr_piece_index *index, unsigned kinds, double limit_m,
                                  const tr_sample_area *area, const tr_grid *out, const tr_progress *progress,
                                  tr_error *err);

// Rectangles in units of 1/256 of an area's unit (metres unless scaled), inclusive: [x0, x1] x [z0, z1].
typedef struct tr_box {
    int64_t x0, z0, x1, z1;
} tr_box;

static inline bool tr_box_meets(const tr_box *a, const tr_box *b)
{
    return a->x0 <= b->x1 && b->x0 <= a->x1 && a->z0 <= b->z1 && b->z0 <= a->z1;
}

// The smallest box around both; neither is empty.
static inline tr_box tr_box_join(const tr_box *a, const tr_box *b)
{
    return (tr_box){a->x0 < b->x0 ? a->x0 : b->x0, a->z0 < b->z0 ? a->z0 : b->z0, a->x1 > b->x1 ? a->x1 : b->x1,
                    a->z1 > b->z1 ? a->z1 : b->z1};
}

// What a piece can change. Empty boxes have x0 > x1.
tr_box tr_piece_reach(const tr_carve_path *path, const tr_piece *piece, const double scale_m[2]);
tr_box tr_path_reach(const tr_carve_path *path, const double scale_m[2]);  // of all pieces, and the inside of an area
tr_box tr_piece_index_bounds(const tr_piece_index *index);
// Whether anything may be carved in a box: false is certain.
bool tr_piece_index_touches(const tr_piece_index *index, const tr_box *box);

#endif
