// The shadow is a sweep away from the sun: the ceiling of darkness over a sample is the higher of ceiling and ground
// one row nearer to the sun, lowered by the fall of the sun's rays over that step. It costs the same for a shadow of
// any length. Hollows are differences of a blurred height and the height, once per level: together the levels hold
// every size of surroundings.
#include "render/level_light.h"

#include <math.h>
#include <string.h>

// Tangent of the half width of a penumbra: the sun's disc is half a degree wide; air and the samples soften it.
static const float penumbra = 0.012f;

typedef struct level_place {
    int32_t width, height;
    const tr_grid *ground;
    float spacing_m;
    float sea_m;  // water throws and takes shadows at its surface
    // From a sample of this level to one of the coarser: coarser = scale * own + shift.
    int32_t coarse_width, coarse_height;
    float scale, shift[2];
} level_place;

static float ground_at(const level_place *place, int32_t x, int32_t z)
{
    const float height = place->ground->samples[z * place->ground->row_stride + x];
    return height > place->sea_m ? height : place->sea_m;
}

static level_place place_of(const tr_lit_level *level, const tr_lit_level *coarser)
{
    level_place place = {.width = level->area.width,
                         .height = level->area.height,
                         .ground = &level->height,
                         .spacing_m = (float)level->area.spacing_m,
                         .sea_m = level->sea_m};
    if (coarser) {
        const int64_t ratio = (int64_t)(coarser->area.spacing_m / level->area.spacing_m);
        place.coarse_width = coarser->area.width;
        place.coarse_height = coarser->area.height;
        place.scale = 1.0f / (float)ratio;
        place.shift[0] = (float)(level->area.x - coarser->area.x * ratio) * place.scale;
        place.shift[1] = (float)(level->area.z - coarser->area.z * ratio) * place.scale;
    }
    return place;
}

// A field of the coarser level at a sample of this one. Positions beyond are those at the border.
static float coarse_at(const level_place *place, const float *field, float x, float z)
{
    const float cx = fminf(fmaxf(x * place->scale + place->shift[0], 0), (float)place->coarse_width - 1.001f);
    const float cz = fminf(fmaxf(z * place->scale + place->shift[1], 0), (float)place->coarse_height - 1.001f);
    const int32_t i = (int32_t)cx, j = (int32_t)cz;
    const float u = cx - (float)i, v = cz - (float)j;
    const float *row = field + (int64_t)j * place->coarse_width + i, *next = row + place->coarse_width;
    const float top = row[0] + (row[1] - row[0]) * u, bottom = next[0] + (next[1] - next[0]) * u;
    return top + (bottom - top) * v;
}

// ---------------------------------------------------------------------------------------------------------
// Shadows

typedef struct sun_sweep {
    bool along_z;            // rows of the sweep are rows of the grid, else columns
    int32_t rows, columns;   // of the sweep
    bool backwards;          // the sweep begins at the last row
    float side;              // columns towards the sun per row
    float fall_m, length_m;  // of a ray, per row
} sun_sweep;

static sun_sweep plan_sweep(const level_place *place, const float sun[3])
{
    sun_sweep sweep = {.along_z = fabsf(sun[2]) >= fabsf(sun[0])};
    sweep.rows = sweep.along_z ? place->height : place->width;
    sweep.columns = sweep.along_z ? place->width : place->height;
    const float main = sweep.along_z ? sun[2] : sun[0], other = sweep.along_z ? sun[0] : sun[2];
    sweep.backwards = main > 0;
    const float step = fmaxf(fabsf(main), 1e-4f);
    sweep.side = other / step;
    sweep.length_m = place->spacing_m * sqrtf(1 + sweep.side * sweep.side);
    const float level = fmaxf(sqrtf(sun[0] * sun[0] + sun[2] * sun[2]), 1e-4f);
    sweep.fall_m = sweep.length_m * fmaxf(sun[1], 0.003f) / level;
    return sweep;
}

typedef struct sweep_cell {
    int64_t index;
    int32_t x, z;
} sweep_cell;

