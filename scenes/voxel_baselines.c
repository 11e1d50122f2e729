#include "scenes/voxel_baselines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 32, LAYER = SIDE * SIDE, CHUNK = LAYER * SIDE, TABLE = 256 };

// ---------------------------------------------------------------------------------------------------------
// Perlin's noise of 2002 in three dimensions: a table of 256 shuffled numbers, twelve directions.

static unsigned char shuffled[2 * TABLE];

static void shuffle_table(void)
{
    uint32_t state = 1;
    for (int i = 0; i < TABLE; i++) {
        shuffled[i] = (unsigned char)i;
    }
    for (int i = TABLE - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        const int other = (int)(state >> 8) % (i + 1);
        const unsigned char kept = shuffled[i];
        shuffled[i] = shuffled[other];
        shuffled[other] = kept;
    }
    memcpy(shuffled + TABLE, shuffled, TABLE);
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float between(float t, float a, float b)
{
    return a + t * (b - a);
}

static float along_direction(int hash, float x, float y, float z)
{
    const int h = hash & 15;
    const float u = h < 8 ? x : y;
    const float v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

static float noise3(float x, float y, float z)
{
    const float fx = floorf(x), fy = floorf(y), fz = floorf(z);
    const int ix = (int)fx & 255, iy = (int)fy & 255, iz = (int)fz & 255;
    const int jx = (ix + 1) & 255, jy = (iy + 1) & 255, jz = (iz + 1) & 255;
    x -= fx, y -= fy, z -= fz;
    const float s = fade(x), t = fade(y), r = fade(z);
    const int p00 = shuffled[iy + shuffled[iz]], p01 = shuffled[iy + shuffled[jz]];
    const int p10 = shuffled[jy + shuffled[iz]], p11 = shuffled[jy + shuffled[jz]];
    const float near_x = between(
        t, between(r, along_direction(shuffled[ix + p00], x, y, z), along_direction(shuffled[ix + p01], x, y, z - 1)),
        between(r, along_direction(shuffled[ix + p10], x, y - 1, z),
                along_direction(shuffled[ix + p11], x, y - 1, z - 1)));
    const float far_x = between(t,
                                between(r, along_direction(shuffled[jx + p00], x - 1, y, z),
                                        along_direction(shuffled[jx + p01], x - 1, y, z - 1)),
                                between(r, along_direction(shuffled[jx + p10], x - 1, y - 1, z),
                                        along_direction(shuffled[jx + p11], x - 1, y - 1, z - 1)));
    return 0.936f * between(s, near_x, far_x);
}

// ---------------------------------------------------------------------------------------------------------
// Composed noises

typedef struct plain_noise plain_noise;
typedef float (*noise_fn)(const plain_noise *noise, float seed, float x, float z);

struct plain_noise {
    noise_fn compute;
    int octaves, salt;
    const plain_noise *first, *second;
    float exponent, scale;
};

static float compute_basic(const plain_noise *noise, float seed, float x, float z)
{
    return noise3(x / 1.01f, z / 1.01f, seed + 32.0f * (float)noise->salt);
}

static float compute_octaves(const plain_noise *noise, float seed, float x, float z)
{
    float u = 1.0f, sum = 0.0f;
    for (int i = 0; i < noise->octaves; i++) {
        sum += noise3(x / 1.01f * u, z / 1.01f * u, seed + 32.0f * (float)noise->salt) / u;
        u *= 2.0f;
    }
    return sum;
}

static float compute_combined(const plain_noise *noise, float seed, float x, float z)
{
    return noise->first->compute(noise->first, seed, x + noise->second->compute(noise->second, seed, x, z), z);
}

static float signed_power(float value, float exponent)
{
    return copysignf(powf(fabsf(value), exponent), value);
}

static float compute_scaled(const plain_noise *noise, float seed, float x, float z)
{
    return signed_power(noise->first->compute(noise->first, seed, x * noise->scale, z * noise->scale), noise->exponent);
}

static plain_noise basic(int salt)
{
    return (plain_noise){.compute = compute_basic, .salt = salt};
}

static plain_noise octaves(int count, int salt)
{
    return (plain_noise){.compute = compute_octaves, .octaves = count, .salt = salt};
}

static plain_noise combined(const plain_noise *first, const plain_noise *second)
{
    return (plain_noise){.compute = compute_combined, .first = first, .second = second};
}

static plain_noise scaled(const plain_noise *first, float exponent, float scale)
{
    return (plain_noise){.compute = compute_scaled, .first = first, .exponent = exponent, .scale = scale};
}

// ---------------------------------------------------------------------------------------------------------
// Biomes

enum {
    OCEAN,
    RIVER,
    BEACH,
    DESERT,
    SAVANNA,
    JUNGLE,
    GRASSLAND,
    WOODLAND,
    FOREST,
    RAINFOREST,
    TAIGA,
    TUNDRA,
    ICE,
    MOUNTAIN
};
enum { AIR, STONE, DIRT, GRASS, PODZOL, SAND, SNOW, WATER };

typedef struct plain_biome {
    int top, under;
    float roughness, scale, exponent;
} plain_biome;

static const plain_biome biomes[] = {
    [OCEAN] = {SAND, SAND, 1.0f, 1.0f, 1.0f},      [RIVER] = {SAND, SAND, 1.0f, 1.0f, 1.0f},
    [BEACH] = {SAND, SAND, 0.2f, 0.8f, 1.3f},      [DESERT] = {SAND, SAND, 0.6f, 0.6f, 1.2f},
    [SAVANNA] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f},   [JUNGLE] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f},
    [GRASSLAND] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f}, [WOODLAND] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f},
    [FOREST] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f},    [RAINFOREST] = {GRASS, DIRT, 1.0f, 1.0f, 1.0f},
    [TAIGA] = {PODZOL, DIRT, 1.0f, 1.0f, 1.0f},    [TUNDRA] = {SNOW, STONE, 1.0f, 1.0f, 1.0f},
    [ICE] = {SNOW, STONE, 1.0f, 1.0f, 1.0f},       [MOUNTAIN] = {SNOW, STONE, 2.0f, 1.2f, 1.0f},
};

