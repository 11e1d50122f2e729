// A frame: targets, numbers for the shaders, and the order in which everything is drawn.
#include <assert.h>
#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

#include "base/os.h"
#include "render/call.h"

// Near things that may be seen at all, and the nearest place of the near plane where depth has fewer bits.
static const float min_near_m = 0.25f, max_near_m = 100;

// ---------------------------------------------------------------------------------------------------------
// What the kinds use

void tr_frame_step(tr_frame *frame, tr_render_step step)
{
    if (frame->renderer->def.time_parts) glFinish();
    const int64_t now_ns = tr_os_now_ns();
    frame->renderer->device.stats.step_s[step] += (double)(now_ns - frame->mark_ns) * 1e-9;
    frame->mark_ns = now_ns;
}

void tr_frame_send_block(const tr_frame *frame)
{
    glBindBuffer(GL_UNIFORM_BUFFER, frame->renderer->block_buffer.name);
    glBufferData(GL_UNIFORM_BUFFER, sizeof frame->block, &frame->block, GL_STREAM_DRAW);
}

void tr_frame_offset(const tr_frame *frame, const double origin_m[3], float out[3])
{
    for (int axis = 0; axis < 3; axis++) out[axis] = (float)(origin_m[axis] - frame->camera.eye[axis]);
}

void tr_frame_box(const tr_frame *frame, const double origin_m[3], float low[3], float high[3])
{
    double far2 = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double offset = origin_m[axis] - frame->camera.eye[axis];
        low[axis] = (float)(offset + (double)low[axis]);
        high[axis] = (float)(offset + (double)high[axis]);
        const double reach = fmax(fabs((double)low[axis]), fabs((double)high[axis]));
        if (axis != 1) far2 += reach * reach;
    }
    low[1] -= (float)tr_camera_earth_drop_m(sqrt(far2));
}

const tr_program *tr_frame_use(const tr_frame *frame, tr_program_id id)
{
    const tr_program *program = &frame->renderer->programs[id];
    glUseProgram(program->name);
    return program;
}

void tr_frame_count_draw(const tr_frame *frame)
{
    frame->renderer->device.stats.draw_calls++;
}

// ---------------------------------------------------------------------------------------------------------
// Targets

static void free_target(tr_renderer *renderer, tr_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    tr_texture_destroy(&renderer->device, &target->color);
    tr_texture_destroy(&renderer->device, &target->depth);
    *target = (tr_target){0};
}

void tr_render_free_targets(tr_renderer *renderer)
{
    tr_target *targets[] = {&renderer->seen, &renderer->mirror, &renderer->water, &renderer->picture, &renderer->pick};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) free_target(renderer, targets[i]);
    glDeleteFramebuffers(1, &renderer->sky_framebuffer);
    renderer->sky_framebuffer = 0;
}

typedef struct target_def {
    const char *what;
    int width, height;
    bool color, depth;
    tr_texture_format format;
    tr_texture_filter filter;
} target_def;

static bool create_target(tr_renderer *renderer, const target_def *def, tr_target *out, tr_error *err)
{
    const tr_texture_def color = {
        .format = def->format, .width = def->width, .height = def->height, .filter = def->filter};
    const tr_texture_def depth = {.format = TR_FORMAT_DEPTH32F, .width = def->width, .height = def->height};
    const uint64_t bytes = (def->color ? tr_texture_bytes(&color) : 0) + (def->depth ? tr_texture_bytes(&depth) : 0);
    if (!tr_device_has_room(&renderer->device, bytes, err)) return false;
    *out = (tr_target){.width = def->width, .height = def->height};
    if (def->color) out->color = tr_texture_create(&renderer->device, &color);
    if (def->depth) out->depth = tr_texture_create(&renderer->device, &depth);
    out->framebuffer = tr_framebuffer_create(&renderer->device);
    glBindFramebuffer(GL_FRAMEBUFFER, out->framebuffer);
    if (def->color) glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, out->color.name, 0);
    if (def->depth) glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, out->depth.name, 0);
    if (!def->color) {
        const GLenum nothing = GL_NONE;
        glDrawBuffers(1, &nothing);
        glReadBuffer(GL_NONE);
    }
    return tr_framebuffer_check(def->what, err);
}

