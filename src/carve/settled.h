// A path with its heights: its layout, what it meets, and the profile that follows from both.
#ifndef TR_CARVE_SETTLED_H
#define TR_CARVE_SETTLED_H

#include "carve/contact.h"

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_settled {
    int32_t references;
    tr_layout *layout;
    tr_contact *contacts;  // with paths that were settled before, in the order of the paths, then along this one
    int32_t contact_count;
    tr_pin *pins;
    int32_t pin_count;
    tr_course course;  // all pieces at full strength
} tr_settled;

// @param before  the path as it was, or NULL: its profile is kept when layout and pins are the same
tr_settled *tr_settled_create(tr_context *context, tr_layout *layout, const tr_contact_input *inputs,
                              int32_t input_count, const tr_ground *ground, const tr_settled *before, tr_error *err);
tr_settled *tr_settled_share(tr_settled *settled);
void tr_settled_release(tr_context *context, tr_settled *settled);  // NULL allowed

// Whether it was made of the same layout and these inputs.
bool tr_settled_is_of(const tr_settled *settled, const tr_layout *layout, const tr_contact_input *inputs,
                      int32_t input_count);
// Whether both have the same course, bit for bit.
bool tr_settled_same_course(const tr_settled *a, const tr_settled *b);

#endif
