#include "carve/edit/contact.h"

#include <math.h>
#include <string.h>

// The water beside the middle of a river is this much higher than the level, as a share of the depth: see
// docs/carve.md.
static const double freeboard_share = 0.125;
// Spans and pins of paths that cross at a small angle are not longer than these make them.
static const double min_span_sine = 0.1, min_skew_sine = 0.5;
// A height that misses the clearance by less than this was meant to have it.
static const double clearance_slack_m = 0.01;
// The water over a ford is this deep at most.
static const double ford_depth_m = 0.3;

static double mix(const float ends[2], double t)
{
    return (double)ends[0] + ((double)ends[1] - (double)ends[0]) * t;
}

tr_course_values tr_course_values_at(const tr_course *course, double at_m)
{
    double t, at[3];
    const tr_piece *piece = &course->pieces[tr_course_locate(course, at_m, &t)];
    tr_piece_at(piece, t, at);
    return (tr_course_values){at[1], mix(piece->half_m, t), mix(piece->fade_m, t), mix(piece->depth_m, t)};
}

tr_contact_input tr_contact_input_of(const tr_meeting *meeting, tr_path_id other, const tr_path_def *other_def,
                                     const tr_course *other_course)
{
    tr_contact_input in;
    memset(&in, 0, sizeof in);
    in.meeting = *meeting;
    in.other = other;
    in.other_water = tr_path_kind_is_water(other_def->kind);
    in.other_area = other_def->area;
    in.other_bridges = other_def->bridges;
    in.other_kind = (uint8_t)other_def->kind;
    in.other_clearance_m = other_def->clearance_m;
    for (int i = 0; i < 2; i++) {
        const bool there = meeting->other_m[i] != TR_NOT_THERE;
        const tr_course_values values = tr_course_values_at(other_course, there ? meeting->other_m[i] : 0);
        in.other_height_m[i] = there ? values.height_m : (double)other_course->level_m;
        in.other_half_m = fmax(in.other_half_m, values.half_m);
        in.other_fade_m = fmax(in.other_fade_m, values.fade_m);
        in.other_depth_m = fmax(in.other_depth_m, values.depth_m);
    }
    return in;
}

// ---------------------------------------------------------------------------------------------------------
// Relations

tr_relation tr_contact_first_relation(const tr_contact_input *in, const tr_path_def *def)
{
    const bool water = tr_path_kind_is_water(def->kind);
    if (water) return in->other_water && in->meeting.within && !def->area ? TR_RELATION_WITHIN : TR_RELATION_MEETS;
    if (in->other_water) return def->bridges ? TR_RELATION_OVER : TR_RELATION_MEETS;
    return in->other_area || in->meeting.end ? TR_RELATION_MEETS : TR_RELATION_OPEN;
}

tr_relation tr_contact_relation_at(const tr_contact_input *in, const tr_path_def *def, double height_m)
{
    const double above_m = height_m - in->other_height_m[0];
    if (def->bridges && above_m >= in->other_clearance_m - clearance_slack_m) return TR_RELATION_OVER;
    if (in->other_bridges && -above_m >= def->clearance_m - clearance_slack_m) return TR_RELATION_UNDER;
    return TR_RELATION_MEETS;
}

// ---------------------------------------------------------------------------------------------------------
// Pins

// The meeting along the lesser path, over the width of the other one.
static tr_pin pin_over(const tr_contact_input *in, double length_m, double min_sine)
{
    const double before_m = in->other_half_m / fmax(in->meeting.sine[0], min_sine);
    const double after_m = in->other_half_m / fmax(in->meeting.sine[1], min_sine);
    return (tr_pin){fmax(in->meeting.at_m[0] - before_m, 0), fmin(in->meeting.at_m[1] + after_m, length_m), -INFINITY,
                    INFINITY};
}

static tr_pin pin_at(double at_m, double height_m)
{
    return (tr_pin){at_m, at_m, (float)height_m, (float)height_m};
}

// The lesser has the height of the other: one, or within an area whose shore is not level one at each end.
static int32_t pins_that_meet(const tr_contact_input *in, double length_m, tr_pin out[TR_CONTACT_PINS])
{
    const double *height_m = in->other_height_m;
    const float low_m = (float)fmin(height_m[0], height_m[1]), high_m = (float)fmax(height_m[0], height_m[1]);
    out[0] = pin_over(in, length_m, min_skew_sine);
    out[0].low_m = low_m;
    out[0].high_m = high_m;
    if (low_m == high_m) return 1;
    out[1] = pin_at(in->meeting.at_m[0], height_m[0]);
    out[2] = pin_at(in->meeting.at_m[1], height_m[1]);
    return 3;
}

