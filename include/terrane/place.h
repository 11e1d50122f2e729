/// @file place.h
/// Placement: trees, bushes, rocks and any other object, by density, for any region of a world at any time.
///
/// Nothing is stored. Objects of a set keep a least distance from each other, the footprint, because they stand on
/// candidates that do: a pattern of tiles, chosen cell by cell from the hash of the cell's corners, covers the plane
/// without end and without visible repetition. Layers of a set share the candidates: the accumulated densities of the
/// layers are compared with the threshold of the candidate, and the first layer that exceeds it gets the place. What
/// stands where depends on the seed, the definition and the place alone: overlapping requests agree in every bit,
/// whatever the split, the threads, the ISA or the backend.
///
/// Positions are integers: units of 1/4096 footprint, and footprints are multiples of 1/256 m, so that every position
/// is a multiple of 2^-20 m at any distance from the origin.
#ifndef TERRANE_PLACE_H
#define TERRANE_PLACE_H

#include "terrane/terrain.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------
// Patterns

/// X(NAME, name, what it is).
#define TR_PATTERN_LIST(X)                                                                            \
    X(DART, "dart", "Poisson discs as dart throwing leaves them, in tiles with coloured corners")     \
    X(BLUE, "blue", "the same, relaxed: distances are more even, as of planted or long-grown stands") \
    X(GRID, "grid", "a square grid, each point moved at random as far as the footprint allows")       \
    X(OWN, "own", "points that the caller gives, repeated in each cell")

typedef enum tr_pattern_kind {
#define X(id, name, what) TR_PATTERN_##id,
    TR_PATTERN_LIST(X)
#undef X
        TR_PATTERN_COUNT
} tr_pattern_kind;

enum {
    TR_PATTERN_SLOTS = 64,      ///< candidates of a cell, at most
    TR_PATTERN_UNITS = 4096,    ///< of position per footprint
    TR_PATTERN_MAX_COLORS = 4,  ///< of corners
};

TR_API const char *tr_pattern_name(tr_pattern_kind kind);
TR_API bool tr_pattern_from_name(const char *name, tr_pattern_kind *out);

/// Take it from tr_default_pattern_def().
typedef struct tr_pattern_def {
    uint32_t cookie;
    tr_pattern_kind kind;
    uint64_t seed;
    /// Of corners, 1..TR_PATTERN_MAX_COLORS, for DART and BLUE: 1 repeats one tile; with more of them there are about a
    /// thousand tiles, and 2 repeats least: the fewer colours, the larger the square of corners that have colours of
    /// their own.
    int32_t colors;
    /// Of OWN: the side of the cell in footprints, above 1 and below 16, and points within [0, side), x and z in turn.
    /// None may be nearer than 1 to another one, those of the eight cells around included.
    double side;
    const double *points;
    int32_t point_count;  ///< 1..TR_PATTERN_SLOTS
} tr_pattern_def;

/// DART, two colours.
TR_API tr_pattern_def tr_default_pattern_def(void);

/// Immutable; may be shared by any number of sets and threads.
typedef struct tr_pattern tr_pattern;

/// Builds the tiles for a footprint of 1; the same definition gives the same bits everywhere. Takes about
/// a quarter of a second of one core, on the threads of the context; share patterns.
/// @return NULL with INVALID_ARGUMENT (which names the two points that are too near), NOT_FINITE or for want of memory
TR_API tr_pattern *tr_pattern_create(tr_context *context, const tr_pattern_def *def, tr_error *err);
/// NULL is allowed. Placers that were made with it keep it alive.
TR_API void tr_pattern_destroy(tr_pattern *pattern);

/// What a pattern is like; distances in footprints.
typedef struct tr_pattern_info {
    double side;           ///< of a cell
    int32_t slot_count;    ///< candidates of a cell
    int32_t tile_count;    ///< different tiles
    double per_footprint;  ///< candidates per square footprint
    double nearest;        ///< the least distance of two candidates in any arrangement of the tiles; at least 1
} tr_pattern_info;
TR_API tr_pattern_info tr_pattern_info_of(const tr_pattern *pattern);

