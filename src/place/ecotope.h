// Ecotopes as they are evaluated: a list of nodes whose terms share what they look at.
#ifndef TR_PLACE_ECOTOPE_H
#define TR_PLACE_ECOTOPE_H

#include "noise/ops_isa.h"
#include "terrane/place.h"

// What terms look at. Equal things that several terms look at are one input, which is made once per tile.
typedef struct tr_eco_input {
    tr_term_kind kind;
    tr_field field;    // FIELD
    uint32_t biomes;   // BIOMES
    double size_m;     // NOISE
    int32_t octaves;   // NOISE
    uint64_t seed;     // NOISE
    tr_noise *noise;   // NOISE
    tr_grid texture;   // TEXTURE, packed
    tr_region within;  // TEXTURE, in units of 1/256 m
} tr_eco_input;

typedef struct tr_eco_term {
    int32_t input;
    bool has_curve;
    tr_curve curve;
} tr_eco_term;

typedef struct tr_eco_node {
    int32_t parent;
    tr_ecotope_op op;
    float density;
    int32_t first_term, term_count;
    int32_t layer;
    bool used;  // it or a descendant has a layer
} tr_eco_node;

struct tr_ecotope {
    tr_context *context;
    const tr_ops_table *ops;
    tr_eco_node *nodes;
    tr_eco_term *terms;
    tr_eco_input *inputs;
    int32_t node_count, term_count, input_count, layer_count;
};

// Of the points of a curve along x, as floats.
#define TR_ECOTOPE_MIN_STEP 1e-9f

// Checks nodes and terms with messages that name them: nodes[3] ('spruce wood').terms[1].
bool tr_ecotope_check(const tr_ecotope_node_def *nodes, int32_t node_count, int32_t layer_count, tr_error *err);

// The tree is evaluated tile by tile, so that what is 0 on a tile costs nothing there and buffers stay in the cache.
enum { TR_ECO_TILE = 64, TR_ECO_TILE_FLOATS = TR_ECO_TILE * TR_ECO_TILE };

// What a call has of the source, for the whole area: asked for when first needed.
typedef struct tr_eco_fields {
    tr_context *context;
    const tr_ops_table *ops;
    const tr_ecotope_source *source;
    const tr_sample_area *area;
    tr_grid fields[TR_FIELD_COUNT];
    tr_grid weights;
} tr_eco_fields;

void tr_eco_fields_destroy(tr_eco_fields *fields);

// An input on a tile, which lies at (x, z) within the area of the fields.
typedef struct tr_eco_tile {
    int32_t x, z;
    tr_sample_area area;
} tr_eco_tile;

// Fills `out`, rows of the tile without gaps.
bool tr_eco_input_fill(const tr_eco_input *input, tr_eco_fields *fields, const tr_eco_tile *tile, float *out,
                       tr_error *err);

#endif