static bool create_low_targets(tr_renderer *renderer, const target_def *picture, tr_error *err)
{
    target_def def = *picture;
    def.depth = true;
    if (!create_target(renderer, &def, &renderer->picture, err)) return false;
    renderer->sky_framebuffer = tr_framebuffer_create(&renderer->device);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->sky_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, renderer->picture.color.name, 0);
    return tr_framebuffer_check("the sky", err);
}

// Large pictures are drawn in tiles. The mirror is seen through waves: half the pixels along each side are enough.
static bool create_targets(tr_renderer *renderer, tr_error *err)
{
    const int width = renderer->tile_width * renderer->samples[0],
              height = renderer->tile_height * renderer->samples[1];
    const target_def picture = {"a picture", renderer->width, renderer->height, true,
                                false,       TR_FORMAT_RGBA8, TR_FILTER_NEAREST};
    if (renderer->limits.low) return create_low_targets(renderer, &picture, err);
    const target_def seen = {"the ground", width, height, true, true, TR_FORMAT_RGBA16F, TR_FILTER_LINEAR};
    const target_def water = {"water", width, height, false, true, TR_FORMAT_RGBA8, TR_FILTER_NEAREST};
    const target_def mirror = {
        "the mirror",    (renderer->tile_width + 1) / 2, (renderer->tile_height + 1) / 2, true, true, TR_FORMAT_RGBA16F,
        TR_FILTER_LINEAR};
    return create_target(renderer, &picture, &renderer->picture, err) &&
           create_target(renderer, &seen, &renderer->seen, err) &&
           create_target(renderer, &water, &renderer->water, err) &&
           (!renderer->limits.mirror || create_target(renderer, &mirror, &renderer->mirror, err));
}

static bool prepare_targets(tr_renderer *renderer, const tr_render_target_def *target, tr_error *err)
{
    enum { TILE_PX = 2560 };
    if (renderer->picture.framebuffer && renderer->width == target->width && renderer->height == target->height)
        return true;
    tr_render_free_targets(renderer);
    renderer->has_frame = renderer->has_own_frame = false;
    const int limit = renderer->marks.max_tile_px > 0 ? renderer->marks.max_tile_px : TILE_PX;
    const int max = renderer->device.max_side, side = limit < max && !renderer->limits.low ? limit : max;
    if (target->width > max || target->height > max)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the picture has %d x %d pixels; the driver takes %d",
                       (int)target->width, (int)target->height, max);
    renderer->width = target->width;
    renderer->height = target->height;
    const int tile[2] = {side / renderer->samples[0], side / renderer->samples[1]};
    renderer->tile_width = tile[0] < target->width ? tile[0] : target->width;
    renderer->tile_height = tile[1] < target->height ? tile[1] : target->height;
    if (create_targets(renderer, err)) return true;
    tr_render_free_targets(renderer);
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Numbers

static double wrap(double value, double period)
{
    return value - floor(value / period) * period;
}

static void set3(float out[4], const float in[3], double last)
{
    memcpy(out, in, 3 * sizeof *in);
    out[3] = (float)last;
}

static bool has_instances(const tr_renderer *renderer)
{
    for (uint32_t i = 0; i < renderer->slot_count; i++) {
        const tr_resource *resource = renderer->slots[i];
        if (resource && resource->kind == TR_RENDER_INSTANCES && resource->instances.count > 0 &&
            tr_renderer_shows(renderer, resource)) {
            return true;
        }
    }
    return false;
}

void tr_frame_fill_light(const tr_renderer *renderer, tr_view_block *block)
{
    const tr_sky *sky = renderer->sky;
    float sun[3];
    tr_camera_sky_direction(renderer->environment.sun_azimuth_deg, renderer->environment.sun_elevation_deg, sun);
    set3(block->sun, sun, 0);
    set3(block->sunlight, sky->sun, 1);
    set3(block->ambient, sky->ambient, (double)sky->fog_haze);
    set3(block->air, sky->fog_air, 0);
}

