/// @file model.h
/// Models of what is placed, made by the program: low-poly trees, bushes, grass, flowers, reeds and rocks with colours
/// of their own, so that a world has a forest without any file.
///
/// A model stands at the origin, y up, in metres, at its natural size. A kind has variants that differ in shape and
/// colour, and levels of detail. The same kind, variant and level give the same bytes on every machine.
#ifndef TERRANE_MODEL_H
#define TERRANE_MODEL_H

#include "terrane/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// X(NAME, name, variants, what it is).
#define TR_MODEL_LIST(X)                                                       \
    X(BROADLEAF, "broadleaf", 6, "a tree with a round crown: oak, beech, ash") \
    X(BIRCH, "birch", 4, "a slender tree with a light trunk")                  \
    X(CONIFER, "conifer", 6, "a spruce or fir with tiers of branches")         \
    X(PINE, "pine", 4, "a bare trunk and an umbrella of needles")              \
    X(PALM, "palm", 4, "a bent trunk and a crown of fronds")                   \
    X(ACACIA, "acacia", 4, "a flat-topped tree of the savanna")                \
    X(DEAD_TREE, "dead_tree", 4, "a bare trunk with broken branches")          \
    X(CACTUS, "cactus", 4, "a column with arms")                               \
    X(BUSH, "bush", 6, "a shrub of several clumps")                            \
    X(FERN, "fern", 4, "a rosette of fronds")                                  \
    X(GRASS, "grass", 6, "a tuft of blades")                                   \
    X(FLOWERS, "flowers", 8, "a tuft with blossoms of one colour")             \
    X(REEDS, "reeds", 4, "upright stalks with cattails")                       \
    X(ROCK, "rock", 8, "a stone up to the knee")                               \
    X(BOULDER, "boulder", 6, "a rock as high as a person or higher")

typedef enum tr_model_kind {
#define X(id, name, variants, what) TR_MODEL_##id,
    TR_MODEL_LIST(X)
#undef X
        TR_MODEL_COUNT
} tr_model_kind;

/// Level 0 is for a few metres away, 1 for some tens of metres, 2 for far away: a few dozen triangles at most.
enum { TR_MODEL_LEVELS = 3 };

TR_API const char *tr_model_name(tr_model_kind kind);
TR_API bool tr_model_from_name(const char *name, tr_model_kind *out);
TR_API int32_t tr_model_variants(tr_model_kind kind);
/// The size that models of a kind have about: height and width in metres.
TR_API void tr_model_size(tr_model_kind kind, double *height_m, double *width_m);

/// Makes a model with normals and colours. Release it with tr_mesh_destroy().
/// @param variant  0 .. tr_model_variants() - 1
TR_API bool tr_model_make(tr_context *context, tr_model_kind kind, int32_t variant, int32_t level, tr_mesh *out,
                          tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
