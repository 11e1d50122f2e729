// climate
#include "terrain/climate.h"
struct tr_climate {
    tr_context *context;
};
tr_climate *tr_climate_create(tr_context *context, const tr_climate_def *def, uint64_t seed, double sea_level_m,
                              const tr_heights *heights, tr_error *err)
{
    (void)def, (void)seed, (void)sea_level_m, (void)heights;
    tr_climate *climate = tr_alloc(context, sizeof *climate, err);
    if (climate) climate->context = context;
    return climate;
}
void tr_climate_destroy(tr_climate *climate)
{
    if (climate) tr_free(climate->context, climate);
}
bool tr_climate_evaluate(const tr_climate *climate, const tr_area *area, const tr_grid *height,
                         const tr_grid *temperature, const tr_grid *humidity, tr_error *err)
{
    (void)climate, (void)err;
    for (int32_t j = 0; j < area->height; j++)
        for (int32_t i = 0; i < area->width; i++) {
            if (temperature)
                temperature->samples[j * temperature->row_stride + i] =
                    15.0f - 0.0065f * height->samples[j * height->row_stride + i];
            if (humidity) humidity->samples[j * humidity->row_stride + i] = 0.5f;
        }
    return true;
}
double tr_climate_reach_m(const tr_climate *climate)
{
    (void)climate;
    return 0;
}
