// What a view is made for: where the eye is, how large the picture is, how fine and how far things are shown.
#ifndef TR_VIEW_VIEW_SHOT_H
#define TR_VIEW_VIEW_SHOT_H

#include "terrane/render.h"
#include "terrane/world.h"

typedef struct tr_view_shot {
    int32_t width, height;  // pixels
    double eye_m[3], target_m[3];
    double fov_deg;
    double sun_azimuth_deg;
    double visibility_m;
    double sea_level_m;
    bool sea;
    double sample_px, finest_m, farthest_m, plant_range;  // as in tr_view_def
    // How far the eye may go from `eye_m`, along the ground, while what is made for it is shown. What changes with the
    // distance from the eye is made for an eye that is so much farther away.
    double slack_m;
} tr_view_shot;

// Pixels of a radian in the middle of the picture.
double tr_view_px_per_radian(const tr_view_shot *shot);

// What a camera sees, from above: a sector around the eye.
typedef struct tr_view_sector {
    double middle, half;  // radians clockwise from north; half is pi where it sees all around
} tr_view_sector;

tr_view_sector tr_view_sector_of(const tr_view_shot *shot);
// The box around the sector up to a distance from the eye: x and z, relative to the eye.
void tr_view_sector_box(const tr_view_sector *sector, double distance_m, double low_m[2], double high_m[2]);
// Whether a disc touches the sector; x and z relative to the eye.
bool tr_view_sector_meets(const tr_view_sector *sector, double x_m, double z_m, double radius_m);

#endif
