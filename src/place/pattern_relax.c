// Relaxation in integers: a push of (reach^2 - distance^2) times the way between two points needs no root.
#include "place/pattern_tiles.h"

enum { PUSH_REACH = 7 * TR_PATTERN_UNITS / 4, ROUNDS = 10, MAX_STEP = TR_PATTERN_UNITS / 8 };

static int32_t cut(int64_t step)
{
    return step < -MAX_STEP ? -MAX_STEP : step > MAX_STEP ? MAX_STEP : (int32_t)step;
}

static tr_spot push_of(const tr_scatter *scatter, int32_t point)
{
    const int64_t reach_squared = (int64_t)PUSH_REACH * PUSH_REACH;
    const tr_spot at = scatter->spots[point];
    int64_t x = 0, z = 0;
    for (int32_t i = 0; i < scatter->count; i++) {
        const int64_t room = reach_squared - tr_spot_distance_squared(at, scatter->spots[i]);
        if (room <= 0) continue;
        x += (at.x - scatter->spots[i].x) * room;
        z += (at.z - scatter->spots[i].z) * room;
    }
    enum { STIFFNESS = 3 };
    return (tr_spot){cut(x / (STIFFNESS * reach_squared)), cut(z / (STIFFNESS * reach_squared))};
}

static void relax_point(tr_scatter *scatter, int32_t point, const tr_spot_domain *domain)
{
    enum { TRIES = 3 };
    tr_spot step = push_of(scatter, point);
    for (int i = 0; i < TRIES; i++) {
        const tr_spot to = {scatter->spots[point].x + step.x, scatter->spots[point].z + step.z};
        if (tr_spot_in_domain(to, domain) && tr_scatter_fits(scatter, to, point)) {
            tr_scatter_move(scatter, point, to);
            return;
        }
        step = (tr_spot){step.x / 2, step.z / 2};
    }
}

void tr_scatter_relax(tr_scatter *scatter, const tr_spot_domain *domain)
{
    // Beyond the box nothing pushes back: points next to its outline stay, or all would drift towards it.
    const tr_spot_box *box = &domain->box;
    const tr_spot_box inner = {box->x0 + TR_PATTERN_UNITS, box->z0 + TR_PATTERN_UNITS, box->x1 - TR_PATTERN_UNITS,
                               box->z1 - TR_PATTERN_UNITS};
    for (int round = 0; round < ROUNDS; round++) {
        for (int32_t i = scatter->fixed_count; i < scatter->count; i++) {
            if (tr_spot_in_box(scatter->spots[i], &inner)) relax_point(scatter, i, domain);
        }
    }
}
