// Values as pixels.
//
// Only + - * / and square roots are used, which every machine rounds alike: the same values give the same bytes.
#ifndef TR_MAP_PICTURE_H
#define TR_MAP_PICTURE_H

#include "map/field.h"

#include "terrane/map.h"

// The margin a field needs around a picture of this style, in pixels.
int32_t tr_picture_margin(tr_picture_style style);

// Paints a field. The ends of the palette must be given; a style with water has its coast at 0. `progress` may be NULL.
// Release with tr_image_destroy().
bool tr_picture_create(tr_context *context, const tr_map_field *values, const tr_picture_def *def,
                       const tr_progress *progress, tr_image *out, tr_error *err);

#endif