static sweep_cell cell_of(const sun_sweep *sweep, const level_place *place, int32_t row, int32_t column)
{
    const int32_t x = sweep->along_z ? column : row, z = sweep->along_z ? row : column;
    return (sweep_cell){(int64_t)z * place->width + x, x, z};
}

// What one sample nearer to the sun passes on.
static void shadow_from(const sun_sweep *sweep, const level_place *place, const tr_lit_level *light, int32_t row,
                        int32_t column, float out[2])
{
    const sweep_cell cell = cell_of(sweep, place, row, column);
    const float ground = ground_at(place, cell.x, cell.z), ceiling = light->ceiling_m[cell.index];
    out[0] = ground > ceiling ? ground : ceiling;
    out[1] = ground > ceiling ? 0 : light->reach_m[cell.index];
}

// A sample whose ray comes in from beyond the border.
static void shadow_at_border(const level_place *place, const tr_lit_level *coarser, const sweep_cell *cell,
                             tr_lit_level *light)
{
    const float x = (float)cell->x, z = (float)cell->z;
    light->ceiling_m[cell->index] = coarser ? coarse_at(place, coarser->ceiling_m, x, z) : -1e30f;
    light->reach_m[cell->index] = coarser ? coarse_at(place, coarser->reach_m, x, z) : 0;
}

static void sweep_shadows(const level_place *place, const float sun[3], const tr_lit_level *coarser,
                          tr_lit_level *light)
{
    const sun_sweep sweep = plan_sweep(place, sun);
    for (int32_t n = 0; n < sweep.rows; n++) {
        const int32_t row = sweep.backwards ? sweep.rows - 1 - n : n, sunward = sweep.backwards ? row + 1 : row - 1;
        for (int32_t column = 0; column < sweep.columns; column++) {
            const sweep_cell cell = cell_of(&sweep, place, row, column);
            const float from = (float)column + sweep.side;
            const int32_t left = (int32_t)floorf(from);
            if (n == 0 || left < 0 || left + 1 >= sweep.columns) {
                shadow_at_border(place, coarser, &cell, light);
                continue;
            }
            const float share = from - (float)left;
            float a[2], b[2];
            shadow_from(&sweep, place, light, sunward, left, a);
            shadow_from(&sweep, place, light, sunward, left + 1, b);
            light->ceiling_m[cell.index] = a[0] + (b[0] - a[0]) * share - sweep.fall_m;
            light->reach_m[cell.index] = a[1] + (b[1] - a[1]) * share + sweep.length_m;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// Hollows

enum { BLUR_SIDE = 3 };  // the window is 2 * BLUR_SIDE + 1 samples wide

// Running means along x of one row, and along z over whole rows; the window is cut at the border.
static void blur_row(const level_place *place, int32_t z, float *out)
{
    for (int32_t x = 0; x < place->width; x++) {
        const int32_t begin = x > BLUR_SIDE ? x - BLUR_SIDE : 0;
        const int32_t end = x + BLUR_SIDE < place->width ? x + BLUR_SIDE : place->width - 1;
        float sum = 0;
        for (int32_t i = begin; i <= end; i++) sum += ground_at(place, i, z);
        out[x] = sum / (float)(end - begin + 1);
    }
}

typedef struct pack_job {
    level_place place;
    const tr_lit_level *coarser;
    tr_lit_level *light;
    float *blurred;
    float sun_up;
} pack_job;

static float mean_around(const pack_job *job, int32_t x, int32_t z)
{
    const int32_t begin = z > BLUR_SIDE ? z - BLUR_SIDE : 0;
    const int32_t end = z + BLUR_SIDE < job->place.height ? z + BLUR_SIDE : job->place.height - 1;
    float sum = 0;
    for (int32_t j = begin; j <= end; j++) sum += job->blurred[(int64_t)j * job->place.width + x];
    return sum / (float)(end - begin + 1);
}

static float hollow_at(const pack_job *job, int32_t x, int32_t z)
{
    const level_place *place = &job->place;
    const float depth_m = mean_around(job, x, z) - ground_at(place, x, z);
    const float own = fmaxf(depth_m / (BLUR_SIDE * place->spacing_m), -0.1f);
    const float wide = job->coarser ? coarse_at(place, job->coarser->hollow, (float)x, (float)z) : 0;
    return own + wide;
}

// ---------------------------------------------------------------------------------------------------------
// Packing

uint16_t tr_half_from_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x47800000) return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000) {
        // Below 2^-14: multiples of 2^-24.
        return (uint16_t)(sign | (uint32_t)lrintf(fabsf(value) * 16777216));
    }
    const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
    return (uint16_t)(sign | (rounded - 0x38000000) >> 13);
}

