// The format is that of Luanti's doc/world_format.md, in big endian. What that says of the flag 0x08 is not what the
// server does: it means that a block is not generated yet.
#include "io/luanti_block.h"

#include <string.h>

#include "io/luanti_nodes.h"

enum {
    LIGHTING_COMPLETE = 0xffff,
    NO_TIMESTAMP = -1,
    CONTENT_WIDTH = 2,
    PARAMS_WIDTH = 2,
    TIMER_BYTES = 10,
};

// Numbers of the names that occur in a map block, in the order of their first node.
typedef struct name_numbers {
    const char *names[256];
    int count;
    uint8_t of_block[UINT16_MAX + 1];  // the number + 1; 0: none yet
} name_numbers;

static int number_of(name_numbers *numbers, tr_block block)
{
    if (numbers->of_block[block]) return numbers->of_block[block] - 1;
    const char *name = tr_luanti_node(block);
    int number = 0;
    while (number < numbers->count && strcmp(numbers->names[number], name) != 0) number++;
    if (number == numbers->count) numbers->names[numbers->count++] = name;
    numbers->of_block[block] = (uint8_t)(number + 1);
    return number;
}

static void append_names(tr_byte_list *out, const name_numbers *numbers)
{
    tr_bytes_append_big(out, 0, 1);  // version of the list
    tr_bytes_append_big(out, (uint64_t)numbers->count, 2);
    for (int i = 0; i < numbers->count; i++) {
        const size_t length = strlen(numbers->names[i]);
        tr_bytes_append_big(out, (uint64_t)i, 2);
        tr_bytes_append_big(out, length, 2);
        tr_bytes_append(out, numbers->names[i], length);
    }
}

static void append_nodes(tr_byte_list *out, const tr_luanti_nodes *nodes, name_numbers *numbers)
{
    tr_bytes_append_big(out, CONTENT_WIDTH, 1);
    tr_bytes_append_big(out, PARAMS_WIDTH, 1);
    for (int i = 0; i < TR_LUANTI_COUNT; i++)
        tr_bytes_append_big(out, (uint64_t)number_of(numbers, nodes->blocks[i]), 2);
    tr_bytes_append(out, nodes->light, sizeof nodes->light);
    for (int i = 0; i < TR_LUANTI_COUNT; i++) tr_bytes_append_big(out, nodes->blocks[i] >> TR_BLOCK_LEVEL_SHIFT, 1);
}

void tr_luanti_block_append(tr_byte_list *out, const tr_luanti_nodes *nodes)
{
    name_numbers numbers = {.count = 0};
    for (int i = 0; i < TR_LUANTI_COUNT; i++) number_of(&numbers, nodes->blocks[i]);
    tr_bytes_append_big(out, 0, 1);  // flags: generated, lit, not underground
    tr_bytes_append_big(out, LIGHTING_COMPLETE, 2);
    tr_bytes_append_big(out, (uint32_t)NO_TIMESTAMP, 4);
    append_names(out, &numbers);
    append_nodes(out, nodes, &numbers);
    tr_bytes_append_big(out, 0, 1);  // no metadata
    tr_bytes_append_big(out, 0, 1);  // version of the list of objects,
    tr_bytes_append_big(out, 0, 2);  // which is empty
    tr_bytes_append_big(out, TIMER_BYTES, 1);
    tr_bytes_append_big(out, 0, 2);  // no timers
}

int64_t tr_luanti_block_key(int64_t x, int64_t y, int64_t z)
{
    return z * (1 << 24) + y * (1 << 12) + x;
}
