#include "light_reference.h"

#include <stdlib.h>
#include <string.h>

typedef struct cell {
    int x, y, z;
} cell;

static size_t at(const light_reference *piece, int x, int y, int z)
{
    return (size_t)x + (size_t)piece->size[0] * ((size_t)z + (size_t)piece->size[2] * (size_t)y);
}

static bool passes(tr_block block)
{
    return tr_block_info_of(block)->shape != TR_SHAPE_CUBE;
}

static bool scatters(tr_block block)
{
    const tr_block_shape shape = tr_block_info_of(block)->shape;
    return shape == TR_SHAPE_LEAVES || shape == TR_SHAPE_LIQUID;
}

// Full light down every column until something holds it up.
static void light_columns(const light_reference *piece, uint8_t *values)
{
    for (int z = 0; z < piece->size[2]; z++)
        for (int x = 0; x < piece->size[0]; x++) {
            if (!piece->open[x + piece->size[0] * z]) continue;
            for (int y = piece->size[1] - 1; y >= 0; y--) {
                const tr_block block = piece->blocks[at(piece, x, y, z)];
                if (!passes(block) || scatters(block)) break;
                values[at(piece, x, y, z)] = TR_LIGHT_MAX;
            }
        }
}

static void spread(const light_reference *piece, uint8_t *values)
{
    const size_t count = (size_t)piece->size[0] * (size_t)piece->size[1] * (size_t)piece->size[2];
    cell *queue = malloc(count * TR_LIGHT_MAX * sizeof *queue);
    size_t head = 0, tail = 0;
    for (int y = 0; y < piece->size[1]; y++)
        for (int z = 0; z < piece->size[2]; z++)
            for (int x = 0; x < piece->size[0]; x++)
                if (values[at(piece, x, y, z)] > 1) queue[tail++] = (cell){x, y, z};
    while (head < tail) {
        const cell from = queue[head++];
        const int light = values[at(piece, from.x, from.y, from.z)];
        for (int side = 0; side < 6; side++) {
            const int step = side % 2 ? 1 : -1;
            const cell to = {from.x + (side / 2 == 0 ? step : 0), from.y + (side / 2 == 1 ? step : 0),
                             from.z + (side / 2 == 2 ? step : 0)};
            if (to.x < 0 || to.y < 0 || to.z < 0 || to.x >= piece->size[0] || to.y >= piece->size[1] ||
                to.z >= piece->size[2])
                continue;
            const size_t place = at(piece, to.x, to.y, to.z);
            if (!passes(piece->blocks[place]) || values[place] >= light - 1) continue;
            values[place] = (uint8_t)(light - 1);
            if (light > 2) queue[tail++] = to;
        }
    }
    free(queue);
}

void light_reference_fill(const light_reference *piece)
{
    const size_t count = (size_t)piece->size[0] * (size_t)piece->size[1] * (size_t)piece->size[2];
    uint8_t *values = malloc(count);
    memset(piece->light, 0, count * sizeof *piece->light);
    for (int channel = 0; channel < 4; channel++) {
        memset(values, 0, count);
        if (channel == 0)
            light_columns(piece, values);
        else
            for (size_t i = 0; i < count; i++) values[i] = tr_block_info_of(piece->blocks[i])->light[channel - 1];
        spread(piece, values);
        for (size_t i = 0; i < count; i++)
            piece->light[i] = (tr_light)(piece->light[i] | values[i] << (TR_LIGHT_SKY_SHIFT - 4 * channel));
    }
    free(values);
}
