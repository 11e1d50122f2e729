// A picture of what carving changed: before and after side by side.
#ifndef CLI_CARVE_PICTURE_H
#define CLI_CARVE_PICTURE_H

#include "carve_view.h"

// Shaded reliefs of the view; on the one after, cut is red, fill is blue and water is water. Release with
// tr_image_destroy().
bool carve_picture_draw(tr_context *context, const carve_view *view, const char *title, const char *subtitle,
                        tr_image *out, tr_error *err);

#endif