static int biome_of(float h, float m, float t, float n)
{
    static const float heat[] = {0.05f, 0.18f, 0.4f, 0.6f, 0.8f}, moisture[] = {0.2f, 0.3f, 0.5f, 0.6f, 0.7f};
    static const int table[6][6] = {
        {ICE, TUNDRA, GRASSLAND, DESERT, DESERT, DESERT},    {ICE, TUNDRA, GRASSLAND, GRASSLAND, DESERT, DESERT},
        {ICE, TUNDRA, WOODLAND, WOODLAND, SAVANNA, SAVANNA}, {ICE, TUNDRA, TAIGA, WOODLAND, SAVANNA, SAVANNA},
        {ICE, TUNDRA, TAIGA, FOREST, JUNGLE, JUNGLE},        {ICE, TUNDRA, TAIGA, TAIGA, JUNGLE, JUNGLE},
    };
    if (h <= 0.0f || n <= 0.0f) {
        return OCEAN;
    }
    if (h <= 0.005f) {
        return BEACH;
    }
    if (n >= 0.1f && n + h >= 0.2f) {
        return MOUNTAIN;
    }
    int row = 0, column = 0;
    while (row < 5 && m >= moisture[row]) {
        row++;
    }
    while (column < 5 && t >= heat[column]) {
        column++;
    }
    return table[row][column];
}

// ---------------------------------------------------------------------------------------------------------
// Chunks

typedef struct column_data {
    float raw, height;
    int biome;
} column_data;

typedef struct height_map {
    bool generated;
    column_data columns[LAYER];
    int64_t highest[LAYER];  // block that is set
} height_map;

