/// @file carve.h
/// Roads, railways, rivers, lakes and levelled ground shaped into terrain.
///
/// A carving is a set of paths over a ground that it never changes. Each path becomes a chain of curves in plan with a
/// height profile; a sample near it gets the height of the path, fading into the ground beside it. What is asked for is
/// a pure function of the paths and the position: the same bits for any split of an area, thread count, ISA and
/// backend.
///
/// Axes as in terrain.h: x east, z south, y up, metres. Seen along a path, its left side is where the distance is
/// positive.
#ifndef TERRANE_CARVE_H
#define TERRANE_CARVE_H

#include "terrane/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Paths

/// X(NAME, name, what it is). Those of a higher priority (tr_default_path_def) are carved over the others.
#define TR_PATH_KIND_LIST(X)                                                 \
    X(LAKE, "lake", "an area of water with a level")                         \
    X(STREAM, "stream", "a narrow river")                                    \
    X(RIVER, "river", "water that never rises along its course; or an area") \
    X(LEVEL, "level", "an area that is made even, to build on")              \
    X(TRACK, "track", "a narrow way with steep grades")                      \
    X(ROAD, "road", "a made road")                                           \
    X(RAIL, "rail", "a railway with gentle grades and wide bends")           \
    X(CITY, "city", "the ground of a city, made even to build on")

typedef enum tr_path_kind {
#define X(id, name, what) TR_PATH_##id,
    TR_PATH_KIND_LIST(X)
#undef X
        TR_PATH_KIND_COUNT
} tr_path_kind;

TR_API const char *tr_path_kind_name(tr_path_kind kind);
TR_API bool tr_path_kind_from_name(const char *name, tr_path_kind *out);
/// Lake, stream and river.
TR_API bool tr_path_kind_is_water(tr_path_kind kind);
/// Level and city: ground that is made even.
TR_API bool tr_path_kind_is_level(tr_path_kind kind);
/// Lake, level and city: always an area with one level, never a line.
TR_API bool tr_path_kind_is_area(tr_path_kind kind);

/// How vertices are joined. Every one goes through its vertices.
typedef enum tr_curve_mode {
    TR_CURVE_LOCAL,   ///< C1: a vertex bends only the curves beside it and the next ones
    TR_CURVE_SPLINE,  ///< C2: curvature does not jump; a vertex moves the whole path, ever less far away
    TR_CURVE_COUNT
} tr_curve_mode;

/// A place a path goes through. Values vary smoothly from vertex to vertex; one that is not given (TR_NOT_GIVEN) is
/// that of the path.
typedef struct tr_path_vertex {
    double x_m, z_m;
    float height_m;     ///< of the road, the rail bed or the water; TR_NOT_GIVEN: from the ground
    float width_m;      ///< or TR_NOT_GIVEN
    float smoothing_m;  ///< or TR_NOT_GIVEN
    float depth_m;      ///< of water, or TR_NOT_GIVEN
    float inclination;  ///< slope across, rising to the left; or TR_NOT_GIVEN: from the curvature
} tr_path_vertex;

/// A vertex with nothing given but its place.
TR_API tr_path_vertex tr_path_vertex_at(double x_m, double z_m);

