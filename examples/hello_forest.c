// hello_forest world.yaml forest.glb: what stands on four hectares of a world, on its ground, as a scene.
#include <stdio.h>
#include <terrane/terrane.h>

static bool write_forest(const tr_world *world, const char *path, tr_error *err)
{
    tr_place_request_def request = tr_default_place_request_def();
    request.region_m = (tr_region){-100, -100, 100, 100};
    tr_object_list objects;
    tr_export_scene_def scene = tr_default_export_scene_def();
    scene.region_m = request.region_m;
    scene.objects = &objects;
    const bool done =
        tr_world_place(world, &request, NULL, &objects, err) && tr_export_scene(world, &scene, path, NULL, NULL, err);
    if (done) printf("%s: %lld objects\n", path, (long long)objects.count);
    tr_object_list_destroy(&objects);
    return done;
}

int main(int argc, char **argv)
{
    tr_error err = {.message = "usage: hello_forest world.yaml forest.glb"};
    const tr_context_def def = tr_default_context_def();
    tr_context *context = argc == 3 ? tr_context_create(&def, &err) : NULL;
    tr_world *world = context ? tr_world_load(context, argv[1], NULL, &err) : NULL;
    const bool done = world && write_forest(world, argv[2], &err);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return done ? 0 : (fprintf(stderr, "%s\n", err.message), 1);
}
