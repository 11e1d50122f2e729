#include <math.h>

#include "base/integers.h"
#include "place/stream.h"

int32_t tr_stream_ring_side(double keep_m, int32_t chunk_m, int32_t max)
{
    // An interval of 2 keep_m touches at most this many chunks.
    const double side = floor(2.0 * keep_m / chunk_m) + 2.0;
    return side * side <= max ? (int32_t)side : -1;
}

int32_t tr_stream_ring_wrap(const tr_stream_ring *ring, int64_t chunk)
{
    return (int32_t)(chunk - tr_floor_div(chunk, ring->side) * ring->side);
}

tr_stream_slot *tr_stream_ring_slot(const tr_stream_ring *ring, int64_t x, int64_t z)
{
    return &ring->slots[tr_stream_ring_wrap(ring, z) * ring->side + tr_stream_ring_wrap(ring, x)];
}

tr_stream_window tr_stream_window_at(const tr_stream_ring *ring, double x_m, double z_m)
{
    return (tr_stream_window){.ring = ring,
                              .x_m = x_m,
                              .z_m = z_m,
                              .x = (int64_t)floor((x_m - ring->keep_m) / ring->chunk_m),
                              .z = (int64_t)floor((z_m - ring->keep_m) / ring->chunk_m)};
}

// From a point to the interval of a chunk along an axis.
static double distance_along(double at_m, int64_t chunk, double chunk_m)
{
    const double from_start_m = at_m - (double)chunk * chunk_m;
    if (from_start_m < 0.0) return -from_start_m;
    return from_start_m > chunk_m ? from_start_m - chunk_m : 0.0;
}

double tr_stream_window_distance_squared(const tr_stream_window *window, int64_t x, int64_t z)
{
    const double dx = distance_along(window->x_m, x, window->ring->chunk_m);
    const double dz = distance_along(window->z_m, z, window->ring->chunk_m);
    return dx * dx + dz * dz;
}