/// The candidates of a cell: positions in units from the corner of the cell, and thresholds, 0..1, above which a
/// density must be.
typedef struct tr_candidate {
    int32_t x, z;
    double threshold;
} tr_candidate;
/// @param out  space for TR_PATTERN_SLOTS
/// @return how many there are
TR_API int32_t tr_pattern_cell(const tr_pattern *pattern, uint64_t seed, int64_t cell_x, int64_t cell_z,
                               tr_candidate *out);

/// How points are spread: the radial mean of the periodogram, 1 for points without any order, and its anisotropy in
/// decibels, by frequency in steps of 1 / TR_SPECTRUM_STEPS of the inverse footprint.
enum { TR_SPECTRUM_STEPS = 16, TR_SPECTRUM_BINS = 64 };
typedef struct tr_spectrum {
    double power[TR_SPECTRUM_BINS];       ///< bin k: frequencies from k to k + 1 steps
    double anisotropy[TR_SPECTRUM_BINS];  ///< variance of the power over directions, relative to its square, in dB
    double peak;            ///< the largest single value beyond the bin of frequency 0, in units of the mean of its bin
    double peak_frequency;  ///< where it is, per footprint
} tr_spectrum;
/// Points whose spectrum is measured.
typedef struct tr_spectrum_points {
    const double *x, *z;  ///< positions in footprints within a square of `side`
    size_t count;
    double side;
} tr_spectrum_points;

/// @param picture  receives the periodogram with frequency 0 in the middle, grey, 8 bits; NULL: none. Release it with
/// tr_image_destroy()
TR_API bool tr_spectrum_measure(tr_context *context, const tr_spectrum_points *points, tr_spectrum *out,
                                tr_image *picture, tr_error *err);

// ---------------------------------------------------------------------------------------------------------
// Sets and layers

enum { TR_PLACE_MAX_LAYERS = 64, TR_PLACE_MAX_SETS = 16 };

/// Objects of one look: what differs from one to the next comes from the hash of the object's identity. Take it from
/// tr_default_place_layer_def().
typedef struct tr_place_layer_def {
    uint32_t cookie;
    const char *name;              ///< may be NULL
    double scale_low, scale_high;  ///< sizes are spread evenly between them
    /// Objects lean with the ground by at most this angle: 0 stands upright, 90 lies on it.
    double tilt_limit_deg;
    double sink_m;     ///< how deep an object of scale 1 stands in the ground
    int32_t variants;  ///< 1..255
} tr_place_layer_def;

/// Scales of 0.8 to 1.25, upright, not sunk, one variant.
TR_API tr_place_layer_def tr_default_place_layer_def(void);

/// Objects that keep the same distance from each other, whatever their layer. Take it from tr_default_place_set_def().
typedef struct tr_place_set_def {
    uint32_t cookie;
    /// What stands where depends on it, so that a set stays as it is when others come or go. May be NULL.
    const char *name;
    double footprint_m;  ///< 1/16 .. 4096; taken as the nearest multiple of 1/256 m
    /// Of the disc that objects of other sets keep off, 0 .. 4 footprints; TR_NOT_GIVEN: half the footprint. Where
    /// discs of two sets meet, the object of the set with the larger disc stays, of equal ones that of the earlier set.
    double radius_m;
    const tr_pattern *pattern;  ///< NULL: tr_default_pattern_def(), which the context builds once
    double spacing_m;           ///< of the samples of densities and heights: a power of two, 1/16 .. 64 m
    const tr_place_layer_def *layers;
    int32_t layer_count;  ///< 1..TR_PLACE_MAX_LAYERS; earlier layers win
} tr_place_set_def;

/// Footprint 1 m, radius half of it, spacing 1 m.
TR_API tr_place_set_def tr_default_place_set_def(void);

// ---------------------------------------------------------------------------------------------------------
// What the densities and heights are