typedef struct plain_chunk {
    int64_t x, y, z;  // of its first block
    height_map *map;
    int64_t count;
    bool dirty, empty;
    struct plain_chunk *below, *above;
    uint64_t *blocks;
} plain_chunk;

struct voxel_serial {
    float seed;
    int32_t columns, layers;
    int64_t first_column;  // along x
    int64_t filled;
    height_map map;
    plain_chunk chunks[];  // of a column, from the lowest
};

static column_data *data_at(height_map *map, int x, int z)
{
    x = x < 0 ? 0 : x >= SIDE ? SIDE - 1 : x;
    z = z < 0 ? 0 : z >= SIDE ? SIDE - 1 : z;
    return &map->columns[x * SIDE + z];
}

static void make_height_map(float seed, int64_t chunk_x, int64_t chunk_z, height_map *map)
{
    const plain_noise bs[] = {basic(0), basic(1), basic(2), basic(3), basic(4), basic(5)};
    const plain_noise os[] = {octaves(5, 0), octaves(5, 1), octaves(5, 2), octaves(5, 3), octaves(5, 4), octaves(5, 5)};
    const plain_noise cs[] = {combined(&bs[1], &bs[2]), combined(&bs[3], &bs[4]), combined(&os[3], &os[4]),
                              combined(&os[1], &os[2]), combined(&os[1], &os[3])};
    const plain_noise n_h = scaled(&os[0], 1.3f, 1.0f / 128.0f), n_m = scaled(&cs[0], 1.0f, 1.0f / 512.0f);
    const plain_noise n_t = scaled(&cs[1], 1.0f, 1.0f / 512.0f), n_r = scaled(&cs[2], 1.0f, 1.0f / 16.0f);
    const plain_noise n_n = scaled(&cs[3], 3.0f, 1.0f / 512.0f), n_p = scaled(&cs[4], 3.0f, 1.0f / 512.0f);
    for (int x = 0; x < SIDE; x++) {
        for (int z = 0; z < SIDE; z++) {
            const float wx = (float)(chunk_x + x), wz = (float)(chunk_z + z);
            float h = n_h.compute(&n_h, seed, wx, wz);
            const float m = n_m.compute(&n_m, seed, wx, wz) * 0.5f + 0.5f;
            float t = n_t.compute(&n_t, seed, wx, wz) * 0.5f + 0.5f;
            const float r = n_r.compute(&n_r, seed, wx, wz);
            float n = n_n.compute(&n_n, seed, wx, wz);
            const float p = n_p.compute(&n_p, seed, wx, wz);
            n += signed_power(p, (1.0f - n) * 3.0f);
            t -= 0.4f * n;
            t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
            const int id = biome_of(h, m, t, n);
            const plain_biome *biome = &biomes[id];
            h = signed_power(h, biome->exponent);
            *data_at(map, x, z) = (column_data){
                .raw = (h * 32.0f + n * 256.0f) * biome->scale + biome->roughness * r * 2.0f, .biome = id};
        }
    }
    for (int x = 0; x < SIDE; x++) {
        for (int z = 0; z < SIDE; z++) {
            float sum = data_at(map, x - 1, z - 1)->raw;
            sum += data_at(map, x + 1, z - 1)->raw;
            sum += data_at(map, x - 1, z + 1)->raw;
            sum += data_at(map, x + 1, z + 1)->raw;
            data_at(map, x, z)->height = 0.25f * sum;
        }
    }
    map->generated = true;
}

