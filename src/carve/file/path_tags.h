// What a feature of a file says about itself: its attributes, and the tags of OpenStreetMap that GDAL packs into one of
// them.
#ifndef TR_CARVE_FILE_PATH_TAGS_H
#define TR_CARVE_FILE_PATH_TAGS_H

#include "terrane/io.h"

enum { TR_TAG_SIZE = 128 };

// The value of an attribute (its name in any case) or of a tag in `other_tags`, cut to what fits of its characters.
// False when there is none or it is empty.
bool tr_tag_find(const tr_vector_feature *feature, const char *name, char out[TR_TAG_SIZE]);
// Whether it is there with this value.
bool tr_tag_is(const tr_vector_feature *feature, const char *name, const char *value);
// Whether it is there and says neither no, false nor 0.
bool tr_tag_is_set(const tr_vector_feature *feature, const char *name);

// A length in metres: a number, alone or with m, cm, km, ft or ' and "; of several with ; between, the first. A grade
// may be in %. False when the text is something else.
bool tr_tag_number(const char *text, double *out);

#endif
