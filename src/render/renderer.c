// The renderer: how it begins and ends, and its resources.
#include "render/renderer.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

#include "base/os.h"
#include "render/call.h"
#include "render/detail.h"

enum {
    // A handle is the generation of a slot above its number + 1, so that one that is gone is not taken for a later one.
    SLOT_BITS = 18,
    SLOT_MASK = (1 << SLOT_BITS) - 1,
    GENERATIONS = 1 << (32 - SLOT_BITS),
    FIRST_SLOTS = 64,
};

// ---------------------------------------------------------------------------------------------------------
// Calls from outside

bool tr_render_enter(tr_renderer *renderer, tr_gl_entry *entry, tr_error *err)
{
    const bool entered = tr_gl_enter(&renderer->gl, entry);
    if (!entered || !tr_gl_is_current(&renderer->gl)) {
        tr_gl_leave(&renderer->gl, entry);
        return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL context of the renderer is not current on this thread");
    }
    if (renderer->calls++ > 0 || !renderer->def.host_context) return true;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &renderer->host_draw);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &renderer->host_read);
    glGetIntegerv(GL_VIEWPORT, renderer->host_viewport);
    return true;
}

void tr_render_leave(tr_renderer *renderer, const tr_gl_entry *entry)
{
    if (--renderer->calls == 0 && renderer->def.host_context) {
        const int *viewport = renderer->host_viewport;
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)renderer->host_draw);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)renderer->host_read);
        glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
    }
    tr_gl_leave(&renderer->gl, entry);
}

// ---------------------------------------------------------------------------------------------------------
// Beginning and end

static tr_quality_limits limits_of(tr_render_quality quality)
{
    static const tr_quality_limits limits[TR_QUALITY_COUNT] = {
        [TR_QUALITY_LOW] =
            {.low = true, .impostor_side = 48, .large_stride = 6, .band_cells = 6, .whole_px = 12, .mesh_px = 64},
        [TR_QUALITY_MEDIUM] = {.shade_squares = 2,
                               .shade_side = 1024,
                               .impostor_side = 64,
                               .large_stride = 2,
                               .band_cells = 40,
                               .whole_px = 1.6f,
                               .mesh_px = 48},
        [TR_QUALITY_HIGH] = {.shade_squares = 3,
                             .shade_side = 2048,
                             .mirror = true,
                             .impostor_side = 96,
                             .large_stride = 2,
                             .band_cells = 40,
                             .whole_px = 1.2f,
                             .mesh_px = 48},
        [TR_QUALITY_PICTURE] = {.shade_squares = TR_SHADE_MAX_SQUARES,
                                .shade_side = 2048,
                                .mirror = true,
                                .impostor_side = 96,
                                .large_stride = 2,
                                .band_cells = 40,
                                .whole_px = 1.2f,
                                .mesh_px = 48},
    };
    return limits[quality];
}

// Samples per pixel as a rectangle: 4 is 2 x 2, 6 is 2 x 3, 8 is 2 x 4; a prime number is a column.
static void split_samples(int samples, int out[2])
{
    out[0] = samples >= 4 && samples % 2 == 0 ? 2 : 1;
    out[1] = samples / out[0];
}

static bool open_gl(tr_renderer *renderer, tr_gl_entry *entry, tr_error *err)
{
    const tr_renderer_def *def = &renderer->def;
    if (def->host_context) {
        *entry = (tr_gl_entry){0};
        return tr_gl_adopt_current(TR_GL_33_CORE, &renderer->gl, err);
    }
    if (def->api == TR_RENDER_API_GLES3) return tr_gl_open_entered(TR_GLES_30, &renderer->gl, entry, err);
    if (tr_gl_open_entered(TR_GL_33_CORE, &renderer->gl, entry, err)) return true;
    tr_error second = {0};
    return def->api == TR_RENDER_API_AUTO && tr_gl_open_entered(TR_GLES_30, &renderer->gl, entry, &second);
}

