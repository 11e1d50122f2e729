#include "view/view_shot.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

double tr_view_px_per_radian(const tr_view_shot *shot)
{
    return shot->height / (2 * tan(shot->fov_deg * pi / 360));
}

tr_view_sector tr_view_sector_of(const tr_view_shot *shot)
{
    const double x = shot->target_m[0] - shot->eye_m[0], y = shot->target_m[1] - shot->eye_m[1],
                 z = shot->target_m[2] - shot->eye_m[2];
    const double level = sqrt(x * x + z * z), pitch = atan2(y, level);
    const double tall = tan(shot->fov_deg * pi / 360), wide = tall * shot->width / shot->height;
    tr_view_sector seen = {.middle = atan2(x, -z), .half = 0};
    for (int sign = -1; sign <= 1; sign += 2) {
        // A corner of the picture: forward + right * wide + up * tall, seen from above.
        const double ahead = cos(pitch) - sign * tall * sin(pitch);
        const double angle = ahead > 0.05 ? atan2(wide, ahead) : pi;
        seen.half = fmax(seen.half, angle);
    }
    return seen;
}

void tr_view_sector_box(const tr_view_sector *sector, double distance_m, double low_m[2], double high_m[2])
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

bool tr_view_sector_meets(const tr_view_sector *sector, double x_m, double z_m, double radius_m)
{
    const double distance_m = sqrt(x_m * x_m + z_m * z_m);
    if (distance_m <= radius_m) {
        return true;
    }
    const double off = fabs(remainder(atan2(x_m, -z_m) - sector->middle, 2 * pi));
    return off <= sector->half + asin(radius_m / distance_m);
}
