#include "io/vector_geometry.h"

#include <math.h>
#include <string.h>

#include <cpl_error.h>

#include "io/vector_repair.h"

// Collections may hold collections.
enum { MAX_DEPTH = 16 };
// Longitudes are written up to 360, and a little beyond.
#define MAX_DEGREES 400.0

static bool fail_at(const tr_vector_target *target, const tr_vector_feature *like, const char *what, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FORMAT, "%s: feature %lld of layer \"%s\" %s", target->session->path,
                   (long long)like->id, like->layer, what);
}

// ---------------------------------------------------------------------------------------------------------
// Points

static bool check_points(tr_vector_target *target, const tr_vector_feature *like, const tr_vector_point *points,
                         int32_t count, tr_error *err)
{
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y) || isinf(points[i].z))
            return fail_at(target, like, "has a vertex that is not a number", err);
        if (!target->has_degrees || (fabs(points[i].x) <= MAX_DEGREES && fabs(points[i].y) <= MAX_DEGREES)) continue;
        // GeoJSON that names no system is taken as degrees by its definition, whatever it holds.
        target->beyond_degrees = true;
        if (!target->to_target) continue;
        char what[200];
        snprintf(what, sizeof what,
                 "has a vertex at %.10g, %.10g, but the file says degrees: give it its system with "
                 "ogr2ogr -a_srs EPSG:code",
                 points[i].x, points[i].y);
        return fail_at(target, like, what, err);
    }
    return true;
}

static bool transform_points(const tr_vector_target *target, const tr_vector_feature *like, tr_vector_point *points,
                             int32_t count, tr_error *err)
{
    if (!target->to_target) return true;
    for (int32_t i = 0; i < count; i++) {
        // One at a time, so that the one that has no place is named. Heights are left alone: both systems mean metres.
        double x = points[i].x, y = points[i].y;
        CPLPushErrorHandler(CPLQuietErrorHandler);
        const bool ok = OCTTransform(target->to_target, 1, &x, &y, NULL) && isfinite(x) && isfinite(y);
        CPLPopErrorHandler();
        if (!ok) {
            char what[160];
            snprintf(what, sizeof what, "has a vertex at %.10g, %.10g, which has no place in the system asked for",
                     points[i].x, points[i].y);
            return fail_at(target, like, what, err);
        }
        points[i].x = x;
        points[i].y = y;
    }
    return true;
}

static bool touches(const tr_extent *within, const tr_vector_point *points, int32_t count)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < count; i++) {
        low[0] = points[i].x < low[0] ? points[i].x : low[0];
        low[1] = points[i].y < low[1] ? points[i].y : low[1];
        high[0] = points[i].x > high[0] ? points[i].x : high[0];
        high[1] = points[i].y > high[1] ? points[i].y : high[1];
    }
    return low[0] <= within->east && high[0] >= within->west && low[1] <= within->north && high[1] >= within->south;
}

// The points of a line or ring behind `at`; a ring without the copy of its first point at its end.
static int32_t copy_points(OGRGeometryH line, bool is_ring, tr_vector_point *at)
{
    int32_t count = OGR_G_GetPointCount(line);
    const bool has_z = OGR_G_Is3D(line);
    if (count > 0) OGR_G_GetPoints(line, &at->x, sizeof *at, &at->y, sizeof *at, &at->z, sizeof *at);
    for (int32_t i = 0; i < count && !has_z; i++) at[i].z = NAN;
    if (is_ring && count > 1 && at[0].x == at[count - 1].x && at[0].y == at[count - 1].y) count--;
    return count;
}

static tr_vector_point *take_points(tr_vector_target *target, const tr_vector_feature *like, int64_t count,
                                    tr_error *err)
{
    const int64_t max = target->def->max_points;
    if (count <= max - target->store->points)
        return tr_vector_store_take(target->store, (size_t)count, sizeof(tr_vector_point), err);
    tr_fail(err, TR_ERROR_TOO_LARGE,
            "%s: it has more than %lld vertices (counted up to feature %lld of layer \"%s\"): cut out a part with "
            "ogr2ogr -spat, or choose a layer",
            target->session->path, (long long)max, (long long)like->id, like->layer);
    return NULL;
}

// Checks, transforms and adds a feature whose points are there.
static bool finish(tr_vector_target *target, tr_vector_feature *feature, tr_vector_point *points, tr_error *err)
{
    if (!check_points(target, feature, points, feature->point_count, err) ||
        !transform_points(target, feature, points, feature->point_count, err))
        return false;
    if (target->def->within && !touches(target->def->within, points, feature->point_count)) {
        target->store->out->outside_count++;
        return true;
    }
    feature->points = points;
    target->store->points += feature->point_count;
    return tr_vector_store_add(target->store, feature, err);
}

