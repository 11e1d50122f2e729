// Sets of a definition: defaults and checks (world_place_set.h).
#include "description/world_place_set.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "place/ecotope.h"
#include "description/world_schema.h"

enum { PLACE_SET_COOKIE = 0x77706c73 };

tr_world_place_set_def tr_default_world_place_set_def(void)
{
    tr_world_place_set_def set = {.cookie = PLACE_SET_COOKIE, .set = tr_default_place_set_def()};
    tr_schema_defaults(&tr_place_set_schema, &set);
    return set;
}

// ---------------------------------------------------------------------------------------------------------
// Rules

static bool fail_rule(tr_place_problem *problem, const char *key, const char *format, ...) TR_PRINTF(3, 4);
static bool fail_rule(tr_place_problem *problem, const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->message, sizeof problem->message, format, arguments);
    va_end(arguments);
    problem->key = key;
    return false;
}

bool tr_world_place_set_check_together(const tr_world_place_set_def *set, tr_place_problem *problem)
{
    const tr_place_set_def *def = &set->set;
    int exponent;
    if (frexp(def->spacing_m, &exponent) != 0.5)
        return fail_rule(problem, "spacing", "'spacing' is %.10g m; a power of two is expected, such as 0.5, 1, 2 or 4",
                         def->spacing_m);
    if (def->radius_m > 4 * def->footprint_m)
        return fail_rule(problem, "radius", "'radius' is %.10g m; allowed are four footprints, %.10g m", def->radius_m,
                         4 * def->footprint_m);
    return true;
}

bool tr_world_place_layer_check(const tr_world_place_layer *layer, tr_place_problem *problem)
{
    const tr_place_layer_def *def = &layer->layer;
    if (def->scale_low > def->scale_high)
        return fail_rule(problem, "scale", "'scale' is [%.10g, %.10g]; the first must not be greater", def->scale_low,
                         def->scale_high);
    if (def->variants > tr_model_variants(layer->model))
        return fail_rule(problem, "variants", "'variants' is %" PRId32 "; the model '%s' has %" PRId32, def->variants,
                         tr_model_name(layer->model), tr_model_variants(layer->model));
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Checks of structs

// Where a struct is that is checked: "placement[2].layers[3].".
typedef struct struct_place {
    char text[96];
} struct_place;

static bool check_layer(const tr_world_place_layer *layer, const struct_place *at, tr_error *err)
{
    tr_place_problem problem;
    if (!tr_schema_check(&tr_place_layer_schema, layer, ~0u, at->text, err)) return false;
    if (tr_world_place_layer_check(layer, &problem)) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s %s", at->text, problem.message);
}

static bool check_count(const struct_place *at, const char *what, const void *given, int32_t count, int32_t max,
                        tr_error *err)
{
    if (given && count >= 1 && count <= max) return true;
    if (!given) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s%ss is missing", at->text, what);
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s%s_count is %" PRId32 "; allowed is 1 to %" PRId32, at->text,
                   what, count, max);
}

static bool check_set(const tr_world_place_set_def *set, int32_t index, tr_error *err)
{
    assert(set->cookie == PLACE_SET_COOKIE);
    struct_place at;
    tr_place_problem problem;
    snprintf(at.text, sizeof at.text, "placement[%" PRId32 "].", index);
    if (!tr_schema_check(&tr_place_set_schema, set, ~0u, at.text, err)) return false;
    if (!tr_world_place_set_check_together(set, &problem))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "placement[%" PRId32 "]: %s", index, problem.message);
    if (!check_count(&at, "layer", set->layers, set->layer_count, TR_PLACE_MAX_LAYERS, err) ||
        !check_count(&at, "node", set->nodes, set->node_count, TR_WORLD_MAX_PLACE_NODES, err))
        return false;
    for (int32_t i = 0; i < set->layer_count; i++) {
        snprintf(at.text, sizeof at.text, "placement[%" PRId32 "].layers[%" PRId32 "].", index, i);
        if (!check_layer(&set->layers[i], &at, err)) return false;
    }
    tr_error reason;
    if (tr_ecotope_check(set->nodes, set->node_count, set->layer_count, &reason)) return true;
    return tr_fail(err, reason.code, "placement[%" PRId32 "].%s", index, reason.message);
}

bool tr_world_place_sets_check(const tr_world_def *def, tr_error *err)
{
    const int32_t count = def->place_set_count;
    if (count < 0 || count > TR_PLACE_MAX_SETS || (count > 0 && !def->place_sets))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "placement has %" PRId32 " sets%s; allowed are %d", count,
                       def->place_sets ? "" : ", and none is given", TR_PLACE_MAX_SETS);
    for (int32_t i = 0; i < count; i++) {
        if (!check_set(&def->place_sets[i], i, err)) return false;
    }
    return true;
}