/// A density given as a texture that covers the bounds of the placer. A sample is clamp(texel scale + offset, low,
/// high); between the middles of texels it is interpolated bilinearly, beyond the outermost ones it stays.
typedef struct tr_density_map {
    tr_grid texture;  ///< of finite values; only looked at while the placer is made
    double scale, offset;
    double low, high;  ///< 0 <= low <= high <= 1
} tr_density_map;

/// Scale 1, offset 0, 0..1, no texture.
TR_API tr_density_map tr_default_density_map(void);

/// The world as textures over the bounds of the placer. All maps of a set are brought to the size of its largest one.
typedef struct tr_place_textures {
    tr_grid height;              ///< 0..1
    double low_m, high_m;        ///< height = low_m + (high_m - low_m) sample
    const tr_density_map *maps;  ///< those of the layers of the first set, then of the second, ...
} tr_place_textures;

/// The world as functions of areas, asked at samples of the lattice of a set's spacing. Both must be pure functions of
/// the position and are called from any thread.
typedef struct tr_place_ground {
    void *user;
    bool (*heights)(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err);
    /// The density of each layer of a set, 0..1, a plane each; beyond that range they are cut.
    bool (*densities)(void *user, int32_t set, const tr_sample_area *area, const tr_grid *out, tr_error *err);
} tr_place_ground;

// ---------------------------------------------------------------------------------------------------------
// Placers

/// Take it from tr_default_placer_def(). Either `textures` or `ground` is given.
typedef struct tr_placer_def {
    uint32_t cookie;
    uint64_t seed;
    bool has_bounds;     ///< else endless; textures need bounds
    tr_region bounds_m;  ///< nothing stands beyond
    const tr_place_set_def *sets;
    int32_t set_count;                  ///< 1..TR_PLACE_MAX_SETS
    const tr_place_textures *textures;  ///< NULL: `ground`
    tr_place_ground ground;
} tr_placer_def;

TR_API tr_placer_def tr_default_placer_def(void);

/// A definition that is ready for requests; immutable, everything is copied. All requests are thread-safe.
typedef struct tr_placer tr_placer;
/// @return NULL with INVALID_ARGUMENT or NOT_FINITE, which names the set, the layer and the place in its texture
TR_API tr_placer *tr_placer_create(tr_context *context, const tr_placer_def *def, tr_error *err);
/// All its placements and streams must have been destroyed. NULL is allowed.
TR_API void tr_placer_destroy(tr_placer *placer);
TR_API tr_context *tr_placer_context(const tr_placer *placer);
TR_API int32_t tr_placer_set_count(const tr_placer *placer);
/// The set as it is used: its footprint rounded, its radius set, its pattern there.
TR_API const tr_place_set_def *tr_placer_set(const tr_placer *placer, int32_t set);

// ---------------------------------------------------------------------------------------------------------
// Requests

/// What is asked for. Take it from tr_default_place_request_def().
typedef struct tr_place_request_def {
    uint32_t cookie;
    tr_region region_m;  ///< half open, so that neighbouring regions never share nor lose an object
    uint32_t sets;       ///< a sum of 1 << set
    /// Objects of these sets do not give way to others: what stands then is the same as if there were one set.
    bool alone;
    bool to_gl;  ///< leave the records in a GL buffer (tr_placement_gl()); needs the backend GL
} tr_place_request_def;

/// All sets, an empty region.
TR_API tr_place_request_def tr_default_place_request_def(void);

/// A place of a set in 16 bytes, on the host and in GL buffers (std430: ivec2, float, uint). Positions are exact:
/// x_m = (origin_x + x) unit_m of the placement (tr_place_frame).
typedef struct tr_place_record {
    int32_t x, z;  ///< units from the origin of the placement
    float y_m;     ///< height of the ground
    /// Bits 0..5 slot of the cell, 6..11 layer, 12..21 and 22..31 the rise of the ground along x and z in 1/128,
    /// signed, cut at -4 and 511/128; 0 in sets all of whose layers stand upright (a tilt_limit_deg of 0).
    uint32_t key;
} tr_place_record;

