// The samples of an area as a query of noise.
#ifndef TR_NOISE_AREA_QUERY_H
#define TR_NOISE_AREA_QUERY_H

#include "terrane/noise.h"

// For a noise whose positions are in units of 1/256 m.
tr_noise_query tr_area_noise_query(const tr_sample_area *area, uint64_t seed);

#endif
