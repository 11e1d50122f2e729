#include "noise/area_query.h"

#include "base/area.h"

tr_noise_query tr_area_noise_query(const tr_sample_area *area, uint64_t seed)
{
    const int64_t units = tr_area_units(area);
    tr_noise_query query = tr_default_noise_query();
    query.seed = seed;
    query.origin[0] = area->x * units;
    query.origin[1] = area->z * units;
    query.step[0] = query.step[1] = units;
    query.size[0] = area->width;
    query.size[1] = area->height;
    return query;
}
