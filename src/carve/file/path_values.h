// Values of a path from the attributes of its feature.
#ifndef TR_CARVE_FILE_PATH_VALUES_H
#define TR_CARVE_FILE_PATH_VALUES_H

#include "carve/file/path_tags.h"
#include "terrane/carve.h"

// Attributes made for carving: width, smoothing, depth, ... A value that is no number or no choice is SCHEMA, with its
// name.
bool tr_path_values_read(const tr_vector_feature *feature, tr_path_def *def, tr_error *err);

// Tags of OpenStreetMap: width, est_width, lanes, depth, layer, ford, bridge. What cannot be read or is out of all
// proportion is left alone: the data is everybody's.
void tr_path_values_guess(const tr_vector_feature *feature, tr_path_def *def);

// The values of `from` that a person chooses for paths of any kind.
void tr_path_values_keep(const tr_path_def *from, tr_path_def *def);

#endif
