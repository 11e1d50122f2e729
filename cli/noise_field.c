#include "noise_field.h"

static bool fill(const void *user, int64_t x, int64_t y, const tr_grid *out, const tr_progress *progress, tr_error *err)
{
    const noise_field *it = user;
    const tr_noise_query query = {.seed = it->seed,
                                  .origin = {x, y, it->z},
                                  .step = {it->step, it->step, 1},
                                  .size = {out->width, out->height, 1}};
    return tr_noise_grid(it->noise, &query, out, progress, err);
}

field_source noise_field_source(const noise_field *it)
{
    return (field_source){.fill = fill,
                          .user = it,
                          .step = it->step,
                          .first = INT64_MIN,
                          .last = INT64_MAX,
                          .planes = 1,
                          .one_row = it->dims == 1};
}