/// A path, or with `area` a polygon. Take it from tr_default_path_def().
typedef struct tr_path_def {
    uint32_t cookie;
    const char *name;  ///< for reports; may be NULL
    tr_path_kind kind;
    bool area;  ///< a polygon: every ring is closed, the inside is filled
    const tr_path_vertex *vertices;
    int32_t vertex_count;     ///< at least 2, of a ring at least 3; equal ones that follow each other count once
    const int32_t *ring_end;  ///< of an area: one past the last vertex of each ring, outer ring first, then its holes
    int32_t ring_count;       ///< 0: one ring or line with all vertices
    tr_curve_mode mode;
    double smoothness;       ///< 0 straight from vertex to vertex .. 1: Omega, length of the handles
    double width_m;          ///< of the road or of the water
    double smoothing_m;      ///< lambda: from the edge to where the ground is untouched
    double max_side_slope;   ///< rise over run of cuttings and embankments: `smoothing_m` grows up to eightfold where
                             ///< they are high or deep, to keep to it; 0: smoothing as it is given
    double depth_m;          ///< of water in its middle; 0: the ground itself is as high as the path
    double banking;          ///< inclination = banking x curvature (1/m); 0: level across. Vertices may give their own
    double max_inclination;  ///< what banking reaches at most
    double level_m;      ///< of an area; TR_NOT_GIVEN: of lakes the lowest ground of their shore, of others the mean
    double max_grade;    ///< rise over run that the profile keeps to; 0: as it is given
    bool monotone;       ///< never rises from its first vertex to its last
    double station_m;    ///< where vertices have no height, the ground is looked at this often along the path
    double mouth_m;      ///< at its end it stops carving over this length: a river that opens into the sea; 0: none
    double clearance_m;  ///< what passes over this path as a bridge stays this far above it
    int32_t priority;    ///< 0..255: those of a higher one are carved over those of a lower
    bool bridges;        ///< may become a bridge where it crosses a path of lower height; else it meets it
} tr_path_def;

/// Good values for the kind: see docs/carve.md for the table.
TR_API tr_path_def tr_default_path_def(tr_path_kind kind);

/// Checks numbers, ranges, counts and rings; names the path, the vertex and what is allowed. Vertices lie within 2^40
/// m; docs/carve.md, "Limits", has the table of all limits.
TR_API bool tr_path_def_check(const tr_path_def *def, tr_error *err);

/// Paths with storage of their own.
typedef struct tr_path_list {
    tr_path_def *paths;
    int32_t count;
    int32_t outside_count;  ///< of a file: lines and polygons that were left out because they lie outside of `within_m`
    const char *system;     ///< of a file: name of its coordinate system; NULL: it has none
    void *storage;          ///< what they point to
} tr_path_list;
TR_API void tr_path_list_destroy(tr_context *context, tr_path_list *list);

/// How lines and polygons of a file become paths.
typedef struct tr_path_file_def {
    uint32_t cookie;
    const char *layer;  ///< NULL: all layers
    /// An attribute that names the kind, in any letter case; NULL: the attribute `kind`, tags of OpenStreetMap where
    /// there are any (highway, railway, waterway, natural=water, ...), else `defaults`.
    const char *kind_field;
    tr_path_def defaults;       ///< for features without a kind; what they are like
    bool keep_values;           ///< width, smoothing, ... of `defaults` for features of every kind, not only its own
    const char *wkt;            ///< coordinate system to bring them to; NULL: they are taken as they are
    double origin[2];           ///< x = east - origin[0], z = origin[1] - north
    double scale[2];            ///< then multiplied: metres per unit of that system along both axes
    const tr_region *within_m;  ///< what does not touch it is left out; NULL: everything
} tr_path_file_def;
TR_API tr_path_file_def tr_default_path_file_def(tr_path_kind default_kind);