// ---------------------------------------------------------------------------------------------------------
// Parts

static bool add_line(tr_vector_target *target, OGRGeometryH line, const tr_vector_feature *like, tr_error *err)
{
    tr_vector_feature feature = *like;
    tr_vector_point *points = take_points(target, like, OGR_G_GetPointCount(line), err);
    if (!points) return false;
    feature.point_count = copy_points(line, false, points);
    return finish(target, &feature, points, err);
}

static bool add_polygon(tr_vector_target *target, OGRGeometryH polygon, const tr_vector_feature *like, tr_error *err)
{
    tr_vector_feature feature = *like;
    feature.is_polygon = true;
    const int32_t ring_count = OGR_G_GetGeometryCount(polygon);
    int64_t count = 0;
    for (int32_t i = 0; i < ring_count; i++) count += OGR_G_GetPointCount(OGR_G_GetGeometryRef(polygon, i));
    tr_vector_point *points = take_points(target, like, count, err);
    if (!points) return false;
    int32_t *ring_end = tr_vector_store_take(target->store, (size_t)ring_count, sizeof *ring_end, err);
    if (!ring_end) return false;
    for (int32_t i = 0; i < ring_count; i++) {
        const int32_t added = copy_points(OGR_G_GetGeometryRef(polygon, i), true, points + feature.point_count);
        // A hole without an area is no hole; an outer ring without one is no polygon.
        if (added < 3 && i == 0) return true;
        if (added < 3) continue;
        feature.point_count += added;
        ring_end[feature.ring_count++] = feature.point_count;
    }
    feature.ring_end = ring_end;
    return finish(target, &feature, points, err);
}

static bool add_parts(tr_vector_target *target, OGRGeometryH geometry, const tr_vector_feature *like, bool lines,
                      int depth, tr_error *err)
{
    const OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(geometry));
    if (OGR_G_IsEmpty(geometry) || depth > MAX_DEPTH) return true;
    if (type == wkbLineString || type == wkbLinearRing) return !lines || add_line(target, geometry, like, err);
    if (type == wkbPolygon) return add_polygon(target, geometry, like, err);
    if (type != wkbMultiLineString && type != wkbMultiPolygon && type != wkbGeometryCollection) return true;
    bool ok = true;
    for (int i = 0; i < OGR_G_GetGeometryCount(geometry) && ok; i++)
        ok = add_parts(target, OGR_G_GetGeometryRef(geometry, i), like, lines, depth + 1, err);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The whole

static bool fail_repair(const tr_vector_target *target, const tr_vector_feature *like, const char *refusal,
                        tr_error *err)
{
    return tr_fail(err, TR_ERROR_TOO_LARGE,
                   "%s: feature %lld of layer \"%s\" %s; allowed are %d crossings, which are repaired: draw it anew, "
                   "split it, or simplify it (ogr2ogr -simplify, v.clean of GRASS)",
                   target->session->path, (long long)like->id, like->layer, refusal, TR_MAX_REPAIR_CROSSINGS);
}

bool tr_vector_geometry_add(tr_vector_target *target, OGRGeometryH geometry, const tr_vector_feature *like,
                            tr_error *err)
{
    const tr_vectors *out = target->store->out;
    const int64_t before = (int64_t)out->count + out->outside_count;
    OGRGeometryH linear = OGR_G_HasCurveGeometry(geometry, TRUE) ? OGR_G_GetLinearGeometry(geometry, 0, NULL) : NULL;
    OGRGeometryH flat = linear ? linear : geometry;
    tr_vector_repair repair;
    bool ok = tr_vector_repair_make(target->session->context, flat, &repair, err);
    if (ok && repair.refusal[0]) ok = fail_repair(target, like, repair.refusal, err);
    OGRGeometryH valid = repair.valid;
    // A repaired polygon may leave lines behind where it had no area; they are no lines of the file.
    ok = ok && add_parts(target, valid ? valid : flat, like, !valid, 0, err);
    if (valid && ok) target->store->out->repaired_count++;
    if (valid) OGR_G_DestroyGeometry(valid);
    if (linear) OGR_G_DestroyGeometry(linear);
    if (ok && before == (int64_t)out->count + out->outside_count) target->store->out->other_count++;
    return ok;
}
