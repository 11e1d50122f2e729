// The edits of a scene that has no save: kept while it lives, so that chunks that were dropped come back with them.
#include <string.h>

#include "voxel/scene/scene.h"

static int compare(const tr_voxel_at *a, const tr_voxel_at *b)
{
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->z != b->z) return a->z < b->z ? -1 : 1;
    return (a->y > b->y) - (a->y < b->y);
}

// Where the overlay of a chunk is or would be.
static int32_t place_of(const tr_voxel_scene_overlays *overlays, const tr_voxel_at *chunk)
{
    int32_t low = 0, high = overlays->count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (compare(&overlays->items[middle].at, chunk) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

tr_voxel_scene_overlay *tr_voxel_scene_overlay_find(const tr_voxel_scene *scene, const tr_voxel_at *chunk)
{
    const tr_voxel_scene_overlays *overlays = &scene->overlays;
    const int32_t at = place_of(overlays, chunk);
    if (at == overlays->count || !tr_at_equal(&overlays->items[at].at, chunk)) return NULL;
    return &overlays->items[at];
}

static tr_voxel_scene_overlay *find_or_add(tr_voxel_scene *scene, const tr_voxel_at *chunk, tr_error *err)
{
    tr_voxel_scene_overlay *found = tr_voxel_scene_overlay_find(scene, chunk);
    if (found) return found;
    tr_voxel_scene_overlays *overlays = &scene->overlays;
    tr_voxel_scene_overlay *items =
        tr_voxel_scene_grow(scene, overlays->items, overlays->count, &overlays->capacity, sizeof *items, err);
    if (!items) return NULL;
    overlays->items = items;
    const int32_t at = place_of(overlays, chunk);
    memmove(&items[at + 1], &items[at], (size_t)(overlays->count - at) * sizeof *items);
    overlays->count++;
    items[at] = (tr_voxel_scene_overlay){.at = *chunk};
    return &items[at];
}

static bool put(tr_voxel_scene *scene, tr_voxel_scene_overlay *overlay, const tr_placed_block *edit, tr_error *err)
{
    int32_t low = 0, high = overlay->count;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (overlay->edits[middle].place < edit->place)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < overlay->count && overlay->edits[low].place == edit->place) {
        overlay->edits[low] = *edit;
        return true;
    }
    tr_placed_block *edits =
        tr_voxel_scene_grow(scene, overlay->edits, overlay->count, &overlay->capacity, sizeof *edits, err);
    if (!edits) return false;
    overlay->edits = edits;
    memmove(&edits[low + 1], &edits[low], (size_t)(overlay->count - low) * sizeof *edits);
    edits[low] = *edit;
    overlay->count++;
    return true;
}

bool tr_voxel_scene_overlay_put(tr_voxel_scene *scene, const tr_voxel_at *block, tr_block what, tr_error *err)
{
    const tr_voxel_at chunk = tr_chunk_of(block);
    tr_voxel_scene_overlay *overlay = find_or_add(scene, &chunk, err);
    return overlay && put(scene, overlay, &(tr_placed_block){tr_place_of(block), what}, err);
}

void tr_voxel_scene_overlay_end(tr_voxel_scene *scene)
{
    for (int32_t i = 0; i < scene->overlays.count; i++) {
        tr_voxel_scene_overlay *overlay = &scene->overlays.items[i];
        tr_voxel_scene_free_array(scene, overlay->edits, overlay->capacity, sizeof *overlay->edits);
    }
    tr_voxel_scene_free_array(scene, scene->overlays.items, scene->overlays.capacity, sizeof *scene->overlays.items);
}