/// How the records of a set lie in the world.
typedef struct tr_place_frame {
    int64_t origin_x, origin_z;  ///< in units
    double unit_m;               ///< footprint / TR_PATTERN_UNITS, exact
} tr_place_frame;

/// The objects of a region: records of each set, by layer, then by the row of cells, the cell in the row, and the slot.
typedef struct tr_placement tr_placement;

/// @param progress  may be NULL
/// @return NULL with INVALID_ARGUMENT (an inverted region, a set that does not exist), TOO_LARGE, OVER_BUDGET,
/// OUT_OF_MEMORY, CANCELLED, NOT_FINITE (a density or height), UNSUPPORTED (`to_gl` without GL), or what the ground
/// failed with. An empty region and one outside the bounds give a placement without objects. Thread-safe.
TR_API tr_placement *tr_place(const tr_placer *placer, const tr_place_request_def *request, const tr_progress *progress,
                              tr_error *err);
/// The same as a job: tr_job_ready(), tr_job_wait() and tr_job_cancel() as of any job; tr_job_finish() puts the result
/// into
/// `*out`, NULL when it failed or was cancelled. Requests overlap, also on GL.
TR_API tr_job *tr_place_start(const tr_placer *placer, const tr_place_request_def *request, tr_priority priority,
                              tr_placement **out, tr_error *err);
TR_API void tr_placement_destroy(tr_placement *placement);

/// @param layer  negative: all layers; `set` negative: all sets
TR_API int64_t tr_placement_count(const tr_placement *placement, int32_t set, int32_t layer);
TR_API tr_place_frame tr_placement_frame(const tr_placement *placement, int32_t set);
/// Records of a set on the host, all layers or one; NULL when there are none or they are in a GL buffer.
TR_API const tr_place_record *tr_placement_records(const tr_placement *placement, int32_t set, int32_t layer);

/// An object with everything that follows from its identity.
typedef struct tr_object {
    uint64_t id;  ///< a hash of seed, set (its name), cell and slot: stays, whatever is asked for
    double x_m, z_m;
    float y_m;  ///< of its foot: the ground, less what it is sunk
    float scale;
    float rotation[4];  ///< quaternion x, y, z, w: a turn about the vertical, then the tilt
    uint16_t set, layer, variant, reserved;
} tr_object;

/// Makes objects of records [first, first + count) of a set and layer (negative: all layers), on the host only.
TR_API void tr_placement_objects(const tr_placement *placement, int32_t set, int32_t layer, int64_t first,
                                 int64_t count, tr_object *out);

/// How far objects stand from their nearest neighbours, on the plane.
enum { TR_NEAREST_BINS = 12 };
#define TR_NEAREST_FIRST 0.8  ///< where the histogram begins, in footprints; the first bin has all below, too
#define TR_NEAREST_STEP 0.2   ///< width of a bin, in footprints; the last one has all beyond
typedef struct tr_nearest_report {
    int64_t count;  ///< objects that have a neighbour
    double min_m, mean_m;
    int64_t bins[TR_NEAREST_BINS];
} tr_nearest_report;
/// Measures objects among themselves; time follows their number. Thread-safe.
/// @param footprint_m  unit of the histogram
TR_API bool tr_nearest_measure(tr_context *context, const tr_object *objects, int64_t count, double footprint_m,
                               tr_nearest_report *out, tr_error *err);

/// The GL buffer object with the records of a set, all layers, in the order of tr_placement_records(), from offset 0; 0
/// unless it was asked for. It belongs to the placement. For use in the GL context of the host (gl_use_current), after
/// the request is ready.
TR_API uint32_t tr_placement_gl(const tr_placement *placement, int32_t set);

// ---------------------------------------------------------------------------------------------------------
// Streaming

