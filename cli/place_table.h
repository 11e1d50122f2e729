// Objects as a table of points: CSV, GeoJSON or GeoPackage by the ending of the file.
#ifndef CLI_PLACE_TABLE_H
#define CLI_PLACE_TABLE_H

#include "place_objects.h"

// Coordinates are those of the world's georeference, else x east and -z north.
bool place_table_write(const place_objects *it, const char *path, bool quiet, tr_error *err);

#endif
