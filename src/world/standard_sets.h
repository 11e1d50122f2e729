// The standard library of sets: worlds/ecotopes/*.yaml as texts inside the library, in the order of
// src/world/CMakeLists.txt.
#ifndef TR_WORLD_STANDARD_SETS_H
#define TR_WORLD_STANDARD_SETS_H

typedef struct tr_standard_set {
    const char *name;  // of the file, without its ending
    const char *text;
} tr_standard_set;

extern const tr_standard_set tr_standard_sets[];
extern const int tr_standard_set_count;

#endif
