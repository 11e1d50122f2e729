// Placers that `bench` measures: one set of footprint 1 m with ten layers over textures of 512 x 512.
#ifndef TR_SCENES_PLACE_SCENES_H
#define TR_SCENES_PLACE_SCENES_H

#include "terrane/place.h"

// X(NAME, name, what it is).
#define PLACE_SCENE_LIST(X)                                                                   \
    X(FIRST, "first map", "the first of ten maps accepts nearly always")                      \
    X(THIRD, "ten maps", "about a third is accepted, after up to ten maps")                   \
    X(SOURCE, "source", "as many objects as the source placed: 50 000 on a square kilometre") \
    X(SPARSE, "sparse", "one in a hundred is accepted, after up to ten maps")

typedef enum place_scene_kind {
#define X(id, name, what) PLACE_SCENE_##id,
    PLACE_SCENE_LIST(X)
#undef X
        PLACE_SCENE_COUNT
} place_scene_kind;

enum { PLACE_SCENE_LAYERS = 10, PLACE_SCENE_TEXTURE = 512 };

const char *place_scene_name(place_scene_kind kind);

// The world as textures; they belong to a context.
typedef struct place_scene {
    tr_density_map maps[PLACE_SCENE_LAYERS];
    tr_place_textures textures;  // has the maps above: do not copy the struct
} place_scene;

bool place_scene_create(tr_context *context, place_scene_kind kind, place_scene *out, tr_error *err);
void place_scene_destroy(tr_context *context, place_scene *scene);

// A placer for the scene, whose textures span the square 0 .. world_m.
tr_placer *place_scene_placer(tr_context *context, const place_scene *scene, uint64_t seed, int64_t world_m,
                              tr_error *err);

#endif