static void fill_sky(tr_frame *frame)
{
    const tr_renderer *renderer = frame->renderer;
    tr_view_block *block = &frame->block;
    tr_frame_fill_light(renderer, block);
    block->sun[3] = 2 / (frame->camera.focal[1] * (float)renderer->height * (float)renderer->samples[1]);
    // An eye in the wood is used to its light.
    const float wider = 1 + 2.2f * tr_instances_cover(frame);
    block->sunlight[3] = wider * tr_sky_exposure(&renderer->environment, renderer->sky, frame->camera.forward);
}

void tr_frame_begin(tr_renderer *renderer, tr_frame *frame)
{
    *frame = (tr_frame){.renderer = renderer, .begin_ns = tr_os_now_ns()};
    frame->mark_ns = frame->begin_ns;
    frame->camera = tr_camera_of(&renderer->camera, renderer->width, renderer->height);
    const tr_camera *camera = &frame->camera;
    const tr_environment_def *environment = &renderer->environment;
    tr_view_block *block = &frame->block;
    frame->px_per_radian = 0.5f * camera->focal[1] * (float)renderer->height;
    set3(block->right, camera->right, (double)camera->focal[0]);
    set3(block->up, camera->up, (double)camera->focal[1]);
    set3(block->forward, camera->forward, TR_CAMERA_NEAR_M);
    const double eye[4] = {wrap(camera->eye[0], TR_DETAIL_PERIOD_M), camera->eye[1] - environment->sea_level_m,
                           wrap(camera->eye[2], TR_DETAIL_PERIOD_M), 1 / (2 * TR_CAMERA_EARTH_M)};
    for (int i = 0; i < 4; i++) block->eye[i] = (float)eye[i];
    fill_sky(frame);
    frame->has_mirror = renderer->limits.mirror && environment->sea && camera->eye[1] > environment->sea_level_m;
    frame->has_water = tr_ground_has_water(renderer) || tr_blocks_have_water(renderer);
    const float sea[4] = {(float)environment->sea_level_m, environment->sea, renderer->marks.coverage,
                          frame->has_mirror};
    memcpy(block->sea, sea, sizeof sea);
    block->place[2] = frame->has_water;
    // Leaves let some light through.
    block->place[3] = has_instances(renderer) ? 0.15f : 0;
    block->size[2] = (float)renderer->samples[0];
    block->size[3] = (float)renderer->samples[1];
    block->picture[0] = (float)renderer->width;
    block->picture[1] = (float)renderer->height;
    const bool zero_to_one = renderer->device.clip_control;
    block->clip[0] = zero_to_one ? 1 : 2;
    block->clip[1] = zero_to_one ? 0 : -1;
    // Waves go with a light wind.
    block->clip[2] = (float)wrap(1.3 * renderer->time_s, TR_DETAIL_PERIOD_M);
    block->clip[3] = (float)wrap(0.7 * renderer->time_s, TR_DETAIL_PERIOD_M);
}

void tr_frame_set_tile(tr_frame *frame, const tr_tile_place *place)
{
    const tr_camera_tile tile = tr_camera_tile_of(place);
    const float numbers[4] = {tile.scale[0], tile.scale[1], tile.shift[0], tile.shift[1]};
    memcpy(frame->block.tile, numbers, sizeof numbers);
    frame->frustum = tr_camera_frustum_of(&frame->camera, &tile);
    frame->block.size[0] = (float)place->width;
    frame->block.size[1] = (float)place->height;
    frame->block.place[0] = (float)place->x;
    frame->block.place[1] = (float)(place->picture_height - place->y - place->height);
}

// Without clip control depths have 24 bits: the near plane moves out as far as nothing is cut.
static void choose_near(tr_frame *frame)
{
    const tr_renderer *renderer = frame->renderer;
    if (renderer->device.clip_control) return;
    const tr_tile_place whole = {0, 0, renderer->width, renderer->height, renderer->width, renderer->height};
    tr_frame_set_tile(frame, &whole);
    const float nearest_m = fminf(fminf(tr_ground_nearest_m(frame), tr_mesh_nearest_m(frame)),
                                  fminf(tr_instances_nearest_m(frame), tr_blocks_nearest_m(frame)));
    frame->block.forward[3] = fminf(fmaxf(0.5f * nearest_m, min_near_m), max_near_m);
}

