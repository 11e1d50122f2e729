// Instances: which are drawn in a frame and how, by their size on the screen with a level of their model or as a
// picture of it; as they are seen, and the shadows they throw.
#include <epoxy/gl.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "render/renderer.h"

// Pictures are sorted by distance in steps of a fourth of its double, so that near ones hide far ones before those are
// shaded.
enum { STEPS_PER_DOUBLE = 4, NOT_DRAWN = -1 };

// How wide the ball around an instance must be on the screen for a level: a picture of the first level looks better
// than the later ones, whose facets are seen; they are for shadows, and for what a picture is too coarse for.
static const float level_px[TR_RENDER_MAX_MODEL_LEVELS - 1] = {84, 44, 22};
// Shadows are less than what throws them: texels that count as a pixel.
static const float texels_per_px = 4;

// ---------------------------------------------------------------------------------------------------------
// Resources

static bool reserve(tr_renderer *renderer, size_t count, tr_error *err)
{
    tr_instance_set *set = &renderer->instances;
    if (count <= set->capacity) return true;
    const size_t capacity = count + count / 2;
    tr_context *context = renderer->context;
    tr_instance_place *places = tr_alloc_array(context, capacity, sizeof *places, err);
    tr_instance_source *sources = places ? tr_alloc_array(context, capacity, sizeof *sources, err) : NULL;
    uint32_t *buckets = sources ? tr_alloc_array(context, capacity, sizeof *buckets, err) : NULL;
    if (!buckets || !tr_device_has_room(&renderer->device, capacity * sizeof *places, err)) {
        tr_free(context, places);
        tr_free(context, sources);
        tr_free(context, buckets);
        return false;
    }
    tr_free(context, set->places);
    tr_free(context, set->sources);
    tr_free(context, set->buckets);
    set->places = places;
    set->sources = sources;
    set->buckets = buckets;
    set->capacity = capacity;
    tr_buffer_reserve(&renderer->device, &set->buffer, capacity * sizeof *places);
    if (!set->picture_array) set->picture_array = tr_vertex_array_create(&renderer->device);
    return true;
}

bool tr_instances_upload(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    const tr_instances_part *from = &part->instances;
    tr_instances_resource *instances = &out->instances;
    *instances = (tr_instances_resource){.count = from->count, .ball = from->ball, .model = from->model_id};
    memcpy(instances->origin_m, from->origin_m, sizeof instances->origin_m);
    memcpy(instances->low, from->low, sizeof instances->low);
    memcpy(instances->high, from->high, sizeof instances->high);
    // A replaced set is counted until it is freed: room for both.
    if (!reserve(renderer, renderer->instances.total + from->count, err)) return false;
    instances->places = tr_alloc_array(renderer->context, from->count, sizeof *from->places, err);
    if (instances->places)
        instances->middles = tr_alloc_array(renderer->context, from->count, sizeof *instances->middles, err);
    if (!instances->middles) {
        tr_free(renderer->context, instances->places);
        return false;
    }
    if (from->count > 0) memcpy(instances->places, from->places, from->count * sizeof *from->places);
    for (size_t i = 0; i < from->count; i++) tr_instance_middle(&from->ball, &from->places[i], instances->middles[i]);
    renderer->instances.total += from->count;
    return true;
}

void tr_instances_free(tr_renderer *renderer, tr_resource *resource)
{
    renderer->instances.total -= resource->instances.count;
    tr_free(renderer->context, resource->instances.places);
    tr_free(renderer->context, resource->instances.middles);
}

void tr_instances_close(tr_renderer *renderer)
{
    tr_instance_set *set = &renderer->instances;
    tr_free(renderer->context, set->places);
    tr_free(renderer->context, set->sources);
    tr_free(renderer->context, set->buckets);
    tr_free(renderer->context, set->ranges);
    tr_free(renderer->context, set->models);
    tr_buffer_destroy(&renderer->device, &set->buffer);
    tr_vertex_array_destroy(&set->picture_array);
    tr_texture_destroy(&renderer->device, &set->colors);
    tr_texture_destroy(&renderer->device, &set->normals);
    tr_texture_destroy(&renderer->device, &set->drawn[0]);
    tr_texture_destroy(&renderer->device, &set->drawn[1]);
    tr_texture_destroy(&renderer->device, &set->drawn_depth);
    const unsigned framebuffers[2] = {set->drawn_framebuffer, set->layer_framebuffer};
    glDeleteFramebuffers(2, framebuffers);
}

