#include "render/view_draw.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/block_draw.h"
#include "render/detail.h"
#include "render/gl_program.h"
#include "render/instance_draw.h"
#include "render/mesh_draw.h"
#include "render/shade_map.h"
#include "render/view_block.h"
#include "render/view_target.h"

extern const char tr_glsl_ground_vertex[], tr_glsl_ground_fragment[];
extern const char tr_glsl_screen_vertex[], tr_glsl_compose_fragment[], tr_glsl_water_fragment[];

enum { PATCH_INDICES = TR_PATCH_CELLS * TR_PATCH_CELLS * 6 };

// A place in the patch buffer, and its distance, by which patches are sorted.
typedef struct visible_patch {
    float distance2_m2;
    int32_t place[4];
} visible_patch;

typedef struct drawing {
    const tr_view_scene *scene;
    tr_view_block block;
    GLuint ground_program, compose_program, water_program;
    GLuint block_buffer, index_buffer, patch_buffer, vertex_array;
    GLuint detail, sky_air, sky_haze;
    tr_level_texture levels[TR_VIEW_MAX_LEVELS];
    tr_shade_map shade;
    tr_mesh_draw meshes;
    tr_instance_draw instances;
    tr_block_draw blocks;
    tr_ground_target ground, mirror;
    tr_water_target water;
    tr_picture_target picture;
    visible_patch *visible;  // room for the patches of the largest level
    int32_t *places;
    uint8_t *pixels;  // RGBA of one tile
    int samples[2];   // per pixel, along x and y
    int tile_width, tile_height;
    bool has_mirror;
} drawing;

// ---------------------------------------------------------------------------------------------------------
// Setting up

static void create_patch_indices(drawing *d)
{
    uint16_t indices[PATCH_INDICES];
    int count = 0;
    for (int j = 0; j < TR_PATCH_CELLS; j++) {
        for (int i = 0; i < TR_PATCH_CELLS; i++) {
            const uint16_t a = (uint16_t)(j * TR_PATCH_VERTICES + i), b = (uint16_t)(a + 1);
            const uint16_t c = (uint16_t)(a + TR_PATCH_VERTICES), e = (uint16_t)(c + 1);
            const uint16_t cell[6] = {a, c, b, b, c, e};
            memcpy(indices + count, cell, sizeof cell);
            count += 6;
        }
    }
    glCreateBuffers(1, &d->index_buffer);
    glNamedBufferStorage(d->index_buffer, sizeof indices, indices, 0);
    glCreateBuffers(1, &d->patch_buffer);
    glCreateVertexArrays(1, &d->vertex_array);
    glVertexArrayElementBuffer(d->vertex_array, d->index_buffer);
    glVertexArrayVertexBuffer(d->vertex_array, 0, d->patch_buffer, 0, 4 * sizeof(int32_t));
    glEnableVertexArrayAttrib(d->vertex_array, 0);
    glVertexArrayAttribIFormat(d->vertex_array, 0, 4, GL_INT, 0);
    glVertexArrayAttribBinding(d->vertex_array, 0, 0);
    glVertexArrayBindingDivisor(d->vertex_array, 0, 1);
}

