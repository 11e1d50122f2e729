// Objects of records: everything that follows from the identity of a candidate and the ground it stands on.
//
// The identity is the seed of the set, the cell and the slot. Its hash is the object's id; numbers for its looks are
// hashes of the id. A tilt is the shortest turn from the vertical to the normal of the ground, (-rise along x, 1, -rise
// along z):
//
//     t = tan(tilt) = length of the rises, cos(tilt) = 1 / sqrt(1 + t^2), c = cos(tilt/2) = sqrt((1 + cos(tilt)) / 2)
//     quaternion = (-rise_z, 0, rise_x) cos(tilt) / (2 c), c
//
// because sin(tilt/2) = sin(tilt) / (2 c) and sin(tilt) = t cos(tilt). Beyond the limit the axis stays and half the
// limit's sine and cosine take over. Arithmetic is in doubles with + - * / and sqrt, which every machine rounds alike,
// sines are the project's own.
#include <assert.h>
#include <math.h>

#include "base/integers.h"
#include "place/placer.h"

#define TR_LANES 1
#include "simd/math_kernel.h"

// Which number of an object a hash of its id is for.
enum { LOOK = 1, VARIANT };

#define RISE_UNIT (1.0 / 128)
#define HALF_DEGREE 0.00872664625997164788  // in radians

// What all records of a call share along an axis: unit (origin + x) of the placement lies in cell `cell` + (start + x)
// / side.
typedef struct cell_axis {
    int64_t origin;
    int64_t cell;
    int64_t start, side;
} cell_axis;

// The layer of a record, ready for use.
typedef struct layer_look {
    double scale_low, scale_range;
    double sink_m;
    double cos_limit;  // of the limit of the tilt
    double sin_half_limit, cos_half_limit;
    uint64_t variants;
    bool upright;
} layer_look;

typedef struct quaternion {
    double x, y, z, w;
} quaternion;

static cell_axis make_axis(int64_t origin, int64_t side)
{
    const int64_t cell = tr_floor_div(origin, side);
    return (cell_axis){.origin = origin, .cell = cell, .start = origin - cell * side, .side = side};
}

// Divisions of 32 bits are several times faster than of 64, and nearly all of them are.
static int64_t cell_at(const cell_axis *axis, int32_t place)
{
    const int64_t along = axis->start + place;
    if (along >= 0 && along <= UINT32_MAX) return axis->cell + (int64_t)((uint32_t)along / (uint32_t)axis->side);
    return axis->cell + tr_floor_div(along, axis->side);
}

// Exact in 2^-20 m, so that the metres are rounded once.
static double metres_at(const cell_axis *axis, int32_t place, int64_t unit)
{
    return (double)((axis->origin + place) * unit) * (1.0 / TR_PLACE_FINE_PER_METRE);
}

static layer_look make_look(const tr_place_layer_def *layer)
{
    const float half_limit = (float)(layer->tilt_limit_deg * HALF_DEGREE);
    const double cos_half = tr_cos(half_limit);
    return (layer_look){.scale_low = layer->scale_low,
                        .scale_range = layer->scale_high - layer->scale_low,
                        .sink_m = layer->sink_m,
                        .cos_limit = 2.0 * cos_half * cos_half - 1.0,
                        .sin_half_limit = tr_sin(half_limit),
                        .cos_half_limit = cos_half,
                        .variants = (uint64_t)layer->variants,
                        .upright = layer->tilt_limit_deg <= 0.0};
}

// Ten bits of a key as a signed rise.
static double rise_from_key(uint32_t key, int lowest_bit)
{
    const uint32_t bits = key >> lowest_bit & 0x3ff;
    return ((double)bits - (bits & 0x200 ? 1024.0 : 0.0)) * RISE_UNIT;
}