// ---------------------------------------------------------------------------------------------------------
// Passes

static void begin_target(const tr_target *target)
{
    const float nothing[4] = {0, 0, 0, 0}, far_away = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
    if (target->color.name) glClearBufferfv(GL_COLOR, 0, nothing);
    glClearBufferfv(GL_DEPTH, 0, &far_away);
    glEnable(GL_DEPTH_TEST);
}

static void draw_world(tr_frame *frame)
{
    tr_ground_draw(frame, TR_DRAWN_SEEN);
    tr_frame_step(frame, TR_STEP_GROUND);
    tr_mesh_draw(frame, TR_DRAWN_SEEN);
    tr_frame_step(frame, TR_STEP_MESHES);
    tr_instances_draw(frame, TR_DRAWN_SEEN);
    tr_frame_step(frame, TR_STEP_INSTANCES);
    tr_blocks_draw(frame, TR_DRAWN_SEEN);
    tr_frame_step(frame, TR_STEP_BLOCKS);
}

static void draw_mirror(tr_frame *frame)
{
    frame->block.air[3] = 1;
    tr_frame_send_block(frame);
    begin_target(&frame->renderer->mirror);
    tr_ground_draw(frame, TR_DRAWN_MIRROR);
    tr_mesh_draw(frame, TR_DRAWN_MIRROR);
    tr_instances_draw(frame, TR_DRAWN_MIRROR);
    tr_blocks_draw(frame, TR_DRAWN_MIRROR);
    frame->block.air[3] = 0;
    tr_frame_send_block(frame);
    tr_frame_step(frame, TR_STEP_MIRROR);
}

// The surfaces of rivers and lakes: the mesh of the ground with other heights, which lie below the ground where there
// is no water.
static void draw_water(tr_frame *frame)
{
    begin_target(&frame->renderer->water);
    tr_ground_draw_water(frame);
    tr_blocks_draw_water(frame);
    tr_frame_step(frame, TR_STEP_WATER);
}

static void draw_screen(const tr_frame *frame, tr_program_id id)
{
    glDisable(GL_DEPTH_TEST);
    tr_frame_use(frame, id);
    glBindVertexArray(frame->renderer->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    tr_frame_count_draw(frame);
}

static void compose(tr_frame *frame, const tr_tile_place *place)
{
    const tr_renderer *renderer = frame->renderer;
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->picture.framebuffer);
    glViewport(place->x, renderer->height - place->y - place->height, place->width, place->height);
    tr_texture_bind(TR_UNIT_GROUND, &renderer->seen.color);
    tr_texture_bind(TR_UNIT_DEPTH, &renderer->seen.depth);
    tr_texture_bind(TR_UNIT_WATER_DEPTH, frame->has_water ? &renderer->water.depth : &renderer->seen.depth);
    tr_texture_bind(TR_UNIT_MIRROR, frame->has_mirror ? &renderer->mirror.color : &renderer->seen.color);
    draw_screen(frame, TR_PROGRAM_COMPOSE);
    tr_frame_step(frame, TR_STEP_COMPOSE);
}

static void begin_blending(void)
{
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

// Lines look at the depth of the tile, tiles of the 2D layer at nothing.
static void draw_lines(tr_frame *frame, const tr_tile_place *place)
{
    const tr_renderer *renderer = frame->renderer;
    glViewport(0, 0, renderer->width, renderer->height);
    glScissor(place->x, renderer->height - place->y - place->height, place->width, place->height);
    glEnable(GL_SCISSOR_TEST);
    begin_blending();
    tr_lines_draw(frame, TR_DRAWN_SEEN);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    tr_frame_step(frame, TR_STEP_OVERLAY);
}

static void draw_layers(tr_frame *frame)
{
    const tr_renderer *renderer = frame->renderer;
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->limits.low ? renderer->sky_framebuffer : renderer->picture.framebuffer);
    glViewport(0, 0, renderer->width, renderer->height);
    begin_blending();
    tr_tiles_draw(frame);
    glDisable(GL_BLEND);
    tr_frame_step(frame, TR_STEP_OVERLAY);
}

