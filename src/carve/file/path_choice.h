// The kind of path that a feature of a file is: by an attribute, by tags of OpenStreetMap, and by its shape.
#ifndef TR_CARVE_FILE_PATH_CHOICE_H
#define TR_CARVE_FILE_PATH_CHOICE_H

#include "carve/file/path_ways.h"

// What kinds of a file are chosen by.
typedef struct tr_path_choosing {
    const char *file;        // for messages
    const char *kind_field;  // NULL: `kind` where it names one, else tags
    bool is_osm;             // some feature is: what has no tag of a way is no path
} tr_path_choosing;

// A field that nothing has a value in is a slip of the pen: everything would silently become the standard.
bool tr_path_choosing_check(const tr_path_choosing *choosing, const tr_vectors *vectors, tr_error *err);

// What is known about the kind of a feature: a kind, a way that has one per shape, or nothing.
typedef struct tr_path_choice {
    bool is_path;
    bool has_kind;
    tr_path_kind kind;
    const tr_way *way;
} tr_path_choice;

// False when the field, or `kind`, holds what was meant to be a kind and is none.
bool tr_path_choose(const tr_path_choosing *choosing, const tr_vector_feature *feature, tr_path_choice *out,
                    tr_error *err);

// Whether the shape of the feature and its kind fit, and whether they make an area. A closed line around a lake is its
// shore.
bool tr_path_choice_fits(const tr_path_choice *choice, const tr_vector_feature *feature, tr_path_kind default_kind,
                         tr_path_kind *kind, bool *area);

#endif