tr_instance_source tr_instances_source(const tr_renderer *renderer, uint32_t sorted_index)
{
    return renderer->instances.sources[sorted_index];
}

// ---------------------------------------------------------------------------------------------------------
// Sets of a frame

static bool is_drawn(const tr_renderer *renderer, const tr_resource *resource)
{
    return resource && resource->kind == TR_RENDER_INSTANCES && resource->instances.count > 0 &&
           tr_renderer_shows(renderer, resource);
}

static void box_of(const tr_frame *frame, const tr_instances_resource *set, float low[3], float high[3])
{
    memcpy(low, set->low, sizeof set->low);
    memcpy(high, set->high, sizeof set->high);
    tr_frame_box(frame, set->origin_m, low, high);
}

// The middle of the ball around a copy, relative to the eye, as the Earth curves; and its radius.
static float ball_of(const tr_instances_resource *set, size_t index, const float offset[3], float middle[3])
{
    const tr_instance_place *place = &set->places[index];
    const float x = place->at[0] + offset[0], z = place->at[2] + offset[2];
    for (int axis = 0; axis < 3; axis++) middle[axis] = set->middles[index][axis] + offset[axis];
    middle[1] -= (x * x + z * z) / (float)(2 * TR_CAMERA_EARTH_M);
    return place->scale * set->ball.radius_m;
}

float tr_instances_nearest_m(const tr_frame *frame)
{
    float nearest_m = INFINITY;
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++) {
        const tr_resource *resource = frame->renderer->slots[i];
        if (!is_drawn(frame->renderer, resource)) continue;
        const tr_instances_resource *set = &resource->instances;
        float low[3], high[3], offset[3];
        box_of(frame, set, low, high);
        if (tr_camera_box_distance_m(low, high) >= nearest_m) continue;
        tr_frame_offset(frame, set->origin_m, offset);
        for (size_t k = 0; k < set->count; k++) {
            float middle[3];
            const float radius_m = ball_of(set, k, offset, middle);
            const float distance_m = sqrtf(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
            nearest_m = fminf(nearest_m, fmaxf(distance_m - radius_m, 0));
        }
    }
    return nearest_m;
}

float tr_instances_cover(const tr_frame *frame)
{
    // A crown is about this wide in the ball around its tree.
    const float crown = 0.55f, min_m = 3;
    float sum = 0;
    for (uint32_t i = 0; i < frame->renderer->slot_count; i++) {
        const tr_resource *resource = frame->renderer->slots[i];
        if (!is_drawn(frame->renderer, resource)) continue;
        const tr_instances_resource *set = &resource->instances;
        float low[3], high[3], offset[3];
        box_of(frame, set, low, high);
        const float x = fmaxf(fmaxf(low[0], -high[0]), 0), z = fmaxf(fmaxf(low[2], -high[2]), 0);
        const float max_m = fmaxf(high[1], min_m) + (high[1] - low[1]);
        if (high[1] < 1 || x * x + z * z > max_m * max_m) continue;
        tr_frame_offset(frame, set->origin_m, offset);
        for (size_t k = 0; k < set->count; k++) {
            float middle[3];
            const float radius_m = crown * ball_of(set, k, offset, middle);
            const float above_m = middle[1] + radius_m, reach_m = fmaxf(above_m, min_m) + radius_m;
            if (above_m < 1 || middle[0] * middle[0] + middle[2] * middle[2] > reach_m * reach_m) continue;
            sum += radius_m * radius_m / (reach_m * reach_m);
        }
    }
    return 1 - expf(-sum);
}

// ---------------------------------------------------------------------------------------------------------
// Sorting: the levels of each model, then steps of distance

// Who looks: the camera, or the sun at a square of shadows.
typedef struct looker {
    const tr_frame *frame;
    bool mirror;
    bool sun;
    float radius_m, inner_radius_m;  // of the square, and of the next smaller one; 0: there is none
} looker;

typedef struct sight {
    float size_px;  // not drawn: 0
    float distance_m;
} sight;

