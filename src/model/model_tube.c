#include "model/model_tube.h"

#include <assert.h>

void tr_tube_ring_add(tr_tube *tube, tr_vec3 at, double radius, tr_tone tone)
{
    assert(tube->ring_count < TR_TUBE_MAX_RINGS);
    tube->rings[tube->ring_count++] = (tr_tube_ring){.at = at, .radius = radius, .tone = tone};
}

static tr_vec3 direction_at(const tr_tube *tube, int ring)
{
    const int before = ring > 0 ? ring - 1 : 0, after = ring + 1 < tube->ring_count ? ring + 1 : ring;
    return tr_vec3_unit(tr_vec3_subtract(tube->rings[after].at, tube->rings[before].at));
}

// How much wider the tube becomes per metre.
static double widening_at(const tr_tube *tube, int ring)
{
    const int before = ring > 0 ? ring - 1 : 0, after = ring + 1 < tube->ring_count ? ring + 1 : ring;
    const double length = tr_vec3_length(tr_vec3_subtract(tube->rings[after].at, tube->rings[before].at));
    return length > 1e-9 ? (tube->rings[after].radius - tube->rings[before].radius) / length : 0;
}

// How much larger a polygon must be to look as wide as its circle, on average over all directions (its perimeter is
// that of the circle).
static double round_share(int sides)
{
    const double half = 0.5 * tr_model_turn / sides;
    return half / tr_model_sin(half);
}

// The numbers of the vertices around a ring; a point has the same one all around.
static void add_ring(tr_shape *shape, const tr_tube *tube, int ring, tr_vec3 aside, int32_t *numbers)
{
    const tr_tube_ring *tube_ring = &tube->rings[ring];
    const tr_vec3 ahead = direction_at(tube, ring), other = tr_vec3_cross(ahead, aside);
    const double widening = tr_model_clamp(widening_at(tube, ring), -1.5, 1.5);
    if (tube_ring->radius <= 0) {
        const int32_t tip = tr_shape_vertex(shape, tube_ring->at, ahead, tube_ring->tone);
        for (int i = 0; i < tube->sides; i++) numbers[i] = tip;
        return;
    }
    const double radius = tube_ring->radius * round_share(tube->sides);
    for (int i = 0; i < tube->sides; i++) {
        const double angle = tr_model_turn * i / tube->sides;
        const double lobe = tr_model_cos(angle * tube->lobes);
        const tr_vec3 out = tr_vec3_along(tr_vec3_scale(aside, tr_model_cos(angle)), other, tr_model_sin(angle));
        const tr_vec3 at = tr_vec3_along(tube_ring->at, out, radius * (1 + tube_ring->lobe * lobe));
        const tr_tone tone = tr_tone_scale(tube_ring->tone, 1 - tube->groove * 0.5 * (1 - lobe));
        numbers[i] = tr_shape_vertex(shape, at, tr_vec3_along(out, ahead, -widening), tone);
    }
}

static void add_cap(tr_shape *shape, const tr_tube *tube, tr_vec3 aside)
{
    const int last = tube->ring_count - 1;
    const tr_tube_ring *ring = &tube->rings[last];
    const tr_vec3 ahead = direction_at(tube, last), other = tr_vec3_cross(ahead, aside);
    int32_t first = 0;
    for (int i = 0; i < tube->sides; i++) {
        const double angle = tr_model_turn * i / tube->sides;
        const tr_vec3 out = tr_vec3_along(tr_vec3_scale(aside, tr_model_cos(angle)), other, tr_model_sin(angle));
        const int32_t number = tr_shape_vertex(
            shape, tr_vec3_along(ring->at, out, ring->radius * round_share(tube->sides)), ahead, ring->tone);
        if (i == 0) first = number;
        if (i >= 2) tr_shape_triangle(shape, first, number - 1, number);
    }
}

void tr_shape_tube(tr_shape *shape, const tr_tube *tube)
{
    assert(tube->sides >= 3 && tube->sides <= TR_TUBE_MAX_SIDES && tube->ring_count >= 2);
    int32_t before[TR_TUBE_MAX_SIDES], here[TR_TUBE_MAX_SIDES];
    tr_vec3 aside = tr_vec3_square_to(direction_at(tube, 0));
    for (int ring = 0; ring < tube->ring_count; ring++) {
        // Carried along the line, so that the tube does not twist.
        const tr_vec3 ahead = direction_at(tube, ring);
        aside = tr_vec3_unit(tr_vec3_along(aside, ahead, -tr_vec3_dot(aside, ahead)));
        add_ring(shape, tube, ring, aside, here);
        for (int i = 0; i < tube->sides && ring > 0; i++) {
            const int next = (i + 1) % tube->sides;
            tr_shape_triangle(shape, before[i], before[next], here[i]);
            if (tube->rings[ring].radius > 0) tr_shape_triangle(shape, here[i], before[next], here[next]);
        }
        for (int i = 0; i < tube->sides; i++) before[i] = here[i];
    }
    if (tube->capped && tube->rings[tube->ring_count - 1].radius > 0) add_cap(shape, tube, aside);
}

void tr_shape_branch(tr_shape *shape, const tr_branch *branch)
{
    tr_tube tube = {.sides = branch->sides};
    for (int i = 0; i < branch->rings; i++) {
        const double t = (double)i / (branch->rings - 1);
        tr_vec3 at = tr_vec3_mix(branch->from, branch->to, t);
        at.y -= branch->sag * 4 * t * (1 - t);
        tr_tube_ring_add(&tube, at, branch->radius + t * (branch->end_radius - branch->radius),
                         tr_tone_mix(branch->tone, branch->end_tone, t));
    }
    tr_shape_tube(shape, &tube);
}
