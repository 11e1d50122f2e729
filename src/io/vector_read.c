// Lines and polygons by GDAL's vector side (OGR), in the order of the file.
#include "terrane/io.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <cpl_conv.h>

#include "base/context.h"
#include "base/os.h"
#include "io/vector_geometry.h"

// ---------------------------------------------------------------------------------------------------------
// Opening

static bool fail_open(const tr_gdal_session *session, tr_error *err)
{
    FILE *stream = fopen(session->path, "rb");
    if (!stream) return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", session->path, strerror(errno));
    fclose(stream);
    if (tr_os_file_size(session->path) == 0)
        return tr_fail(err, TR_ERROR_FORMAT, "%s: the file is empty", session->path);
    return tr_gdal_fail(session, TR_ERROR_FORMAT, "is not a vector file that GDAL can read", err);
}

static GDALDatasetH open_vectors(const tr_gdal_session *session, tr_error *err)
{
    const unsigned flags = GDAL_OF_VECTOR | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR;
    GDALDatasetH dataset = GDALOpenEx(session->path, flags, NULL, NULL, NULL);
    if (!dataset) {
        fail_open(session, err);
    } else if (GDALDatasetGetLayerCount(dataset) < 1) {
        tr_fail(err, TR_ERROR_FORMAT, "%s: it holds no layer of vectors", session->path);
        GDALClose(dataset);
        dataset = NULL;
    }
    return dataset;
}

// Some drivers hold the whole file in memory of their own, parsed, which takes about this many times its size.
static uint64_t bytes_of_driver(const char *path)
{
    enum { TIMES = 4 };
    const char *dot = strrchr(path, '.');
    const bool parsed_whole = dot && (strcmp(dot, ".geojson") == 0 || strcmp(dot, ".json") == 0 ||
                                      strcmp(dot, ".topojson") == 0 || strcmp(dot, ".kml") == 0);
    const int64_t size = parsed_whole ? tr_os_file_size(path) : 0;
    return size > 0 ? TIMES * (uint64_t)size : 0;
}

static bool reserve(const tr_gdal_session *session, uint64_t bytes, tr_error *err)
{
    tr_error cause;
    if (tr_memory_reserve(session->context, bytes, &cause)) return true;
    return tr_fail(err, cause.code, "%s: it is too large to be read: %s", session->path, cause.message);
}

