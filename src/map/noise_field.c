#include "map/noise_field.h"

static bool fill(const void *user, int64_t x, int64_t y, const tr_grid *out, const tr_progress *progress, tr_error *err)
{
    const tr_map_noise_field *place = user;
    const tr_noise_query query = {.seed = place->seed,
                                  .origin = {x, y, place->z},
                                  .step = {place->step, place->step, 1},
                                  .size = {out->width, out->height, 1}};
    return tr_noise_grid(place->noise, &query, progress, out, err);
}

tr_map_field_source tr_map_noise_source(const tr_map_noise_field *place)
{
    return (tr_map_field_source){.fill = fill,
                                 .user = place,
                                 .step = place->step,
                                 .first = INT64_MIN,
                                 .last = INT64_MAX,
                                 .planes = 1,
                                 .one_row = place->dims == 1};
}
