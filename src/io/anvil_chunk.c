// The layout of 1.18: sections of 16^3 blocks with a palette and indices in words of 64 bits, none of which straddles
// two.
#include "io/anvil_chunk.h"

#include <string.h>

#include "io/anvil_states.h"
#include "io/nbt_writer.h"

enum { SECTION_COUNT = TR_ANVIL_SIDE * TR_ANVIL_SIDE * TR_ANVIL_SIDE, LEAST_BITS = 4 };

// The blocks of a section in the order of the format (x, then z, then y), as indices into those that occur.
typedef struct section {
    uint8_t indices[SECTION_COUNT];
    tr_block palette[256];
    int count;
} section;

static void read_section(section *out, const tr_block *blocks)
{
    out->count = 0;
    uint8_t *next = out->indices;
    for (int y = 0; y < TR_ANVIL_SIDE; y++)
        for (int z = 0; z < TR_ANVIL_SIDE; z++)
            for (int x = 0; x < TR_ANVIL_SIDE; x++) {
                const tr_block block = blocks[x + TR_VOXEL_SIDE * z + TR_VOXEL_LAYER * y];
                int index = 0;
                while (index < out->count && out->palette[index] != block) index++;
                if (index == out->count) out->palette[out->count++] = block;
                *next++ = (uint8_t)index;
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

static void append_indices(tr_byte_list *out, const section *blocks)
{
    int bits = LEAST_BITS;
    while (blocks->count > 1 << bits) bits++;
    const int per_word = 64 / bits, words = (SECTION_COUNT + per_word - 1) / per_word;
    tr_nbt_long_array(out, "data", (size_t)words);
    for (int word = 0, next = 0; word < words; word++) {
        uint64_t packed = 0;
        for (int i = 0; i < per_word && next < SECTION_COUNT; i++, next++)
            packed |= (uint64_t)blocks->indices[next] << i * bits;
        tr_bytes_append_big(out, packed, 8);
    }
}

static void append_section(tr_byte_list *out, const section *blocks, int y)
{
    tr_nbt_byte(out, "Y", y);
    tr_nbt_compound(out, "block_states");
    append_palette(out, blocks);
    if (blocks->count > 1) append_indices(out, blocks);
    tr_nbt_end(out);
    tr_nbt_compound(out, "biomes");
    tr_nbt_list(out, "palette", TR_NBT_STRING, 1);
    tr_nbt_text(out, "minecraft:plains");
    tr_nbt_end(out);
    tr_nbt_end(out);
}

void tr_anvil_chunk_append(tr_byte_list *out, const tr_anvil_column *column, int64_t x, int64_t z)
{
    const int first_section = TR_ANVIL_LOWEST / TR_ANVIL_SIDE, sections = TR_ANVIL_HEIGHT / TR_ANVIL_SIDE;
    const tr_block *corner = column->blocks + TR_ANVIL_SIDE * ((x & 1) + TR_VOXEL_SIDE * (z & 1));
    tr_nbt_compound(out, "");
    tr_nbt_int(out, "DataVersion", TR_ANVIL_DATA_VERSION);
    tr_nbt_int(out, "xPos", x);
    tr_nbt_int(out, "yPos", first_section);
    tr_nbt_int(out, "zPos", z);
    tr_nbt_string(out, "Status", "full");
    tr_nbt_long(out, "LastUpdate", 0);
    tr_nbt_long(out, "InhabitedTime", 0);
    tr_nbt_byte(out, "isLightOn", 0);
    tr_nbt_list(out, "block_entities", TR_NBT_COMPOUND, 0);
    tr_nbt_compound(out, "Heightmaps");
    tr_nbt_end(out);
    tr_nbt_list(out, "sections", TR_NBT_COMPOUND, (size_t)sections);
    for (int i = 0; i < sections; i++) {
        section blocks;
        read_section(&blocks, corner + i * TR_ANVIL_SIDE * TR_VOXEL_LAYER);
        append_section(out, &blocks, first_section + i);
    }
    tr_nbt_end(out);
}