static OGRLayerH find_layer(const tr_gdal_session *session, GDALDatasetH dataset, const char *name, tr_error *err)
{
    enum { MAX_NAMES = 64 };
    OGRLayerH found = GDALDatasetGetLayerByName(dataset, name);
    if (found) return found;
    const char *names[MAX_NAMES];
    char list[240] = "";
    int count = 0;
    for (int i = 0; i < GDALDatasetGetLayerCount(dataset) && count < MAX_NAMES; i++) {
        names[count++] = OGR_L_GetName(GDALDatasetGetLayer(dataset, i));
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[count - 1]);
    }
    const char *nearest = tr_nearest_name(name, names, count);
    tr_fail(err, TR_ERROR_FORMAT, "%s: it has no layer \"%s\"%s%s%s; its layers are: %s", session->path, name,
            nearest ? ", did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "", list);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Coordinate systems

typedef struct vector_reader {
    tr_vector_target target;
    OGRSpatialReferenceH wanted;  // NULL: coordinates stay as they are
    OGRLayerH layer;              // of the last feature; what follows belongs to it
    const char *layer_name;
    const char **field_names;
    int field_count;
} vector_reader;

static bool note_system(vector_reader *reader, OGRSpatialReferenceH system, tr_error *err)
{
    tr_vectors *out = reader->target.store->out;
    if (out->system || !system) return true;
    const char *name = OSRGetName(system);
    out->system = tr_vector_store_text(reader->target.store, name ? name : "unnamed", err);
    return out->system;
}

static bool set_transformation(vector_reader *reader, tr_error *err)
{
    const tr_gdal_session *session = reader->target.session;
    OCTDestroyCoordinateTransformation(reader->target.to_target);
    reader->target.to_target = NULL;
    OGRSpatialReferenceH system = OGR_L_GetSpatialRef(reader->layer);
    reader->target.has_degrees = system && OSRIsGeographic(system);
    if (!note_system(reader, system, err)) return false;
    if (!reader->wanted) return true;
    if (!system)
        return tr_fail(err, TR_ERROR_FORMAT,
                       "%s: layer \"%s\" has no coordinate system, so it cannot be brought to that of the raster or "
                       "world: give it its own with ogr2ogr -a_srs EPSG:code",
                       session->path, reader->layer_name);
    // The driver has said in `system` in which order it gives the axes.
    reader->target.to_target = OCTNewCoordinateTransformation(system, reader->wanted);
    return reader->target.to_target ||
           tr_gdal_fail(session, TR_ERROR_FORMAT, "its coordinates cannot be brought to the system asked for", err);
}

// ---------------------------------------------------------------------------------------------------------
// Features

static bool enter_layer(vector_reader *reader, OGRLayerH layer, tr_error *err)
{
    if (reader->layer == layer) return true;
    tr_vector_store *store = reader->target.store;
    reader->layer = layer;
    reader->layer_name = tr_vector_store_text(store, OGR_L_GetName(layer), err);
    OGRFeatureDefnH fields = OGR_L_GetLayerDefn(layer);
    reader->field_count = OGR_FD_GetFieldCount(fields);
    reader->field_names = tr_vector_store_take(store, (size_t)reader->field_count, sizeof *reader->field_names, err);
    if (!reader->layer_name || !reader->field_names) return false;
    for (int i = 0; i < reader->field_count; i++) {
        reader->field_names[i] = tr_vector_store_text(store, OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(fields, i)), err);
        if (!reader->field_names[i]) return false;
    }
    return set_transformation(reader, err);
}

static bool copy_attributes(vector_reader *reader, OGRFeatureH feature, tr_vector_feature *like, tr_error *err)
{
    int32_t count = 0;
    for (int i = 0; i < reader->field_count; i++) count += OGR_F_IsFieldSetAndNotNull(feature, i) ? 1 : 0;
    tr_vector_store *store = reader->target.store;
    tr_vector_attribute *attributes = tr_vector_store_take(store, (size_t)count, sizeof *attributes, err);
    if (!attributes) return false;
    like->attributes = attributes;
    for (int i = 0; i < reader->field_count; i++) {
        if (!OGR_F_IsFieldSetAndNotNull(feature, i)) continue;
        const char *value = tr_vector_store_text(store, OGR_F_GetFieldAsString(feature, i), err);
        if (!value) return false;
        attributes[like->attribute_count++] = (tr_vector_attribute){reader->field_names[i], value};
    }
    return true;
}

static bool add_feature(vector_reader *reader, OGRFeatureH feature, OGRLayerH layer, tr_error *err)
{
    if (!enter_layer(reader, layer, err)) return false;
    OGRGeometryH geometry = OGR_F_GetGeometryRef(feature);
    tr_vector_feature like = {.layer = reader->layer_name, .id = OGR_F_GetFID(feature)};
    if (!geometry) {
        reader->target.store->out->other_count++;
        return true;
    }
    tr_vector_store *store = reader->target.store;
    const tr_vector_store_mark mark = tr_vector_store_here(store);
    const int32_t before = store->out->count;
    const bool ok =
        copy_attributes(reader, feature, &like, err) && tr_vector_geometry_add(&reader->target, geometry, &like, err);
    if (store->out->count == before) tr_vector_store_rewind(store, mark);
    return ok;
}

static bool read_layer(vector_reader *reader, OGRLayerH layer, tr_error *err)
{
    bool ok = true;
    OGR_L_ResetReading(layer);
    for (OGRFeatureH feature; ok && (feature = OGR_L_GetNextFeature(layer)) != NULL;) {
        ok = add_feature(reader, feature, layer, err);
        OGR_F_Destroy(feature);
    }
    return ok;
}

