// Levels of detail that look alike: a coarse level gets the height, the silhouette's area and the mean colour of the
// finest one, as seen from the side.
#ifndef TR_MODEL_FIT_H
#define TR_MODEL_FIT_H

#include "model/model_shape.h"

typedef struct tr_model_look {
    double height_m;
    double area_m2;  // of the silhouettes from all sides together
    tr_tone mean;    // of what is seen in them
} tr_model_look;

tr_model_look tr_model_look_at(const tr_mesh *mesh);

// Changes heights, widths and colours of `mesh` until it looks as wanted, or nearly: each step has a limit, so that a
// shape stays what it is.
void tr_model_fit(tr_mesh *mesh, const tr_model_look *wanted);

#endif
