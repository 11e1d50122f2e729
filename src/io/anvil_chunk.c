// The layout of 1.18: sections of 16^3 blocks with a palette and indices in words of 64 bits, none of which straddles
// two.
#include "io/anvil_chunk.h"

#include <string.h>

#include "io/anvil_states.h"
#include "io/nbt_writer.h"

enum {
    SECTION_COUNT = TR_ANVIL_SIDE * TR_ANVIL_SIDE * TR_ANVIL_SIDE,
    MIN_BITS = 4,
    BIOME_CELLS = TR_ANVIL_SIDE / TR_ANVIL_BIOME_SIDE,
    BIOME_COUNT = BIOME_CELLS * BIOME_CELLS * BIOME_CELLS,
};

// The blocks of a section in the order of the format (x, then z, then y), as indices into those that occur.
typedef struct section {
    uint16_t indices[SECTION_COUNT];
    tr_block palette[256];
    int count;
} section;

static void read_section(section *out, const tr_block *blocks)
{
    out->count = 0;
    uint16_t *next = out->indices;
    for (int y = 0; y < TR_ANVIL_SIDE; y++)
        for (int z = 0; z < TR_ANVIL_SIDE; z++)
            for (int x = 0; x < TR_ANVIL_SIDE; x++) {
                const tr_block block = blocks[x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y];
                int index = 0;
                while (index < out->count && out->palette[index] != block) index++;
                if (index == out->count) out->palette[out->count++] = block;
                *next++ = (uint16_t)index;
            }
}

static void append_properties(tr_byte_list *out, const char *properties)
{
    tr_nbt_compound(out, "Properties");
    while (*properties) {
        char key[32], value[32];
        const size_t key_length = strcspn(properties, "="), value_length = strcspn(properties + key_length + 1, ",");
        memcpy(key, properties, key_length);
        key[key_length] = '\0';
        properties += key_length + 1;
        memcpy(value, properties, value_length);
        value[value_length] = '\0';
        properties += value_length + (properties[value_length] == ',');
        tr_nbt_string(out, key, value);
    }
    tr_nbt_end(out);
}

static void append_palette(tr_byte_list *out, const section *blocks)
{
    tr_nbt_list(out, "palette", TR_NBT_COMPOUND, (size_t)blocks->count);
    for (int i = 0; i < blocks->count; i++) {
        const tr_anvil_state state = tr_anvil_state_of(blocks->palette[i]);
        tr_nbt_string(out, "Name", state.name);
        if (state.properties) append_properties(out, state.properties);
        tr_nbt_end(out);
    }
}

// Bits that a number below `count` needs.
static int bits_of(int count)
{
    int bits = 0;
    while (count > 1 << bits) bits++;
    return bits;
}

static void append_blocks(tr_byte_list *out, const section *blocks)
{
    const int bits = bits_of(blocks->count);
    tr_nbt_compound(out, "block_states");
    append_palette(out, blocks);
    if (blocks->count > 1)
        tr_nbt_packed(out, "data", blocks->indices, SECTION_COUNT, bits < MIN_BITS ? MIN_BITS : bits);
    tr_nbt_end(out);
}

// The biomes of a chunk: those that occur and the cells of a section, which has the same in each of its layers.
typedef struct biome_cells {
    uint8_t palette[BIOME_COUNT];
    uint16_t indices[BIOME_COUNT];
    int count;
} biome_cells;

static void read_biomes(biome_cells *out, const tr_anvil_column *column, int64_t x, int64_t z)
{
    const uint8_t *corner = column->biomes + (x & 1) * BIOME_CELLS + (z & 1) * BIOME_CELLS * TR_ANVIL_BIOME_CELLS;
    out->count = 0;
    for (int i = 0; i < BIOME_COUNT; i++) {
        const uint8_t biome = corner[i % BIOME_CELLS + i / BIOME_CELLS % BIOME_CELLS * TR_ANVIL_BIOME_CELLS];
        int index = 0;
        while (index < out->count && out->palette[index] != biome) index++;
        if (index == out->count) out->palette[out->count++] = biome;
        out->indices[i] = (uint16_t)index;
    }
}

static void append_biomes(tr_byte_list *out, const biome_cells *biomes, const char *const *names)
{
    tr_nbt_compound(out, "biomes");
    tr_nbt_list(out, "palette", TR_NBT_STRING, (size_t)biomes->count);
    for (int i = 0; i < biomes->count; i++) tr_nbt_text(out, names[biomes->palette[i]]);
    if (biomes->count > 1) tr_nbt_packed(out, "data", biomes->indices, BIOME_COUNT, bits_of(biomes->count));
    tr_nbt_end(out);
}

// Half of the light of a section, four bits for each block in its order.
static void append_light(tr_byte_list *out, const char *name, const uint8_t *light, int shift)
{
    uint8_t halves[SECTION_COUNT / 2];
    for (int i = 0; i < SECTION_COUNT / 2; i++) {
        const int place = 2 * i;
        const uint8_t *pair = light + place % TR_ANVIL_SIDE + TR_VOXEL_SIDE * (place / TR_ANVIL_SIDE % TR_ANVIL_SIDE) +
                              TR_VOXEL_LAYER * (place / TR_ANVIL_SIDE / TR_ANVIL_SIDE);
        halves[i] = (uint8_t)((pair[0] >> shift & 15) | (pair[1] >> shift & 15) << 4);
    }
    tr_nbt_byte_array(out, name, halves, sizeof halves);
}

void tr_anvil_chunk_append(tr_byte_list *out, const tr_anvil_column *column, int64_t x, int64_t z)
{
    const int first_section = column->min_y / TR_ANVIL_SIDE, sections = column->height / TR_ANVIL_SIDE;
    const int corner = (int)(TR_ANVIL_SIDE * ((x & 1) + TR_VOXEL_SIDE * (z & 1)));
    biome_cells biomes;
    read_biomes(&biomes, column, x, z);
    tr_nbt_compound(out, "");
    tr_nbt_int(out, "DataVersion", TR_ANVIL_DATA_VERSION);
    tr_nbt_int(out, "xPos", x);
    tr_nbt_int(out, "yPos", first_section);
    tr_nbt_int(out, "zPos", z);
    tr_nbt_string(out, "Status", "full");
    tr_nbt_long(out, "LastUpdate", 0);
    tr_nbt_long(out, "InhabitedTime", 0);
    tr_nbt_byte(out, "isLightOn", column->light != NULL);
    tr_nbt_list(out, "block_entities", TR_NBT_COMPOUND, 0);
    tr_nbt_list(out, "block_ticks", TR_NBT_COMPOUND, 0);
    tr_nbt_list(out, "fluid_ticks", TR_NBT_COMPOUND, 0);
    tr_anvil_heightmaps_append(out, column, corner);
    tr_nbt_list(out, "sections", TR_NBT_COMPOUND, (size_t)sections);
    for (int i = 0; i < sections; i++) {
        const int start = corner + i * TR_ANVIL_SIDE * TR_VOXEL_LAYER;
        section blocks;
        read_section(&blocks, column->blocks + start);
        tr_nbt_byte(out, "Y", first_section + i);
        append_blocks(out, &blocks);
        append_biomes(out, &biomes, column->biome_names);
        if (column->light) {
            append_light(out, "SkyLight", column->light + start, 4);
            append_light(out, "BlockLight", column->light + start, 0);
        }
        tr_nbt_end(out);
    }
    tr_nbt_end(out);
}
