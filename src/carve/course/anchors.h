// The vertices of a path as its curves use them: equal ones that follow each other merged, rings turned.
#ifndef TR_CARVE_COURSE_ANCHORS_H
#define TR_CARVE_COURSE_ANCHORS_H

#include "terrane/carve.h"

// Vertices closer than this in plan are the same place.
#define TR_SAME_PLACE_M 1e-6

typedef struct tr_anchors {
    tr_path_vertex *items;
    int32_t count;
    int32_t *ring_end;  // one past the last anchor of each ring; of a line the only one
    int32_t ring_count;
    bool closed;       // rings: the last anchor of each is followed by its first
    bool has_heights;  // every anchor has one
} tr_anchors;

// Fails when a line has less than two different places, or a ring less than three.
bool tr_anchors_make(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err);
void tr_anchors_destroy(tr_context *context, tr_anchors *anchors);
// The same checks without making anything.
bool tr_anchors_check(const tr_path_def *def, tr_error *err);

// Curves run from an anchor to the next one of its ring. Curve i begins at anchor i, for lines and rings alike; the
// curves of a line are one less than its anchors.
int32_t tr_anchors_curve_count(const tr_anchors *anchors);
// The first anchor of a ring.
static inline int32_t tr_anchors_ring_begin(const tr_anchors *anchors, int32_t ring)
{
    return ring == 0 ? 0 : anchors->ring_end[ring - 1];
}
// The anchor that a curve ends at, given its ring.
static inline int32_t tr_anchors_next(const tr_anchors *anchors, int32_t ring, int32_t at)
{
    return at + 1 < anchors->ring_end[ring] ? at + 1 : tr_anchors_ring_begin(anchors, ring);
}

// Of rings. Fails with INVALID_ARGUMENT and the place when one crosses, touches or doubles back over itself, or crosses
// another one (geometry/polygon.h).
bool tr_anchors_check_outline(tr_context *context, const tr_path_def *def, const tr_anchors *anchors, tr_error *err);
// Whether a ring that was turned is a hole.
bool tr_anchors_ring_is_hole(const tr_anchors *anchors, int32_t ring);
// The anchors of a path as its course uses them: rings are turned so that the inside of the area lies to the left.
bool tr_path_anchors(tr_context *context, const tr_path_def *def, tr_anchors *out, tr_error *err);

// "path 'name'", or "a road" and so on for one without a name, for messages.
typedef struct tr_path_title {
    char text[80];
} tr_path_title;
tr_path_title tr_path_title_of(const tr_path_def *def);

#endif