static GLuint create_sky_table(const void *texels)
{
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &texture);
    glTextureStorage2D(texture, 1, GL_RGB32F, TR_SKY_WIDTH, TR_SKY_HEIGHT);
    glTextureSubImage2D(texture, 0, 0, 0, TR_SKY_WIDTH, TR_SKY_HEIGHT, GL_RGB, GL_FLOAT, texels);
    glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static bool create_detail(drawing *d, tr_error *err)
{
    enum { MIPS = 9 };
    tr_context *context = d->scene->context;
    const size_t texel_bytes = (size_t)4 * TR_DETAIL_SIDE * TR_DETAIL_SIDE;
    uint8_t *texels = tr_alloc(context, texel_bytes + TR_DETAIL_SCRATCH * sizeof(float), err);
    if (!texels) return false;
    tr_detail_fill(texels, (float *)(void *)(texels + texel_bytes));
    glCreateTextures(GL_TEXTURE_2D, 1, &d->detail);
    glTextureStorage2D(d->detail, MIPS, GL_RGBA8, TR_DETAIL_SIDE, TR_DETAIL_SIDE);
    glTextureSubImage2D(d->detail, 0, 0, 0, TR_DETAIL_SIDE, TR_DETAIL_SIDE, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTextureParameteri(d->detail, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenerateTextureMipmap(d->detail);
    tr_free(context, texels);
    return true;
}

// Samples per pixel as a rectangle: 4 is 2 x 2, 6 is 2 x 3, 8 is 2 x 4; a prime number is a column.
static void split_samples(int samples, int out[2])
{
    out[0] = samples >= 4 && samples % 2 == 0 ? 2 : 1;
    out[1] = samples / out[0];
}

static bool choose_tiles(drawing *d, tr_error *err)
{
    enum { TILE_PX = 2560 };
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    for (int i = 0; i < d->scene->level_count; i++) {
        const tr_area *area = &d->scene->levels[i].area;
        if (area->width > most || area->height > most) {
            return tr_fail(err, TR_ERROR_GPU_FAILED, "level %d has %d x %d samples; the driver takes %d", i,
                           (int)area->width, (int)area->height, most);
        }
    }
    const tr_view_def *def = d->scene->def;
    const int limit = d->scene->marks.max_tile_px > 0 ? d->scene->marks.max_tile_px : TILE_PX;
    const int side = limit < most ? limit : most;
    d->tile_width = side / d->samples[0] < def->width ? side / d->samples[0] : def->width;
    d->tile_height = side / d->samples[1] < def->height ? side / d->samples[1] : def->height;
    return true;
}

static bool create_targets(drawing *d, tr_error *err)
{
    split_samples(d->scene->def->samples, d->samples);
    if (!choose_tiles(d, err) ||
        !tr_ground_target_create(d->tile_width * d->samples[0], d->tile_height * d->samples[1], &d->ground, err) ||
        !tr_picture_target_create(d->tile_width, d->tile_height, &d->picture, err)) {
        return false;
    }
    if (d->scene->has_water &&
        !tr_water_target_create(d->tile_width * d->samples[0], d->tile_height * d->samples[1], &d->water, err)) {
        return false;
    }
    // The mirror is seen through waves: half the pixels along each side are enough.
    d->has_mirror = d->scene->def->water && d->scene->camera.eye[1] > d->scene->def->sea_level_m;
    if (!d->has_mirror) return true;
    return tr_ground_target_create((d->tile_width + 1) / 2, (d->tile_height + 1) / 2, &d->mirror, err);
}

static bool allocate(drawing *d, tr_error *err)
{
    tr_context *context = d->scene->context;
    int most = 1;
    for (int i = 0; i < d->scene->mesh.level_count; i++) {
        if (d->scene->mesh.levels[i].patch_count > most) most = d->scene->mesh.levels[i].patch_count;
    }
    d->visible = tr_alloc_array(context, (size_t)most, sizeof *d->visible, err);
    if (d->visible) d->places = tr_alloc_array(context, (size_t)most, sizeof d->visible->place, err);
    if (d->places) d->pixels = tr_alloc(context, (size_t)4 * (size_t)d->tile_width * (size_t)d->tile_height, err);
    return d->pixels != NULL;
}

static double wrap(double value, double period)
{
    return value - floor(value / period) * period;
}

static void set3(float out[4], const float in[3], double last)
{
    memcpy(out, in, 3 * sizeof *in);
    out[3] = (float)last;
}

static void fill_block(drawing *d)
{
    const tr_view_scene *scene = d->scene;
    const tr_view_def *def = scene->def;
    const tr_camera *camera = &scene->camera;
    tr_view_block *block = &d->block;
    set3(block->right, camera->right, (double)camera->focal[0]);
    set3(block->up, camera->up, (double)camera->focal[1]);
    set3(block->forward, camera->forward, TR_CAMERA_NEAR_M);
    const double eye[4] = {wrap(camera->eye[0], TR_DETAIL_PERIOD_M), camera->eye[1] - def->sea_level_m,
                           wrap(camera->eye[2], TR_DETAIL_PERIOD_M), 1 / (2 * TR_CAMERA_EARTH_M)};
    for (int i = 0; i < 4; i++) block->eye[i] = (float)eye[i];
    float sun[3];
    tr_camera_sky_direction(def->sun_azimuth_deg, def->sun_elevation_deg, sun);
    set3(block->sun, sun, 2 / ((double)camera->focal[1] * def->height * d->samples[1]));
    // An eye in the wood is used to its light.
    const float wider = 1 + 2.2f * tr_instance_scene_cover(&scene->instances);
    set3(block->sunlight, scene->sky.sun, (double)(wider * scene->sky.exposure));
    set3(block->ambient, scene->sky.ambient, (double)scene->sky.fog_haze);
    set3(block->air, scene->sky.fog_air, 0);
    block->sea[0] = (float)def->sea_level_m;
    block->sea[1] = def->water;
    block->sea[2] = scene->marks.coverage;
    block->sea[3] = d->has_mirror;
    block->place[2] = scene->has_water;
    // Leaves let some light through.
    block->place[3] = scene->instances.place_count > 0 ? 0.15f : 0;
    block->size[2] = (float)d->samples[0];
    block->size[3] = (float)d->samples[1];
}

static void draw_shadows(drawing *d)
{
    for (int i = 0; i < d->shade.square_count; i++) {
        tr_shade_map_begin(&d->shade, i);
        tr_mesh_draw_shade(&d->meshes, tr_shade_map_radius_m(&d->shade, i));
        tr_instance_draw_shade(&d->instances, &d->block, &d->shade, i);
        tr_block_draw_shade(&d->blocks, tr_shade_map_radius_m(&d->shade, i));
    }
    tr_shade_map_bind(&d->shade);
}

static bool set_up(drawing *d, tr_error *err)
{
    d->ground_program = tr_gl_program_create("ground", tr_glsl_ground_vertex, tr_glsl_ground_fragment, err);
    if (!d->ground_program) return false;
    d->compose_program = tr_gl_program_create("picture", tr_glsl_screen_vertex, tr_glsl_compose_fragment, err);
    if (!d->compose_program) return false;
    d->water_program = tr_gl_program_create("water", tr_glsl_ground_vertex, tr_glsl_water_fragment, err);
    if (!d->water_program) return false;
    if (!create_targets(d, err) || !allocate(d, err) || !create_detail(d, err)) return false;
    create_patch_indices(d);
    d->sky_air = create_sky_table(d->scene->sky.rayleigh);
    d->sky_haze = create_sky_table(d->scene->sky.mie);
    fill_block(d);
    const float nearest_m =
        fminf(fminf(d->scene->meshes.nearest_m, d->scene->instances.nearest_m), d->scene->blocks.nearest_m);
    if (!tr_shade_map_create(nearest_m, &d->block, &d->shade, err) ||
        !tr_mesh_draw_create(&d->scene->meshes, &d->meshes, err) ||
        !tr_block_draw_create(d->scene->context, &d->scene->blocks, &d->blocks, err)) {
        return false;
    }
    glCreateBuffers(1, &d->block_buffer);
    glNamedBufferStorage(d->block_buffer, sizeof d->block, NULL, GL_DYNAMIC_STORAGE_BIT);
    for (int i = 0; i < d->scene->level_count; i++) {
        d->levels[i] = tr_level_texture_create(&d->scene->levels[i], &d->scene->lights[i], &d->scene->surfaces[i]);
    }
    glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
    glDepthFunc(GL_GREATER);
    glBindBufferBase(GL_UNIFORM_BUFFER, TR_VIEW_BINDING, d->block_buffer);
    glBindTextureUnit(TR_UNIT_DETAIL, d->detail);
    glBindTextureUnit(TR_UNIT_SKY_AIR, d->sky_air);
    glBindTextureUnit(TR_UNIT_SKY_HAZE, d->sky_haze);
    glNamedBufferSubData(d->block_buffer, 0, sizeof d->block, &d->block);
    if (!tr_instance_draw_create(d->scene->context, &d->scene->instances, &d->instances, err)) return false;
    draw_shadows(d);
    return true;
}

static void take_down(drawing *d)
{
    glBindVertexArray(0);
    glUseProgram(0);
    glDeleteProgram(d->ground_program);
    glDeleteProgram(d->compose_program);
    glDeleteProgram(d->water_program);
    const GLuint buffers[3] = {d->block_buffer, d->index_buffer, d->patch_buffer};
    glDeleteBuffers(3, buffers);
    glDeleteVertexArrays(1, &d->vertex_array);
    const GLuint textures[3] = {d->detail, d->sky_air, d->sky_haze};
    glDeleteTextures(3, textures);
    for (int i = 0; i < d->scene->level_count; i++) tr_level_texture_destroy(&d->levels[i]);
    tr_shade_map_destroy(&d->shade);
    tr_mesh_draw_destroy(&d->meshes);
    tr_instance_draw_destroy(&d->instances);
    tr_block_draw_destroy(&d->blocks);
    tr_ground_target_destroy(&d->ground);
    tr_ground_target_destroy(&d->mirror);
    tr_water_target_destroy(&d->water);
    tr_picture_target_destroy(&d->picture);
    tr_free(d->scene->context, d->visible);
    tr_free(d->scene->context, d->places);
    tr_free(d->scene->context, d->pixels);
}

// ---------------------------------------------------------------------------------------------------------
// The ground

static int by_distance(const void *a, const void *b)
{
    const float x = ((const visible_patch *)a)->distance2_m2, y = ((const visible_patch *)b)->distance2_m2;
    return (x > y) - (x < y);
}

static float nearest_distance2(const tr_ground_patch *patch)
{
    float sum = 0;
    for (int i = 0; i < 3; i++) {
        const float off = fmaxf(fmaxf(patch->box_low[i], -patch->box_high[i]), 0);
        sum += off * off;
    }
    return sum;
}

// The box of a patch as the sea mirrors it. The drop of the ground with the distance is left in it.
static void mirror_box(const drawing *d, const tr_ground_patch *patch, float low[3], float high[3])
{
    memcpy(low, patch->box_low, 3 * sizeof *low);
    memcpy(high, patch->box_high, 3 * sizeof *high);
    const float eye = d->block.eye[1], drop = patch->low_m - (float)d->scene->camera.eye[1] - patch->box_low[1];
    low[1] = -(patch->box_high[1] + eye) - eye - drop;
    high[1] = -(patch->box_low[1] + eye) - eye;
}

// What is drawn of the patches: all, what stands above the sea, or what has rivers and lakes.
typedef enum drawn_part { PART_GROUND, PART_MIRROR, PART_WATER } drawn_part;

// Fills `places` with what is in view, near patches first so that they hide what is behind.
static int find_visible(drawing *d, const tr_ground_level *level, const tr_camera_frustum *frustum, drawn_part part)
{
    int count = 0;
    for (int i = 0; i < level->patch_count; i++) {
        const tr_ground_patch *patch = &level->patches[i];
        if (part == PART_WATER && !patch->wet) continue;
        float low[3], high[3];
        memcpy(low, patch->box_low, sizeof low);
        memcpy(high, patch->box_high, sizeof high);
        if (part == PART_MIRROR) {
            if (patch->high_m <= (float)d->scene->def->sea_level_m) continue;
            mirror_box(d, patch, low, high);
        }
        if (!tr_camera_sees_box(frustum, low, high)) continue;
        d->visible[count++] =
            (visible_patch){nearest_distance2(patch), {patch->x, patch->z, patch->cells_x, patch->cells_z}};
    }
    qsort(d->visible, (size_t)count, sizeof *d->visible, by_distance);
    for (int i = 0; i < count; i++) memcpy(d->places + 4 * i, d->visible[i].place, sizeof d->visible[i].place);
    return count;
}

static void bind_level(const drawing *d, int index)
{
    const tr_ground_level *level = &d->scene->mesh.levels[index];
    const tr_area *area = &d->scene->levels[index].area;
    const bool last = index + 1 == d->scene->level_count;
    const int next = last ? index : index + 1;
    const tr_ground_level *coarser = &d->scene->mesh.levels[next];
    const tr_area *coarse_area = &d->scene->levels[next].area;
    glBindTextureUnit(TR_UNIT_HEIGHT, d->levels[index].height);
    glBindTextureUnit(TR_UNIT_COLOR, d->levels[index].color);
    glBindTextureUnit(TR_UNIT_LIGHT, d->levels[index].light);
    glBindTextureUnit(TR_UNIT_COARSE_HEIGHT, d->levels[next].height);
    glBindTextureUnit(TR_UNIT_COARSE_COLOR, d->levels[next].color);
    glBindTextureUnit(TR_UNIT_COARSE_LIGHT, d->levels[next].light);
    glUniform2f(TR_AT_ORIGIN, level->origin_m[0], level->origin_m[1]);
    glUniform1f(TR_AT_SPACING, (float)area->spacing_m);
    glUniform1i(TR_AT_STRIDE, level->stride);
    glUniform4f(TR_AT_REGION, (float)level->region.x0, (float)level->region.z0, (float)level->region.x1,
                (float)level->region.z1);
    glUniform4f(TR_AT_BAND, (float)level->band[0], (float)level->band[1], (float)level->band[2], (float)level->band[3]);
    glUniform3f(TR_AT_COARSE, level->coarse_scale, level->coarse_shift[0], level->coarse_shift[1]);
    glUniform4f(TR_AT_COARSE_LATTICE, (float)coarser->region.x0, (float)coarser->region.z0, (float)coarser->stride,
                (float)level->coarse_cell);
    glUniform4f(TR_AT_SIZE, (float)area->width, (float)area->height, (float)coarse_area->width,
                (float)coarse_area->height);
}

static void bind_water(const drawing *d, int index)
{
    const int next = index + 1 == d->scene->level_count ? index : index + 1;
    glBindTextureUnit(TR_UNIT_HEIGHT, d->levels[index].water);
    glBindTextureUnit(TR_UNIT_COARSE_HEIGHT, d->levels[next].water);
}

static void draw_patches(drawing *d, const tr_camera_frustum *frustum, drawn_part part)
{
    glBindVertexArray(d->vertex_array);
    for (int i = 0; i < d->scene->level_count; i++) {
        const int count = find_visible(d, &d->scene->mesh.levels[i], frustum, part);
        if (count == 0) continue;
        bind_level(d, i);
        if (part == PART_WATER) bind_water(d, i);
        glNamedBufferData(d->patch_buffer, (GLsizeiptr)((size_t)count * sizeof d->visible->place), d->places,
                          GL_STREAM_DRAW);
        glDrawElementsInstanced(GL_TRIANGLES, PATCH_INDICES, GL_UNSIGNED_SHORT, NULL, count);
    }
}

static void count_instances(const drawing *d, tr_view_counts *counts)
{
    *counts = (tr_view_counts){.pictures = d->instances.picks.pictures.count};
    for (int i = 0; i < d->scene->instances.group_count * TR_VIEW_MAX_MODEL_LEVELS; i++)
        counts->meshes[i % TR_VIEW_MAX_MODEL_LEVELS] += d->instances.picks.meshes[i].count;
}

static void draw_instances(drawing *d, const tr_camera_frustum *frustum, bool mirror)
{
    const float px_per_radian = 0.5f * d->scene->camera.focal[1] * (float)d->scene->def->height;
    tr_instance_draw_all(&d->instances, frustum, px_per_radian, mirror ? d->block.eye[1] : NAN);
    if (!mirror && d->scene->marks.counts) count_instances(d, d->scene->marks.counts);
}

static void draw_ground(drawing *d, const tr_ground_target *target, const tr_camera_frustum *frustum, bool mirror)
{
    const float nothing[4] = {0, 0, 0, 0}, far_away = 0;
    d->block.air[3] = mirror;
    glNamedBufferSubData(d->block_buffer, 0, sizeof d->block, &d->block);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
    glClearNamedFramebufferfv(target->framebuffer, GL_COLOR, 0, nothing);
    glClearNamedFramebufferfv(target->framebuffer, GL_DEPTH, 0, &far_away);
    glEnable(GL_DEPTH_TEST);
    if (mirror) glEnable(GL_CLIP_DISTANCE0);
    glUseProgram(d->ground_program);
    draw_patches(d, frustum, mirror ? PART_MIRROR : PART_GROUND);
    // What the mirror holds of meshes is little: there it is not worth looking for what is in view.
    tr_mesh_draw_all(&d->meshes, mirror ? NULL : frustum);
    draw_instances(d, frustum, mirror);
    tr_block_draw_solid(&d->blocks, mirror ? NULL : frustum);
    glDisable(GL_CLIP_DISTANCE0);
    d->block.air[3] = 0;
}

// The surfaces of rivers and lakes: the mesh of the ground with other heights, which lie below the ground where there
// is none.
static void draw_water(drawing *d, const tr_camera_frustum *frustum)
{
    const float far_away = 0;
    glNamedBufferSubData(d->block_buffer, 0, sizeof d->block, &d->block);
    glBindFramebuffer(GL_FRAMEBUFFER, d->water.framebuffer);
    glViewport(0, 0, d->water.width, d->water.height);
    glClearNamedFramebufferfv(d->water.framebuffer, GL_DEPTH, 0, &far_away);
    glEnable(GL_DEPTH_TEST);
    glUseProgram(d->water_program);
    draw_patches(d, frustum, PART_WATER);
    tr_block_draw_water(&d->blocks, frustum);
}

// ---------------------------------------------------------------------------------------------------------
// Tiles

static void compose(drawing *d, int width, int height)
{
    glNamedBufferSubData(d->block_buffer, 0, sizeof d->block, &d->block);
    glBindFramebuffer(GL_FRAMEBUFFER, d->picture.framebuffer);
    glViewport(0, 0, width, height);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(d->compose_program);
    glBindTextureUnit(TR_UNIT_GROUND, d->ground.color);
    glBindTextureUnit(TR_UNIT_DEPTH, d->ground.depth);
    glBindTextureUnit(TR_UNIT_WATER_DEPTH, d->scene->has_water ? d->water.depth : d->ground.depth);
    glBindTextureUnit(TR_UNIT_MIRROR, d->has_mirror ? d->mirror.color : d->ground.color);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Rows of GL go upwards, those of the picture downwards.
static void copy_tile(const drawing *d, int x, int y, int width, int height, const tr_image *out)
{
    for (int row = 0; row < height; row++) {
        const uint8_t *from = d->pixels + (size_t)4 * (size_t)width * (size_t)(height - 1 - row);
        uint8_t *to = (uint8_t *)out->pixels + (size_t)(y + row) * out->row_bytes + (size_t)3 * (size_t)x;
        for (int i = 0; i < width; i++) memcpy(to + 3 * i, from + 4 * i, 3);
    }
}

static bool check_driver(tr_error *err)
{
    const GLenum code = glGetError();
    if (code == GL_NO_ERROR) return true;
    if (code == GL_OUT_OF_MEMORY) return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver has no memory for the view");
    return tr_fail(err, TR_ERROR_GPU_FAILED, "the GL driver reported the error 0x%04x", code);
}

// Tiles at the right and lower border are moved inwards: all have one size.
static bool draw_tile(drawing *d, int x, int y, const tr_image *out, tr_error *err)
{
    const tr_view_def *def = d->scene->def;
    const int width = d->tile_width, height = d->tile_height;
    const tr_camera_tile tile = tr_camera_tile_of(def, x, y, width, height);
    const tr_camera_frustum frustum = tr_camera_frustum_of(&d->scene->camera, &tile);
    const float numbers[4] = {tile.scale[0], tile.scale[1], tile.shift[0], tile.shift[1]};
    memcpy(d->block.tile, numbers, sizeof numbers);
    d->block.size[0] = (float)width;
    d->block.size[1] = (float)height;
    d->block.place[0] = (float)x;
    d->block.place[1] = (float)(def->height - y - height);
    draw_ground(d, &d->ground, &frustum, false);
    if (d->has_mirror) draw_ground(d, &d->mirror, &frustum, true);
    if (d->scene->has_water) draw_water(d, &frustum);
    compose(d, width, height);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, d->pixels);
    if (!check_driver(err)) return false;
    copy_tile(d, x, y, width, height, out);
    return true;
}

static bool draw_tiles(drawing *d, const tr_progress *progress, const tr_image *out, tr_error *err)
{
    const tr_view_def *def = d->scene->def;
    for (int y = 0; y < def->height; y += d->tile_height) {
        for (int x = 0; x < def->width; x += d->tile_width) {
            const int left = x + d->tile_width > def->width ? def->width - d->tile_width : x;
            const int top = y + d->tile_height > def->height ? def->height - d->tile_height : y;
            if (!draw_tile(d, left, top, out, err)) return false;
            const double share = (double)(top + d->tile_height) / def->height;
            if (progress && progress->report && !progress->report(progress->user, share)) {
                return tr_fail(err, TR_ERROR_CANCELLED, "the view was cancelled");
            }
        }
    }
    return true;
}

bool tr_view_draw(const tr_view_scene *scene, const tr_progress *progress, const tr_image *out, tr_error *err)
{
    drawing d = {.scene = scene};
    const bool done = set_up(&d, err) && check_driver(err) && draw_tiles(&d, progress, out, err);
    take_down(&d);
    return done;
}
