// noise_to_png <file.png>: five octaves of gradient noise as a 16-bit grey picture.
#include <stdio.h>
#include <stdlib.h>

#include <terrane/terrane.h>

enum { SIZE = 512 };

static void check(bool done, const tr_error *err)
{
    if (!done) {
        fprintf(stderr, "noise_to_png: %s\n", err->message);
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "noise.png";
    tr_error err;

    tr_context_def context_def = tr_default_context_def();
    tr_context *context = tr_context_create(&context_def, &err);
    check(context != NULL, &err);

    // A graph of one node.
    tr_noise_graph *graph = tr_noise_graph_create(context, &err);
    check(graph != NULL, &err);
    tr_node_def hills = tr_default_node_def(TR_NODE_GRADIENT);
    hills.frequency = 0.01;
    hills.fractal = TR_FRACTAL_FBM;
    hills.octaves = 5;
    const tr_node node = tr_noise_graph_add(graph, &hills, &err);
    check(node >= 0, &err);
    tr_noise *noise = tr_noise_compile(graph, node, 2, &err);
    check(noise != NULL, &err);

    // Far from the origin nothing degrades.
    tr_noise_query query = tr_default_noise_query();
    query.seed = tr_seed_from_text("valley");
    query.origin[0] = 1000000000000;
    query.size[0] = query.size[1] = SIZE;
    tr_grid grid;
    check(tr_grid_create(context, SIZE, SIZE, 1, &grid, &err), &err);
    check(tr_noise_grid(noise, &query, NULL, &grid, &err), &err);

    tr_image image;
    check(tr_image_create(context, &(tr_image_shape){SIZE, SIZE, 1, 16}, &image, &err), &err);
    for (int y = 0; y < SIZE; y++) {
        uint16_t *row = (uint16_t *)(void *)((char *)image.pixels + (size_t)y * image.row_bytes);
        for (int x = 0; x < SIZE; x++) row[x] = (uint16_t)((grid.samples[y * grid.row_stride + x] + 1.0f) * 32767.5f);
    }
    check(tr_png_write(context, path, &image, &err), &err);
    printf("%s: %d x %d\n", path, SIZE, SIZE);

    tr_image_destroy(context, &image);
    tr_grid_destroy(context, &grid);
    tr_noise_destroy(noise);
    tr_noise_graph_destroy(graph);
    tr_context_destroy(context);
    return EXIT_SUCCESS;
}
