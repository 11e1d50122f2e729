// Round numbers for maps: steps of 1, 2 and 5, and how they are written.
#ifndef TR_MAP_STEPS_H
#define TR_MAP_STEPS_H

#include <stddef.h>

// The smallest of ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that is not below `min` (above 0), and the largest that is not
// above `max`.
double tr_map_step_at_least(double min);
double tr_map_step_at_most(double max);

// A multiple of `step` with as many decimals as the step needs: "1500", "-0.5".
void tr_map_number_text(double value, double step, char *out, size_t size);

// A length that is a multiple of `step_m`, with its unit: "500 m", "2.5 km". The unit is the same for all lengths up to
// `max_m`.
void tr_map_length_text(double value_m, double step_m, double max_m, char *out, size_t size);

#endif
