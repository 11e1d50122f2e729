// walk_blocks world.yaml: walks through a world of blocks as a game does: chunks, light and meshes around the walker, a
// block put and taken away, and what the walk cost.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <terrane/terrane.h>

enum { FRAMES = 600, FRAMES_PER_SECOND = 60 };

static void check(bool done, const tr_error *err)
{
    if (done) return;
    fprintf(stderr, "walk_blocks: %s\n", err->message);
    exit(EXIT_FAILURE);
}

static double seconds_now(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// Digs the block that the walker looks at, and puts a lamp in its place.
static bool light_the_way(tr_voxel_scene *scene, const tr_voxel_scene_body *body, tr_error *err)
{
    const double eye[3] = {body->position[0], body->position[1] + 1.6, body->position[2]};
    const double ahead[3] = {0.7, -0.7, 0};
    tr_voxel_scene_hit hit;
    if (!tr_voxel_scene_pick(scene, eye, ahead, 8, false, &hit)) return true;
    const tr_block_edit edit = {hit.block, TR_BLOCK_LAMP};
    return tr_voxel_scene_edit(scene, &edit, 1, err);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: walk_blocks world.yaml\n");
        return 2;
    }
    tr_error err;
    const tr_context_def context_def = tr_default_context_def();
    tr_context *context = tr_context_create(&context_def, &err);
    check(context, &err);
    tr_world *world = tr_world_load(context, argv[1], NULL, &err);
    check(world, &err);
    const tr_voxels *voxels = tr_world_voxels(world, &err);
    check(voxels, &err);
    tr_voxel_surface ground;
    check(tr_voxels_surface(voxels, &(tr_region){0, 0, 1, 1}, &ground, &err), &err);

    tr_voxel_scene_def def = tr_default_voxel_scene_def();
    def.near_chunks = 4;
    def.far_chunks = 16;
    tr_voxel_scene *scene = tr_voxel_scene_create(voxels, &def, &err);
    check(scene, &err);
    tr_voxel_scene_body body = {.position = {0.5, ground.top + 1, 0.5}, .width = 0.6, .height = 1.8};
    const double heading[3] = {4, 0, 0};
    double worst_s = 0;
    check(tr_voxel_scene_settle(scene, body.position, NULL, &err), &err);
    for (int frame = 0; frame < FRAMES; frame++) {
        const double start = seconds_now();
        tr_voxel_scene_walk(scene, &body, heading, 1.0 / FRAMES_PER_SECOND);
        check(tr_voxel_scene_update(scene, body.position, &err), &err);
        if (frame % FRAMES_PER_SECOND == 0) check(light_the_way(scene, &body, &err), &err);
        const double taken = seconds_now() - start;
        worst_s = taken > worst_s ? taken : worst_s;
    }
    const tr_voxel_scene_stats stats = tr_voxel_scene_stats_of(scene);
    printf("walked to %.1f, %.1f, %.1f; %llu chunks with %llu quads in %.1f MB; the worst frame took %.2f ms\n",
           body.position[0], body.position[1], body.position[2], (unsigned long long)stats.chunks,
           (unsigned long long)stats.quads, 1e-6 * (double)stats.bytes, 1e3 * worst_s);
    tr_voxel_scene_destroy(scene);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return 0;
}
