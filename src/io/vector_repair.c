#include "io/vector_repair.h"

#include <math.h>
#include <stdio.h>

#include <cpl_error.h>

#include "base/context.h"
#include "geometry/edge_census.h"

// Measured: a polygon of 100 000 vertices takes GEOS 2.5 KB for each, a crossing 4.5 KB.
enum { BYTES_PER_VERTEX = 4096, BYTES_PER_CROSSING = 8192 };
// Comparing that many boxes takes a tenth of a second.
enum { MAX_TESTS = 1 << 26 };

// The rings of all polygons of a geometry, without repeated points.
typedef struct repair_rings {
    double (*points)[2];
    int32_t *ring_end;
    int32_t *part_end;  // rings of each polygon
    int32_t point_count, ring_count, part_count;
} repair_rings;

static void destroy_rings(tr_context *context, repair_rings *rings)
{
    tr_free(context, rings->points);
    tr_free(context, rings->ring_end);
    tr_free(context, rings->part_end);
}

static OGRGeometryH part_of(OGRGeometryH geometry, int i)
{
    return wkbFlatten(OGR_G_GetGeometryType(geometry)) == wkbPolygon ? geometry : OGR_G_GetGeometryRef(geometry, i);
}

static int part_count(OGRGeometryH geometry)
{
    return wkbFlatten(OGR_G_GetGeometryType(geometry)) == wkbPolygon ? 1 : OGR_G_GetGeometryCount(geometry);
}

static bool same_place(const double a[2], const double b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static void add_ring(OGRGeometryH ring, repair_rings *out)
{
    double(*points)[2] = out->points + out->point_count;
    const int count = OGR_G_GetPointCount(ring);
    int32_t kept = 0;
    if (count > 0) OGR_G_GetPoints(ring, &points[0][0], sizeof *points, &points[0][1], sizeof *points, NULL, 0);
    for (int i = 0; i < count; i++) {
        if (kept > 0 && same_place(points[i], points[kept - 1])) continue;
        points[kept][0] = points[i][0], points[kept][1] = points[i][1];
        kept++;
    }
    while (kept > 1 && same_place(points[kept - 1], points[0])) kept--;
    if (kept < 3) return;
    out->point_count += kept;
    out->ring_end[out->ring_count++] = out->point_count;
}

static bool create_rings(tr_context *context, OGRGeometryH geometry, repair_rings *out, tr_error *err)
{
    *out = (repair_rings){0};
    const int parts = part_count(geometry);
    size_t points = 0, rings = 0;
    for (int i = 0; i < parts; i++) {
        OGRGeometryH part = part_of(geometry, i);
        for (int k = 0; k < OGR_G_GetGeometryCount(part); k++, rings++)
            points += (size_t)OGR_G_GetPointCount(OGR_G_GetGeometryRef(part, k));
    }
    if (points > INT32_MAX) return tr_fail(err, TR_ERROR_TOO_LARGE, "%zu vertices; allowed are %d", points, INT32_MAX);
    out->points = tr_alloc_array(context, points, sizeof *out->points, err);
    out->ring_end = out->points ? tr_alloc_array(context, rings, sizeof *out->ring_end, err) : NULL;
    out->part_end = out->ring_end ? tr_alloc_array(context, (size_t)parts, sizeof *out->part_end, err) : NULL;
    if (!out->part_end) return false;
    for (int i = 0; i < parts; i++) {
        OGRGeometryH part = part_of(geometry, i);
        for (int k = 0; k < OGR_G_GetGeometryCount(part); k++) add_ring(OGR_G_GetGeometryRef(part, k), out);
        out->part_end[out->part_count++] = out->ring_count;
    }
    return true;
}

static tr_plan_rings plan_of(const repair_rings *rings)
{
    return (tr_plan_rings){.x_m = &rings->points[0][0],
                           .z_m = &rings->points[0][1],
                           .stride_bytes = sizeof *rings->points,
                           .ring_end = rings->ring_end,
                           .ring_count = rings->ring_count};
}

// ---------------------------------------------------------------------------------------------------------
// Repair

static bool is_of_polygons(OGRGeometryH geometry)
{
    const OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(geometry));
    return type == wkbPolygon || type == wkbMultiPolygon;
}

