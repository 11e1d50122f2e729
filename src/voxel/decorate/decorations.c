// What is rooted in a column, and the blocks of that in a chunk.
#include <string.h>

#include "base/integers.h"
#include "voxel/decorate/decoration_roots.h"
#include "voxel/decorate/decoration_shape.h"

// How far below its root a shape may reach: where the ground falls away, trunks and boulders follow it.
enum { DEEPEST = 8 };

typedef struct kind_def {
    int32_t reach;
    void (*draw)(const tr_canvas *canvas, uint16_t kind);
    int32_t (*height)(uint16_t kind, uint32_t variant);
} kind_def;

static const kind_def kinds[TR_DECORATION_SHAPES] = {
#define X(id, family, reach) {reach, tr_decoration_draw_##family, tr_decoration_height_##family},
    TR_DECORATION_LIST(X)
#undef X
};

#define X(id, family, reach) _Static_assert(reach <= TR_DECORATION_REACH, "a chunk asks only the columns around it");
TR_DECORATION_LIST(X)
#undef X

int32_t tr_decoration_reach(uint16_t kind)
{
    return kind < TR_DECORATION_SHAPES ? kinds[kind].reach : 0;
}

int32_t tr_decoration_height(uint16_t kind, uint32_t variant)
{
    return kind < TR_DECORATION_SHAPES ? kinds[kind].height(kind, variant) : 0;
}

bool tr_decoration_is_thick(uint16_t kind)
{
    return kind == TR_DECORATION_OLD_OAK || kind == TR_DECORATION_JUNGLE_GIANT;
}

void tr_decoration_list_add(tr_decoration_list *list, const tr_voxel_rules *rules, const tr_column *column,
                            const tr_decoration *request)
{
    if (list->count == TR_MAX_DECORATIONS) return;
    tr_decoration *decoration = &list->items[list->count];
    *decoration = *request;
    decoration->y = column->top[decoration->x + TR_VOXEL_SIDE * decoration->z] + 1;
    if (decoration->kind < TR_DECORATION_PLANT)
        decoration->height = (uint16_t)tr_decoration_height(decoration->kind, decoration->variant);
    if (decoration->y + decoration->height < rules->def.top) list->count++;
}

bool tr_decorations_root(const tr_voxel_rules *rules, tr_column *column, tr_error *err)
{
    tr_decoration_list list;
    list.count = 0;
    if (rules->def.preset == TR_VOXEL_CLASSIC)
        tr_decorations_root_classic(rules, column, &list);
    else
        tr_decorations_root_world(rules, column, &list);
    column->decorations = NULL;
    column->decoration_count = list.count;
    column->decorated_highest = column->highest;
    if (list.count == 0) return true;
    column->decorations = tr_alloc_array(rules->context, (size_t)list.count, sizeof *list.items, err);
    if (!column->decorations) {
        column->decoration_count = 0;
        return false;
    }
    memcpy(column->decorations, list.items, (size_t)list.count * sizeof *list.items);
    for (int32_t i = 0; i < list.count; i++) {
        const int32_t high = list.items[i].y + list.items[i].height;
        column->decorated_highest = tr_max_i32(column->decorated_highest, high);
    }
    return true;
}

static void draw(const tr_decoration *decoration, tr_canvas *canvas)
{
    canvas->variant = decoration->variant;
    if (decoration->kind < TR_DECORATION_PLANT)
        kinds[decoration->kind].draw(canvas, decoration->kind);
    else
        tr_canvas_post(canvas, 0, 0, decoration->height, 0, (tr_block_kind)(decoration->kind - TR_DECORATION_PLANT));
}

// Whether none of 0 .. 31 is within low .. high.
static bool is_outside(int32_t low, int32_t high)
{
    return high < 0 || low >= TR_VOXEL_SIDE;
}

void tr_decorations_put(const tr_voxel_rules *rules, const tr_column *const around[9], int32_t chunk_y,
                        uint8_t blocks[TR_VOXEL_COUNT])
{
    (void)rules;
    tr_canvas canvas = {.blocks = blocks, .top = around[4]->top, .base = chunk_y * TR_VOXEL_SIDE};
    for (int i = 0; i < 9; i++) {
        const tr_column *column = around[i];
        if (column->decorated_highest < canvas.base) continue;
        for (int32_t k = 0; k < column->decoration_count; k++) {
            const tr_decoration *decoration = &column->decorations[k];
            if (decoration->kind >= TR_DECORATION_PLANT && i != 4) break;
            const int32_t reach = tr_decoration_reach(decoration->kind);
            canvas.x = decoration->x + TR_VOXEL_SIDE * (i % 3 - 1);
            canvas.y = decoration->y - canvas.base;
            canvas.z = decoration->z + TR_VOXEL_SIDE * (i / 3 - 1);
            if (is_outside(canvas.y - (reach > 0 ? DEEPEST : 0), canvas.y + decoration->height) ||
                is_outside(canvas.x - reach, canvas.x + reach) || is_outside(canvas.z - reach, canvas.z + reach))
                continue;
            draw(decoration, &canvas);
        }
    }
}
