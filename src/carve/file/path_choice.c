#include "carve/file/path_choice.h"

#include <strings.h>

enum { MAX_NAMES = 128 };

// Attribute that names the kind when no other one is asked for.
static const char usual_field[] = "kind";

// ---------------------------------------------------------------------------------------------------------
// Names

static bool find_kind(const char *value, tr_path_kind *out)
{
    for (int i = 0; i < TR_PATH_KIND_COUNT; i++) {
        if (strcasecmp(value, tr_path_kind_name((tr_path_kind)i)) != 0) continue;
        *out = (tr_path_kind)i;
        return true;
    }
    return false;
}

// The kind that a misspelt word was meant to be; NULL: none. `with_ways`: or the value of a tag.
static const char *nearest_kind(const char *value, bool with_ways)
{
    const char *names[MAX_NAMES];
    for (int i = 0; i < TR_PATH_KIND_COUNT; i++) names[i] = tr_path_kind_name((tr_path_kind)i);
    const int ways = with_ways ? tr_way_values(names + TR_PATH_KIND_COUNT, MAX_NAMES - TR_PATH_KIND_COUNT) : 0;
    return tr_nearest_name(value, names, TR_PATH_KIND_COUNT + ways);
}

static bool fail_kind(const tr_path_choosing *choosing, const tr_vector_feature *feature, const char *value,
                      const char *nearest, tr_error *err)
{
    return tr_fail(
        err, TR_ERROR_FORMAT,
        "%s: feature %lld of layer \"%s\": its %s is \"%.40s\"%s%s%s; allowed are lake, stream, river, level, "
        "track, road, rail and values of OpenStreetMap such as primary or canal",
        choosing->file, (long long)feature->id, feature->layer,
        choosing->kind_field ? choosing->kind_field : usual_field, value, nearest ? ", did you mean \"" : "",
        nearest ? nearest : "", nearest ? "\"?" : "");
}

bool tr_path_choosing_check(const tr_path_choosing *choosing, const tr_vectors *vectors, tr_error *err)
{
    char value[TR_TAG_SIZE];
    if (!choosing->kind_field || vectors->count == 0) return true;
    for (int32_t i = 0; i < vectors->count; i++)
        if (tr_tag_find(&vectors->features[i], choosing->kind_field, value)) return true;
    const tr_vector_feature *first = &vectors->features[0];
    const char *names[MAX_NAMES];
    int count = 0;
    for (; count < first->attribute_count && count < MAX_NAMES; count++) names[count] = first->attributes[count].name;
    const char *nearest = tr_nearest_name(choosing->kind_field, names, count);
    return tr_fail(err, TR_ERROR_FORMAT,
                   "%s: no line or polygon has \"%s\"%s%s%s: the attribute that names kinds must be there",
                   choosing->file, choosing->kind_field, nearest ? ", did you mean \"" : "", nearest ? nearest : "",
                   nearest ? "\"?" : "");
}

// ---------------------------------------------------------------------------------------------------------
// Kinds

static bool choose_by_field(const tr_path_choosing *choosing, const tr_vector_feature *feature, tr_path_choice *out,
                            tr_error *err)
{
    const char *field = choosing->kind_field;
    char value[TR_TAG_SIZE];
    if (!tr_tag_find(feature, field, value)) {
        // Without a value in a file of ways it is something else; in a file of one's own, the standard.
        out->is_path = !tr_way_has_key(field);
        return true;
    }
    out->is_path = true;
    out->has_kind = find_kind(value, &out->kind);
    if (out->has_kind) return true;
    out->way = tr_way_of_tag(field, value);
    if (tr_way_has_key(field)) {
        out->is_path = out->way;
        return true;
    }
    out->way = tr_way_of_tag(NULL, value);
    return out->way || fail_kind(choosing, feature, value, nearest_kind(value, true), err);
}

bool tr_path_choose(const tr_path_choosing *choosing, const tr_vector_feature *feature, tr_path_choice *out,
                    tr_error *err)
{
    *out = (tr_path_choice){0};
    if (choosing->kind_field) return choose_by_field(choosing, feature, out, err);
    char value[TR_TAG_SIZE];
    out->is_path = true;
    const bool has_value = tr_tag_find(feature, usual_field, value);
    out->has_kind = has_value && find_kind(value, &out->kind);
    if (out->has_kind) return true;
    out->way = tr_way_of_feature(feature);
    out->is_path = out->way || !choosing->is_osm;
    if (!has_value || choosing->is_osm) return true;
    // Nobody asked for this attribute: it may be about something else, unless it is nearly a kind.
    const char *nearest = nearest_kind(value, false);
    return !nearest || fail_kind(choosing, feature, value, nearest, err);
}

// ---------------------------------------------------------------------------------------------------------
// Shapes

static bool is_closed(const tr_vector_feature *feature)
{
    if (feature->point_count < 4) return false;
    const tr_vector_point *first = feature->points, *last = feature->points + feature->point_count - 1;
    return first->x == last->x && first->y == last->y;
}

static bool may_be_area(tr_path_kind kind)
{
    return tr_path_kind_is_area(kind) || kind == TR_PATH_RIVER;
}

bool tr_path_choice_fits(const tr_path_choice *choice, const tr_vector_feature *feature, tr_path_kind default_kind,
                         tr_path_kind *kind, bool *area)
{
    *area = feature->is_polygon;
    if (choice->way) {
        const int meant = *area ? choice->way->area : choice->way->line;
        if (meant != TR_NO_PATH) *kind = (tr_path_kind)meant;
        return meant != TR_NO_PATH;
    }
    *kind = choice->has_kind ? choice->kind : default_kind;
    const bool only_area = tr_path_kind_is_area(*kind);
    if (only_area && !*area) *area = is_closed(feature);
    return *area ? may_be_area(*kind) : !only_area;
}