static bool is_finite(OGRGeometryH geometry)
{
    OGREnvelope box;
    OGR_G_GetEnvelope(geometry, &box);
    return isfinite(box.MinX) && isfinite(box.MaxX) && isfinite(box.MinY) && isfinite(box.MaxY);
}

static bool ask_geos(tr_context *context, OGRGeometryH geometry, const repair_rings *rings,
                     const tr_edge_census *census, OGRGeometryH *out, tr_error *err)
{
    const uint64_t bytes =
        BYTES_PER_VERTEX * (uint64_t)rings->point_count + BYTES_PER_CROSSING * (uint64_t)census->crossings;
    if (!tr_memory_reserve(context, bytes, err)) return false;
    // GEOS says on the way what is wrong; one count of what was repaired is enough.
    CPLPushErrorHandler(CPLQuietErrorHandler);
    *out = OGR_G_IsValid(geometry) ? NULL : OGR_G_MakeValid(geometry);
    CPLPopErrorHandler();
    tr_memory_unreserve(context, bytes);
    return true;
}

// Too many edges for GEOS: polygons that do not cross themselves need no repair, for holes and islands follow from the
// even-odd rule.
static bool check_parts(tr_context *context, const repair_rings *rings, tr_vector_repair *out, tr_error *err)
{
    for (int32_t part = 0, first = 0; part < rings->part_count; first = rings->part_end[part++]) {
        const int32_t begin = first > 0 ? rings->ring_end[first - 1] : 0, count = rings->part_end[part] - first;
        if (count == 0) continue;
        int32_t *ring_end = tr_alloc_array(context, (size_t)count, sizeof *ring_end, err);
        if (!ring_end) return false;
        for (int32_t i = 0; i < count; i++) ring_end[i] = rings->ring_end[first + i] - begin;
        const tr_plan_rings plan = {.x_m = &rings->points[begin][0],
                                    .z_m = &rings->points[begin][1],
                                    .stride_bytes = sizeof *rings->points,
                                    .ring_end = ring_end,
                                    .ring_count = count};
        tr_ring_conflict conflict;
        const bool ok = tr_rings_find_conflict(context, &plan, &conflict, err);
        tr_free(context, ring_end);
        if (!ok) return false;
        if (!conflict.found) continue;
        snprintf(out->refusal, sizeof out->refusal,
                 "crosses or touches itself near %.10g, %.10g, and more than %d pairs of its edges lie side by side: "
                 "that is too many to repair it",
                 conflict.x_m, conflict.z_m, TR_MAX_REPAIR_PAIRS);
        return true;
    }
    return true;
}

bool tr_vector_repair_make(tr_context *context, OGRGeometryH geometry, tr_vector_repair *out, tr_error *err)
{
    *out = (tr_vector_repair){0};
    int version[3];
    if (!OGRGetGEOSVersion(&version[0], &version[1], &version[2]) || !is_of_polygons(geometry) || !is_finite(geometry))
        return true;
    repair_rings rings;
    const tr_edge_limits limits = {MAX_TESTS, TR_MAX_REPAIR_PAIRS, TR_MAX_REPAIR_CROSSINGS + 1};
    tr_edge_census census;
    bool ok = create_rings(context, geometry, &rings, err);
    if (ok) {
        const tr_plan_rings plan = plan_of(&rings);
        ok = tr_edge_census_take(context, &plan, &limits, &census, err);
    }
    if (ok && census.crossings > TR_MAX_REPAIR_CROSSINGS) {
        snprintf(out->refusal, sizeof out->refusal, "crosses itself in more than %d places", TR_MAX_REPAIR_CROSSINGS);
    } else if (ok && tr_edge_census_is_within(&census, &limits)) {
        ok = ask_geos(context, geometry, &rings, &census, &out->valid, err);
    } else if (ok) {
        ok = check_parts(context, &rings, out, err);
    }
    destroy_rings(context, &rings);
    return ok;
}
