#include "carve/course/piece_measure.h"

#include <math.h>

#include "carve/course/course.h"
#include "carve/course/pieces.h"

tr_plan_box tr_plan_box_empty(void)
{
    return (tr_plan_box){INFINITY, INFINITY, -INFINITY, -INFINITY};
}

tr_plan_box tr_plan_box_join(tr_plan_box a, tr_plan_box b)
{
    return (tr_plan_box){a.x0 < b.x0 ? a.x0 : b.x0, a.z0 < b.z0 ? a.z0 : b.z0, a.x1 > b.x1 ? a.x1 : b.x1,
                         a.z1 > b.z1 ? a.z1 : b.z1};
}

bool tr_plan_box_near(const tr_plan_box *a, const tr_plan_box *b, double gap_m)
{
    return a->x0 - gap_m <= b->x1 && b->x0 - gap_m <= a->x1 && a->z0 - gap_m <= b->z1 && b->z0 - gap_m <= a->z1;
}

tr_plan_box tr_piece_box(const tr_piece *piece)
{
    tr_plan_box box = tr_plan_box_empty();
    for (int i = 0; i < 3; i++) {
        const tr_plan_box point = {piece->x_m[i], piece->z_m[i], piece->x_m[i], piece->z_m[i]};
        box = tr_plan_box_join(box, point);
    }
    return box;
}

double tr_piece_arc_m(const tr_piece *piece, double t)
{
    // The ends are those of the piece to the bit.
    if (t <= 0) return piece->from_m;
    return t >= 1 ? piece->to_m : fmin(piece->from_m + tr_piece_length(piece, t), piece->to_m);
}

// One start of Newton's method for the derivative of the squared distance, kept within 0..1.
static double descend(const tr_piece *piece, double x_m, double z_m, double t)
{
    enum { STEPS = 8 };
    const double bend_x = piece->x_m[0] - 2 * piece->x_m[1] + piece->x_m[2];
    const double bend_z = piece->z_m[0] - 2 * piece->z_m[1] + piece->z_m[2];
    for (int i = 0; i < STEPS; i++) {
        double at[3], tangent[2];
        tr_piece_at(piece, t, at);
        tr_piece_tangent(piece, t, tangent);
        const double dx = at[0] - x_m, dz = at[2] - z_m;
        const double slope = dx * tangent[0] + dz * tangent[1];
        const double curve = tangent[0] * tangent[0] + tangent[1] * tangent[1] + 2 * (dx * bend_x + dz * bend_z);
        if (curve <= 0) break;
        t = fmin(fmax(t - slope / curve, 0), 1);
    }
    return t;
}

double tr_piece_nearest(const tr_piece *piece, double x_m, double z_m, double *distance_m)
{
    enum { STARTS = 5 };
    double best_t = 0, best = INFINITY;
    for (int i = 0; i < STARTS; i++) {
        const double start = (double)i / (STARTS - 1), tries[2] = {start, descend(piece, x_m, z_m, start)};
        for (int j = 0; j < 2; j++) {
            double at[3];
            tr_piece_at(piece, tries[j], at);
            const double dx = at[0] - x_m, dz = at[2] - z_m, square = dx * dx + dz * dz;
            if (square < best) {
                best = square;
                best_t = tries[j];
            }
        }
    }
    *distance_m = sqrt(best);
    return best_t;
}
