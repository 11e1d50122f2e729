// hello_map world.yaml map.png: a world as the plate of an atlas.
#include <stdio.h>
#include <terrane/terrane.h>

int main(int argc, char **argv)
{
    tr_error err = {.message = "usage: hello_map world.yaml map.png"};
    const tr_context_def def = tr_default_context_def();
    tr_context *context = argc == 3 ? tr_context_create(&def, &err) : NULL;
    tr_world *world = context ? tr_world_load(context, argv[1], NULL, &err) : NULL;
    const tr_map_def map = tr_default_map_def();
    tr_image image = {0};
    const bool done =
        world && tr_map_draw(world, &map, NULL, NULL, &image, &err) && tr_png_write(context, argv[2], &image, &err);
    if (world) tr_image_destroy(context, &image);
    tr_world_destroy(world);
    tr_context_destroy(context);
    return done ? 0 : (fprintf(stderr, "%s\n", err.message), 1);
}