static bool create_detail(tr_renderer *renderer, tr_error *err)
{
    const size_t texel_bytes = (size_t)4 * TR_DETAIL_SIDE * TR_DETAIL_SIDE;
    uint8_t *texels = tr_alloc(renderer->context, texel_bytes + TR_DETAIL_SCRATCH * sizeof(float), err);
    if (!texels) return false;
    tr_detail_fill(texels, (float *)(void *)(texels + texel_bytes));
    const tr_texture_def def = {.format = TR_FORMAT_RGBA8,
                                .width = TR_DETAIL_SIDE,
                                .height = TR_DETAIL_SIDE,
                                .filter = TR_FILTER_MIPS,
                                .repeat = true,
                                .texels = texels};
    renderer->detail = tr_texture_create(&renderer->device, &def);
    tr_free(renderer->context, texels);
    return true;
}

bool tr_render_need_environment(tr_renderer *renderer, tr_error *err)
{
    if (renderer->sky) return true;
    const tr_environment_def def = tr_default_environment_def();
    tr_render_part *part = tr_render_part_environment(renderer->context, &def, err);
    const bool done = part && tr_renderer_set_environment(renderer, part, err);
    tr_render_part_destroy(part);
    return done;
}

static bool set_up(tr_renderer *renderer, tr_error *err)
{
    static const tr_program_id whole[] = {TR_PROGRAM_COMPOSE, TR_PROGRAM_COUNT},
                               low[] = {TR_PROGRAM_LOW_SKY, TR_PROGRAM_LOW_SEA, TR_PROGRAM_COUNT};
    static const tr_program_id host[] = {TR_PROGRAM_COPY, TR_PROGRAM_COUNT};
    renderer->device.clip_control = !renderer->marks.no_clip_control;
    if (!tr_device_open(&renderer->device, err) ||
        !tr_renderer_need(renderer, renderer->limits.low ? low : whole, err) ||
        (renderer->def.host_context && !tr_renderer_need(renderer, host, err))) {
        return false;
    }
    tr_gl_describe(&renderer->info);
    renderer->info.state = TR_GPU_READY;
    renderer->block_buffer = tr_buffer_create(&renderer->device, NULL, sizeof(tr_view_block));
    renderer->empty_array = tr_vertex_array_create(&renderer->device);
    tr_ground_open(renderer);
    return create_detail(renderer, err) && tr_shade_open(renderer, err) && tr_device_check(err);
}

static bool check_def(const tr_renderer_def *def, tr_error *err)
{
    const tr_limited_number numbers[] = {
        {"the quality of the renderer", def->quality, 0, TR_QUALITY_COUNT - 1},
        {"the API of the renderer", def->api, 0, TR_RENDER_API_COUNT - 1},
        {"the number of samples", def->samples, 1, 8},
    };
    if (!tr_check_numbers(numbers, sizeof numbers / sizeof *numbers, err)) return false;
    if (def->host_context && def->api != TR_RENDER_API_AUTO)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the host's context is what it is: its API cannot be asked for");
    return true;
}

tr_renderer *tr_renderer_create_marked(tr_context *context, const tr_renderer_def *def, const tr_render_marks *marks,
                                       tr_error *err)
{
    assert(context && def && def->cookie == tr_default_renderer_def().cookie);
    if (!check_def(def, err)) return NULL;
    tr_renderer *renderer = tr_alloc(context, sizeof *renderer, err);
    if (!renderer) return NULL;
    *renderer = (tr_renderer){.context = context, .def = *def, .marks = *marks, .limits = limits_of(def->quality)};
    renderer->device =
        (tr_device){.context = context, .budget_bytes = def->budget_bytes, .nearest_mips = renderer->limits.low};
    split_samples(renderer->limits.low ? 1 : def->samples, renderer->samples);
    tr_gl_entry opened, entry;
    if (!open_gl(renderer, &opened, err)) {
        tr_free(context, renderer);
        return NULL;
    }
    bool ready = tr_render_enter(renderer, &entry, err);
    if (ready) {
        ready = set_up(renderer, err);
        tr_render_leave(renderer, &entry);
    }
    tr_gl_leave(&renderer->gl, &opened);
    if (ready) return renderer;
    tr_renderer_destroy(renderer);
    return NULL;
}

