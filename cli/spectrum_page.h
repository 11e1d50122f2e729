// How points are spread, as a page: a periodogram, and radial means of power and anisotropy as curves.
#ifndef CLI_SPECTRUM_PAGE_H
#define CLI_SPECTRUM_PAGE_H

#include "terrane/place.h"

enum { SPECTRUM_PAGE_CURVES = 6 };

typedef struct spectrum_curve {
    char label[96];
    uint8_t ink[3];
    const tr_spectrum *spectrum;
} spectrum_curve;

typedef struct spectrum_page {
    const char *title, *note, *picture_title;
    const tr_image *picture;  // of tr_spectrum_measure()
    const spectrum_curve *curves;
    int32_t curve_count;  // 1..SPECTRUM_PAGE_CURVES; the first ones are drawn over the others
} spectrum_page;

// Release with tr_image_destroy().
bool spectrum_page_draw(tr_context *context, const spectrum_page *it, tr_image *out, tr_error *err);

#endif