/// Keeps what stands around a moving point: square chunks of the world, each asked for once, when it comes into range.
/// Take it from tr_default_place_stream_def().
typedef struct tr_place_stream_def {
    uint32_t cookie;
    int32_t chunk_m;  ///< side of a chunk, 1..65536
    double
        radius_m[TR_PLACE_MAX_SETS];  ///< chunks that are nearer than this are kept, by set; 0: the set is not streamed
    double keep_m;                    ///< chunks are let go only when they are this much farther than the radius
    int32_t max_jobs;                 ///< that run at a time, 1..64
} tr_place_stream_def;

/// Chunks of 64 m, no set, 32 m more before one is let go, four jobs.
TR_API tr_place_stream_def tr_default_place_stream_def(void);

typedef struct tr_place_stream tr_place_stream;

/// A chunk of a set. Records of its placement have only this set.
typedef struct tr_place_chunk {
    int32_t set;
    int64_t x, z;  ///< in chunks
    const tr_placement *placement;
} tr_place_chunk;

/// What an update changed. Arrays belong to the stream until the next update.
typedef struct tr_place_update {
    const tr_place_chunk *came;  ///< have their placement now; it stays the same until they have gone
    int32_t came_count;
    const tr_place_chunk *gone;  ///< their placements end with the next update
    int32_t gone_count;
    int32_t waiting_count;  ///< in range, not there yet
} tr_place_update;

/// A stream is for one thread at a time.
TR_API tr_place_stream *tr_place_stream_create(const tr_placer *placer, const tr_place_stream_def *def, tr_error *err);
/// Cancels what runs. NULL is allowed.
TR_API void tr_place_stream_destroy(tr_place_stream *stream);
/// Moves the point, nearest chunks first, without waiting. A chunk whose request failed makes the update fail with its
/// error; the chunk is asked for again by the next one, and `out` tells what changed all the same. Memory stays within
/// what the chunks in range take.
/// @param x_m, z_m  within 4e12 m of the origin; else the update fails with NOT_FINITE or TOO_LARGE, and nothing
/// changes
TR_API bool tr_place_stream_update(tr_place_stream *stream, double x_m, double z_m, tr_place_update *out,
                                   tr_error *err);
/// Waits until everything in range is there or the time is over; what came is told by the next update.
/// @param timeout_ns  negative waits without limit
/// @return whether everything is there; false also when a request failed, which the next update reports
TR_API bool tr_place_stream_wait(tr_place_stream *stream, int64_t timeout_ns);
/// All chunks that are there, sets in order, in no other order. The array stays as it is until the next update or wait.
TR_API const tr_place_chunk *tr_place_stream_chunks(const tr_place_stream *stream, int32_t *count);

// ---------------------------------------------------------------------------------------------------------
// Ecotopes

/// How the density of a node comes from that of its parent and its own: X(NAME, name, what it is). Results are cut to
/// 0..1.
#define TR_ECOTOPE_LIST(X)                      \
    X(MULTIPLY, "multiply", "parent times own") \
    X(ADD, "add", "parent plus own")            \
    X(MIN, "min", "the smaller one")            \
    X(MAX, "max", "the larger one")             \
    X(SUBTRACT, "subtract", "parent less own")  \
    X(MASK, "mask", "the parent where own is above a half, else 0")

typedef enum tr_ecotope_op {
#define X(id, name, what) TR_ECOTOPE_##id,
    TR_ECOTOPE_LIST(X)
#undef X
        TR_ECOTOPE_COUNT
} tr_ecotope_op;

/// What a term of a density looks at: X(NAME, name, what it is).
#define TR_TERM_LIST(X)                                                               \
    X(FIELD, "field", "a field of the world: height above the sea level, slope, ...") \
    X(BIOMES, "biomes", "the sum of the weights of biomes")                           \
    X(NOISE, "noise", "smooth noise, -1..1")                                          \
    X(TEXTURE, "texture", "a picture over a rectangle, 0..1; its edge goes on beyond it")

typedef enum tr_term_kind {
#define X(id, name, what) TR_TERM_##id,
    TR_TERM_LIST(X)
#undef X
        TR_TERM_COUNT
} tr_term_kind;

