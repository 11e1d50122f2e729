// What becomes of two paths where they meet: docs/carve.md, "Crossings".
#ifndef TR_CARVE_EDIT_CONTACT_H
#define TR_CARVE_EDIT_CONTACT_H

#include "carve/course/course.h"
#include "carve/edit/pair.h"

// Of the lesser path, seen from it.
typedef enum tr_relation {
    TR_RELATION_MEETS,   // same height
    TR_RELATION_OVER,    // it is a bridge
    TR_RELATION_UNDER,   // the other one is
    TR_RELATION_WITHIN,  // water within water: the other one carves
    TR_RELATION_OPEN     // not known before the heights are
} tr_relation;

// Everything that the lesser path's height can depend on at a meeting. Every byte is set, so that equal ones have equal
// bytes.
typedef struct tr_contact_input {
    tr_meeting meeting;
    double other_height_m[2];  // at both ends of the meeting
    double other_half_m, other_fade_m, other_depth_m, other_clearance_m;
    tr_path_id other;
    uint8_t other_water, other_area, other_bridges, other_kind;
} tr_contact_input;

typedef struct tr_contact {
    tr_contact_input in;
    tr_relation relation;
    double height_m;                 // of the lesser, in the middle of the meeting
    double other_height_m;           // of the other there
    double half_m, fade_m, depth_m;  // of the lesser
} tr_contact;

// What a settled course says at an arc length.
typedef struct tr_course_values {
    double height_m, half_m, fade_m, depth_m;
} tr_course_values;
tr_course_values tr_course_values_at(const tr_course *course, double at_m);

tr_contact_input tr_contact_input_of(const tr_meeting *meeting, tr_path_id other, const tr_path_def *other_def,
                                     const tr_course *other_course);

// The relation as far as the definitions decide it.
tr_relation tr_contact_first_relation(const tr_contact_input *in, const tr_path_def *def);
// The relation of two ways, from the height that the lesser would have.
tr_relation tr_contact_relation_at(const tr_contact_input *in, const tr_path_def *def, double height_m);

// What its relation asks of the profile: at most TR_CONTACT_PINS; returns how many. None while it is open.
enum { TR_CONTACT_PINS = 3 };
int32_t tr_contact_pins(const tr_contact *contact, const tr_path_def *def, double length_m,
                        tr_pin out[TR_CONTACT_PINS]);

// The part that is left out because of it: of the lesser, or with *of_other of the other path. False when there is
// none.
bool tr_contact_span(const tr_contact *contact, double length_m, double other_length_m, tr_span *out, bool *of_other);

#endif
