// A path with its heights: its layout, what it meets, and the profile that follows from both.
#ifndef TR_CARVE_EDIT_SETTLED_H
#define TR_CARVE_EDIT_SETTLED_H

#include "carve/edit/contact.h"

// Immutable; shared like definitions (path_copy.h).
typedef struct tr_resolved_path {
    int32_t references;
    tr_layout *layout;
    tr_contact *contacts;  // with paths that were settled before, in the order of the paths, then along this one
    int32_t contact_count;
    tr_pin *pins;
    int32_t pin_count;
    tr_course course;  // all pieces at full strength
} tr_resolved_path;

// @param before  the path as it was, or NULL: its profile is kept when layout and pins are the same
tr_resolved_path *tr_resolved_path_create(tr_context *context, tr_layout *layout, const tr_contact_input *inputs,
                                          int32_t input_count, const tr_ground *ground, const tr_resolved_path *before,
                                          tr_error *err);
tr_resolved_path *tr_resolved_path_share(tr_resolved_path *resolved);
void tr_resolved_path_release(tr_context *context, tr_resolved_path *resolved);  // NULL allowed

// Whether it was made of the same layout and these inputs.
bool tr_resolved_path_is_of(const tr_resolved_path *resolved, const tr_layout *layout, const tr_contact_input *inputs,
                            int32_t input_count);
// Whether both have the same course, bit for bit.
bool tr_resolved_path_same_course(const tr_resolved_path *a, const tr_resolved_path *b);

#endif
