// Joints where pins begin and end, so that they hold there and not from the station before to the station after.
#ifndef TR_CARVE_COURSE_PIN_CUT_H
#define TR_CARVE_COURSE_PIN_CUT_H

#include "carve/course/course.h"

// Moves the ends of pins that lie close to a joint onto it, and cuts the pieces that others lie on.
bool tr_course_cut_at_pins(tr_context *context, tr_pin *pins, int32_t pin_count, tr_course *course, tr_error *err);

#endif
