// Definitions of generators (terrane/voxel.h): defaults, names, checks.
#include "voxel/generate/voxel_def.h"

#include <assert.h>
#include <math.h>

#include "voxel/generate/voxels.h"

enum { VOXEL_DEF_COOKIE = 0x766f7865 };

static const char *const preset_names[] = {
#define X(id, name, what) name,
    TR_VOXEL_PRESET_LIST(X)
#undef X
        NULL};
_Static_assert(sizeof(tr_voxel_preset) == sizeof(int32_t), "enumerations are read and written as 32-bit integers");

#define MIN_BLOCK_M 0.0625
#define MAX_BLOCK_M 64.0
#define MAX_Y (1 << TR_VOXEL_TALL_LOG2)
#define MAX_FACTOR 4.0

#define AT(field) offsetof(tr_voxel_def, field)
#define FACTOR(field, high, units, help)                                       \
    {                                                                          \
#field, TR_KEY_DOUBLE, AT(field), help, "1", TR_WITHIN(0, high, units) \
    }
static const tr_key keys[] = {
    {"preset", TR_KEY_CHOICE, AT(preset), "`world`: the terrain of this world; `classic`: columns from composed noises",
     "world", .choices = preset_names},
    {"block", TR_KEY_DOUBLE, AT(block_m), "side of a block, a multiple of 1/256 m; not looked at by `classic`", "1",
     TR_WITHIN(MIN_BLOCK_M, MAX_BLOCK_M, tr_lengths)},
    {"bottom", TR_KEY_INT, AT(bottom), "y of the lowest blocks, a multiple of 32", "-256",
     TR_WITHIN(-MAX_Y, MAX_Y, NULL)},
    {"top", TR_KEY_INT, AT(top), "there are no blocks at this y and above it; a multiple of 32", "1792",
     TR_WITHIN(-MAX_Y, MAX_Y, NULL)},
    FACTOR(overhangs, 1, tr_shares, "of cliffs that lean over and arches, on steep ground"),
    FACTOR(caves, 1, tr_shares, "of tunnels and halls"),
    FACTOR(ores, MAX_FACTOR, NULL, "times as many veins as usual"),
    FACTOR(decorations, MAX_FACTOR, NULL, "times as many trees, bushes, flowers, grass and boulders as usual"),
    FACTOR(structures, MAX_FACTOR, NULL, "times as many ruins as usual"),
};

const tr_schema tr_voxel_schema = {"key of voxels", TR_SCHEMA_KEYS(keys)};

const char *tr_voxel_preset_name(tr_voxel_preset preset)
{
    assert((unsigned)preset < TR_VOXEL_PRESET_COUNT);
    return preset_names[preset];
}

tr_voxel_def tr_default_voxel_def(void)
{
    tr_voxel_def def = {.cookie = VOXEL_DEF_COOKIE};
    tr_schema_defaults(&tr_voxel_schema, &def);
    return def;
}

void tr_voxel_def_assert(const tr_voxel_def *def)
{
    assert(def && def->cookie == VOXEL_DEF_COOKIE);
    (void)def;
}

// ---------------------------------------------------------------------------------------------------------
// Checks

// Samples of the ground lie at whole units, so the side of a block is a whole number of them.
static bool check_block(const char *path, double block_m, tr_error *err)
{
    const double units = block_m * TR_UNITS_PER_METRE;
    if (units == floor(units)) return true;
    return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s is %.10g m; allowed are multiples of 1/256 m (0.00390625)", path,
                   block_m);
}

static bool check_end(const char *path, int32_t y, tr_error *err)
{
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

bool tr_voxel_def_check_together(const tr_voxel_def *def, const char **path, tr_error *err)
{
    return check_block(*path = "voxels.block", def->block_m, err) &&
           check_end(*path = "voxels.bottom", def->bottom, err) && check_ends(*path = "voxels.top", def, err);
}

bool tr_voxel_def_check(const tr_voxel_def *def, tr_error *err)
{
    const char *path;
    tr_voxel_def_assert(def);
    return tr_schema_check(&tr_voxel_schema, def, ~0u, "voxels.", err) && tr_voxel_def_check_together(def, &path, err);
}
