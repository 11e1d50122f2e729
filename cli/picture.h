// Values as pixels.
//
// Only + - * / and square roots are used, which every machine rounds alike: the same values give the same bytes.
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "field.h"

typedef enum picture_style {
    PICTURE_GREY,
    PICTURE_HEAT,
    PICTURE_TERRAIN,  // heights as a map paints them; below 0 is water
    PICTURE_RELIEF,   // heights as a landscape in the light (relief.h)
    PICTURE_STYLE_COUNT
} picture_style;

typedef struct picture_def {
    picture_style style;
    int bits;         // 8, or 16 for grey
    float low, high;  // values that get the ends of the palette; a style with water has its coast at 0
    float steepness;  // RELIEF: height of a value of 1, in pixels
} picture_def;

// The margin a field needs around a picture of this style, in pixels.
int32_t picture_margin(picture_style style);

// Paints a field. `progress` may be NULL. Release with tr_image_destroy().
bool picture_create(tr_context *context, const field *it, const picture_def *def, const tr_progress *progress,
                    tr_image *out, tr_error *err);

#endif
