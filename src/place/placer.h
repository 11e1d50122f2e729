// A placer, and how a request goes through it: candidates of each set that matters get their layers (choose), sets give
// way to sets with larger discs (collide), and what is left is put in order (compact).
#ifndef TR_PLACE_PLACER_H
#define TR_PLACE_PLACER_H

#include "place/block.h"
#include "place/pattern.h"
#include "place/spares.h"

// Positions are counted in these where sets of different footprints meet.
enum { TR_PLACE_FINE_PER_METRE = 1 << 20, TR_PLACE_NONE = 255 };

// Coordinates of requests and bounds reach this far, in metres, so that everything can be counted in 2^-20 m.
#define TR_PLACE_MAX_M (INT64_C(1) << 42)

enum { TR_PLACE_LABEL_SIZE = 128 };

typedef struct tr_ranked_set {
    tr_place_set_def def;                 // with layers and names of the placer's own
    uint64_t seed;                        // of the set: from the placer's and the set's number
    int64_t unit;                         // in 2^-20 m: the footprint in 1/256 m
    int64_t side;                         // of a cell, in units
    int64_t radius;                       // in 2^-20 m, rounded up
    int32_t rank;                         // 0 gives way to none
    bool leans;                           // a layer has a limit of the tilt above 0: records have rises
    char label[TR_PLACE_LABEL_SIZE / 2];  // for messages: its number and, when it has one, the name
    tr_place_block block;                 // of textures, whose heights all sets share; else empty
    struct tr_gpu_request *pairs_on_device, *heights_on_device;  // of the block, on the GL backend; NULL: not there
} tr_ranked_set;

struct tr_placer {
    tr_context *context;
    tr_placer_def def;  // `sets` and `textures` are not there
    tr_ranked_set *sets;
    int32_t by_rank[TR_PLACE_MAX_SETS];  // sets with the largest disc first
    void *texts;
    tr_spares *spares;  // memory of requests
};

// "set 2 (trees), layer 3 (oak)".
void tr_placer_label_layer(const tr_ranked_set *set, int32_t layer, char out[TR_PLACE_LABEL_SIZE]);

// A rectangle in 2^-20 m, half open.
typedef struct tr_fine_region {
    int64_t x0, z0, x1, z1;
} tr_fine_region;

// Candidates of a set in a rectangle of cells, and which layer each of them has.
typedef struct tr_place_cells {
    int32_t set;
    int64_t x, z;  // of the first cell
    int32_t columns, rows;
    tr_fine_region within;  // candidates beyond it have no layer
    tr_place_cell *cells;   // [row][column]
    uint8_t *layers;        // [row][column][TR_PATTERN_SLOTS]; TR_PLACE_NONE: none
    int32_t *counts;        // [row][layer]: how many candidates have it
    bool are_counted;       // else `counts` is not set
    // Where the corners of the columns lie among the samples of densities and of heights along x.
    tr_block_place *density_places, *height_places;
    tr_place_block *blocks;  // of bands of rows, from the first to the last; of textures the one of the set
    int32_t block_count, rows_per_block;
    bool owns_blocks;
    bool wants_heights;
    void *memory;
    struct tr_gpu_request *layers_on_device;  // then `layers` is not set
} tr_place_cells;

// How far beyond a request the objects of each set matter to it, in 2^-20 m; negative: not at all. A set matters when
// it is asked for, or when an object of a set that matters may give way to it.
void tr_place_margins(const tr_placer *placer, const tr_place_request_def *request, int64_t out[TR_PLACE_MAX_SETS]);

// Objects of `cells` whose discs meet one of `others` (sets of lower rank, all that matter, settled) lose their layer.
// On the threads of the context.
bool tr_place_collide(const tr_placer *placer, tr_place_cells *cells, const tr_place_cells *others, int32_t other_count,
                      tr_error *err);

// Results.
typedef struct tr_placed_set {
    tr_place_frame frame;
    int64_t starts[TR_PLACE_MAX_LAYERS + 1];  // of layers among the records
    const tr_place_record *records;           // NULL: in `gl`, or none
    struct tr_gpu_request *on_device;  // whose output the records are; NULL: they are from the spares of the placer
    uint32_t gl;
} tr_placed_set;

struct tr_placement {
    const tr_placer *placer;
    tr_placed_set *sets;  // those of the placer
};

#endif