// What is smaller than a pixel is left out the more the smaller it is, instead of flickering.
static bool is_lost(const tr_renderer *renderer, float size_px, size_t index)
{
    const float whole_px = renderer->limits.whole_px;
    const uint32_t hash = (uint32_t)index * 2654435761u;
    return size_px < whole_px && (float)(hash >> 8) / 16777216 > size_px / whole_px;
}

static sight seen_by_camera(const looker *who, const float middle[3], float radius_m)
{
    const tr_frame *frame = who->frame;
    float low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = middle[axis] - radius_m;
        high[axis] = middle[axis] + radius_m;
    }
    if (who->mirror) {
        low[1] = -middle[1] - 2 * frame->block.eye[1] - radius_m;
        high[1] = -middle[1] - 2 * frame->block.eye[1] + radius_m;
    }
    if (!tr_camera_sees_box(&frame->frustum, low, high)) return (sight){0};
    const float distance_m = sqrtf(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
    return (sight){2 * radius_m * frame->px_per_radian / fmaxf(distance_m, 1e-3f), distance_m};
}

// How far from the middle of the squares, across the rays of the sun.
static float off_middle(const tr_view_block *block, const float at[3])
{
    float across = 0, along = 0;
    for (int axis = 0; axis < 3; axis++) {
        across += block->shade_right[axis] * (at[axis] - block->shade_middle[axis]);
        along += block->shade_up[axis] * (at[axis] - block->shade_middle[axis]);
    }
    return fmaxf(fabsf(across), fabsf(along));
}

// Those that throw shadows in a square, but not wholly in the next smaller one.
static sight seen_by_sun(const looker *who, const float middle[3], float radius_m)
{
    const float off_m = off_middle(&who->frame->block, middle);
    // A little of the smaller square is drawn too: its outermost texels are read from here.
    if (off_m > who->radius_m + radius_m || off_m + radius_m < 0.95f * who->inner_radius_m) return (sight){0};
    return (sight){radius_m * (float)who->frame->renderer->limits.shade_side / (texels_per_px * who->radius_m), 1};
}

static bool may_see_set(const looker *who, const tr_instances_resource *set)
{
    float low[3], high[3], middle[3], radius2 = 0;
    box_of(who->frame, set, low, high);
    if (who->sun) {
        for (int axis = 0; axis < 3; axis++) {
            middle[axis] = 0.5f * (low[axis] + high[axis]);
            radius2 += 0.25f * (high[axis] - low[axis]) * (high[axis] - low[axis]);
        }
        return off_middle(&who->frame->block, middle) <= who->radius_m + sqrtf(radius2);
    }
    if (who->mirror) {
        const float lower = -high[1] - 2 * who->frame->block.eye[1];
        high[1] = -low[1] - 2 * who->frame->block.eye[1];
        low[1] = lower;
        // The drop with the distance is not mirrored.
        low[1] -= 2 * (high[1] - low[1]);
    }
    return tr_camera_sees_box(&who->frame->frustum, low, high);
}

static uint32_t bucket_of(const looker *who, const tr_resource *model, const sight *seen, size_t index)
{
    const tr_renderer *renderer = who->frame->renderer;
    if (!(seen->size_px > 0) || is_lost(renderer, seen->size_px, index)) return (uint32_t)NOT_DRAWN;
    if (seen->size_px >= renderer->limits.mesh_px) {
        int level = 0;
        while (level + 1 < model->model.level_count && seen->size_px < level_px[level]) level++;
        return (uint32_t)(model->model.layer * TR_RENDER_MAX_MODEL_LEVELS + level);
    }
    const float step = STEPS_PER_DOUBLE * log2f(fmaxf(seen->distance_m, 1));
    const int last = TR_DISTANCE_STEPS - 1;
    return (uint32_t)(renderer->instances.layer_count * TR_RENDER_MAX_MODEL_LEVELS +
                      (step < (float)last ? (int)step : last));
}