tr_renderer *tr_renderer_create(tr_context *context, const tr_renderer_def *def, tr_error *err)
{
    const tr_render_marks marks = {0};
    return tr_renderer_create_marked(context, def, &marks, err);
}

static void free_resource(tr_renderer *renderer, tr_resource *resource);

static void take_down(tr_renderer *renderer)
{
    for (uint32_t i = 0; i < renderer->slot_count; i++)
        if (renderer->slots[i]) free_resource(renderer, renderer->slots[i]);
    for (int i = 0; i < TR_PROGRAM_COUNT; i++) tr_program_destroy(&renderer->programs[i]);
    tr_texture_destroy(&renderer->device, &renderer->sky_air);
    tr_texture_destroy(&renderer->device, &renderer->sky_haze);
    tr_texture_destroy(&renderer->device, &renderer->sky_horizon);
    tr_texture_destroy(&renderer->device, &renderer->detail);
    tr_texture_destroy(&renderer->device, &renderer->block_texture);
    tr_buffer_destroy(&renderer->device, &renderer->block_buffer);
    tr_vertex_array_destroy(&renderer->empty_array);
    tr_ground_close(renderer);
    tr_instances_close(renderer);
    tr_shade_close(renderer);
    tr_render_free_targets(renderer);
}

void tr_renderer_destroy(tr_renderer *renderer)
{
    if (!renderer) return;
    tr_gl_entry entry;
    tr_error unused;
    // Without its context the driver frees everything with that; memory must still be given back.
    const bool entered = tr_render_enter(renderer, &entry, &unused);
    if (!entered) tr_log(renderer->context, TR_LOG_WARNING, "a renderer ends without its GL context being current");
    take_down(renderer);
    if (entered) tr_render_leave(renderer, &entry);
    tr_gl_close(&renderer->gl);
    tr_free(renderer->context, renderer->sky);
    for (uint32_t i = 0; i < renderer->slot_count; i++) tr_free(renderer->context, renderer->slots[i]);
    tr_free(renderer->context, renderer->slots);
    tr_free(renderer->context, renderer->generations);
    tr_free(renderer->context, renderer);
}

tr_gpu_info tr_renderer_gpu_info(const tr_renderer *renderer)
{
    return renderer->info;
}

