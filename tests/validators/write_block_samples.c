// write_block_samples <folder>: a world of blocks in every format, and lists of what other programs must find in it:
// samples.vox and vox.txt, anvil/ and anvil.txt, map.sqlite and luanti.txt. A line of a list is x y z name.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "block_samples.h"
#ifdef TR_HAVE_ZLIB
#include "io/anvil_states.h"
#endif
#if defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
#include "io/luanti_nodes.h"
#endif

enum { PLACES = 10000, SIDE = TR_VOXEL_SIDE };

static const char *folder;

static void die(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static const char *path_of(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

// A place of the box by its number.
static tr_voxel_at place_of(const tr_voxel_box *box, int number)
{
    tr_voxel_at at = {box->low.x * SIDE, box->low.y * SIDE, box->low.z * SIDE};
    int64_t *axes[3] = {&at.x, &at.y, &at.z};
    for (int axis = 0; axis < 3; axis++)
        *axes[axis] += (int64_t)tr_index_from_hash(tr_hash_identity(7, (uint64_t)axis, number, 0, 0),
                                                   (uint64_t)box->size[axis] * SIDE);
    return at;
}

typedef void (*line_fn)(FILE *out, const tr_voxel_box *box, const tr_voxel_at *at, tr_block block);

static void write_list(const char *name, const tr_voxel_box *box, line_fn line)
{
    FILE *out = fopen(path_of(name), "w");
    if (!out) die(name, "cannot be written");
    for (int i = 0; i < PLACES; i++) {
        const tr_voxel_at at = place_of(box, i);
        line(out, box, &at, block_samples_at(at.x, at.y, at.z));
    }
    if (fclose(out) != 0) die(name, "cannot be written");
}

// Place in the scene from its low corner, and the colour.
static void vox_line(FILE *out, const tr_voxel_box *box, const tr_voxel_at *at, tr_block block)
{
    const uint8_t *color = tr_block_get_info(block)->top_color;
    const int64_t north = (box->low.z + box->size[2]) * SIDE - 1 - at->z;
    fprintf(out, "%" PRId64 " %" PRId64 " %" PRId64 " %s%02x%02x%02x\n", at->x - box->low.x * SIDE, north,
            at->y - box->low.y * SIDE, block == TR_BLOCK_AIR ? "air" : "", color[0], color[1], color[2]);
}

static void write_vox(const tr_voxel_source *source)
{
    const tr_voxel_box box = {.low = {-5, 1, -4}, .size = {9, 2, 9}};
    tr_error err;
    if (!tr_vox_write(source, path_of("samples.vox"), &box, NULL, NULL, &err)) die("vox", err.message);
    write_list("vox.txt", &box, vox_line);
}

#ifdef TR_HAVE_ZLIB
enum { LOWER = 7 };

static void anvil_line(FILE *out, const tr_voxel_box *box, const tr_voxel_at *at, tr_block block)
{
    (void)box;
    const tr_anvil_state state = tr_anvil_state_of(block);
    fprintf(out, "%" PRId64 " %" PRId64 " %" PRId64 " %s %s\n", at->x, at->y - LOWER, at->z, state.name,
            state.properties ? state.properties : "-");
}

static void write_anvil(const tr_voxel_source *source)
{
    const tr_voxel_box box = {.low = {-3, -1, -2}, .size = {6, 4, 5}};
    tr_anvil_def def = tr_default_anvil_def();
    tr_error err;
    def.lower = LOWER;
    def.seed = 42;
    if (!tr_anvil_write(source, path_of("anvil"), &box, &def, NULL, NULL, &err)) die("anvil", err.message);
    write_list("anvil.txt", &box, anvil_line);
}
#endif

#if defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
static void luanti_line(FILE *out, const tr_voxel_box *box, const tr_voxel_at *at, tr_block block)
{
    (void)box;
    fprintf(out, "%" PRId64 " %" PRId64 " %" PRId64 " %s\n", at->x, at->y, -1 - at->z, tr_luanti_node(block));
}

static void write_luanti(const tr_voxel_source *source)
{
    const tr_voxel_box box = {.low = {-2, -2, -1}, .size = {4, 4, 3}};
    tr_error err;
    if (!tr_luanti_write(source, path_of("map.sqlite"), &box, NULL, NULL, &err)) die("luanti", err.message);
    write_list("luanti.txt", &box, luanti_line);
}
#endif

int main(int argc, char **argv)
{
    if (argc != 2) die("usage", "write_block_samples <folder>");
    folder = argv[1];
    tr_error err;
    tr_context_def def = tr_default_context_def();
    def.backend = TR_BACKEND_CPU;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) die("context", err.message);
    const tr_voxel_source source = block_samples_source(context, NULL);
    write_vox(&source);
#ifdef TR_HAVE_ZLIB
    write_anvil(&source);
#endif
#if defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
    write_luanti(&source);
#endif
    tr_context_destroy(context);
    return 0;
}
