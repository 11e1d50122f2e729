// Temperature and humidity. Humidity looks upwind, on a coarse lattice of its own whose cells lie at fixed places of
// the world, so that it does not depend on what is asked for.
#ifndef TR_TERRAIN_CLIMATE_H
#define TR_TERRAIN_CLIMATE_H

#include "terrain/heights.h"

typedef struct tr_climate tr_climate;

// `heights` must outlive the climate; `def` need not.
tr_climate *tr_climate_create(tr_context *context, const tr_climate_settings *def, uint64_t seed, double sea_level_m,
                              const tr_heights *heights, tr_error *err);
void tr_climate_destroy(tr_climate *climate);  // NULL allowed

// `height` is the ground on the area. `temperature` or `humidity` may be NULL; the others have the size of the area.
bool tr_climate_evaluate(const tr_climate *climate, const tr_sample_area *area, const tr_grid *height,
                         const tr_grid *temperature, const tr_grid *humidity, tr_error *err);

// How much of the large shape around each sample is sea, 0 inland .. 1 far out: what tells a river from the sea.
bool tr_climate_sea(const tr_climate *climate, const tr_sample_area *area, const tr_grid *out, tr_error *err);

// How far around a sample the humidity reads the large shape, in metres.
double tr_climate_reach_m(const tr_climate *climate);

#endif