// Files such as OSM's hold the features of their layers mixed, and give them only in that order.
static bool read_mixed(vector_reader *reader, GDALDatasetH dataset, OGRLayerH only, tr_error *err)
{
    bool ok = true;
    GDALDatasetResetReading(dataset);
    OGRLayerH layer;
    for (OGRFeatureH feature; ok && (feature = GDALDatasetGetNextFeature(dataset, &layer, NULL, NULL, NULL)) != NULL;) {
        ok = (only && layer != only) || add_feature(reader, feature, layer, err);
        OGR_F_Destroy(feature);
    }
    return ok;
}

static bool read_features(vector_reader *reader, GDALDatasetH dataset, tr_error *err)
{
    const tr_gdal_session *session = reader->target.session;
    const char *name = reader->target.def->layer;
    OGRLayerH only = name ? find_layer(session, dataset, name, err) : NULL;
    if (name && !only) return false;
    bool ok = true;
    if (GDALDatasetTestCapability(dataset, ODsCRandomLayerRead)) {
        ok = read_mixed(reader, dataset, only, err);
    } else if (only) {
        ok = read_layer(reader, only, err);
    } else {
        for (int i = 0; i < GDALDatasetGetLayerCount(dataset) && ok; i++)
            ok = read_layer(reader, GDALDatasetGetLayer(dataset, i), err);
    }
    if (!ok) return false;
    if (reader->target.beyond_degrees) reader->target.store->out->system = NULL;
    if (!session->failed) return true;
    return tr_gdal_fail(session, TR_ERROR_FILE_READ, "its features cannot be read, it may be cut short or damaged",
                        err);
}

static bool read_dataset(const tr_gdal_session *session, GDALDatasetH dataset, const tr_vectors_def *def,
                         tr_vectors *out, tr_error *err)
{
    tr_vector_store store;
    tr_vector_store_begin(&store, session->context, out);
    vector_reader reader = {.target = {.session = session, .def = def, .store = &store}};
    if (def->wkt) {
        reader.wanted = OSRNewSpatialReference(def->wkt);
        if (!reader.wanted)
            return tr_gdal_fail(session, TR_ERROR_INVALID_ARGUMENT, "the system asked for is not usable", err);
        OSRSetAxisMappingStrategy(reader.wanted, OAMS_TRADITIONAL_GIS_ORDER);
    }
    tr_error cause = {0};
    const bool ok = read_features(&reader, dataset, &cause);
    OCTDestroyCoordinateTransformation(reader.target.to_target);
    OSRDestroySpatialReference(reader.wanted);
    if (ok) return true;
    if (cause.code != TR_ERROR_OVER_BUDGET && cause.code != TR_ERROR_OUT_OF_MEMORY)
        return tr_fail(err, cause.code, "%s", cause.message);
    return tr_fail(err, cause.code, "%s: its %lld vertices so far are too many: %s", session->path,
                   (long long)store.points, cause.message);
}

bool tr_vectors_read(tr_context *context, const char *path, const tr_vectors_def *def, tr_vectors *out, tr_error *err)
{
    assert(def->cookie == TR_VECTORS_DEF_COOKIE);
    *out = (tr_vectors){0};
    tr_gdal_session session;
    tr_gdal_session_begin(&session, context, path);
    const uint64_t driver_bytes = bytes_of_driver(path);
    bool ok = reserve(&session, driver_bytes, err);
    if (ok) {
        GDALDatasetH dataset = open_vectors(&session, err);
        ok = dataset && read_dataset(&session, dataset, def, out, err);
        if (dataset) GDALClose(dataset);
        tr_memory_unreserve(context, driver_bytes);
    }
    tr_gdal_session_end(&session);
    if (!ok) tr_vectors_destroy(context, out);
    return ok;
}
