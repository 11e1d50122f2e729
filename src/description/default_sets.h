// The standard library of sets: worlds/ecotopes/*.yaml as texts inside the library, in the order of
// src/world/CMakeLists.txt.
#ifndef TR_DESCRIPTION_DEFAULT_SETS_H
#define TR_DESCRIPTION_DEFAULT_SETS_H

typedef struct tr_default_set {
    const char *name;  // of the file, without its ending
    const char *text;
} tr_default_set;

extern const tr_default_set tr_default_sets[];
extern const int tr_default_set_count;

#endif
