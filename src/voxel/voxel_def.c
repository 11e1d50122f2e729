// Definitions of generators (terrane/voxel.h): defaults, names, checks.
#include "voxel/voxel_def.h"

#include <assert.h>
#include <math.h>

#include "voxel/voxels.h"

enum { VOXEL_DEF_COOKIE = 0x766f7865 };

static const char *const preset_names[] = {
#define X(id, name, what) name,
    TR_VOXEL_PRESET_LIST(X)
#undef X
};

const char *tr_voxel_preset_name(tr_voxel_preset preset)
{
    assert((unsigned)preset < TR_VOXEL_PRESET_COUNT);
    return preset_names[preset];
}

tr_voxel_def tr_default_voxel_def(void)
{
    return (tr_voxel_def){
        .cookie = VOXEL_DEF_COOKIE,
        .preset = TR_VOXEL_WORLD,
        .block_m = 1,
        .bottom = -256,
        .top = 1792,
        .overhangs = 1,
        .caves = 1,
        .ores = 1,
        .decorations = 1,
        .structures = 1,
    };
}

void tr_voxel_def_assert(const tr_voxel_def *def)
{
    assert(def && def->cookie == VOXEL_DEF_COOKIE);
    (void)def;
}

// ---------------------------------------------------------------------------------------------------------
// Checks

static bool check_number(const char *path, double value, double low, double high, tr_error *err)
{
    if (!isfinite(value)) return tr_fail(err, TR_ERROR_NOT_FINITE, "%s is not finite; a number is expected", path);
    if (value >= low && value <= high) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.10g; allowed is %.10g to %.10g", path, value, low, high);
}

// Samples of the ground lie at whole units, so the side of a block is a whole number of them.
static bool check_block(const char *path, double block_m, tr_error *err)
{
    if (!check_number(path, block_m, TR_VOXEL_LEAST_BLOCK_M, TR_VOXEL_LARGEST_BLOCK_M, err)) return false;
    const double units = block_m * TR_UNITS_PER_METRE;
    if (units == floor(units)) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.10g m; allowed are multiples of 1/256 m (0.00390625)", path,
                   block_m);
}

static bool check_end(const char *path, int32_t y, tr_error *err)
{
    if (!check_number(path, y, -TR_VOXEL_MOST_Y, TR_VOXEL_MOST_Y, err)) return false;
    if (y % TR_VOXEL_SIDE == 0) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %d; allowed are multiples of %d, the side of a chunk", path,
                   (int)y, (int)TR_VOXEL_SIDE);
}

static bool check_ends(const char *path, const tr_voxel_def *def, tr_error *err)
{
    if (!check_end(path, def->top, err)) return false;
    if (def->bottom < def->top) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %d and the bottom %d; the top must lie above it", path,
                   (int)def->top, (int)def->bottom);
}

static bool check_preset(const char *path, tr_voxel_preset preset, tr_error *err)
{
    if ((unsigned)preset < TR_VOXEL_PRESET_COUNT) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %d; allowed is 0 (%s) to %d (%s)", path, (int)preset,
                   preset_names[0], TR_VOXEL_PRESET_COUNT - 1, preset_names[TR_VOXEL_PRESET_COUNT - 1]);
}

bool tr_voxel_def_check_at(const tr_voxel_def *def, const char **path, tr_error *err)
{
    tr_voxel_def_assert(def);
    const struct {
        const char *path;
        double value, high;
    } factors[] = {{"voxels.overhangs", def->overhangs, 1},
                   {"voxels.caves", def->caves, 1},
                   {"voxels.ores", def->ores, TR_VOXEL_MOST_FACTOR},
                   {"voxels.decorations", def->decorations, TR_VOXEL_MOST_FACTOR},
                   {"voxels.structures", def->structures, TR_VOXEL_MOST_FACTOR}};
    if (!check_preset(*path = "voxels.preset", def->preset, err) ||
        !check_block(*path = "voxels.block", def->block_m, err) ||
        !check_end(*path = "voxels.bottom", def->bottom, err) || !check_ends(*path = "voxels.top", def, err))
        return false;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        *path = factors[i].path;
        if (!check_number(*path, factors[i].value, 0, factors[i].high, err)) return false;
    }
    return true;
}

bool tr_voxel_def_check(const tr_voxel_def *def, tr_error *err)
{
    const char *path;
    return tr_voxel_def_check_at(def, &path, err);
}
