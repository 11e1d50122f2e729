// The camera: directions, the projection with reversed depth, and what lies in its view. Everything is relative to
// the eye, so that a place 10^12 m from the origin looks as one at the origin.
#ifndef TR_RENDER_CAMERA_H
#define TR_RENDER_CAMERA_H

#include "terrane/render.h"

// Radius of the Earth, a sixth larger because air bends light down along the ground.
#define TR_CAMERA_EARTH_M (6371000.0 * 7 / 6)
// Depth is near / distance along the view: no far plane, and floats are dense where it is small.
#define TR_CAMERA_NEAR_M 0.25

typedef struct tr_camera {
    double eye[3];
    float right[3], up[3], forward[3];  // unit vectors
    float focal[2];                     // 1 / tan of half the field of view along x and y
} tr_camera;

tr_camera tr_camera_of(const tr_camera_def *def, int width, int height);

// A part of the picture: clip.xy = scale * camera.xy + shift * w.
typedef struct tr_camera_tile {
    float scale[2], shift[2];
} tr_camera_tile;

// Where a tile lies in a picture: pixels [x, x + width) x [y, y + height), rows from the top.
typedef struct tr_tile_place {
    int x, y, width, height;
    int picture_width, picture_height;
} tr_tile_place;
tr_camera_tile tr_camera_tile_of(const tr_tile_place *place);

// Five planes through the eye: left, right, bottom, top, behind. A point p is inside where dot(plane, p) >= 0.
typedef struct tr_camera_frustum {
    float planes[5][3];
} tr_camera_frustum;

tr_camera_frustum tr_camera_frustum_of(const tr_camera *camera, const tr_camera_tile *tile);
// Whether a box may be in view.
bool tr_camera_sees_box(const tr_camera_frustum *frustum, const float low[3], const float high[3]);

// From the eye to a box relative to it.
float tr_camera_box_distance_m(const float low[3], const float high[3]);

// How far the ground has sunk below the horizontal plane through the eye at a distance along it.
double tr_camera_earth_drop_m(double distance_m);

// Unit vector towards a place on the sky: azimuth clockwise from north.
void tr_camera_sky_direction(double azimuth_deg, double elevation_deg, float out[3]);

#endif