static void draw_tile(tr_frame *frame, const tr_tile_place *place)
{
    tr_frame_set_tile(frame, place);
    tr_frame_send_block(frame);
    begin_target(&frame->renderer->seen);
    draw_world(frame);
    if (frame->has_mirror) draw_mirror(frame);
    if (frame->has_water) draw_water(frame);
    compose(frame, place);
    draw_lines(frame, place);
}

// Tiles at the right and lower border are moved inwards: all have one size.
static bool draw_tiles(tr_frame *frame, const tr_progress *progress, tr_error *err)
{
    const tr_renderer *renderer = frame->renderer;
    const int width = renderer->tile_width, height = renderer->tile_height;
    for (int y = 0; y < renderer->height; y += height) {
        for (int x = 0; x < renderer->width; x += width) {
            const tr_tile_place place = {x + width > renderer->width ? renderer->width - width : x,
                                         y + height > renderer->height ? renderer->height - height : y,
                                         width,
                                         height,
                                         renderer->width,
                                         renderer->height};
            draw_tile(frame, &place);
            // A driver that only collects what is asked of it would be done at once and wait at the end.
            if (progress) glFinish();
            const double share = (double)(place.y + height) / renderer->height;
            if (progress && progress->report && !progress->report(progress->user, share))
                return tr_fail(err, TR_ERROR_CANCELLED, "the picture was cancelled");
        }
    }
    return true;
}

// Everything in one pass, toned at once; sky and sea where nothing was drawn.
static void draw_low(tr_frame *frame)
{
    const tr_renderer *renderer = frame->renderer;
    const tr_tile_place whole = {0, 0, renderer->width, renderer->height, renderer->width, renderer->height};
    tr_frame_set_tile(frame, &whole);
    tr_frame_send_block(frame);
    begin_target(&renderer->picture);
    draw_world(frame);
    if (frame->has_water) {
        begin_blending();
        glEnable(GL_DEPTH_TEST);
        tr_ground_draw_water(frame);
        tr_blocks_draw_water(frame);
        glDisable(GL_BLEND);
        tr_frame_step(frame, TR_STEP_WATER);
    }
    // Only where no depth is: the sky is as far away as it gets.
    glDepthFunc(GL_EQUAL);
    tr_ground_draw_lattice(frame, TR_PROGRAM_LOW_SKY);
    glDepthFunc(GL_GREATER);
    if (frame->block.sea[1] > 0.5f && frame->block.eye[1] > 0) {
        begin_blending();
        glEnable(GL_DEPTH_TEST);
        tr_ground_draw_lattice(frame, TR_PROGRAM_LOW_SEA);
        glDisable(GL_BLEND);
    }
    tr_frame_step(frame, TR_STEP_COMPOSE);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->sky_framebuffer);
    tr_texture_bind(TR_UNIT_DEPTH, &renderer->picture.depth);
    draw_lines(frame, &whole);
}

// ---------------------------------------------------------------------------------------------------------
// The state of GL

static void begin_state(const tr_renderer *renderer)
{
    if (renderer->def.host_context) {
        for (GLuint i = 0; i < TR_UNIT_COUNT; i++) glBindSampler(i, 0);
        if (!renderer->device.es) glDisable(GL_FRAMEBUFFER_SRGB);
        while (glGetError() != GL_NO_ERROR) continue;
    }
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_STENCIL_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_GREATER);
    glDepthRangef(0, 1);
    if (renderer->device.clip_control) glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, renderer->block_buffer.name);
    tr_texture_bind(TR_UNIT_DETAIL, &renderer->detail);
    tr_texture_bind(TR_UNIT_SKY_AIR, &renderer->sky_air);
    tr_texture_bind(TR_UNIT_SKY_HAZE, &renderer->sky_haze);
    tr_texture_bind(TR_UNIT_SKY_HORIZON, &renderer->sky_horizon);
}

static void end_state(const tr_renderer *renderer)
{
    if (!renderer->def.host_context) return;
    if (renderer->device.clip_control) glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, 0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindVertexArray(0);
    glUseProgram(0);
    glBlendFunc(GL_ONE, GL_ZERO);
    for (GLenum i = 0; i < TR_UNIT_COUNT; i++) {
        glActiveTexture(GL_TEXTURE0 + i);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    }
    glActiveTexture(GL_TEXTURE0);
}