/// Reads any vector file that GDAL knows (GeoJSON, Shapefile, GeoPackage, OSM, ...). Attributes width, smoothing,
/// depth, level, priority, name and so on, when present, replace those of the kind; features that are no paths (points,
/// buildings, tunnels) are left out and counted. docs/carve.md has the tables of tags and attributes.
/// @param skipped  may be NULL
/// @return false as tr_vectors_read(); with FORMAT when no feature of the file is a path, or an attribute holds what is
/// not allowed
TR_API bool tr_path_list_read(tr_context *context, const char *file, const tr_path_file_def *def, tr_path_list *out,
                              int32_t *skipped, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// A carving

typedef struct tr_carving tr_carving;
/// Names a path for as long as the carving lives, also after it was removed and restored by undo. 0 names none.
typedef uint32_t tr_path_id;

/// Heights of the ground at any places, before carving. Must be pure; called from any thread.
typedef struct tr_ground {
    bool (*heights)(void *user, const double *x_m, const double *z_m, int32_t count, float *out_m, tr_error *err);
    void *user;
} tr_ground;

typedef struct tr_carving_def {
    uint32_t cookie;
    tr_ground ground;
    double tolerance_m;  ///< how far the curves that are carved may lie from the cubic ones in plan
    double scale_m[2];   ///< metres per unit of tr_sample_area.spacing_m along x and z: 1, 1 but for rasters (pixels)
} tr_carving_def;

/// Tolerance 2 cm, scale 1.
TR_API tr_carving_def tr_default_carving_def(void);

TR_API tr_carving *tr_carving_create(tr_context *context, const tr_carving_def *def, tr_error *err);
TR_API void tr_carving_destroy(tr_carving *carving);

// Edits. Each takes effect with tr_carving_commit(); all since the last commit are one step of undo. Edits and commits
// must not run at the same time as any other call on the carving; all other calls are thread-safe.

/// Adds a path; everything is copied.
TR_API bool tr_carving_add(tr_carving *carving, const tr_path_def *def, tr_path_id *out_id, tr_error *err);
TR_API bool tr_carving_replace(tr_carving *carving, tr_path_id id, const tr_path_def *def, tr_error *err);
TR_API bool tr_carving_remove(tr_carving *carving, tr_path_id id, tr_error *err);
/// `index` 0 .. vertex_count; later vertices move up.
TR_API bool tr_carving_insert_vertex(tr_carving *carving, tr_path_id id, int32_t index, const tr_path_vertex *vertex,
                                     tr_error *err);
TR_API bool tr_carving_set_vertex(tr_carving *carving, tr_path_id id, int32_t index, const tr_path_vertex *vertex,
                                  tr_error *err);
TR_API bool tr_carving_remove_vertex(tr_carving *carving, tr_path_id id, int32_t index, tr_error *err);

/// Makes the edits count: curves, profiles, crossings and the spatial hash of what changed. On failure the carving is
/// as it was at the last commit and the edits are dropped. The time is n log n of the vertices that changed and the
/// length of their paths; paths beyond the limits of docs/carve.md are refused with TOO_LARGE.
///
/// @param progress  may be NULL; told, and asked whether to go on, after each part of each path
TR_API bool tr_carving_commit(tr_carving *carving, const tr_progress *progress, tr_error *err);
/// Drops the edits since the last commit.
TR_API void tr_carving_revert(tr_carving *carving);

/// Steps back and forth over commits, without limit; the result is bit for bit that of the time. Edits that are not
/// committed are dropped. Fails with NOT_FOUND when there is nothing to undo or redo.
TR_API bool tr_carving_undo(tr_carving *carving, tr_error *err);
TR_API bool tr_carving_redo(tr_carving *carving, tr_error *err);
TR_API int32_t tr_carving_undo_count(const tr_carving *carving);
TR_API int32_t tr_carving_redo_count(const tr_carving *carving);

// ---------------------------------------------------------------------------------------------------------
// What is there

TR_API int32_t tr_carving_path_count(const tr_carving *carving);
/// In the order they were added.
TR_API tr_path_id tr_carving_path_at(const tr_carving *carving, int32_t index);
/// As it was given, with the edits that are not committed; valid until the next edit. NULL for an unknown or removed
/// one.
TR_API const tr_path_def *tr_carving_path(const tr_carving *carving, tr_path_id id);
/// Of everything the values depend on; equal sets in equal order have equal hashes.
TR_API uint64_t tr_carving_hash(const tr_carving *carving);

typedef struct tr_path_info {
    double length_m;
    double max_grade;        ///< rise over run, of the profile as carved
    double max_deviation_m;  ///< in plan, of what is carved from the cubic curves
    double min_radius_m;     ///< of the bends; infinite for a straight path
    double low_m, high_m;    ///< of the profile
    int32_t piece_count;     ///< quadratic pieces
    bool grade_met;          ///< false when heights that were given ask for more than max_grade
} tr_path_info;
TR_API bool tr_carving_path_info(const tr_carving *carving, tr_path_id id, tr_path_info *out, tr_error *err);

/// Places along a path, every `step_m` or closer, its ends included: x, y (height of the profile), z.
/// @param out  release with tr_points_destroy()
TR_API bool tr_carving_path_points(const tr_carving *carving, tr_path_id id, double step_m, tr_points *out,
                                   tr_error *err);

/// Where two paths cross in plan.
typedef struct tr_crossing {
    double x_m, z_m;
    tr_path_id upper, lower;
    double upper_m, lower_m;        ///< heights of both; equal where they meet
    bool bridge;                    ///< apart: the upper path is left as a span and the lower one carves
    double from_m, to_m;            ///< of a bridge: the span, along the upper path from its start
    double deck_from_m, deck_to_m;  ///< and its deck: up to where the upper path carves in full again
} tr_crossing;
TR_API int32_t tr_carving_crossing_count(const tr_carving *carving);
TR_API tr_crossing tr_carving_crossing_at(const tr_carving *carving, int32_t index);

/// The rectangle that anything is carved in, in metres, rounded outward; false when there is nothing.
TR_API bool tr_carving_bounds(const tr_carving *carving, tr_region *out_m);

// ---------------------------------------------------------------------------------------------------------
// Samples

/// What is known of each sample; every grid has the size of the area, or no samples when it is not wanted.
typedef struct tr_carve_channels {
    tr_grid height;       ///< m: what the paths want the ground to be; 0 where strength is 0
    tr_grid strength;     ///< 0..1: ground = ground + (height - ground) * strength
    tr_grid inclination;  ///< of the strongest path, rising to the left
    /// m, from the axis of the strongest path, left positive; of an area from its shore, inside positive.
    tr_grid distance;
    tr_grid water;  ///< m, level of rivers and lakes; TR_NO_WATER elsewhere
} tr_carve_channels;

TR_API bool tr_carving_evaluate(const tr_carving *carving, const tr_sample_area *area, const tr_progress *progress,
                                const tr_carve_channels *out, tr_error *err);

/// Carves: changes the heights of an area in place. Samples out of reach keep their bits.
/// @param water  gets the level of rivers and lakes; NULL: not wanted
TR_API bool tr_carving_apply(const tr_carving *carving, const tr_sample_area *area, const tr_progress *progress,
                             const tr_grid *ground, const tr_grid *water, tr_error *err);

/// Which edges are looked for, and how far away.
typedef struct tr_edge_query {
    unsigned kinds;  ///< a sum of 1u << TR_PATH_...
    double limit_m;
} tr_edge_query;

/// The distance to the nearest edge of paths of some kinds, negative within; at most `limit_m`.
TR_API bool tr_carving_edge_distance(const tr_carving *carving, const tr_edge_query *edges, const tr_sample_area *area,
                                     const tr_progress *progress, const tr_grid *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Displacement in sparse tiles: what an editor keeps

enum { TR_DISPLACEMENT_TILE = 32 };

typedef struct tr_displacement tr_displacement;

typedef struct tr_displacement_def {
    uint32_t cookie;
    double spacing_m;                 ///< of its samples; may differ from that of the heightmap
    const tr_region *within_samples;  ///< of that spacing; NULL: everywhere
    bool distance, inclination;       ///< keep these channels too
} tr_displacement_def;
TR_API tr_displacement_def tr_default_displacement_def(void);

/// Tiles of TR_DISPLACEMENT_TILE^2 samples where anything is carved, and none elsewhere: memory is proportional to the
/// carved area. `carving` must outlive it.
TR_API tr_displacement *tr_displacement_create(const tr_carving *carving, const tr_displacement_def *def,
                                               const tr_progress *progress, tr_error *err);
TR_API void tr_displacement_destroy(tr_displacement *displacement);

/// Makes anew what commits, undos and redos changed since the last update, and nothing else.
/// @param out_tiles  how many tiles were made; may be NULL
TR_API bool tr_displacement_update(tr_displacement *displacement, int32_t *out_tiles, tr_error *err);

/// One tile: the place of its first sample in samples, and its channels, until the next update.
typedef struct tr_displacement_tile {
    int64_t x, z;
    const float *height, *strength, *inclination, *distance;  ///< TR_DISPLACEMENT_TILE^2 each; the last two may be NULL
} tr_displacement_tile;
TR_API int32_t tr_displacement_tile_count(const tr_displacement *displacement);
TR_API tr_displacement_tile tr_displacement_tile_at(const tr_displacement *displacement, int32_t index);
TR_API uint64_t tr_displacement_bytes(const tr_displacement *displacement);

/// The displacement in metres over a heightmap of any spacing: what is to be added to `ground`. Adding it there is
/// baking. Where a sample is one of the displacement, the sum has the bits of tr_carving_apply() as long as both
/// heights are within a factor of two of each other, and those next to them otherwise; between samples it is
/// interpolated bilinearly.
/// @param out  may be `ground`
TR_API bool tr_displacement_sample(const tr_displacement *displacement, const tr_sample_area *area,
                                   const tr_grid *ground, const tr_grid *out, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Earthwork

typedef struct tr_earthwork {
    tr_path_id path;
    tr_path_info info;
    double cut_m3, fill_m3;  ///< balance = cut - fill
    double area_m2;          ///< of changed ground
    int32_t bridge_count;
    double bridge_length_m;
} tr_earthwork;

/// Where the earthwork goes.
typedef struct tr_earthwork_report {
    tr_earthwork *paths;  ///< tr_carving_path_count() items
    tr_earthwork *total;  ///< NULL: not wanted
} tr_earthwork_report;

/// Cut and fill of each path, by summing the samples of an area; a sample counts for the path that is strongest there.
/// @param ground  the heights before carving, of the area's size; NULL: from the ground of the carving
TR_API bool tr_carving_earthwork(const tr_carving *carving, const tr_sample_area *area, const tr_grid *ground,
                                 const tr_progress *progress, const tr_earthwork_report *report, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Meshes

typedef struct tr_strip_def {
    uint32_t cookie;
    double step_m;   ///< longest piece along the path
    double error_m;  ///< and shorter where the strip would leave the carved bed by more
    int32_t across;  ///< quads across, 1..64
    double lift_m;   ///< above the bed, against flicker; 0: exactly in it
    double uv_m;     ///< metres per repeat of the texture along the path; across it runs from 0 to 1
} tr_strip_def;
TR_API tr_strip_def tr_default_strip_def(void);

/// The surface of a path as a strip in its bed: of a road or rail the width of the path, of water its level. An area
/// becomes its flat surface. Bridges are part of the strip.
TR_API bool tr_carving_strip(const tr_carving *carving, tr_path_id id, const tr_strip_def *def, tr_mesh *out,
                             tr_error *err);

typedef struct tr_bridge_def {
    uint32_t cookie;
    double step_m;   ///< longest piece along the deck
    double error_m;  ///< and shorter where it would leave the profile by more
    double lift_m;   ///< above the profile, against flicker where deck and ground are one; 0: exactly in it
    double pier_m;   ///< from pier to pier, or to an abutment, at most
} tr_bridge_def;
TR_API tr_bridge_def tr_default_bridge_def(void);

/// A bridge as closed solids with colours and normals: a deck in the profile and banking of the upper path, as wide as
/// it and a little more, which meets the carved way at both ends; railings, abutments, and piers down into the carved
/// ground. Railways stand between girders. Crossings that share one span have one bridge, which the first of them
/// gives.
/// @param crossing  index of the crossing
/// @param out       without vertices where this crossing has no bridge of its own: the paths meet, or an earlier
/// crossing gives
///                  it. Release with tr_mesh_destroy()
TR_API bool tr_carving_bridge(const tr_carving *carving, int32_t crossing, const tr_bridge_def *def, tr_mesh *out,
                              tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
