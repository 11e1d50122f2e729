// What stands in a region, in numbers.
#ifndef CLI_PLACE_STATS_H
#define CLI_PLACE_STATS_H

#include "terrane/world.h"
#include "report.h"

typedef struct place_stats {
    const tr_object_list *from;
    double seconds;  // that placing took
    double area_ha;
    double candidates[TR_PLACE_MAX_SETS];  // that the pattern of a set has in the region, on average
    tr_nearest_report nearest[TR_PLACE_MAX_SETS];
} place_stats;

bool place_stats_measure(const tr_object_list *objects, double seconds, place_stats *out, tr_error *err);

// For people: a table of layers, and a histogram of distances for each set.
void place_stats_text(const place_stats *stats, FILE *stream);
// Keys of an object that is open.
void place_stats_json(const place_stats *stats, cli_json *json);

#endif