static quaternion tilt_of(uint32_t key, const layer_look *look)
{
    const double rise_x = rise_from_key(key, 12), rise_z = rise_from_key(key, 22);
    if (look->upright || (rise_x == 0.0 && rise_z == 0.0)) return (quaternion){.w = 1.0};
    const double squared = rise_x * rise_x + rise_z * rise_z;
    const double cosine = 1.0 / sqrt(1.0 + squared);
    double half_cosine, factor;
    if (cosine >= look->cos_limit) {
        half_cosine = sqrt(0.5 + 0.5 * cosine);
        factor = 0.5 * cosine / half_cosine;
    } else {
        half_cosine = look->cos_half_limit;
        factor = look->sin_half_limit / sqrt(squared);
    }
    return (quaternion){-rise_z * factor, 0.0, rise_x * factor, half_cosine};
}

// A turn about the vertical by 2 pi `turn`, then the tilt; of length 1.
static void set_rotation(const quaternion *tilt, float turn, float out[4])
{
    const float half = turn * TR_PI;
    const double s = tr_sin(half), c = tr_cos(half);
    const double x = tilt->x * c - tilt->z * s, y = tilt->w * s;
    const double z = tilt->z * c + tilt->x * s, w = tilt->w * c;
    const double inverse = 1.0 / sqrt(x * x + y * y + z * z + w * w);
    out[0] = (float)(x * inverse);
    out[1] = (float)(y * inverse);
    out[2] = (float)(z * inverse);
    out[3] = (float)(w * inverse);
}

// 24 bits of a hash as a number in [0, 1), exact as a float.
static float unit_from_bits(uint64_t hash, int lowest_bit)
{
    return (float)(hash >> lowest_bit & 0xffffff) * 0x1p-24f;
}

static void set_looks(const tr_place_record *record, const layer_look *look, tr_object *out)
{
    const uint64_t hash = tr_hash_identity(out->id, LOOK, 0, 0, 0);
    const double scale = look->scale_low + look->scale_range * (double)unit_from_bits(hash, 0);
    const quaternion tilt = tilt_of(record->key, look);
    out->scale = (float)scale;
    out->y_m = (float)((double)record->y_m - look->sink_m * scale);
    set_rotation(&tilt, unit_from_bits(hash, 40), out->rotation);
    out->variant = 0;
    if (look->variants > 1)
        out->variant = (uint16_t)tr_index_from_hash(tr_hash_identity(out->id, VARIANT, 0, 0, 0), look->variants);
}

void tr_placement_objects(const tr_placement *placement, int32_t set, int32_t layer, int64_t first, int64_t count,
                          tr_object *out)
{
    const tr_placed_set *placed = &placement->sets[set];
    const tr_ranked_set *of = &placement->placer->sets[set];
    assert(set >= 0 && set < placement->placer->def.set_count && layer < of->def.layer_count && first >= 0);
    if (count <= 0) return;
    assert(placed->records && "the records are in a GL buffer");
    assert(placed->starts[layer < 0 ? 0 : layer] + first + count <=
           placed->starts[layer < 0 ? of->def.layer_count : layer + 1]);
    const cell_axis x = make_axis(placed->frame.origin_x, of->side), z = make_axis(placed->frame.origin_z, of->side);
    const tr_place_record *records = placed->records + placed->starts[layer < 0 ? 0 : layer] + first;
    uint32_t last_layer = UINT32_MAX;
    layer_look look = {0};
    for (int64_t i = 0; i < count; i++) {
        const tr_place_record *record = &records[i];
        const uint32_t slot = record->key & 63, own_layer = record->key >> 6 & 63;
        if (own_layer != last_layer) look = make_look(&of->def.layers[own_layer]);
        last_layer = own_layer;
        tr_object *object = &out[i];
        *object = (tr_object){.id = tr_hash_identity(of->seed, slot, cell_at(&x, record->x), cell_at(&z, record->z), 0),
                              .x_m = metres_at(&x, record->x, of->unit),
                              .z_m = metres_at(&z, record->z, of->unit),
                              .set = (uint16_t)set,
                              .layer = (uint16_t)own_layer};
        set_looks(record, &look, object);
    }
}
