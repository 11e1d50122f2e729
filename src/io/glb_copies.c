// Copies of meshes in a GLB file: EXT_mesh_gpu_instancing (Khronos), or a node for each.
#include "io/glb.h"

#include <math.h>
#include <stdio.h>

#include "base/text.h"

// The squares of a quaternion's numbers add up to 1 but for what floats lose, and what a chain of turns does.
#define UNIT_TOLERANCE 1e-3

// Which copies a message is about.
typedef struct place {
    char text[TR_TEXT_QUOTE_SIZE + 32];
} place;

static place place_of(const tr_glb_plan *plan, int copies)
{
    place out;
    char quote[TR_TEXT_QUOTE_SIZE];
    const char *name = plan->scene->instances[copies].name;
    if (name) {
        snprintf(out.text, sizeof out.text, "copies %s", tr_text_quote(quote, name));
    } else {
        snprintf(out.text, sizeof out.text, "copies %d", copies);
    }
    return out;
}

bool tr_glb_check_copies(const tr_glb_plan *plan, int copies, tr_error *err)
{
    const tr_glb_instances *instances = &plan->scene->instances[copies];
    const place at = place_of(plan, copies);
    if (instances->mesh < 0 || instances->mesh >= plan->scene->mesh_count) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s are of mesh %d; the scene has meshes 0 to %d",
                       plan->path, at.text, instances->mesh, plan->scene->mesh_count - 1);
    }
    if (instances->count < 1 || !instances->positions_m) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s: there is none; there must be at least 1", plan->path,
                       at.text);
    }
    if (instances->count > UINT32_MAX) {
        return tr_fail(err, TR_ERROR_TOO_LARGE, "%s: %s: there are %zu; a GLB file holds %u", plan->path, at.text,
                       instances->count, UINT32_MAX);
    }
    return true;
}

static double square_of_length(const float rotation[4])
{
    double sum = 0;
    for (int i = 0; i < 4; i++) sum += (double)rotation[i] * (double)rotation[i];
    return sum;
}

bool tr_glb_check_poses(const tr_glb_plan *plan, int copies, tr_error *err)
{
    const tr_glb_instances *instances = &plan->scene->instances[copies];
    const place at = place_of(plan, copies);
    for (size_t i = 0; i < instances->count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            const double position = instances->positions_m[3 * i + (size_t)axis];
            if (!isfinite((float)(position - plan->scene->origin[axis]))) {
                return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s: copy %zu has a position that is not finite",
                               plan->path, at.text, i);
            }
        }
        if (instances->rotations && !(fabs(square_of_length(instances->rotations + 4 * i) - 1) <= UNIT_TOLERANCE)) {
            const float *q = instances->rotations + 4 * i;
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                           "%s: %s: copy %zu is turned by (%g, %g, %g, %g); a quaternion must have length 1",
                           plan->path, at.text, i, (double)q[0], (double)q[1], (double)q[2], (double)q[3]);
        }
        if (instances->scales && !(isfinite(instances->scales[i]) && instances->scales[i] > 0)) {
            return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: %s: copy %zu has a scale of %g; it must be above 0",
                           plan->path, at.text, i, (double)instances->scales[i]);
        }
    }
    return true;
}

tr_glb_pose tr_glb_pose_of(const tr_glb_plan *plan, int copies, size_t copy)
{
    const tr_glb_instances *instances = &plan->scene->instances[copies];
    tr_glb_pose pose = {.rotation = {0, 0, 0, 1}, .scale = instances->scales ? instances->scales[copy] : 1};
    for (int axis = 0; axis < 3; axis++) {
        pose.translation[axis] = (float)(instances->positions_m[3 * copy + (size_t)axis] - plan->scene->origin[axis]);
    }
    if (instances->rotations) {
        const float *rotation = instances->rotations + 4 * copy;
        const double length = sqrt(square_of_length(rotation));
        for (int i = 0; i < 4; i++) pose.rotation[i] = (float)((double)rotation[i] / length);
    }
    return pose;
}