// The finished picture into the framebuffer of the host, whatever its format and samples are.
static void copy_to_host(tr_frame *frame, const tr_render_target_def *target)
{
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)frame->renderer->host_draw);
    glViewport(target->x, target->y, target->width, target->height);
    tr_texture_bind(TR_UNIT_PICTURE, &frame->renderer->picture.color);
    glUseProgram(frame->renderer->programs[TR_PROGRAM_COPY].name);
    glUniform2i(frame->renderer->programs[TR_PROGRAM_COPY].copy_place, target->x, target->y);
    draw_screen(frame, TR_PROGRAM_COPY);
    tr_frame_step(frame, TR_STEP_OVERLAY);
}

// ---------------------------------------------------------------------------------------------------------
// From outside

static bool check_draw(const tr_renderer *renderer, const tr_camera_def *camera, const tr_render_target_def *target,
                       double time_s, tr_error *err)
{
    assert(camera && camera->cookie == tr_default_camera_def().cookie);
    assert(target && target->cookie == tr_default_render_target_def().cookie);
    // Heights: far above every mountain.
    const double far_m = TR_RENDER_FAR_M, high_m = 1e6;
    const tr_limited_number numbers[] = {
        {"the width of the picture", target->width, TR_RENDER_MIN_SIDE_PX, TR_RENDER_MAX_SIDE_PX},
        {"the height of the picture", target->height, TR_RENDER_MIN_SIDE_PX, TR_RENDER_MAX_SIDE_PX},
        {"x of the eye", camera->eye_m[0], -far_m, far_m},
        {"y of the eye", camera->eye_m[1], -high_m, high_m},
        {"z of the eye", camera->eye_m[2], -far_m, far_m},
        {"x of the target", camera->target_m[0], -far_m, far_m},
        {"y of the target", camera->target_m[1], -high_m, high_m},
        {"z of the target", camera->target_m[2], -far_m, far_m},
        {"the field of view", camera->fov_deg, 10, 120},
        {"the time", time_s, -1e12, 1e12},
    };
    if (!tr_check_numbers(numbers, sizeof numbers / sizeof *numbers, err)) return false;
    const double x = camera->target_m[0] - camera->eye_m[0], y = camera->target_m[1] - camera->eye_m[1],
                 z = camera->target_m[2] - camera->eye_m[2];
    if (x * x + y * y + z * z < 1e-6)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "the eye and what it looks at are the same point");
    if (target->host_framebuffer && !renderer->def.host_context)
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "a renderer with a context of its own has no framebuffer of a host");
    return true;
}

static void reset_stats(tr_renderer *renderer)
{
    tr_renderer_stats *stats = &renderer->device.stats;
    stats->draw_calls = stats->instances_as_pictures = 0;
    memset(stats->instances_as_meshes, 0, sizeof stats->instances_as_meshes);
    memset(stats->step_s, 0, sizeof stats->step_s);
    stats->step_s[TR_STEP_UPLOAD] = renderer->upload_s;
    renderer->upload_s = 0;
}

static bool draw_frame(tr_renderer *renderer, const tr_render_target_def *target, tr_error *err)
{
    if (!prepare_targets(renderer, target, err) || !tr_render_need_environment(renderer, err)) return false;
    tr_frame frame;
    begin_state(renderer);
    reset_stats(renderer);
    tr_frame_begin(renderer, &frame);
    choose_near(&frame);
    tr_frame_step(&frame, TR_STEP_UPLOAD);
    tr_shade_draw(&frame);
    tr_frame_step(&frame, TR_STEP_SHADOWS);
    bool done = true;
    if (renderer->limits.low)
        draw_low(&frame);
    else
        done = draw_tiles(&frame, target->progress, err);
    if (done) draw_layers(&frame);
    if (done && target->host_framebuffer) copy_to_host(&frame, target);
    end_state(renderer);
    renderer->device.stats.frame_s = (double)(tr_os_now_ns() - frame.begin_ns) * 1e-9;
    renderer->device.stats.frames++;
    return done && tr_device_check(err);
}

