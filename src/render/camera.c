#include "render/camera.h"

#include <math.h>

static void normalize(double v[3])
{
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; i++) v[i] /= length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static void to_float(const double in[3], float out[3])
{
    for (int i = 0; i < 3; i++) out[i] = (float)in[i];
}

static double radians(double degrees)
{
    return degrees * (3.14159265358979323846 / 180);
}

tr_camera tr_camera_of(const tr_camera_def *def, int width, int height)
{
    tr_camera camera = {0};
    double forward[3], right[3], up[3];
    for (int i = 0; i < 3; i++) {
        camera.eye[i] = def->eye_m[i];
        forward[i] = def->target_m[i] - def->eye_m[i];
    }
    normalize(forward);
    // North is up in the picture of a camera that looks straight down.
    const bool vertical = fabs(forward[1]) > 0.9999;
    const double top[3] = {0, vertical ? 0 : 1, vertical ? -1 : 0};
    cross(forward, top, right);
    normalize(right);
    cross(right, forward, up);
    to_float(forward, camera.forward);
    to_float(right, camera.right);
    to_float(up, camera.up);
    const double focal = 1 / tan(radians(def->fov_deg) / 2);
    camera.focal[0] = (float)(focal * height / width);
    camera.focal[1] = (float)focal;
    return camera;
}

tr_camera_tile tr_camera_tile_of(const tr_tile_place *place)
{
    // Clip coordinates grow upwards, rows downwards.
    const int bottom = place->picture_height - place->y - place->height;
    const float width = (float)place->width, height = (float)place->height;
    return (tr_camera_tile){
        .scale = {(float)place->picture_width / width, (float)place->picture_height / height},
        .shift = {(float)(place->picture_width - 2 * place->x - place->width) / width,
                  (float)(place->picture_height - 2 * bottom - place->height) / height},
    };
}

tr_camera_frustum tr_camera_frustum_of(const tr_camera *camera, const tr_camera_tile *tile)
{
    tr_camera_frustum frustum;
    for (int i = 0; i < 3; i++) {
        const float x = camera->right[i] * camera->focal[0] * tile->scale[0] + camera->forward[i] * tile->shift[0];
        const float y = camera->up[i] * camera->focal[1] * tile->scale[1] + camera->forward[i] * tile->shift[1];
        const float w = camera->forward[i];
        frustum.planes[0][i] = w + x;
        frustum.planes[1][i] = w - x;
        frustum.planes[2][i] = w + y;
        frustum.planes[3][i] = w - y;
        frustum.planes[4][i] = w;
    }
    return frustum;
}

bool tr_camera_sees_box(const tr_camera_frustum *frustum, const float low[3], const float high[3])
{
    for (int i = 0; i < 5; i++) {
        const float *plane = frustum->planes[i];
        float max = 0;
        for (int k = 0; k < 3; k++) max += plane[k] * (plane[k] > 0 ? high[k] : low[k]);
        if (max < 0) return false;
    }
    return true;
}

float tr_camera_box_distance_m(const float low[3], const float high[3])
{
    float sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const float off = fmaxf(fmaxf(low[axis], -high[axis]), 0);
        sum += off * off;
    }
    return sqrtf(sum);
}

double tr_camera_earth_drop_m(double distance_m)
{
    return distance_m * distance_m / (2 * TR_CAMERA_EARTH_M);
}

void tr_camera_sky_direction(double azimuth_deg, double elevation_deg, float out[3])
{
    const double azimuth = radians(azimuth_deg), elevation = radians(elevation_deg);
    out[0] = (float)(sin(azimuth) * cos(elevation));
    out[1] = (float)sin(elevation);
    out[2] = (float)(-cos(azimuth) * cos(elevation));
}
