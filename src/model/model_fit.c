#include "model/model_fit.h"

enum { SIDE_PX = 64, SIDES = 4 };

// A picture of a model without light, straight from the side.
typedef struct picture {
    double depth[SIDE_PX][SIDE_PX];
    tr_tone tones[SIDE_PX][SIDE_PX];
    double pixel_m, left_m;  // of the left border; the lower one is the ground
    double right[2];         // the level direction that goes to the right: x, z
} picture;

typedef struct corner {
    double x, y, depth;  // in pixels, metres
    tr_tone tone;
} corner;

static corner corner_of(const picture *view, const tr_mesh *mesh, uint32_t number)
{
    const float *at = mesh->positions + 3 * (size_t)number;
    const uint8_t *color = mesh->colors + 4 * (size_t)number;
    const double x = (double)at[0], z = (double)at[2];
    return (corner){(x * view->right[0] + z * view->right[1] - view->left_m) / view->pixel_m,
                    (double)at[1] / view->pixel_m, z * view->right[0] - x * view->right[1],
                    tr_tone_of(color[0], color[1], color[2])};
}

static double edge(const corner *a, const corner *b, double x, double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

static int pixel_from(double low)
{
    return (int)tr_model_clamp(low - 0.5, 0, SIDE_PX - 1);
}

static int pixel_to(double high)
{
    return (int)tr_model_clamp(high + 0.5, 0, SIDE_PX - 1);
}

static void draw_triangle(picture *view, const corner corners[3])
{
    const corner *a = &corners[0], *b = &corners[1], *c = &corners[2];
    const double whole = edge(a, b, c->x, c->y);
    if (whole == 0) return;
    const int x1 = pixel_to(fmax(a->x, fmax(b->x, c->x))), y1 = pixel_to(fmax(a->y, fmax(b->y, c->y)));
    for (int y = pixel_from(fmin(a->y, fmin(b->y, c->y))); y <= y1; y++) {
        for (int x = pixel_from(fmin(a->x, fmin(b->x, c->x))); x <= x1; x++) {
            const double u = edge(b, c, x + 0.5, y + 0.5) / whole, v = edge(c, a, x + 0.5, y + 0.5) / whole;
            const double w = 1 - u - v, depth = u * a->depth + v * b->depth + w * c->depth;
            if (u < 0 || v < 0 || w < 0 || depth <= view->depth[y][x]) continue;
            view->depth[y][x] = depth;
            view->tones[y][x] =
                tr_tone_of(u * a->tone.r + v * b->tone.r + w * c->tone.r, u * a->tone.g + v * b->tone.g + w * c->tone.g,
                           u * a->tone.b + v * b->tone.b + w * c->tone.b);
        }
    }
}

// Adds what is seen; returns the number of its pixels.
static int64_t look_from(const tr_mesh *mesh, int side, double half_m, double pixel_m, tr_tone *sum)
{
    const tr_vec3 right = tr_vec3_level(0.5 * tr_model_turn * side / SIDES);
    picture view = {.pixel_m = pixel_m, .left_m = -half_m, .right = {right.x, right.z}};
    for (int y = 0; y < SIDE_PX; y++)
        for (int x = 0; x < SIDE_PX; x++) view.depth[y][x] = -1e9;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        corner corners[3];
        for (size_t k = 0; k < 3; k++) corners[k] = corner_of(&view, mesh, mesh->indices[i + k]);
        draw_triangle(&view, corners);
    }
    int64_t count = 0;
    for (int y = 0; y < SIDE_PX; y++) {
        for (int x = 0; x < SIDE_PX; x++) {
            if (view.depth[y][x] <= -1e9) continue;
            const tr_tone *tone = &view.tones[y][x];
            *sum = tr_tone_of(sum->r + tone->r, sum->g + tone->g, sum->b + tone->b);
            count++;
        }
    }
    return count;
}

tr_model_look tr_model_look_at(const tr_mesh *mesh)
{
    tr_model_look look = {0};
    double half_m = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *at = mesh->positions + 3 * i;
        half_m = fmax(half_m, sqrt((double)at[0] * (double)at[0] + (double)at[2] * (double)at[2]));
        look.height_m = fmax(look.height_m, (double)at[1]);
    }
    const double pixel_m = fmax(2 * half_m, look.height_m) / SIDE_PX;
    tr_tone sum = {0};
    int64_t count = 0;
    for (int side = 0; side < SIDES; side++) count += look_from(mesh, side, half_m, pixel_m, &sum);
    look.area_m2 = (double)count * pixel_m * pixel_m;
    look.mean = count > 0 ? tr_tone_scale(sum, 1 / (double)count) : sum;
    return look;
}

// ---------------------------------------------------------------------------------------------------------
// Fitting

static void stretch(tr_mesh *mesh, double up, double aside)
{
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        float *at = mesh->positions + 3 * i, *normal = mesh->normals + 3 * i;
        at[0] = (float)((double)at[0] * aside);
        at[1] = (float)((double)at[1] * up);
        at[2] = (float)((double)at[2] * aside);
        const tr_vec3 turned =
            tr_vec3_unit(tr_vec3_of((double)normal[0] / aside, (double)normal[1] / up, (double)normal[2] / aside));
        normal[0] = (float)turned.x;
        normal[1] = (float)turned.y;
        normal[2] = (float)turned.z;
    }
}

static void tint(tr_mesh *mesh, const double factors[3])
{
    for (size_t i = 0; i < 4 * mesh->vertex_count; i++)
        if (i % 4 < 3)
            mesh->colors[i] = (uint8_t)(tr_model_clamp((double)mesh->colors[i] * factors[i % 4], 0, 255) + 0.5);
}

static double limited_ratio(double wanted, double found, double max)
{
    return found > 0 ? tr_model_clamp(wanted / found, 1 / max, max) : 1;
}

void tr_model_fit(tr_mesh *mesh, const tr_model_look *wanted)
{
    const double max_taller = 1.4, max_wider = 1.25, max_tint = 1.18;
    tr_model_look found = tr_model_look_at(mesh);
    stretch(mesh, limited_ratio(wanted->height_m, found.height_m, max_taller), 1);
    found = tr_model_look_at(mesh);
    stretch(mesh, 1, limited_ratio(wanted->area_m2, found.area_m2, max_wider));
    found = tr_model_look_at(mesh);
    const double factors[3] = {limited_ratio(wanted->mean.r, found.mean.r, max_tint),
                               limited_ratio(wanted->mean.g, found.mean.g, max_tint),
                               limited_ratio(wanted->mean.b, found.mean.b, max_tint)};
    tint(mesh, factors);
}
