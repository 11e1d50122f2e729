// The ground around an eye, in levels: fine near it, coarse far away.
#ifndef TR_VIEW_VIEW_LEVELS_H
#define TR_VIEW_VIEW_LEVELS_H

#include "view/view_ground.h"

typedef struct tr_view_areas {
    tr_sample_area items[TR_RENDER_MAX_LEVELS];  // finest first
    int count;
} tr_view_areas;

// A lower bound, roughly, of the distance from the eye to any ground. Asks the world.
bool tr_view_nearest_ground(const tr_world *world, const tr_view_shot *shot, double *out_m, tr_error *err);

// What one camera sees, each level only where it looks.
void tr_view_areas_of_camera(const tr_view_shot *shot, double nearest_m, tr_view_areas *out);
// Squares all around the eye, all of one number of samples, on a lattice of their own: the eye is never farther from
// the middle of one than half a step of that lattice, an eighth of its side.
void tr_view_areas_around(const tr_view_shot *shot, double nearest_m, tr_view_areas *out);
// Whether a square is still good enough for an eye that has moved: it may be a quarter of a step beyond where another
// one would be chosen, so that an eye which goes to and fro does not call for both in turn.
bool tr_view_area_serves(const tr_sample_area *area, const double eye_m[3]);
// How far the eye may go from the middle of a square that serves it, metres.
double tr_view_area_slack_m(const tr_sample_area *area);

// Asks the world for heights, water and colours. Release with tr_view_patch_destroy(); after a failure there is nothing
// to release.
bool tr_view_patch_create(const tr_view_ground *ground, const tr_sample_area *area, const tr_progress *progress,
                          tr_view_patch *out, tr_error *err);
void tr_view_patch_destroy(tr_context *context, tr_view_patch *patch);

// Heights of a level that is drawn.
typedef struct tr_view_heights {
    tr_sample_area area;
    tr_grid height;
} tr_view_heights;

// The height of the ground as it is drawn at a place by levels, finest first; false beyond all of them.
bool tr_view_drawn_height(const tr_view_heights *levels, int count, double x_m, double z_m, double *out_m);

#endif
