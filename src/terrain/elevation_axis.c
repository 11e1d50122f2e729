#include "terrain/elevation_axis.h"

// How many pixels beyond the border nothing changes any more: the reach of the four taps.
enum { REACH_PX = 4 };

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

// Twice differentiable: where a plain smoothstep ends, relief shading shows a crease.
static float smootherstep(double t)
{
    if (t <= 0) return 0;
    if (t >= 1) return 1;
    return (float)(t * t * t * (t * (t * 6 - 15) + 10));
}

// Both borders count at once, so that the weight is smooth also where the blends of the two sides meet.
static float inside_weight(const tr_elevation_axis *axis, int64_t relative)
{
    const int64_t before_end = axis->count * axis->pixel - relative;
    if (relative < 0 || before_end <= 0) return 0;
    if (axis->blend == 0) return 1;
    const double blend = (double)axis->blend;
    return smootherstep((double)relative / blend) * smootherstep((double)before_end / blend);
}

static void set_weights(double t, tr_elevation_tap *tap)
{
    tap->cubic[0] = (float)(((1 - 0.5 * t) * t - 0.5) * t);
    tap->cubic[1] = 0;
    tap->cubic[2] = (float)(((2 - 1.5 * t) * t + 0.5) * t);
    tap->cubic[3] = (float)((0.5 * t - 0.5) * t * t);
    const double s = 1 - t;
    tap->spline[0] = (float)(s * s * s / 6);
    tap->spline[1] = (float)((4 - 6 * t * t + 3 * t * t * t) / 6);
    tap->spline[2] = (float)((4 - 6 * s * s + 3 * s * s * s) / 6);
    tap->spline[3] = (float)(t * t * t / 6);
}

tr_elevation_tap tr_elevation_axis_tap(const tr_elevation_axis *axis, int64_t position)
{
    const int64_t margin = REACH_PX * axis->pixel;
    const int64_t relative = clamp(position - axis->origin, -margin, axis->count * axis->pixel + margin);
    // Twice the distance from the first centre, moved by whole pixels to be positive.
    const int64_t doubled = 2 * relative - axis->pixel + 2 * (margin + axis->pixel);
    const int64_t index = doubled / (2 * axis->pixel) - REACH_PX - 1;
    const int64_t rest = doubled % (2 * axis->pixel);
    tr_elevation_tap tap = {.inside = inside_weight(axis, relative)};
    for (int k = 0; k < 4; k++) tap.pixel[k] = (int32_t)clamp(index + k - 1, 0, axis->count - 1);
    set_weights((double)rest / (double)(2 * axis->pixel), &tap);
    return tap;
}

void tr_elevation_axis_covered(const tr_elevation_axis *axis, int64_t origin, int64_t step, int32_t count,
                               int32_t *begin, int32_t *end)
{
    const int64_t before = axis->origin - origin;
    const int64_t last = axis->count * axis->pixel + before;
    *begin = (int32_t)(before <= 0 ? 0 : clamp((before - 1) / step + 1, 0, count));
    *end = (int32_t)(last <= 0 ? 0 : clamp((last - 1) / step + 1, 0, count));
    if (*end < *begin) *end = *begin;
}
