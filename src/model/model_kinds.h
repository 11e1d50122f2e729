// What each kind looks like. A builder draws one variant at one level, about as high and wide as it is told.
#ifndef TR_MODEL_KINDS_H
#define TR_MODEL_KINDS_H

#include "model/model_shape.h"

typedef void (*tr_model_builder)(tr_shape *shape, double height_m, double width_m);

// model_broadleaf.c
void tr_model_build_broadleaf(tr_shape *shape, double height_m, double width_m);
void tr_model_build_birch(tr_shape *shape, double height_m, double width_m);
void tr_model_build_bush(tr_shape *shape, double height_m, double width_m);
// model_conifer.c
void tr_model_build_conifer(tr_shape *shape, double height_m, double width_m);
void tr_model_build_pine(tr_shape *shape, double height_m, double width_m);
// model_dry.c: trees of dry and hot places
void tr_model_build_palm(tr_shape *shape, double height_m, double width_m);
void tr_model_build_acacia(tr_shape *shape, double height_m, double width_m);
void tr_model_build_cactus(tr_shape *shape, double height_m, double width_m);
// model_dead_tree.c
void tr_model_build_dead_tree(tr_shape *shape, double height_m, double width_m);
// model_herb.c
void tr_model_build_fern(tr_shape *shape, double height_m, double width_m);
void tr_model_build_grass(tr_shape *shape, double height_m, double width_m);
void tr_model_build_flowers(tr_shape *shape, double height_m, double width_m);
void tr_model_build_reeds(tr_shape *shape, double height_m, double width_m);
// model_rock.c
void tr_model_build_rock(tr_shape *shape, double height_m, double width_m);
void tr_model_build_boulder(tr_shape *shape, double height_m, double width_m);

#endif
