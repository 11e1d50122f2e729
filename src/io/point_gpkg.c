// Points as a GeoPackage (OGC 12-128) with a spatial index, by GDAL.
#include <stdio.h>
#include <string.h>

#include <cpl_conv.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>

#include "base/os.h"
#include "io/gdal_session.h"
#include "io/point_table.h"

// The name that the standard has for a plane without a place on Earth.
#define UNKNOWN_SYSTEM \
    "LOCAL_CS[\"Undefined Cartesian SRS\",UNIT[\"metre\",1],AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]]"

static OGRLayerH create_layer(const tr_point_job *job, GDALDatasetH dataset, OGRSpatialReferenceH system)
{
    const tr_point_table *table = job->table;
    static const char *const options[] = {"SPATIAL_INDEX=YES", "GEOMETRY_NAME=geom", "FID=fid", NULL};
    static const OGRFieldType types[] = {
        [TR_POINT_TEXT] = OFTString, [TR_POINT_INTEGER] = OFTInteger64, [TR_POINT_NUMBER] = OFTReal};
    OGRLayerH layer = GDALDatasetCreateLayer(dataset, table->name, system, wkbPoint25D, (char **)options);
    for (int i = 0; i < table->column_count && layer; i++) {
        OGRFieldDefnH field = OGR_Fld_Create(table->columns[i].name, types[tr_point_column_kind(&table->columns[i])]);
        if (OGR_L_CreateField(layer, field, FALSE) != OGRERR_NONE) layer = NULL;
        OGR_Fld_Destroy(field);
    }
    return layer;
}

static void set_value(OGRFeatureH feature, int field, const tr_point_column *column, size_t row)
{
    switch (tr_point_column_kind(column)) {
    case TR_POINT_TEXT:
        if (column->texts[row]) {
            OGR_F_SetFieldString(feature, field, column->texts[row]);
        } else {
            OGR_F_SetFieldNull(feature, field);
        }
        break;
    case TR_POINT_INTEGER: OGR_F_SetFieldInteger64(feature, field, column->integers[row]); break;
    case TR_POINT_NUMBER:
        if (isnan(column->numbers[row])) {
            OGR_F_SetFieldNull(feature, field);
        } else {
            OGR_F_SetFieldDouble(feature, field, column->numbers[row]);
        }
        break;
    }
}

static bool write_feature(const tr_point_table *table, OGRLayerH layer, OGRFeatureH feature, OGRGeometryH point,
                          size_t row)
{
    OGR_G_SetPoint(point, 0, table->x[row], table->y[row], table->z[row]);
    OGR_F_SetFID(feature, OGRNullFID);
    for (int i = 0; i < table->column_count; i++) set_value(feature, i, &table->columns[i], row);
    return OGR_L_CreateFeature(layer, feature) == OGRERR_NONE;
}

static bool fail_write(const tr_gdal_session *session, tr_error *err)
{
    return tr_gdal_fail(session, TR_ERROR_FILE_WRITE, "cannot be written", err);
}

// One feature is filled again and again: the points are many.
static bool write_features(const tr_point_job *job, const tr_gdal_session *session, OGRLayerH layer, tr_error *err)
{
    OGRFeatureH feature = OGR_F_Create(OGR_L_GetLayerDefn(layer));
    OGRGeometryH point = OGR_G_CreateGeometry(wkbPoint25D);
    bool done = feature && point && OGR_F_SetGeometryDirectly(feature, point) == OGRERR_NONE;
    if (!done) fail_write(session, err);
    for (size_t row = 0; row < job->table->count && done; row++) {
        done = write_feature(job->table, layer, feature, point, row) ? true : fail_write(session, err);
        if (done && row % TR_POINT_BATCH == 0) done = tr_points_go_on(job, row, err);
    }
    OGR_F_Destroy(feature);
    return done;
}

static bool fill_dataset(const tr_point_job *job, const tr_gdal_session *session, GDALDatasetH dataset, tr_error *err)
{
    OGRSpatialReferenceH system = OSRNewSpatialReference(job->table->wkt ? job->table->wkt : UNKNOWN_SYSTEM);
    if (!system) return tr_gdal_fail(session, TR_ERROR_INVALID_ARGUMENT, "its coordinate system is not usable", err);
    OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER);
    OGRLayerH layer = create_layer(job, dataset, system);
    OSRDestroySpatialReference(system);
    if (!layer) return fail_write(session, err);
    // One transaction: a file that appears whole needs no more, and each of its own would be written to the disk.
    return (GDALDatasetStartTransaction(dataset, FALSE) == OGRERR_NONE || fail_write(session, err)) &&
           write_features(job, session, layer, err) &&
           (GDALDatasetCommitTransaction(dataset) == OGRERR_NONE || fail_write(session, err));
}

static bool write_database(const tr_point_job *job, tr_gdal_session *session, const char *path, tr_error *err)
{
    GDALDriverH driver = GDALGetDriverByName("GPKG");
    if (!driver)
        return tr_gdal_fail(session, TR_ERROR_UNSUPPORTED, "GDAL has no GPKG driver (it was built without SQLite)",
                            err);
    GDALDatasetH dataset = GDALCreate(driver, path, 0, 0, 0, GDT_Unknown, NULL);
    if (!dataset) return fail_write(session, err);
    const bool ok = fill_dataset(job, session, dataset, err);
    // The spatial index is made here, and a disk may be full only now.
    GDALClose(dataset);
    return ok && (!session->failed || fail_write(session, err));
}

// The database is made beside the temporary file, under a name with the ending that the standard asks for.
bool tr_points_write_gpkg(const tr_point_job *job, tr_error *err)
{
    static const char *const besides[] = {"", "-journal", "-wal", "-shm"};
    const char *temp = job->file->temp_path;
    if (!temp)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: is not a regular file, and a GeoPackage is not written in order",
                       job->path);
    const size_t size = strlen(temp) + sizeof ".gpkg-journal";
    char *path = tr_alloc(job->context, size, err);
    if (!path) return false;
    snprintf(path, size, "%s.gpkg", temp);
    tr_gdal_session session;
    tr_gdal_session_begin(&session, job->context, job->path);
    CPLSetThreadLocalConfigOption("OGR_SQLITE_SYNCHRONOUS", "OFF");
    const bool ok = write_database(job, &session, path, err) && tr_os_rename_over(path, temp, err) &&
                    tr_points_go_on(job, job->table->count, err);
    tr_gdal_session_end(&session);
    for (int i = 0; i < 4 && !ok; i++) {
        snprintf(path, size, "%s.gpkg%s", temp, besides[i]);
        remove(path);
    }
    tr_free(job->context, path);
    return ok;
}
