// The scene and the nodes of a GLB file, with MSFT_lod for levels of detail and EXT_mesh_gpu_instancing for copies.
//
// What stands in the scene is a row of stands: first the meshes that stand once, then the copies. A stand has a node
// for each level of its mesh, the finest first; with plain nodes each copy is a stand, below one node that holds all
// copies of a list.
#include "io/glb.h"

#include <stdio.h>

typedef struct stand {
    int mesh;
    int64_t first_node;
    int copies;               // the list of copies; -1: the mesh stands once
    const tr_glb_pose *pose;  // of one copy; NULL: all of the list
} stand;

bool tr_glb_has_instancing(const tr_glb_plan *plan)
{
    return plan->scene->instance_count > 0 && !plan->scene->plain_nodes;
}

static int64_t count_nodes_of_copies(const tr_glb_plan *plan, int copies)
{
    const tr_glb_instances *instances = &plan->scene->instances[copies];
    const int64_t levels = plan->scene->meshes[instances->mesh].level_count;
    return plan->scene->plain_nodes ? 1 + levels * (int64_t)instances->count : levels;
}

// Coarser levels stand beside the scene: they are reached through the finest one.
static void write_scene(tr_json *json, const tr_glb_plan *plan)
{
    int64_t node = 0;
    tr_json_int(json, "scene", 0);
    tr_json_open(json, "scenes", '[');
    tr_json_open(json, NULL, '{');
    tr_json_open(json, "nodes", '[');
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        if (plan->groups[mesh].copied) continue;
        tr_json_int(json, NULL, node);
        node += plan->scene->meshes[mesh].level_count;
    }
    for (int copies = 0; copies < plan->scene->instance_count; copies++) {
        tr_json_int(json, NULL, node);
        node += count_nodes_of_copies(plan, copies);
    }
    tr_json_close(json);
    tr_json_close(json);
    tr_json_close(json);
}

static void write_lod(tr_json *json, const stand *at, int level_count)
{
    tr_json_open(json, "MSFT_lod", '{');
    tr_json_open(json, "ids", '[');
    for (int level = 1; level < level_count; level++) {
        tr_json_int(json, NULL, at->first_node + level);
    }
    tr_json_close(json);
    tr_json_close(json);
}

// A level is shown down to its screen coverage. Each level halves the size at which it is as fine as the one before;
// the last is never hidden.
static void write_coverage(tr_json *json, int level_count)
{
    tr_json_open(json, "extras", '{');
    tr_json_open(json, "MSFT_screencoverage", '[');
    double coverage = 0.5;
    for (int level = 0; level < level_count; level++) {
        tr_json_double(json, NULL, level + 1 < level_count ? coverage : 0);
        coverage *= 0.5;
    }
    tr_json_close(json);
    tr_json_close(json);
}

static void write_instancing(tr_json *json, const tr_glb_plan *plan, const tr_glb_copies *copies)
{
    tr_json_open(json, "EXT_mesh_gpu_instancing", '{');
    tr_json_open(json, "attributes", '{');
    for (int i = 0; i < copies->view_count; i++) {
        const int view = copies->first_view + i;
        tr_json_int(json, tr_glb_attribute(plan->views[view].content), view);
    }
    tr_json_close(json);
    tr_json_close(json);
}

static void write_floats(tr_json *json, const char *key, const float *values, int count)
{
    tr_json_open(json, key, '[');
    for (int i = 0; i < count; i++) tr_json_float(json, NULL, values[i]);
    tr_json_close(json);
}

static void write_pose(tr_json *json, const tr_glb_instances *instances, const tr_glb_pose *pose)
{
    const float scale[3] = {pose->scale, pose->scale, pose->scale};
    write_floats(json, "translation", pose->translation, 3);
    if (instances->rotations) write_floats(json, "rotation", pose->rotation, 4);
    if (instances->scales) write_floats(json, "scale", scale, 3);
}

static void write_place(tr_json *json, const tr_glb_plan *plan, const tr_mesh *mesh)
{
    tr_json_open(json, "translation", '[');
    for (int axis = 0; axis < 3; axis++) {
        tr_json_double(json, NULL, mesh->origin[axis] - plan->scene->origin[axis]);
    }
    tr_json_close(json);
}

// Copies are named by their list.
static void write_copies_name(tr_json *json, const tr_glb_plan *plan, int copies)
{
    char number[32];
    const char *name = plan->scene->instances[copies].name;
    snprintf(number, sizeof number, "copies %d", copies);
    tr_json_text(json, "name", name ? name : number);
}

static void write_node(tr_json *json, const tr_glb_plan *plan, const stand *at, int level)
{
    const int level_count = plan->scene->meshes[at->mesh].level_count;
    const int number = plan->groups[at->mesh].first_level + level;
    const bool has_lod = level == 0 && level_count > 1, all_copies = at->copies >= 0 && !at->pose;
    tr_json_open(json, NULL, '{');
    if (at->copies < 0) tr_glb_write_name(json, plan, at->mesh, level);
    if (all_copies && level == 0) write_copies_name(json, plan, at->copies);
    tr_json_int(json, "mesh", number);
    if (at->copies < 0) write_place(json, plan, plan->levels[number].mesh);
    if (at->pose) write_pose(json, &plan->scene->instances[at->copies], at->pose);
    if (has_lod || all_copies) {
        tr_json_open(json, "extensions", '{');
        if (has_lod) write_lod(json, at, level_count);
        if (all_copies) write_instancing(json, plan, &plan->copies[at->copies]);
        tr_json_close(json);
    }
    if (has_lod) write_coverage(json, level_count);
    tr_json_close(json);
}

// Returns the number of the node after it.
static int64_t write_stand(tr_json *json, const tr_glb_plan *plan, const stand *at)
{
    const int level_count = plan->scene->meshes[at->mesh].level_count;
    for (int level = 0; level < level_count; level++) write_node(json, plan, at, level);
    return at->first_node + level_count;
}

// The node that holds all copies of a list, then a stand for each.
static int64_t write_plain_copies(tr_json *json, const tr_glb_plan *plan, int copies, int64_t node)
{
    const tr_glb_instances *instances = &plan->scene->instances[copies];
    const int level_count = plan->scene->meshes[instances->mesh].level_count;
    tr_json_open(json, NULL, '{');
    write_copies_name(json, plan, copies);
    tr_json_open(json, "children", '[');
    node++;
    for (size_t i = 0; i < instances->count; i++) tr_json_int(json, NULL, node + (int64_t)i * level_count);
    tr_json_close(json);
    tr_json_close(json);
    for (size_t i = 0; i < instances->count; i++) {
        const tr_glb_pose pose = tr_glb_pose_of(plan, copies, i);
        const stand at = {.mesh = instances->mesh, .first_node = node, .copies = copies, .pose = &pose};
        node = write_stand(json, plan, &at);
    }
    return node;
}

void tr_glb_write_nodes(tr_json *json, const tr_glb_plan *plan)
{
    int64_t node = 0;
    write_scene(json, plan);
    tr_json_open(json, "nodes", '[');
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        if (plan->groups[mesh].copied) continue;
        const stand at = {.mesh = mesh, .first_node = node, .copies = -1};
        node = write_stand(json, plan, &at);
    }
    for (int copies = 0; copies < plan->scene->instance_count; copies++) {
        if (plan->scene->plain_nodes) {
            node = write_plain_copies(json, plan, copies, node);
            continue;
        }
        const stand at = {.mesh = plan->scene->instances[copies].mesh, .first_node = node, .copies = copies};
        node = write_stand(json, plan, &at);
    }
    tr_json_close(json);
}