// A picture stands around the middle of the ball, with its radius.
static tr_instance_place placed(const tr_instances_resource *set, size_t index, const float offset[3], bool picture,
                                int layer)
{
    tr_instance_place out = set->places[index];
    if (picture) {
        memcpy(out.at, set->middles[index], sizeof out.at);
        out.scale = fmaxf(out.scale * set->ball.radius_m, 1e-6f) * (float)TR_IMPOSTOR_MARGIN;
    }
    for (int axis = 0; axis < 3; axis++) out.at[axis] += offset[axis];
    out.layer = (uint16_t)layer;
    return out;
}

// Counts what goes into which bucket. Returns how many instances were looked at.
static size_t count_buckets(const looker *who, tr_instance_set *out)
{
    const tr_renderer *renderer = who->frame->renderer;
    size_t looked_at = 0;
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *resource = renderer->slots[i];
        if (!is_drawn(renderer, resource) || !may_see_set(who, &resource->instances)) continue;
        const tr_instances_resource *set = &resource->instances;
        const tr_resource *model = tr_renderer_find(renderer, set->model);
        float offset[3], middle[3];
        tr_frame_offset(who->frame, set->origin_m, offset);
        for (size_t k = 0; k < set->count; k++) {
            const float radius_m = ball_of(set, k, offset, middle);
            const sight seen = who->sun ? seen_by_sun(who, middle, radius_m) : seen_by_camera(who, middle, radius_m);
            const uint32_t bucket = bucket_of(who, model, &seen, k);
            out->buckets[looked_at++] = bucket;
            if (bucket != (uint32_t)NOT_DRAWN) out->ranges[bucket].count++;
        }
    }
    return looked_at;
}

static void fill_buckets(const looker *who, tr_instance_set *out)
{
    const tr_renderer *renderer = who->frame->renderer;
    const uint32_t first_picture = (uint32_t)(out->layer_count * TR_RENDER_MAX_MODEL_LEVELS);
    size_t looked_at = 0;
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *resource = renderer->slots[i];
        if (!is_drawn(renderer, resource) || !may_see_set(who, &resource->instances)) continue;
        const tr_instances_resource *set = &resource->instances;
        const int layer = tr_renderer_find(renderer, set->model)->model.layer;
        float offset[3];
        tr_frame_offset(who->frame, set->origin_m, offset);
        for (size_t k = 0; k < set->count; k++) {
            const uint32_t bucket = out->buckets[looked_at++];
            if (bucket == (uint32_t)NOT_DRAWN) continue;
            tr_instance_range *range = &out->ranges[bucket];
            const uint32_t at = range->first + range->count++;
            out->places[at] = placed(set, k, offset, bucket >= first_picture, layer);
            out->sources[at] = (tr_instance_source){resource->id.id, (uint32_t)k};
        }
    }
}

static void sort_instances(const looker *who)
{
    tr_instance_set *out = &who->frame->renderer->instances;
    const size_t mesh_buckets = (size_t)out->layer_count * TR_RENDER_MAX_MODEL_LEVELS,
                 buckets = mesh_buckets + TR_DISTANCE_STEPS;
    out->count = 0;
    out->pictures = (tr_instance_range){0};
    memset(out->ranges, 0, buckets * sizeof *out->ranges);
    if (count_buckets(who, out) == 0) return;
    for (size_t i = 0; i < buckets; i++) {
        out->ranges[i].first = (uint32_t)out->count;
        out->count += out->ranges[i].count;
        out->ranges[i].count = 0;
    }
    fill_buckets(who, out);
    out->pictures.first = out->ranges[mesh_buckets].first;
    out->pictures.count = (uint32_t)out->count - out->pictures.first;
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

static void set_attributes(const tr_instance_set *set, uint32_t first, bool picture)
{
    static const tr_attribute attributes[] = {
        {TR_AT_INSTANCE_PLACE, 4, TR_FORM_FLOAT, offsetof(tr_instance_place, at)},
        {TR_AT_INSTANCE_TURN, 4, TR_FORM_SNORM16, offsetof(tr_instance_place, rotation)},
        {TR_AT_INSTANCE_TINT, 3, TR_FORM_UNORM8, offsetof(tr_instance_place, tint)},
        {TR_AT_INSTANCE_LIGHT, 2, TR_FORM_UNORM8, offsetof(tr_instance_place, light)},
        {TR_AT_INSTANCE_LAYER, 1, TR_FORM_UINT16, offsetof(tr_instance_place, layer)},
    };
    tr_attributes_set(&set->buffer, attributes, picture ? 5 : 4, sizeof(tr_instance_place), first, 1);
}

static void draw_meshes(const tr_frame *frame, const tr_program *program)
{
    const tr_instance_set *set = &frame->renderer->instances;
    for (int i = 0; i < set->layer_count; i++) {
        if (!set->models[i]) continue;
        const tr_model_resource *model = &set->models[i]->model;
        for (int level = 0; level < model->level_count; level++) {
            const tr_instance_range *range = &set->ranges[i * TR_RENDER_MAX_MODEL_LEVELS + level];
            if (range->count == 0 || model->level_indices[level] == 0) continue;
            glUniform2i(program->pick_what, -1, (GLint)range->first);
            glBindVertexArray(model->array);
            set_attributes(set, range->first, false);
            glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)model->level_indices[level], GL_UNSIGNED_INT,
                                    (const void *)((uintptr_t)model->first_index[level] * sizeof(uint32_t)),
                                    (GLsizei)range->count);
            tr_frame_count_draw(frame);
        }
    }
}

