// How a body moves through a scene: a box that is swept along one axis after the other, up to the first solid cell.
//
// A body ends a little before what it meets, so that rounding never puts it inside. Cells of chunks that are missing
// count as solid, so a body waits for them.
#include <assert.h>
#include <math.h>

#include "voxel/scene/scene.h"

#define GRAVITY 28.0    // blocks per second squared
#define JUMP_SPEED 8.6  // blocks per second: over one block, not over two
#define FALL_SPEED_MAX 60.0
#define SWIM_SINK_SPEED 2.0
#define SWIM_SHARE 0.6    // of the heading, in a liquid
#define GRIP_GROUND 14.0  // per second: how fast velocity becomes what is requested
#define GRIP_AIR 4.0
#define GRIP_LIQUID 5.0
#define GRIP_FLYING 10.0
#define STEP_S (1.0 / 120.0)
#define STEPS_MAX 1200
#define EYE_SHARE 0.9  // of the height
#define FLOAT_SHARE 0.4

static bool is_solid(const tr_voxel_scene *scene, const int64_t cell[3])
{
    const tr_voxel_at at = {cell[0], cell[1], cell[2]};
    bool known;
    const tr_block_shape shape = tr_block_info_of(tr_voxel_scene_block(scene, &at, &known))->shape;
    return !known || shape == TR_SHAPE_CUBE || shape == TR_SHAPE_LEAVES || shape == TR_SHAPE_CLEAR;
}

// How far a body stays from what it meets: more than rounding can be at that place.
static double skin_at(double place)
{
    return fmax(1e-6, fabs(place) * 0x1p-48);
}

typedef struct body_box {
    double low[3], high[3];
} body_box;

static body_box box_of(const tr_voxel_scene_body *body)
{
    const double half = body->width / 2;
    const double *p = body->position;
    return (body_box){{p[0] - half, p[1], p[2] - half}, {p[0] + half, p[1] + body->height, p[2] + half}};
}

// Whether a cell of the layer `at` across an axis that the body would come into is solid.
static bool layer_is_solid(const tr_voxel_scene *scene, const body_box *box, int axis, int64_t at)
{
    const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
    int64_t cell[3];
    cell[axis] = at;
    for (cell[second] = (int64_t)floor(box->low[second]); (double)cell[second] < box->high[second]; cell[second]++)
        for (cell[first] = (int64_t)floor(box->low[first]); (double)cell[first] < box->high[first]; cell[first]++)
            if (is_solid(scene, cell)) return true;
    return false;
}

// Moves a body along one axis. Returns whether something stopped it.
static bool sweep(const tr_voxel_scene *scene, tr_voxel_scene_body *body, int axis, double way)
{
    if (way == 0.0) return false;
    const body_box box = box_of(body);
    const double face = way > 0.0 ? box.high[axis] : box.low[axis];
    const double goal = face + way, skin = skin_at(face);
    if (way > 0.0) {
        for (int64_t at = (int64_t)ceil(face); (double)at < goal + skin; at++) {
            if (!layer_is_solid(scene, &box, axis, at)) continue;
            body->position[axis] += fmax(0.0, (double)at - skin - face);
            return true;
        }
    } else {
        for (int64_t at = (int64_t)floor(face) - 1; (double)(at + 1) > goal - skin; at--) {
            if (!layer_is_solid(scene, &box, axis, at)) continue;
            body->position[axis] -= fmax(0.0, face - (double)(at + 1) - skin);
            return true;
        }
    }
    body->position[axis] += way;
    return false;
}

// Whether a place is within a liquid, whose surface is lower the more it has flowed.
static bool in_liquid(const tr_voxel_scene *scene, const double place[3])
{
    const tr_voxel_at at = {(int64_t)floor(place[0]), (int64_t)floor(place[1]), (int64_t)floor(place[2])};
    const tr_block block = tr_voxel_scene_block(scene, &at, NULL);
    if (tr_block_info_of(block)->shape != TR_SHAPE_LIQUID) return false;
    const int level = block >> TR_BLOCK_LEVEL_SHIFT;
    return level == 0 || place[1] - (double)at.y < level / (double)(TR_BLOCK_MAX_LEVEL + 1);
}

static bool liquid_at_height(const tr_voxel_scene *scene, const tr_voxel_scene_body *body, double share)
{
    const double place[3] = {body->position[0], body->position[1] + share * body->height, body->position[2]};
    return in_liquid(scene, place);
}

// Brings a velocity nearer to what is requested, the same for any cut of the time up to the second order.
static void approach(double *velocity, double heading, double grip, double seconds)
{
    *velocity += (heading - *velocity) * fmin(1.0, grip * seconds);
}

static void accelerate(tr_voxel_scene_body *body, const double heading[3], double seconds)
{
    double *v = body->velocity;
    if (body->flying) {
        for (int axis = 0; axis < 3; axis++) approach(&v[axis], heading[axis], GRIP_FLYING, seconds);
        return;
    }
    const double grip = body->in_liquid ? GRIP_LIQUID : body->on_ground ? GRIP_GROUND : GRIP_AIR;
    const double share = body->in_liquid ? SWIM_SHARE : 1.0;
    approach(&v[0], share * heading[0], grip, seconds);
    approach(&v[2], share * heading[2], grip, seconds);
    if (body->in_liquid) {
        approach(&v[1], heading[1] > 0.0 ? heading[1] : fmin(heading[1], -SWIM_SINK_SPEED), GRIP_LIQUID, seconds);
        return;
    }
    if (body->on_ground && heading[1] > 0.0) v[1] = JUMP_SPEED;
    v[1] = fmax(v[1] - GRAVITY * seconds, -FALL_SPEED_MAX);
}

static void move(const tr_voxel_scene *scene, tr_voxel_scene_body *body, double seconds)
{
    static const int order[3] = {1, 0, 2};
    body->on_ground = false;
    for (int i = 0; i < 3; i++) {
        const int axis = order[i];
        const double way = body->velocity[axis] * seconds;
        if (!sweep(scene, body, axis, way)) continue;
        body->on_ground |= axis == 1 && way < 0.0;
        body->velocity[axis] = 0.0;
    }
}

void tr_voxel_scene_walk(const tr_voxel_scene *scene, tr_voxel_scene_body *body, const double heading[3],
                         double seconds)
{
    assert(scene && body && heading && isfinite(heading[0] + heading[1] + heading[2]));
    if (!(seconds > 0.0) || !isfinite(seconds)) return;
    const int steps = (int)fmin(ceil(seconds / STEP_S), STEPS_MAX);
    for (int i = 0; i < steps; i++) {
        body->in_liquid = liquid_at_height(scene, body, FLOAT_SHARE);
        accelerate(body, heading, seconds / steps);
        move(scene, body, seconds / steps);
    }
    body->in_liquid = liquid_at_height(scene, body, FLOAT_SHARE);
    body->eyes_in_liquid = liquid_at_height(scene, body, EYE_SHARE);
}