bool tr_renderer_need(tr_renderer *renderer, const tr_program_id *programs, tr_error *err)
{
    for (; *programs != TR_PROGRAM_COUNT; programs++)
        if (!tr_program_need(&renderer->device, *programs, renderer->limits.low, &renderer->programs[*programs], err))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// Handles

tr_resource *tr_renderer_find(const tr_renderer *renderer, tr_render_id id)
{
    const uint32_t slot = (id.id & SLOT_MASK) - 1;
    if (id.id == 0 || slot >= renderer->slot_count) return NULL;
    tr_resource *resource = renderer->slots[slot];
    return resource && resource->id.id == id.id ? resource : NULL;
}

static bool is_there(const tr_renderer *renderer, tr_render_id id, tr_render_kind kind)
{
    const tr_resource *resource = tr_renderer_find(renderer, id);
    return resource && resource->kind == kind;
}

// Whether what a resource refers to is there.
static bool is_complete(const tr_renderer *renderer, const tr_resource *resource)
{
    switch (resource->kind) {
    case TR_RENDER_MESH:
        return resource->mesh.image.id == 0 || is_there(renderer, resource->mesh.image, TR_RENDER_IMAGE);
    case TR_RENDER_TILES:
        return resource->tiles.image.id == 0 || is_there(renderer, resource->tiles.image, TR_RENDER_IMAGE);
    case TR_RENDER_INSTANCES: return is_there(renderer, resource->instances.model, TR_RENDER_MODEL);
    default: return true;
    }
}

bool tr_renderer_shows(const tr_renderer *renderer, const tr_resource *resource)
{
    return resource->visible && is_complete(renderer, resource);
}

static bool grow_slots(tr_renderer *renderer, tr_error *err)
{
    const uint32_t capacity = renderer->slot_capacity > 0 ? 2 * renderer->slot_capacity : FIRST_SLOTS;
    if (capacity > SLOT_MASK)
        return tr_fail(err, TR_ERROR_TOO_LARGE, "the renderer has %u resources", (unsigned)renderer->slot_capacity);
    tr_resource **slots = tr_alloc_array(renderer->context, capacity, sizeof *slots, err);
    if (!slots) return false;
    uint16_t *generations = tr_alloc_array(renderer->context, capacity, sizeof *generations, err);
    if (!generations) {
        tr_free(renderer->context, slots);
        return false;
    }
    if (renderer->slot_count > 0) {
        memcpy(slots, renderer->slots, renderer->slot_count * sizeof *slots);
        memcpy(generations, renderer->generations, renderer->slot_count * sizeof *generations);
    }
    tr_free(renderer->context, renderer->slots);
    tr_free(renderer->context, renderer->generations);
    renderer->slots = slots;
    renderer->generations = generations;
    renderer->slot_capacity = capacity;
    return true;
}

// A slot that is free, or a new one; UINT32_MAX when there is no memory.
static uint32_t find_slot(tr_renderer *renderer, tr_error *err)
{
    for (uint32_t i = 0; i < renderer->slot_count; i++)
        if (!renderer->slots[i] && renderer->generations[i] + 1 < GENERATIONS) return i;
    if (renderer->slot_count == renderer->slot_capacity && !grow_slots(renderer, err)) return UINT32_MAX;
    renderer->slots[renderer->slot_count] = NULL;
    renderer->generations[renderer->slot_count] = 0;
    return renderer->slot_count++;
}

// ---------------------------------------------------------------------------------------------------------
// Resources

static bool upload_image(tr_renderer *renderer, const tr_render_part *part, tr_resource *out, tr_error *err)
{
    const tr_image_part *from = &part->image;
    const tr_texture_def def = {.format = TR_FORMAT_SRGB8_ALPHA8,
                                .width = from->width,
                                .height = from->height,
                                .filter = from->smooth ? TR_FILTER_MIPS : TR_FILTER_NEAREST,
                                .repeat = from->repeat,
                                .texels = from->pixels};
    if (from->width > renderer->device.max_side || from->height > renderer->device.max_side)
        return tr_fail(err, TR_ERROR_GPU_FAILED, "the image has %d x %d pixels; the driver takes %d", (int)from->width,
                       (int)from->height, renderer->device.max_side);
    if (!tr_device_has_room(&renderer->device, tr_texture_bytes(&def), err)) return false;
    out->image = tr_texture_create(&renderer->device, &def);
    out->device_bytes = out->image.bytes;
    return true;
}

static bool upload(tr_renderer *renderer, const tr_render_part *part, const tr_resource *replaced, tr_resource *out,
                   tr_error *err)
{
    switch (part->kind) {
    case TR_RENDER_GROUND: return tr_ground_upload(renderer, part, replaced, out, err);
    case TR_RENDER_MESH: return tr_mesh_upload(renderer, part, out, err);
    case TR_RENDER_MODEL: return tr_model_upload(renderer, part, out, err);
    case TR_RENDER_INSTANCES: return tr_instances_upload(renderer, part, out, err);
    case TR_RENDER_BLOCKS: return tr_blocks_upload(renderer, part, out, err);
    case TR_RENDER_IMAGE: return upload_image(renderer, part, out, err);
    case TR_RENDER_TILES: return tr_tiles_upload(renderer, part, out, err);
    case TR_RENDER_LINES: return tr_lines_upload(renderer, part, out, err);
    default:
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a part of kind %s is not a resource",
                       tr_render_kind_name(part->kind));
    }
}

static void free_resource(tr_renderer *renderer, tr_resource *resource)
{
    switch (resource->kind) {
    case TR_RENDER_GROUND: tr_ground_free(renderer, resource); break;
    case TR_RENDER_MESH: tr_mesh_free(renderer, resource); break;
    case TR_RENDER_MODEL: tr_model_free(renderer, resource); break;
    case TR_RENDER_INSTANCES: tr_instances_free(renderer, resource); break;
    case TR_RENDER_BLOCKS: tr_blocks_free(renderer, resource); break;
    case TR_RENDER_IMAGE: tr_texture_destroy(&renderer->device, &resource->image); break;
    case TR_RENDER_TILES: tr_tiles_free(renderer, resource); break;
    case TR_RENDER_LINES: tr_lines_free(renderer, resource); break;
    default: break;
    }
}

