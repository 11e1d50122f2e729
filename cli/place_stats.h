// What stands in a region, in numbers.
#ifndef CLI_PLACE_STATS_H
#define CLI_PLACE_STATS_H

#include "place_nearest.h"
#include "place_objects.h"
#include "report.h"

typedef struct place_stats {
    const place_objects *from;
    double area_ha;
    double candidates[TR_PLACE_MAX_SETS];  // that the pattern of a set has in the region, on average
    place_nearest nearest[TR_PLACE_MAX_SETS];
} place_stats;

bool place_stats_measure(const place_objects *objects, place_stats *out, tr_error *err);

// For people: a table of layers, and a histogram of distances for each set.
void place_stats_text(const place_stats *it, FILE *stream);
// Keys of an object that is open.
void place_stats_json(const place_stats *it, cli_json *json);

#endif
