#include "carve/file/path_values.h"

#include <stddef.h>
#include <strings.h>

#include "base/integers.h"

enum { MAX_PRIORITY = 255 };
#define LANE_M 3.25
#define SHOULDERS_M 1.0
#define MAX_STATION_M 1e6

// X(attribute, field)
#define NUMBERS(X)                        \
    X("width", width_m)                   \
    X("smoothing", smoothing_m)           \
    X("smooth", smoothing_m)              \
    X("smoothness", smoothness)           \
    X("depth", depth_m)                   \
    X("banking", banking)                 \
    X("bank", banking)                    \
    X("max_inclination", max_inclination) \
    X("max_grade", max_grade)             \
    X("grade", max_grade)                 \
    X("station", station_m)               \
    X("side_slope", max_side_slope)       \
    X("mouth", mouth_m)                   \
    X("clearance", clearance_m)           \
    X("level", level_m)

static bool read_number(const tr_vector_feature *feature, const char *name, double *out, bool *found, tr_error *err)
{
    char text[TR_TAG_SIZE];
    *found = tr_tag_find(feature, name, text);
    if (!*found || tr_tag_number(text, out)) return true;
    return tr_fail(err, TR_ERROR_SCHEMA, "its %s is \"%.40s\", which is no number", name, text);
}

static bool read_numbers(const tr_vector_feature *feature, tr_path_def *def, tr_error *err)
{
    bool found = false;
#define X(name, field) \
    if (!read_number(feature, name, &def->field, &found, err)) return false;
    NUMBERS(X)
#undef X
    double priority = def->priority;
    if (!read_number(feature, "priority", &priority, &found, err)) return false;
    if (!(priority >= 0 && priority <= MAX_PRIORITY))
        return tr_fail(err, TR_ERROR_SCHEMA, "its priority is %g; allowed is 0 to %d", priority, MAX_PRIORITY);
    def->priority = (int32_t)priority;
    return true;
}

static bool read_mode(const tr_vector_feature *feature, tr_path_def *def, tr_error *err)
{
    char text[TR_TAG_SIZE];
    if (!tr_tag_find(feature, "mode", text)) return true;
    const bool local = strcasecmp(text, "local") == 0;
    if (!local && strcasecmp(text, "spline") != 0)
        return tr_fail(err, TR_ERROR_SCHEMA, "its mode is \"%.40s\"; allowed is local or spline", text);
    def->mode = local ? TR_CURVE_LOCAL : TR_CURVE_SPLINE;
    return true;
}

static bool read_flag(const tr_vector_feature *feature, const char *name, bool *out, tr_error *err)
{
    static const char *const yes[] = {"yes", "true", "1", "t", "y"};
    char text[TR_TAG_SIZE];
    if (!tr_tag_find(feature, name, text)) return true;
    *out = tr_tag_is_set(feature, name);
    bool known = !*out;
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) known = known || strcasecmp(text, yes[i]) == 0;
    return known || tr_fail(err, TR_ERROR_SCHEMA, "its %s is \"%.40s\"; allowed is yes or no", name, text);
}

bool tr_path_values_read(const tr_vector_feature *feature, tr_path_def *def, tr_error *err)
{
    return read_numbers(feature, def, err) && read_mode(feature, def, err) &&
           read_flag(feature, "monotone", &def->monotone, err) && read_flag(feature, "bridges", &def->bridges, err);
}

// A number within what is credible.
static bool guess(const tr_vector_feature *feature, const char *name, double low, double high, double *out)
{
    char text[TR_TAG_SIZE];
    double value;
    if (!tr_tag_find(feature, name, text) || !tr_tag_number(text, &value) || !(value >= low && value <= high))
        return false;
    *out = value;
    return true;
}

void tr_path_values_guess(const tr_vector_feature *feature, tr_path_def *def)
{
    double value;
    if (guess(feature, "width", 0.3, 500, &value) || guess(feature, "est_width", 0.3, 500, &value))
        def->width_m = value;
    else if (def->kind == TR_PATH_ROAD && guess(feature, "lanes", 1, 16, &value))
        def->width_m = value * LANE_M + SHOULDERS_M;
    if (tr_path_kind_is_water(def->kind) && guess(feature, "depth", 0.05, 500, &value)) def->depth_m = value;
    // What runs on a higher layer is carved later.
    if (guess(feature, "layer", -5, 5, &value))
        def->priority = tr_max_i32(0, tr_min_i32(def->priority + (int32_t)value, MAX_PRIORITY));
    if (tr_tag_is_set(feature, "ford")) def->bridges = false;
    // A deck runs straight from end to end, whatever the ground does below.
    if (tr_tag_is_set(feature, "bridge")) def->station_m = MAX_STATION_M;
}

void tr_path_values_keep(const tr_path_def *from, tr_path_def *def)
{
    def->mode = from->mode;
    def->smoothness = from->smoothness;
    if (from->width_m > 0) def->width_m = from->width_m;
    def->smoothing_m = from->smoothing_m;
    def->station_m = from->station_m;
    if (tr_path_kind_is_water(from->kind) == tr_path_kind_is_water(def->kind)) {
        def->depth_m = from->depth_m;
        def->banking = from->banking;
        def->max_inclination = from->max_inclination;
        def->max_grade = from->max_grade;
    }
}
