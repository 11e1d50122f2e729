// write_block_samples <folder>: a world of blocks in every format, and lists of what other programs must find in it:
// samples.vox and vox.txt, anvil/ and anvil.txt, lit/ and lit.txt, map.sqlite and luanti.txt. A line of a list is x y z
// name; of lit.txt x y z name properties sky-light block-light biome.
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
    const uint8_t *color = tr_block_info_of(block)->top_color;
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

// ---------------------------------------------------------------------------------------------------------
// Light and biomes that follow from the place alone, in a world with a data pack

enum { LIT_MIN_Y = -128, LIT_HEIGHT = 528 };
static const char *const biome_names[] = {"minecraft:plains", "minecraft:desert", "minecraft:taiga", "minecraft:ocean",
                                          "minecraft:jungle"};

static tr_light light_at(int64_t x, int64_t y, int64_t z)
{
    return (tr_light)tr_hash_identity(3, 1, x, y, z);
}

// That of a cell of 4 x 4 columns; one of its columns in four has another.
static uint8_t cell_biome(int64_t x, int64_t z)
{
    return (uint8_t)tr_index_from_hash(tr_hash_identity(3, 2, x >> 2, 0, z >> 2), 5);
}

static uint8_t biome_at(int64_t x, int64_t z)
{
    const int64_t shift = ((x ^ z) & 3) == 3 ? 1 + (x & 3) : 0;
    return (uint8_t)((cell_biome(x, z) + shift) % 5);
}

static bool open_piece(void *user, const tr_voxel_box *box, tr_block_piece *out, tr_error *err)
{
    const tr_voxel_source *source = user;
    tr_context *context = source->context;
    const size_t count = tr_voxel_box_count(box), columns = (size_t)box->size[0] * (size_t)box->size[2];
    *out = (tr_block_piece){.box = *box};
    out->chunks = tr_alloc_array(context, count, sizeof *out->chunks, err);
    out->lights = tr_alloc_array(context, count, sizeof *out->lights, err);
    out->biomes = tr_alloc(context, columns * TR_VOXEL_LAYER, err);
    for (size_t i = 0; i < count; i++) {
        const tr_voxel_at at = tr_voxel_box_at(box, i);
        if (!source->read(source->user, &at, 1, &out->chunks[i], err)) return false;
        out->lights[i].values = tr_alloc_array(context, TR_VOXEL_COUNT, sizeof(tr_light), err);
        for (int k = 0; k < TR_VOXEL_COUNT; k++)
            out->lights[i].values[k] =
                light_at(at.x * SIDE + k % SIDE, at.y * SIDE + k / TR_VOXEL_LAYER, at.z * SIDE + k / SIDE % SIDE);
    }
    const size_t row = (size_t)box->size[0] * SIDE;
    for (size_t i = 0; i < columns * TR_VOXEL_LAYER; i++)
        out->biomes[i] = biome_at(box->low.x * SIDE + (int64_t)(i % row), box->low.z * SIDE + (int64_t)(i / row));
    return true;
}

static void close_piece(void *user, tr_block_piece *piece)
{
    tr_context *context = ((const tr_voxel_source *)user)->context;
    for (size_t i = 0; i < tr_voxel_box_count(&piece->box); i++) {
        tr_voxel_chunk_destroy(context, &piece->chunks[i]);
        tr_free(context, piece->lights[i].values);
    }
    tr_free(context, piece->chunks);
    tr_free(context, piece->lights);
    tr_free(context, piece->biomes);
}

static void lit_line(FILE *out, const tr_voxel_box *box, const tr_voxel_at *at, tr_block block)
{
    (void)box;
    const tr_anvil_state state = tr_anvil_state_of(block);
    const tr_light light = light_at(at->x, at->y, at->z);
    unsigned lamp = 0;
    for (int shift = 0; shift < TR_LIGHT_SKY_SHIFT; shift += 4)
        if ((light >> shift & 15u) > lamp) lamp = light >> shift & 15u;
    fprintf(out, "%" PRId64 " %" PRId64 " %" PRId64 " %s %s %u %u %s\n", at->x, at->y - LOWER, at->z, state.name,
            state.properties ? state.properties : "-", (unsigned)light >> TR_LIGHT_SKY_SHIFT, lamp,
            biome_names[cell_biome(at->x, at->z)]);
}

static void write_lit_anvil(const tr_voxel_source *source)
{
    const tr_voxel_box box = {.low = {-9, -3, -2}, .size = {10, 5, 1}};
    tr_voxel_source copy = *source;
    const tr_block_pieces pieces = {.user = &copy, .open = open_piece, .close = close_piece};
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = path_of("lit");
    def.lower = LOWER;
    def.min_y = LIT_MIN_Y;
    def.height = LIT_HEIGHT;
    def.pieces = &pieces;
    def.biomes = biome_names;
    tr_error err;
    if (!tr_anvil_write(source, &box, &def, NULL, NULL, &err)) die("lit anvil", err.message);
    write_list("lit.txt", &box, lit_line);
}

static void write_anvil(const tr_voxel_source *source)
{
    const tr_voxel_box box = {.low = {-3, -1, -2}, .size = {6, 4, 5}};
    tr_anvil_def def = tr_default_anvil_def();
    def.directory = path_of("anvil");
    tr_error err;
    def.lower = LOWER;
    def.seed = 42;
    if (!tr_anvil_write(source, &box, &def, NULL, NULL, &err)) die("anvil", err.message);
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
    write_lit_anvil(&source);
#endif
#if defined(TR_HAVE_SQLITE) && defined(TR_HAVE_ZSTD)
    write_luanti(&source);
#endif
    tr_context_destroy(context);
    return 0;
}
