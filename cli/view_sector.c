#include "view_sector.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

view_sector view_sector_of(const tr_view_def *def)
{
    const double x = def->target_m[0] - def->eye_m[0], y = def->target_m[1] - def->eye_m[1],
                 z = def->target_m[2] - def->eye_m[2];
    const double level = sqrt(x * x + z * z), pitch = atan2(y, level);
    const double tall = tan(def->fov_deg * pi / 360), wide = tall * def->width / def->height;
    view_sector seen = {.middle = atan2(x, -z), .half = 0};
    for (int sign = -1; sign <= 1; sign += 2) {
        // A corner of the picture: forward + right * wide + up * tall, seen from above.
        const double ahead = cos(pitch) - sign * tall * sin(pitch);
        const double angle = ahead > 0.05 ? atan2(wide, ahead) : pi;
        seen.half = fmax(seen.half, angle);
    }
    return seen;
}

void view_sector_box(const view_sector *sector, double distance_m, double low_m[2], double high_m[2])
{
    enum { POINTS = 32 };
    low_m[0] = low_m[1] = high_m[0] = high_m[1] = 0;
    for (int i = 0; i <= POINTS; i++) {
        const double angle = sector->middle + sector->half * (2.0 * i / POINTS - 1);
        const double point[2] = {distance_m * sin(angle), -distance_m * cos(angle)};
        for (int axis = 0; axis < 2; axis++) {
            low_m[axis] = fmin(low_m[axis], point[axis]);
            high_m[axis] = fmax(high_m[axis], point[axis]);
        }
    }
}

bool view_sector_meets(const view_sector *sector, double x_m, double z_m, double radius_m)
{
    const double distance_m = sqrt(x_m * x_m + z_m * z_m);
    if (distance_m <= radius_m) {
        return true;
    }
    const double off = fabs(remainder(atan2(x_m, -z_m) - sector->middle, 2 * pi));
    return off <= sector->half + asin(radius_m / distance_m);
}