static float smooth_step(float low, float high, float value)
{
    const float t = fminf(fmaxf((value - low) / (high - low), 0), 1);
    return t * t * (3 - 2 * t);
}

static float sun_share(const level_place *place, float sun_up, float above_m, float reach_m)
{
    const float width = penumbra * reach_m + 0.15f * place->spacing_m * fmaxf(sun_up, 0.1f) + 0.02f;
    return smooth_step(-width, width, above_m);
}

static float sky_share(float hollow)
{
    return 1 / (1 + 1.6f * fmaxf(hollow, 0));
}

// The true ground, not the water, has the normal.
static void normal_at(const level_place *place, int32_t x, int32_t z, float out[2])
{
    const int32_t x0 = x > 0 ? x - 1 : 0, x1 = x + 1 < place->width ? x + 1 : x;
    const int32_t z0 = z > 0 ? z - 1 : 0, z1 = z + 1 < place->height ? z + 1 : z;
    const float *samples = place->ground->samples;
    const int64_t stride = place->ground->row_stride;
    const float dx = (samples[z * stride + x1] - samples[z * stride + x0]) / ((float)(x1 - x0) * place->spacing_m);
    const float dz = (samples[z1 * stride + x] - samples[z0 * stride + x]) / ((float)(z1 - z0) * place->spacing_m);
    const float scale = 1 / sqrtf(1 + dx * dx + dz * dz);
    out[0] = -dx * scale;
    out[1] = -dz * scale;
}

static bool pack_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const pack_job *job = user;
    for (int32_t z = (int32_t)begin; z < end; z++) {
        for (int32_t x = 0; x < job->place.width; x++) {
            const int64_t index = (int64_t)z * job->place.width + x;
            float normal[2];
            normal_at(&job->place, x, z, normal);
            const float hollow = hollow_at(job, x, z);
            job->light->hollow[index] = hollow;
            uint16_t *texel = job->light->texels + 4 * index;
            texel[0] = tr_half_from_float(normal[0]);
            texel[1] = tr_half_from_float(normal[1]);
            const float above_m = ground_at(&job->place, x, z) - job->light->ceiling_m[index];
            texel[2] = tr_half_from_float(sun_share(&job->place, job->sun_up, above_m, job->light->reach_m[index]));
            texel[3] = tr_half_from_float(sky_share(hollow));
        }
    }
    return true;
}

static bool blur_rows(void *user, int64_t begin, int64_t end, int worker, tr_error *err)
{
    (void)worker, (void)err;
    const pack_job *job = user;
    for (int32_t z = (int32_t)begin; z < end; z++) {
        blur_row(&job->place, z, job->blurred + (int64_t)z * job->place.width);
    }
    return true;
}