bool tr_renderer_draw(tr_renderer *renderer, const tr_camera_def *camera, const tr_render_target_def *target,
                      double time_s, tr_error *err)
{
    tr_gl_entry entry;
    if (!check_draw(renderer, camera, target, time_s, err) || !tr_render_enter(renderer, &entry, err)) return false;
    renderer->camera = *camera;
    renderer->time_s = time_s;
    const bool done = draw_frame(renderer, target, err);
    tr_render_leave(renderer, &entry);
    renderer->has_frame = done;
    renderer->has_own_frame = done && !target->host_framebuffer;
    return done;
}

// Rows of GL go upwards, those of the picture downwards.
static void flip(const uint8_t *pixels, const tr_image *out)
{
    for (int32_t y = 0; y < out->height; y++) {
        const uint8_t *from = pixels + (size_t)4 * (size_t)out->width * (size_t)(out->height - 1 - y);
        uint8_t *to = (uint8_t *)out->pixels + (size_t)y * out->row_bytes;
        for (int32_t x = 0; x < out->width; x++) memcpy(to + 3 * x, from + 4 * x, 3);
    }
}

bool tr_renderer_read(tr_renderer *renderer, tr_image *out, tr_error *err)
{
    if (!renderer->has_own_frame) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "no frame was drawn to read");
    tr_image image = {0};
    uint8_t *pixels = tr_alloc_array(renderer->context, (size_t)renderer->width * (size_t)renderer->height, 4, err);
    tr_gl_entry entry;
    bool done =
        pixels &&
        tr_image_create(renderer->context, &(tr_image_shape){renderer->width, renderer->height, 3, 8}, &image, err) &&
        tr_render_enter(renderer, &entry, err);
    if (done) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, renderer->picture.framebuffer);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, renderer->width, renderer->height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        done = tr_device_check(err);
        tr_render_leave(renderer, &entry);
    }
    if (done) flip(pixels, &image);
    if (!done) tr_image_destroy(renderer->context, &image);
    tr_free(renderer->context, pixels);
    if (done) *out = image;
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Picking: the world is drawn again through a hole of one pixel, with handles instead of colours

static bool create_pick(tr_renderer *renderer, tr_error *err)
{
    static const tr_program_id programs[] = {
        TR_PROGRAM_PICK_GROUND,   TR_PROGRAM_PICK_MESH,  TR_PROGRAM_PICK_IMAGE_MESH, TR_PROGRAM_PICK_INSTANCE,
        TR_PROGRAM_PICK_IMPOSTOR, TR_PROGRAM_PICK_BLOCK, TR_PROGRAM_PICK_LINE,       TR_PROGRAM_COUNT};
    static const target_def def = {"handles", 1, 1, true, true, TR_FORMAT_RGBA32UI, TR_FILTER_NEAREST};
    return tr_renderer_need(renderer, programs, err) &&
           (renderer->pick.framebuffer || create_target(renderer, &def, &renderer->pick, err));
}

static void draw_pick(tr_frame *frame, const tr_tile_place *place)
{
    const tr_renderer *renderer = frame->renderer;
    const GLuint nothing[4] = {0, 0, 0, 0};
    const float far_away = 0;
    choose_near(frame);
    tr_frame_set_tile(frame, place);
    tr_frame_send_block(frame);
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->pick.framebuffer);
    glViewport(0, 0, 1, 1);
    glClearBufferuiv(GL_COLOR, 0, nothing);
    glClearBufferfv(GL_DEPTH, 0, &far_away);
    glEnable(GL_DEPTH_TEST);
    tr_ground_draw(frame, TR_DRAWN_PICK);
    tr_mesh_draw(frame, TR_DRAWN_PICK);
    tr_blocks_draw(frame, TR_DRAWN_PICK);
    tr_instances_draw(frame, TR_DRAWN_PICK);
    glDisable(GL_DEPTH_TEST);
    // Lines are placed in the whole picture.
    glViewport(-place->x, place->y + 1 - renderer->height, renderer->width, renderer->height);
    tr_lines_draw(frame, TR_DRAWN_PICK);
}

