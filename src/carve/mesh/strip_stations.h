// Cross-sections of a path: where a strip has its rows of vertices.
#ifndef TR_CARVE_MESH_STRIP_STATIONS_H
#define TR_CARVE_MESH_STRIP_STATIONS_H

#include "carve/course/piece.h"
#include "geometry/solid_mesh.h"

typedef struct tr_strip_stations {
    tr_strip_station *items;
    int32_t count, capacity;
} tr_strip_stations;

// How close stations lie.
typedef struct tr_strip_step {
    double step_m;   // at most; INFINITY: as far as the error allows
    double error_m;  // of straight lines between stations, on the axis and on both edges
    int32_t across;  // quads
} tr_strip_step;

// The station at a parameter of a piece.
tr_strip_station tr_strip_station_at(const tr_piece *piece, double t);

// Stations of all pieces. At a corner there are several at one place, turning from one piece to the next. A run ends
// where the next piece does not begin at the end of the one before: at the end of a ring.
bool tr_strip_stations_create(tr_context *context, const tr_course *course, const tr_strip_step *step,
                              tr_strip_stations *out, tr_error *err);
// Shortens rows so that they do not cross on the inside of bends: a row ends where another part of the path is as near.
void tr_strip_stations_limit(tr_strip_stations *stations);
void tr_strip_stations_destroy(tr_context *context, tr_strip_stations *stations);

#endif