static void draw_sorted(const tr_frame *frame, tr_program_id mesh_id, tr_program_id picture_id, float radius_m)
{
    const tr_instance_set *set = &frame->renderer->instances;
    if (set->count == 0) return;
    tr_buffer_stream(&set->buffer, set->places, set->count * sizeof *set->places);
    if (set->pictures.first > 0) {
        const tr_program *meshes = tr_frame_use(frame, mesh_id);
        glUniform1f(meshes->shade_radius, radius_m);
        draw_meshes(frame, meshes);
    }
    if (set->pictures.count == 0) return;
    const tr_program *pictures = tr_frame_use(frame, picture_id);
    glUniform1f(pictures->shade_radius, radius_m);
    glUniform2i(pictures->pick_what, -1, (GLint)set->pictures.first);
    tr_texture_bind(TR_UNIT_IMPOSTOR_COLOR, &set->colors);
    tr_texture_bind(TR_UNIT_IMPOSTOR_NORMAL, &set->normals);
    glBindVertexArray(set->picture_array);
    set_attributes(set, set->pictures.first, true);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)set->pictures.count);
    tr_frame_count_draw(frame);
}

static void count_drawn(const tr_renderer *renderer, tr_renderer_stats *stats)
{
    const tr_instance_set *set = &renderer->instances;
    stats->instances_as_pictures += set->pictures.count;
    for (int i = 0; i < set->layer_count * TR_RENDER_MAX_MODEL_LEVELS; i++)
        stats->instances_as_meshes[i % TR_RENDER_MAX_MODEL_LEVELS] += set->ranges[i].count;
}

void tr_instances_draw(tr_frame *frame, tr_drawn_part part)
{
    static const tr_program_id programs[][2] = {{TR_PROGRAM_INSTANCE, TR_PROGRAM_IMPOSTOR},
                                                {TR_PROGRAM_INSTANCE_MIRROR, TR_PROGRAM_IMPOSTOR_MIRROR},
                                                {TR_PROGRAM_PICK_INSTANCE, TR_PROGRAM_PICK_IMPOSTOR}};
    if (frame->renderer->instances.total == 0 || frame->renderer->instances.layer_count == 0) return;
    const looker who = {.frame = frame, .mirror = part == TR_DRAWN_MIRROR};
    sort_instances(&who);
    draw_sorted(frame, programs[part][0], programs[part][1], 1);
    if (part == TR_DRAWN_SEEN) count_drawn(frame->renderer, &frame->renderer->device.stats);
}

void tr_instances_draw_shade(tr_frame *frame, int square)
{
    if (frame->renderer->instances.total == 0 || frame->renderer->instances.layer_count == 0) return;
    const tr_shade_map *shade = &frame->renderer->shade;
    const looker who = {.frame = frame,
                        .sun = true,
                        .radius_m = tr_shade_radius_m(shade, square),
                        .inner_radius_m = square > 0 ? tr_shade_radius_m(shade, square - 1) : 0};
    sort_instances(&who);
    draw_sorted(frame, TR_PROGRAM_INSTANCE_SHADE, TR_PROGRAM_IMPOSTOR_SHADE, who.radius_m);
}