static bool check_part(const tr_render_part *part, tr_error *err)
{
    return !part->trimmed ||
           tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a part of kind %s was trimmed: it cannot be added",
                   tr_render_kind_name(part->kind));
}

// Uploads under the driver's eyes. On its failure what was uploaded is freed again.
static bool upload_checked(tr_renderer *renderer, const tr_render_part *part, const tr_resource *replaced,
                           tr_resource *out, tr_error *err)
{
    const int64_t begin_ns = tr_os_now_ns();
    if (!upload(renderer, part, replaced, out, err)) return false;
    const bool done = tr_device_check(err);
    if (!done) free_resource(renderer, out);
    renderer->upload_s += (double)(tr_os_now_ns() - begin_ns) * 1e-9;
    if (!done) return false;
    renderer->device.stats.uploads++;
    renderer->device.stats.uploaded_bytes += out->device_bytes;
    return true;
}

// What has to know that a resource came, changed or went.
static void settle(tr_renderer *renderer, tr_resource *resource, tr_render_kind kind)
{
    if (kind == TR_RENDER_GROUND) tr_ground_arrange(renderer);
    if (kind == TR_RENDER_MODEL && resource) tr_model_settle(renderer, resource);
}

static tr_render_id add_resource(tr_renderer *renderer, const tr_render_part *part, tr_error *err)
{
    const uint32_t slot = find_slot(renderer, err);
    if (slot == UINT32_MAX) return (tr_render_id){0};
    tr_resource *resource = tr_alloc(renderer->context, sizeof *resource, err);
    if (!resource) return (tr_render_id){0};
    *resource = (tr_resource){.kind = part->kind, .visible = true, .uploads = 1};
    if (!upload_checked(renderer, part, NULL, resource, err)) {
        tr_free(renderer->context, resource);
        return (tr_render_id){0};
    }
    resource->id.id = slot + 1 + ((uint32_t)renderer->generations[slot] << SLOT_BITS);
    resource->age = renderer->next_age++;
    renderer->slots[slot] = resource;
    renderer->device.stats.resources++;
    settle(renderer, resource, part->kind);
    return resource->id;
}

tr_render_id tr_renderer_add(tr_renderer *renderer, const tr_render_part *part, tr_error *err)
{
    tr_gl_entry entry;
    if (!check_part(part, err) || !tr_render_enter(renderer, &entry, err)) return (tr_render_id){0};
    const tr_render_id id = add_resource(renderer, part, err);
    tr_render_leave(renderer, &entry);
    return id;
}

static bool replace_resource(tr_renderer *renderer, tr_resource *resource, const tr_render_part *part, tr_error *err)
{
    tr_resource fresh = *resource;
    if (!upload_checked(renderer, part, resource, &fresh, err)) return false;
    tr_resource old = *resource;
    fresh.uploads++;
    *resource = fresh;
    if (part->kind == TR_RENDER_MODEL) renderer->instances.models[old.model.layer] = NULL;
    free_resource(renderer, &old);
    settle(renderer, resource, part->kind);
    return true;
}

bool tr_renderer_replace(tr_renderer *renderer, tr_render_id id, const tr_render_part *part, tr_error *err)
{
    tr_resource *resource = tr_renderer_find(renderer, id);
    if (!resource) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "there is no resource %u", (unsigned)id.id);
    if (resource->kind != part->kind)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a part of kind %s cannot replace one of kind %s",
                       tr_render_kind_name(part->kind), tr_render_kind_name(resource->kind));
    tr_gl_entry entry;
    if (!check_part(part, err) || !tr_render_enter(renderer, &entry, err)) return false;
    const bool done = replace_resource(renderer, resource, part, err);
    tr_render_leave(renderer, &entry);
    return done;
}