// A way that may not be a bridge: through a river a little below its level, through a lake just above.
static int32_t pins_of_ford(const tr_contact_input *in, double length_m, tr_pin out[TR_CONTACT_PINS])
{
    const double highest_m = fmax(in->other_height_m[0], in->other_height_m[1]);
    out[0] = pin_over(in, length_m, min_skew_sine);
    if (in->other_area) {
        out[0].low_m = (float)(highest_m + freeboard_share * in->other_depth_m);
    } else {
        out[0].low_m = out[0].high_m = (float)(highest_m - fmin(0.5 * in->other_depth_m, ford_depth_m));
    }
    return 1;
}

int32_t tr_contact_pins(const tr_contact *contact, const tr_path_def *def, double length_m, tr_pin out[TR_CONTACT_PINS])
{
    const tr_contact_input *in = &contact->in;
    const bool water = tr_path_kind_is_water(def->kind);
    const double lowest_m = fmin(in->other_height_m[0], in->other_height_m[1]);
    const double highest_m = fmax(in->other_height_m[0], in->other_height_m[1]);
    switch (contact->relation) {
    case TR_RELATION_WITHIN: return pins_that_meet(in, length_m, out);
    case TR_RELATION_MEETS:
        if (in->other_water && !water) return pins_of_ford(in, length_m, out);
        if (in->other_water || !water) return pins_that_meet(in, length_m, out);
        out[0] = pin_over(in, length_m, min_skew_sine);  // water through levelled ground: not above it
        out[0].high_m = (float)lowest_m;
        return 1;
    case TR_RELATION_OVER:
        out[0] = pin_over(in, length_m, min_span_sine);
        out[0].low_m = (float)(highest_m + in->other_clearance_m);
        return 1;
    case TR_RELATION_UNDER:
        out[0] = pin_over(in, length_m, min_span_sine);
        out[0].high_m = (float)(lowest_m - def->clearance_m);
        return 1;
    case TR_RELATION_OPEN: break;
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------------
// Spans

// How far from its axis a path changes the ground.
static double reach_m(double half_m, double fade_m, bool water)
{
    return (water ? half_m * sqrt(1 + freeboard_share) : half_m) + fade_m;
}

// How far along the upper path the lower one reaches, to both sides of its deck; and where they cross at an angle, how
// far the sides of the upper one's embankment would reach over the lower one.
static double overlap_m(double lower_reach_m, double upper_half_m, double upper_fade_m, double sine)
{
    const double cosine = sqrt(fmax(1 - sine * sine, 0));
    return (lower_reach_m + upper_half_m * cosine) / fmax(sine, min_span_sine) +
           upper_fade_m * cosine / fmax(sine, min_skew_sine);
}

// An embankment ends at a bridge in a steep face.
static double abutment_m(double fade_m)
{
    const double max_length_m = 4;
    return fmin(fade_m, max_length_m);
}

static tr_span span_between(double from_m, double to_m, double fade_m, double length_m)
{
    return (tr_span){fmax(from_m, 0), fmin(to_m, length_m), fade_m};
}

// Water within water goes out where the bed of the area has fallen about as deep as its own.
static bool span_within(const tr_contact *contact, double length_m, tr_span *out)
{
    const tr_contact_input *in = &contact->in;
    const tr_meeting *part = &in->meeting;
    const bool shore[2] = {part->other_m[0] != TR_NOT_THERE, part->other_m[1] != TR_NOT_THERE};
    const double bank_m = 0.5 * (3 * in->other_depth_m + in->other_fade_m);
    const double all_m = part->at_m[1] - part->at_m[0];
    const double fade_m = fmin(bank_m, shore[0] && shore[1] ? 0.5 * all_m : all_m);
    *out = span_between(part->at_m[0] + (shore[0] ? fade_m : 0), part->at_m[1] - (shore[1] ? fade_m : 0), fade_m,
                        length_m);
    return fade_m > 0 && out->to_m > out->from_m;
}

bool tr_contact_span(const tr_contact *contact, double length_m, double other_length_m, tr_span *out, bool *of_other)
{
    const tr_contact_input *in = &contact->in;
    const tr_meeting *meeting = &in->meeting;
    *of_other = contact->relation == TR_RELATION_UNDER;
    if (contact->relation == TR_RELATION_WITHIN) return span_within(contact, length_m, out);
    if (contact->relation == TR_RELATION_OVER) {
        double along_m[2];
        for (int i = 0; i < 2; i++) {
            const double lower_m = reach_m(in->other_half_m, in->other_fade_m, in->other_water);
            along_m[i] = overlap_m(lower_m, contact->half_m, contact->fade_m, meeting->sine[i]);
        }
        *out = span_between(meeting->at_m[0] - along_m[0], meeting->at_m[1] + along_m[1], abutment_m(contact->fade_m),
                            length_m);
        return true;
    }
    if (contact->relation == TR_RELATION_UNDER) {
        const double lower_m = reach_m(contact->half_m, contact->fade_m, false);
        const double along_m = overlap_m(lower_m, in->other_half_m, in->other_fade_m, meeting->sine[0]);
        *out = span_between(meeting->other_m[0] - along_m, meeting->other_m[0] + along_m, abutment_m(in->other_fade_m),
                            other_length_m);
        return true;
    }
    return false;
}
