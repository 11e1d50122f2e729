// How the objects of a set are spread, as a picture: the periodogram of the candidates, and the radial means of its
// power and anisotropy beside those of the objects.
#ifndef CLI_PLACE_SPECTRUM_H
#define CLI_PLACE_SPECTRUM_H

#include "place_objects.h"

// Measures and draws. Fails with INVALID_ARGUMENT when nothing of the set stands in the middle of the region. Release
// with tr_image_destroy().
bool place_spectrum_draw(const place_objects *objects, int32_t set, tr_image *page, tr_error *err);

#endif