void tr_renderer_drop(tr_renderer *renderer, tr_render_id id)
{
    tr_resource *resource = tr_renderer_find(renderer, id);
    if (!resource) return;
    tr_gl_entry entry;
    tr_error unused;
    const bool entered = tr_render_enter(renderer, &entry, &unused);
    assert(entered);
    (void)entered;
    const tr_render_kind kind = resource->kind;
    const uint32_t slot = (id.id & SLOT_MASK) - 1;
    free_resource(renderer, resource);
    renderer->slots[slot] = NULL;
    renderer->generations[slot]++;
    renderer->device.stats.resources--;
    tr_free(renderer->context, resource);
    settle(renderer, NULL, kind);
    tr_render_leave(renderer, &entry);
}

void tr_renderer_set_visible(tr_renderer *renderer, tr_render_id id, bool visible)
{
    tr_resource *resource = tr_renderer_find(renderer, id);
    if (!resource || resource->visible == visible) return;
    resource->visible = visible;
    if (resource->kind == TR_RENDER_GROUND) tr_ground_arrange(renderer);
}

void tr_renderer_place_tiles(tr_renderer *renderer, tr_render_id id, const double offset_px[2], double scale)
{
    tr_resource *resource = tr_renderer_find(renderer, id);
    if (!resource || resource->kind != TR_RENDER_TILES) return;
    assert(scale > 0);
    memcpy(resource->tiles.offset_px, offset_px, sizeof resource->tiles.offset_px);
    resource->tiles.scale = scale;
}

tr_render_resource_info tr_renderer_resource_info(const tr_renderer *renderer, tr_render_id id)
{
    const tr_resource *resource = tr_renderer_find(renderer, id);
    if (!resource) return (tr_render_resource_info){0};
    return (tr_render_resource_info){.kind = resource->kind,
                                     .state = is_complete(renderer, resource) ? TR_RENDER_READY : TR_RENDER_INCOMPLETE,
                                     .visible = resource->visible,
                                     .device_bytes = resource->device_bytes,
                                     .uploads = resource->uploads};
}

// ---------------------------------------------------------------------------------------------------------
// The environment

static tr_texture create_sky_table(tr_renderer *renderer, int width, int height, const void *texels)
{
    const tr_texture_def def = {.format = TR_FORMAT_RGBA16F,
                                .width = width,
                                .height = height,
                                .filter = TR_FILTER_LINEAR,
                                .texels = texels,
                                .floats = true};
    return tr_texture_create(&renderer->device, &def);
}

bool tr_renderer_set_environment(tr_renderer *renderer, const tr_render_part *environment, tr_error *err)
{
    if (environment->kind != TR_RENDER_ENVIRONMENT)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "a part of kind %s is not an environment",
                       tr_render_kind_name(environment->kind));
    if (!check_part(environment, err)) return false;
    if (!renderer->sky) renderer->sky = tr_alloc(renderer->context, sizeof *renderer->sky, err);
    tr_gl_entry entry;
    if (!renderer->sky || !tr_render_enter(renderer, &entry, err)) return false;
    *renderer->sky = *environment->environment.sky;
    renderer->environment = environment->environment.def;
    tr_texture_destroy(&renderer->device, &renderer->sky_air);
    tr_texture_destroy(&renderer->device, &renderer->sky_haze);
    tr_texture_destroy(&renderer->device, &renderer->sky_horizon);
    renderer->sky_air = create_sky_table(renderer, TR_SKY_WIDTH, TR_SKY_HEIGHT, renderer->sky->rayleigh);
    renderer->sky_haze = create_sky_table(renderer, TR_SKY_WIDTH, TR_SKY_HEIGHT, renderer->sky->mie);
    renderer->sky_horizon = create_sky_table(renderer, TR_SKY_HORIZON, 1, renderer->sky->horizon);
    for (uint32_t i = 0; renderer->limits.low && i < renderer->slot_count; i++) {
        if (renderer->slots[i] && renderer->slots[i]->kind == TR_RENDER_GROUND)
            tr_ground_bake(renderer, renderer->slots[i]);
    }
    const bool done = tr_device_check(err);
    tr_render_leave(renderer, &entry);
    return done;
}

tr_renderer_stats tr_renderer_statistics(const tr_renderer *renderer)
{
    return renderer->device.stats;
}