enum { TR_TERM_MAX_POINTS = 8, TR_ECOTOPE_MAX_NODES = 1024, TR_ECOTOPE_MAX_TERMS = 64 };

/// A factor of a node's own density, 0..1: what it looks at, put through a curve of straight pieces. Take it from
/// tr_default_density_term_def().
typedef struct tr_density_term_def {
    uint32_t cookie;
    tr_term_kind kind;
    tr_field field;   ///< of FIELD: any field of one plane but FLOW and BIOME; HEIGHT is above the sea level
    uint32_t biomes;  ///< of BIOMES: a sum of 1 << TR_BIOME_...
    double size_m;    ///< of NOISE: of its largest features
    int32_t octaves;  ///< of NOISE, 1..8
    /// Of NOISE; the seed of the world is part of it. Terms with equal size, octaves and seed have the same noise, in
    /// any node and any ecotope, so that one thing can end where another one begins.
    uint64_t seed;
    tr_grid texture;  ///< of TEXTURE: 0..1, bilinear between the middles of its texels
    tr_region texture_m;
    /// Two or more points of the curve with rising `from`; before the first and after the last the value stays. `to` is
    /// 0..1. None: the value itself, cut to 0..1.
    double from[TR_TERM_MAX_POINTS], to[TR_TERM_MAX_POINTS];
    int32_t point_count;
} tr_density_term_def;

TR_API tr_density_term_def tr_default_density_term_def(tr_term_kind kind);

/// A node of an ecotope: what keeps plants off roads stands near the root and is inherited. Take it from
/// tr_default_ecotope_node_def().
typedef struct tr_ecotope_node_def {
    uint32_t cookie;
    const char *name;  ///< may be NULL
    int32_t parent;    ///< an earlier node; -1: none, whose density is 1
    tr_ecotope_op op;
    double density;  ///< 0..1; its own density is this times all terms
    /// Those that are often 0 and cheap to look at come first: what a product of 0 needs no more is not asked for.
    const tr_density_term_def *terms;
    int32_t term_count;  ///< 0..TR_ECOTOPE_MAX_TERMS
    int32_t layer;       ///< that has the density of this node; -1: none
} tr_ecotope_node_def;

/// A root with density 1, MULTIPLY, no terms, no layer.
TR_API tr_ecotope_node_def tr_default_ecotope_node_def(void);

/// What ecotopes look at: the fields of a world, as pure functions of the position.
typedef struct tr_ecotope_source {
    void *user;
    uint64_t seed;
    /// HEIGHT is asked for above the sea level.
    bool (*field)(void *user, tr_field field, const tr_sample_area *area, const tr_grid *out, tr_error *err);
    /// A plane for each biome, TR_BIOME_COUNT.
    bool (*biome_weights)(void *user, const tr_sample_area *area, const tr_grid *out, tr_error *err);
} tr_ecotope_source;

typedef struct tr_ecotope tr_ecotope;
/// Everything is copied. Several nodes that name one layer add up; a layer that none names has the density 0.
/// @param node_count   1..TR_ECOTOPE_MAX_NODES
/// @param layer_count  1..TR_PLACE_MAX_LAYERS
/// @return NULL with INVALID_ARGUMENT or NOT_FINITE, which names the node and the term
TR_API tr_ecotope *tr_ecotope_create(tr_context *context, const tr_ecotope_node_def *nodes, int32_t node_count,
                                     int32_t layer_count, tr_error *err);
TR_API void tr_ecotope_destroy(tr_ecotope *ecotope);
/// Densities on an area, 0..1, a plane for each layer. Each field is asked for at most once, and only if a density
/// depends on it.
/// @return false with INVALID_ARGUMENT (an area that is not allowed, a grid of another size), NOT_FINITE (a value of
/// the source), for want of memory, or with what the source failed with. Thread-safe.
TR_API bool tr_ecotope_densities(const tr_ecotope *ecotope, const tr_ecotope_source *source, const tr_sample_area *area,
                                 const tr_grid *out, tr_error *err);

#ifdef __cplusplus
}
#endif
#endif
