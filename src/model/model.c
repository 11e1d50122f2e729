// The list of kinds, and a model from its kind, variant and level.
#include "terrane/model.h"

#include <assert.h>
#include <string.h>

#include "model/model_fit.h"
#include "model/model_kinds.h"

// What the random numbers of sizes are for: none of the kinds uses it.
enum { VARIANT_SIZE = -1 };

typedef struct kind_name {
    const char *name;
    int32_t variants;
} kind_name;

typedef struct kind_form {
    double height_m, width_m;
    tr_model_builder build;
} kind_form;

static const kind_name kind_names[TR_MODEL_COUNT] = {
#define X(id, name, variants, what) [TR_MODEL_##id] = {name, variants},
    TR_MODEL_LIST(X)
#undef X
};

static const kind_form kind_forms[TR_MODEL_COUNT] = {
    [TR_MODEL_BROADLEAF] = {11, 9, tr_model_build_broadleaf},  [TR_MODEL_BIRCH] = {11, 5, tr_model_build_birch},
    [TR_MODEL_CONIFER] = {14, 5.4, tr_model_build_conifer},    [TR_MODEL_PINE] = {13, 6.5, tr_model_build_pine},
    [TR_MODEL_PALM] = {8.5, 7, tr_model_build_palm},           [TR_MODEL_ACACIA] = {6.5, 9, tr_model_build_acacia},
    [TR_MODEL_DEAD_TREE] = {7, 4.6, tr_model_build_dead_tree}, [TR_MODEL_CACTUS] = {4, 2.2, tr_model_build_cactus},
    [TR_MODEL_BUSH] = {1.5, 2, tr_model_build_bush},           [TR_MODEL_FERN] = {0.45, 1.3, tr_model_build_fern},
    [TR_MODEL_GRASS] = {0.5, 0.6, tr_model_build_grass},       [TR_MODEL_FLOWERS] = {0.45, 0.5, tr_model_build_flowers},
    [TR_MODEL_REEDS] = {1.7, 1.0, tr_model_build_reeds},       [TR_MODEL_ROCK] = {0.45, 0.8, tr_model_build_rock},
    [TR_MODEL_BOULDER] = {2.2, 3.2, tr_model_build_boulder},
};

const char *tr_model_name(tr_model_kind kind)
{
    assert((unsigned)kind < TR_MODEL_COUNT);
    return kind_names[kind].name;
}

bool tr_model_from_name(const char *name, tr_model_kind *out)
{
    for (int i = 0; i < TR_MODEL_COUNT; i++) {
        if (strcmp(name, kind_names[i].name) == 0) {
            *out = (tr_model_kind)i;
            return true;
        }
    }
    return false;
}

int32_t tr_model_variants(tr_model_kind kind)
{
    assert((unsigned)kind < TR_MODEL_COUNT);
    return kind_names[kind].variants;
}

void tr_model_size(tr_model_kind kind, double *height_m, double *width_m)
{
    assert((unsigned)kind < TR_MODEL_COUNT);
    *height_m = kind_forms[kind].height_m;
    *width_m = kind_forms[kind].width_m;
}

// ---------------------------------------------------------------------------------------------------------
// Making one

static bool build(tr_context *context, tr_model_kind kind, int32_t variant, int32_t level, tr_mesh *out, tr_error *err)
{
    tr_shape shape = {.context = context, .kind = kind, .variant = variant, .level = level, .err = err};
    const kind_form *form = &kind_forms[kind];
    form->build(&shape, form->height_m * tr_shape_between(&shape, VARIANT_SIZE, 0, 0.86, 1.14),
                form->width_m * tr_shape_between(&shape, VARIANT_SIZE, 1, 0.88, 1.12));
    const bool done = tr_shape_finish(&shape, out);
    tr_shape_destroy(&shape);
    return done;
}

static bool check(tr_model_kind kind, int32_t variant, int32_t level, tr_error *err)
{
    if ((unsigned)kind >= TR_MODEL_COUNT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%d is not a kind of model; allowed is 0 to %d", (int)kind,
                       TR_MODEL_COUNT - 1);
    if (variant < 0 || variant >= kind_names[kind].variants)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "variant %d of %s; allowed is 0 to %d", (int)variant,
                       kind_names[kind].name, (int)kind_names[kind].variants - 1);
    if (level < 0 || level >= TR_MODEL_LEVELS)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "level %d of %s; allowed is 0 to %d", (int)level,
                       kind_names[kind].name, TR_MODEL_LEVELS - 1);
    return true;
}

bool tr_model_make(tr_context *context, tr_model_kind kind, int32_t variant, int32_t level, tr_mesh *out, tr_error *err)
{
    assert(context && out);
    if (!check(kind, variant, level, err)) return false;
    tr_mesh finest, mesh;
    if (!build(context, kind, variant, 0, &finest, err)) return false;
    if (level == 0) {
        *out = finest;
        return true;
    }
    const tr_model_look look = tr_model_look_at(&finest);
    tr_mesh_destroy(context, &finest);
    if (!build(context, kind, variant, level, &mesh, err)) return false;
    tr_model_fit(&mesh, &look);
    *out = mesh;
    return true;
}
