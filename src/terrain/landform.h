// The built-in landscape as a noise graph, in metres above the sea level, one unit of the graph per metre.
#ifndef TR_TERRAIN_LANDFORM_H
#define TR_TERRAIN_LANDFORM_H

#include "terrane/terrain.h"

// Adds the nodes to `graph` and returns the one that is the height, or a negative number.
//
// @param finest_m  no octave is finer
tr_node tr_landform_add(tr_noise_graph *graph, const tr_landform_settings *def, double finest_m, tr_error *err);

// What is finer than that: -1 .. 1.
tr_node tr_detail_add(tr_noise_graph *graph, double finest_m, tr_error *err);

// A noise that is 0 along rivers about `spacing_m` apart.
tr_node tr_river_line_add(tr_noise_graph *graph, double spacing_m, double finest_m, tr_error *err);

#endif
