// Geometries of OGR as features.
#ifndef TR_IO_VECTOR_GEOMETRY_H
#define TR_IO_VECTOR_GEOMETRY_H

#include <ogr_api.h>
#include <ogr_srs_api.h>

#include "io/gdal_session.h"
#include "io/vector_store.h"

// What the parts of a geometry have in common.
typedef struct tr_vector_target {
    const tr_gdal_session *session;
    const tr_vectors_def *def;
    tr_vector_store *store;
    OGRCoordinateTransformationH to_target;  // NULL: coordinates stay as they are
    bool has_degrees;                        // the file says that x and y are degrees
    bool beyond_degrees;                     // set: they cannot be
} tr_vector_target;

// Adds every line and polygon of `geometry` (which may be changed) with the layer, the number and the attributes of
// `like`. A geometry without any is counted as another one. Fails with FORMAT, TOO_LARGE or for want of memory.
bool tr_vector_geometry_add(tr_vector_target *target, OGRGeometryH geometry, const tr_vector_feature *like,
                            tr_error *err);

#endif