static bool pack(tr_context *context, pack_job *job, tr_error *err)
{
    enum { GRAIN = 16 };
    const size_t count = (size_t)job->place.width * (size_t)job->place.height;
    job->blurred = tr_alloc_array(context, count, sizeof *job->blurred, err);
    if (!job->blurred) return false;
    const bool done = tr_parallel_for(context, &(tr_range_work){job->place.height, GRAIN, blur_rows, job}, NULL, err) &&
                      tr_parallel_for(context, &(tr_range_work){job->place.height, GRAIN, pack_rows, job}, NULL, err);
    tr_free(context, job->blurred);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Creation

static bool check_finite(const level_place *place, tr_error *err)
{
    for (int32_t z = 0; z < place->height; z++) {
        const float *row = place->ground->samples + z * place->ground->row_stride;
        for (int32_t x = 0; x < place->width; x++) {
            if (isfinite(row[x])) continue;
            return tr_fail(err, TR_ERROR_NOT_FINITE, "the height of sample %d,%d of a level is not a finite number",
                           (int)x, (int)z);
        }
    }
    return true;
}

static bool allocate(tr_context *context, size_t count, tr_lit_level *out, tr_error *err)
{
    out->texels = tr_alloc_array(context, count, 4 * sizeof *out->texels, err);
    if (out->texels) out->ceiling_m = tr_alloc_array(context, count, sizeof *out->ceiling_m, err);
    if (out->ceiling_m) out->reach_m = tr_alloc_array(context, count, sizeof *out->reach_m, err);
    if (out->reach_m) out->hollow = tr_alloc_array(context, count, sizeof *out->hollow, err);
    return out->hollow != NULL;
}

bool tr_lit_level_compute(tr_context *context, tr_lit_level *level, const tr_lit_level *coarser, tr_error *err)
{
    pack_job job = {.place = place_of(level, coarser), .coarser = coarser, .light = level, .sun_up = level->sun[1]};
    if (!check_finite(&job.place, err) ||
        !allocate(context, (size_t)job.place.width * (size_t)job.place.height, level, err)) {
        return false;
    }
    sweep_shadows(&job.place, level->sun, coarser, level);
    return pack(context, &job, err);
}

// ---------------------------------------------------------------------------------------------------------
// Places

typedef struct level_corner {
    int64_t index;
    float weight;
} level_corner;

// The four samples around a place and how much each counts.
static void corners_around(const tr_sample_area *area, double x_m, double z_m, level_corner out[4])
{
    const double x = fmin(fmax(x_m / area->spacing_m - (double)area->x, 0), area->width - 1.001);
    const double z = fmin(fmax(z_m / area->spacing_m - (double)area->z, 0), area->height - 1.001);
    const int32_t i = (int32_t)x, j = (int32_t)z;
    const float u = (float)(x - i), v = (float)(z - j);
    for (int k = 0; k < 4; k++) {
        out[k].index = (int64_t)(j + k / 2) * area->width + i + k % 2;
        out[k].weight = (k % 2 ? u : 1 - u) * (k / 2 ? v : 1 - v);
    }
}

bool tr_level_is_over(const tr_sample_area *area, const double at_m[3])
{
    const double x = at_m[0] / area->spacing_m - (double)area->x, z = at_m[2] / area->spacing_m - (double)area->z;
    return x >= 0 && z >= 0 && x <= area->width - 1 && z <= area->height - 1;
}

tr_place_light tr_lit_level_at(const tr_lit_level *level, const double at_m[3])
{
    const level_place place = place_of(level, NULL);
    float ground_m = 0, ceiling_m = 0, reach_m = 0, hollow = 0;
    level_corner corners[4];
    corners_around(&level->area, at_m[0], at_m[2], corners);
    for (int k = 0; k < 4; k++) {
        const int64_t index = corners[k].index;
        const float weight = corners[k].weight;
        ground_m += weight * ground_at(&place, (int32_t)(index % place.width), (int32_t)(index / place.width));
        ceiling_m += weight * level->ceiling_m[index];
        reach_m += weight * level->reach_m[index];
        hollow += weight * level->hollow[index];
    }
    const float up_m = (float)at_m[1] - ground_m, open_m = 12;
    const float above_m = (float)at_m[1] - ceiling_m;
    const float depth = fmaxf(hollow, 0) * fmaxf(1 - fmaxf(up_m, 0) / open_m, 0);
    return (tr_place_light){sun_share(&place, level->sun[1], above_m, reach_m), sky_share(depth)};
}

void tr_lit_level_destroy(tr_context *context, tr_lit_level *level)
{
    tr_free(context, level->texels);
    tr_free(context, level->ceiling_m);
    tr_free(context, level->reach_m);
    tr_free(context, level->hollow);
    tr_grid_destroy(context, &level->height);
    *level = (tr_lit_level){0};
}
