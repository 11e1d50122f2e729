// Climate over rows, compiled once per ISA.
#include "terrain/climate_isa.h"

#include "terrain/climate_kernel.h"
#include "terrain/window_rows.h"

// ---------------------------------------------------------------------------------------------------------
// The coarse lattice, in whole vectors

static void shore(const tr_shore_row *row)
{
    for (int32_t i = 0; i < row->count; i += TR_LANES) {
        const kf height = k_load(row->ground + i);
        k_store(row->sea + i, tr_sea_share(height, row->sea_level_m));
        k_store(row->ground + i, tr_above_sea(height, row->sea_level_m));
    }
}

static void smooth(const tr_smooth_row *row)
{
    const tr_window_rows rows = {row->in[0], row->in[1], row->in[2]};
    for (int32_t i = 0; i < row->count; i += TR_LANES) k_store(row->out + i, tr_binomial(load_window(&rows, i)));
}

static void look_upwind(const tr_wind_row *row)
{
    const tr_wind *wind = row->wind;
    for (int32_t i = 0; i < row->count; i += TR_LANES) {
        const kf own = k_load(row->ground + i);
        kf nearness = k_load(row->sea + i) * wind->own_sea_weight, barrier = k_set(0.0f);
        for (int32_t r = 0; r < wind->ring_count; r++) {
            const tr_wind_ring *ring = &wind->rings[r];
            kf sea = k_set(0.0f), ground = k_set(0.0f);
            for (int32_t k = ring->first; k < ring->first + ring->count; k++) {
                const int64_t at = wind->taps[k].dz * row->stride + wind->taps[k].dx + i;
                sea += k_load(row->sea + at) * wind->taps[k].weight;
                ground += k_load(row->ground + at) * wind->taps[k].weight;
            }
            nearness += sea * ring->sea_weight;
            barrier = k_max(barrier, (ground - own) * ring->fade);
        }
        k_store(row->out + i, nearness * row->sea_humidity - tr_barrier_share(barrier) * row->rain_shadow);
    }
}

static void across(const tr_across_row *row)
{
    const kf t = k_set(row->t);
    for (int32_t i = 0; i < row->count; i += TR_LANES)
        k_store(row->out + i, tr_spline(k_load(row->in[0] + i), k_load(row->in[1] + i), k_load(row->in[2] + i),
                                        k_load(row->in[3] + i), t));
}

// ---------------------------------------------------------------------------------------------------------
// Samples, of any number

// Neighbouring samples mostly lie in the same cell; those that do not are gathered.
static inline kf coefficients_at(const tr_along_row *row, int32_t i, int offset)
{
    const float *from = row->coefficients + offset;
    if (row->cell[i] == row->cell[i + TR_LANES - 1]) return k_set(from[row->cell[i]]);
    float lanes[TR_LANES];
    for (int k = 0; k < TR_LANES; k++) lanes[k] = from[row->cell[i + k]];
    return k_load(lanes);
}

// `cell` and `t` may be read up to a whole vector.
static void along(const tr_along_row *row)
{
    for (int32_t i = 0; i < row->count; i += TR_LANES)
        k_store(row->out + i, tr_spline(coefficients_at(row, i, 0), coefficients_at(row, i, 1),
                                        coefficients_at(row, i, 2), coefficients_at(row, i, 3), k_load(row->t + i)));
}

static inline kf temperature_of(const tr_temperature_row *row, const float *noise, const float *height)
{
    return tr_temperature(k_load(noise), k_load(height), row->at_sea_level_degC, row->sea_level_m,
                          row->lapse_degC_per_m, row->variation_degC);
}

static void temperature(const tr_temperature_row *row)
{
    int32_t i = 0;
    for (; i + TR_LANES <= row->count; i += TR_LANES)
        k_store(row->out + i, temperature_of(row, row->out + i, row->height + i));
    if (i >= row->count) return;
    float noise[TR_LANES] = {0}, height[TR_LANES] = {0};
    const size_t bytes = (size_t)(row->count - i) * sizeof *noise;
    memcpy(noise, row->out + i, bytes);
    memcpy(height, row->height + i, bytes);
    k_store(noise, temperature_of(row, noise, height));
    memcpy(row->out + i, noise, bytes);
}

// `coarse` may be read up to a whole vector.
static void humidity(const tr_humidity_row *row)
{
    int32_t i = 0;
    for (; i + TR_LANES <= row->count; i += TR_LANES)
        k_store(row->out + i, tr_humidity(k_load(row->out + i), k_load(row->coarse + i), row->mean, row->variation));
    if (i >= row->count) return;
    float noise[TR_LANES] = {0};
    const size_t bytes = (size_t)(row->count - i) * sizeof *noise;
    memcpy(noise, row->out + i, bytes);
    k_store(noise, tr_humidity(k_load(noise), k_load(row->coarse + i), row->mean, row->variation));
    memcpy(row->out + i, noise, bytes);
}

const tr_climate_table TR_ISA_NAME(tr_climate_table) = {shore, smooth,      look_upwind, across,
                                                        along, temperature, humidity};