// Metres along a ray to the sea, which curves away with the Earth; negative: it does not meet it.
static double sea_distance(const tr_frame *frame, const double ray[3])
{
    const tr_environment_def *environment = &frame->renderer->environment;
    const double above_m = frame->camera.eye[1] - environment->sea_level_m;
    if (!environment->sea || above_m <= 0 || ray[1] >= 0) return -1;
    const double a = (ray[0] * ray[0] + ray[2] * ray[2]) / (2 * TR_CAMERA_EARTH_M);
    const double inside = ray[1] * ray[1] - 4 * a * above_m;
    return inside < 0 ? -1 : 2 * above_m / (-ray[1] + sqrt(inside));
}

static void resolve_pick(const tr_frame *frame, const GLuint found[4], const double ray[3], tr_render_pick *out)
{
    const tr_renderer *renderer = frame->renderer;
    *out = (tr_render_pick){.index = -1, .distance_m = (double)INFINITY};
    if (found[3] != 0) {
        float distance_m;
        memcpy(&distance_m, &found[2], sizeof distance_m);
        tr_instance_source source = {found[0], found[1]};
        if (found[0] == UINT32_MAX) source = tr_instances_source(renderer, found[1]);
        const tr_resource *resource = tr_renderer_find(renderer, (tr_render_id){source.id});
        out->resource = resource->id;
        out->kind = resource->kind;
        out->distance_m = (double)distance_m;
        if (resource->kind == TR_RENDER_INSTANCES) out->index = source.index;
        if (resource->kind == TR_RENDER_LINES) out->index = resource->lines.owners[source.index];
    }
    const double sea_m = sea_distance(frame, ray);
    if (sea_m > 0 && sea_m < out->distance_m && out->kind != TR_RENDER_LINES) {
        out->sea = true;
        out->distance_m = sea_m;
    }
    if (!isfinite(out->distance_m)) return;
    for (int axis = 0; axis < 3; axis++) out->position_m[axis] = frame->camera.eye[axis] + ray[axis] * out->distance_m;
    // Places are drawn lower by the curvature of the Earth than they are.
    const double x = ray[0] * out->distance_m, z = ray[2] * out->distance_m;
    out->position_m[1] += tr_camera_earth_drop_m(sqrt(x * x + z * z));
}

bool tr_renderer_pick(tr_renderer *renderer, double x_px, double y_px, tr_render_pick *out, tr_error *err)
{
    if (!renderer->has_frame) return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "no frame was drawn to pick from");
    if (!(x_px >= 0 && y_px >= 0 && x_px < renderer->width && y_px < renderer->height))
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "pixel %.9g,%.9g lies outside of the frame of %d x %d", x_px,
                       y_px, renderer->width, renderer->height);
    tr_gl_entry entry;
    if (!tr_render_enter(renderer, &entry, err)) return false;
    tr_frame frame;
    begin_state(renderer);
    bool done = create_pick(renderer, err);
    if (done) {
        const tr_renderer_stats stats = renderer->device.stats;
        const tr_tile_place place = {(int)x_px, (int)y_px, 1, 1, renderer->width, renderer->height};
        GLuint found[4] = {0};
        tr_frame_begin(renderer, &frame);
        draw_pick(&frame, &place);
        glReadPixels(0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, found);
        done = tr_device_check(err);
        renderer->device.stats = stats;
        const tr_camera *camera = &frame.camera;
        const double lens[2] = {(2 * (place.x + 0.5) / renderer->width - 1) / (double)camera->focal[0],
                                (1 - 2 * (place.y + 0.5) / renderer->height) / (double)camera->focal[1]};
        double ray[3], length = sqrt(1 + lens[0] * lens[0] + lens[1] * lens[1]);
        for (int i = 0; i < 3; i++)
            ray[i] =
                ((double)camera->right[i] * lens[0] + (double)camera->up[i] * lens[1] + (double)camera->forward[i]) /
                length;
        if (done) resolve_pick(&frame, found, ray, out);
    }
    end_state(renderer);
    tr_render_leave(renderer, &entry);
    return done;
}
