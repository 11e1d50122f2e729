// What a camera sees, from above: a sector around the eye.
#ifndef CLI_VIEW_SECTOR_H
#define CLI_VIEW_SECTOR_H

#include "terrane/render.h"

typedef struct view_sector {
    double middle, half;  // radians clockwise from north; half is pi where it sees all around
} view_sector;

view_sector view_sector_of(const tr_view_def *def);

// The box around the sector up to a distance from the eye: x and z, relative to the eye.
void view_sector_box(const view_sector *sector, double distance_m, double low_m[2], double high_m[2]);

// Whether a disc touches the sector; x and z relative to the eye.
bool view_sector_meets(const view_sector *sector, double x_m, double z_m, double radius_m);

#endif
