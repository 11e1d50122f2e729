// Objects as crowns on a map of their region, coloured by layer.
#ifndef CLI_PLACE_MAP_H
#define CLI_PLACE_MAP_H

#include "place_objects.h"

// Release with tr_image_destroy().
bool place_map_draw(const place_objects *objects, const char *title, bool quiet, tr_image *page, tr_error *err);

#endif
