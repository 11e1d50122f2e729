// How objects and patterns are spread, as pages of spectra and as numbers.
#ifndef CLI_PLACE_SPECTRUM_H
#define CLI_PLACE_SPECTRUM_H

#include "report.h"
#include "scenes/pattern_rows.h"

#include "terrane/world.h"

// The candidates and the objects of a set of the list. Fails with INVALID_ARGUMENT when there are too few. Release with
// tr_image_destroy().
bool place_spectrum_draw(const tr_object_list *objects, int32_t set, tr_image *page, tr_error *err);

// The patterns beside dart throwing: as a page, as a table, and as keys "side_footprints" and "patterns".
bool place_patterns_draw(tr_context *context, const pattern_rows *patterns, tr_image *page, tr_error *err);
void place_patterns_text(const pattern_rows *patterns, FILE *stream);
void place_patterns_json(const pattern_rows *patterns, cli_json *json);

#endif
