// Noises of caves at the points of a coarse lattice (caves.h).
#include "voxel/generate/caves.h"

#include "base/context.h"
#include "base/integers.h"

#define TR_LANES 1
#include "noise/lattice_kernel.h"

enum { SEED_OF_OCTAVE = 0x6361, SEED_OF_ROUGH, SEED_OF_FLOOR, SEED_OF_OPEN, SEED_OF_WATER };

// Sizes of the cells of an octave in blocks along x, y and z: none divides another, so that their lattices, on which
// gradient noise is zero, nowhere fall together for long. At least the side of a chunk: then it meets two of them.
typedef struct octave_shape {
    int32_t size[3];
    float weight;
} octave_shape;
enum { SHEET = 0, LINE = 2, BRANCH = 3, HALL = 4 };
static const octave_shape octave_shapes[TR_CAVE_OCTAVES] = {
    {{107, 61, 113}, 0.85f},  // the sheet, with
    {{43, 37, 41}, 0.15f},    // its detail
    {{79, 83, 73}, 1.0f},     // tunnels on it
    {{101, 89, 97}, 1.0f},    // and those that cross them
    {{131, 71, 127}, 0.85f},  // halls, with
    {{47, 34, 53}, 0.15f},    // their detail
};

bool tr_caves_make(tr_voxel_rules *rules, tr_error *err)
{
    rules->caves = NULL;
    if (!(rules->def.caves > 0.0)) return true;
    tr_cave_noise *caves = tr_alloc(rules->context, sizeof *caves, err);
    if (!caves) return false;
    const tr_isa isa = rules->context->isa;
    const float amount = (float)rules->def.caves;
    const int32_t sea = rules->def.preset == TR_VOXEL_WORLD ? (int32_t)rules->ground.sea_level : 0;
    *caves = (tr_cave_noise){.table = TR_ISA_PICK(tr_cave_table, isa)};
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < TR_CAVE_OCTAVES; i++)
            caves->seeds[i][axis] = (uint32_t)(tr_hash_identity(rules->seed, SEED_OF_OCTAVE, i, axis, 0) >> 32);
        caves->rough_seeds[axis] = (uint32_t)(tr_hash_identity(rules->seed, SEED_OF_ROUGH, axis, 0, 0) >> 32);
    }
    caves->floor_seed = tr_hash_identity(rules->seed, SEED_OF_FLOOR, 0, 0, 0);
    caves->open_seed = tr_hash_identity(rules->seed, SEED_OF_OPEN, 0, 0, 0);
    caves->water_seed = tr_hash_identity(rules->seed, SEED_OF_WATER, 0, 0, 0);
    caves->radius = 0.03f + 0.04f * amount;
    caves->threshold = 0.62f - 0.28f * amount;
    caves->lava = rules->def.bottom + TR_CAVE_LAVA;
    caves->floor = rules->def.bottom + TR_CAVE_FLOOR;
    caves->water_low = caves->lava + 12;
    caves->water_high = tr_max_i32(sea, caves->water_low + 1);
    rules->caves = caves;
    return true;
}

void tr_caves_destroy(tr_voxel_rules *rules)
{
    tr_free(rules->context, rules->caves);
    rules->caves = NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Noises

static uint32_t word_of(int64_t cell, int axis, uint32_t seed)
{
    static const uint32_t multipliers[3] = {TR_AXIS_A0, TR_AXIS_A1, TR_AXIS_A2};
    const uint64_t biased = (uint64_t)cell + (UINT64_C(1) << 31);
    return tr_axis_word((uint32_t)biased, (uint32_t)(biased >> 32) * TR_AXIS_B + seed, multipliers[axis]);
}

static void place_axis(int64_t origin, int32_t size, int axis, uint32_t seed, tr_cave_axis *out)
{
    const int64_t first = tr_floor_div(origin, size);
    const float scale = 1.0f / (float)size;
    int32_t cell = 0, offset = (int32_t)(origin - first * size);
    for (int i = 0; i < TR_CAVE_POINTS; i++, offset += TR_CAVE_STEP) {
        if (offset >= size) {
            offset -= size;
            cell++;
        }
        out->cell[i] = cell;
        out->t[i] = (float)offset * scale;
    }
    for (int i = 0; i < TR_CAVE_OCTAVE_CELLS; i++) out->word[i] = word_of(first + i, axis, seed);
}

static void place_octaves(const tr_cave_noise *caves, const int64_t origin[3], int first, int count,
                          tr_cave_octave *out)
{
    for (int i = 0; i < count; i++) {
        const octave_shape *octave = &octave_shapes[first + i];
        out[i].weight = octave->weight;
        for (int axis = 0; axis < 3; axis++)
            place_axis(origin[axis], octave->size[axis], axis, caves->seeds[first + i][axis], &out[i].axis[axis]);
    }
}

static void make_noise(const tr_cave_noise *caves, const int64_t origin[3], int first, int count, float *out)
{
    tr_cave_octave octaves[2];
    place_octaves(caves, origin, first, count, octaves);
    caves->table->noise(octaves, count, out);
}

void tr_cave_values_make(const tr_cave_noise *caves, int64_t chunk_x, int32_t chunk_y, int64_t chunk_z,
                         tr_cave_values *out)
{
    const int64_t origin[3] = {chunk_x * TR_VOXEL_SIDE, (int64_t)chunk_y * TR_VOXEL_SIDE, chunk_z * TR_VOXEL_SIDE};
    float hall[TR_CAVE_VALUES];
    make_noise(caves, origin, SHEET, 2, out->sheet);
    make_noise(caves, origin, LINE, 1, out->line);
    make_noise(caves, origin, BRANCH, 1, out->branch);
    make_noise(caves, origin, HALL, 2, hall);
    uint32_t words[3][TR_CAVE_POINTS];
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < TR_CAVE_POINTS; i++)
            words[axis][i] = word_of(origin[axis] / TR_CAVE_STEP + i, axis, caves->rough_seeds[axis]);
    caves->table->shape(hall, words, caves->radius, caves->threshold, out);
}