// Elsewhere in the source: a block may be set by anybody.
__attribute__((noinline)) static void set_block(plain_chunk *to, int x, int y, int z, uint64_t block)
{
    if (x < 0 || y < 0 || z < 0 || x >= SIDE || y >= SIDE || z >= SIDE) {
        return;
    }
    uint64_t *place = &to->blocks[x * LAYER + y * SIDE + z];
    const uint64_t before = *place;
    *place = (before & ~(uint64_t)0xffff) | block;
    to->count += (block != AIR) - ((before & 0xffff) != AIR);
    int64_t *highest = &to->map->highest[x * SIDE + z];
    if (block != AIR && to->y + y > *highest) {
        *highest = to->y + y;
    }
    to->empty = to->count == 0;
    to->dirty = true;
    if (y == 0 && to->below) {
        to->below->dirty = true;
    }
    if (y == SIDE - 1 && to->above) {
        to->above->dirty = true;
    }
}

static int block_at(int64_t y, int64_t height, const plain_biome *biome)
{
    if (y > height) {
        return y <= 0 ? WATER : AIR;
    }
    if (y == height) {
        return y > 48 ? SNOW : biome->top;
    }
    return y >= height - 3 ? biome->under : STONE;
}

static void make_chunk(float seed, plain_chunk *chunk)
{
    if (!chunk->map->generated) {
        make_height_map(seed, chunk->x, chunk->z, chunk->map);
    }
    for (int x = 0; x < SIDE; x++) {
        for (int z = 0; z < SIDE; z++) {
            const column_data data = *data_at(chunk->map, x, z);
            const int64_t height = (int64_t)data.height;
            for (int y = 0; y < SIDE; y++) {
                const int block = block_at(chunk->y + y, height, &biomes[data.biome]);
                if (block != AIR) {
                    set_block(chunk, x, y, z, (uint64_t)block);
                }
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------------
// The box

voxel_serial *voxel_serial_create(uint64_t seed, int32_t columns, int32_t layers, tr_error *err)
{
    voxel_serial *serial = calloc(1, sizeof *serial + (size_t)layers * sizeof *serial->chunks);
    if (!serial) {
        tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for %d chunks", (int)layers);
        return NULL;
    }
    serial->seed = (float)(seed % 1024);
    serial->columns = columns;
    serial->layers = layers;
    shuffle_table();
    return serial;
}

static void drop_column(voxel_serial *serial)
{
    for (int32_t y = 0; y < serial->layers; y++) {
        free(serial->chunks[y].blocks);
        serial->chunks[y].blocks = NULL;
    }
}

void voxel_serial_destroy(voxel_serial *serial)
{
    if (serial) {
        drop_column(serial);
    }
    free(serial);
}

static void open_column(voxel_serial *serial)
{
    serial->map.generated = false;
    for (int k = 0; k < LAYER; k++) {
        serial->map.highest[k] = INT64_MIN;
    }
}

// Every chunk has memory of its own, which a game would keep.
static bool run_column(voxel_serial *serial, int64_t x, int64_t z, tr_error *err)
{
    open_column(serial);
    for (int32_t y = 0; y < serial->layers; y++) {
        plain_chunk *made = &serial->chunks[y];
        *made = (plain_chunk){
            .x = x * SIDE, .y = (int64_t)(y - serial->layers / 2) * SIDE, .z = z * SIDE, .map = &serial->map};
        made->below = y > 0 ? made - 1 : NULL;
        made->above = y + 1 < serial->layers ? made + 1 : NULL;
        made->blocks = calloc(CHUNK, sizeof *made->blocks);
        if (!made->blocks) {
            return tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "no memory for a chunk of %zu bytes",
                           CHUNK * sizeof *made->blocks);
        }
        make_chunk(serial->seed, made);
        serial->filled += made->count;
    }
    return true;
}

bool voxel_serial_run(voxel_serial *serial, tr_error *err)
{
    serial->filled = 0;
    bool ok = true;
    for (int32_t i = 0; ok && i < serial->columns * serial->columns; i++) {
        ok = run_column(serial, serial->first_column + i % serial->columns, i / serial->columns, err);
        drop_column(serial);
    }
    serial->first_column += serial->columns;
    return ok;
}

int64_t voxel_serial_filled(const voxel_serial *serial)
{
    return serial->filled;
}
