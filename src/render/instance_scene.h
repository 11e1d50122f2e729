// The instances of a view, ready for the driver: all models in one list of vertices and one of indices, and where each
// copy stands.
#ifndef TR_RENDER_INSTANCE_SCENE_H
#define TR_RENDER_INSTANCE_SCENE_H

#include "render/camera.h"
#include "render/level_light.h"
#include "render/view_def.h"

typedef struct tr_model_vertex {
    float at[3];        // relative to the foot
    int16_t normal[4];  // -32767..32767 is -1..1; zeroes: none
    uint8_t color[4];
} tr_model_vertex;

// A model with its levels of detail.
typedef struct tr_instance_group {
    uint32_t first_index[TR_VIEW_MAX_MODEL_LEVELS], index_count[TR_VIEW_MAX_MODEL_LEVELS];
    int level_count;
    float middle_m[3], radius_m;  // a ball around all levels, relative to the foot
} tr_instance_group;

// A copy as the shaders read it.
typedef struct tr_instance_place {
    float at[3];  // relative to the eye, without the curvature of the Earth
    float scale;
    int16_t rotation[4];  // quaternion, -32767..32767 is -1..1
    uint8_t tint[4];
    uint8_t light[2];  // share of the sun and of the sky
    uint16_t group;
} tr_instance_place;

typedef struct tr_instance_scene {
    tr_model_vertex *vertices;
    uint32_t *indices;
    tr_instance_group *groups;
    tr_instance_place *places;
    size_t vertex_count, index_count, place_count;
    int group_count;
    float nearest_m;  // from the eye to the nearest ball; infinite without any
} tr_instance_scene;

// Everything is in the sun until levels are added.
bool tr_instance_scene_create(tr_context *context, const tr_view_def *def, tr_instance_scene *out, tr_error *err);
void tr_instance_scene_destroy(tr_context *context, tr_instance_scene *scene);

// The light over a level, for what stands in it; finer levels after coarser ones.
bool tr_instance_scene_add_light(tr_context *context, tr_instance_scene *scene, const tr_view_def *def,
                                 const tr_view_level *level, const tr_level_light *light, tr_error *err);

// How much of the sky above the eye crowns hide, roughly: 0..1.
float tr_instance_scene_cover(const tr_instance_scene *scene);

// The middle of the ball around a copy, relative to the eye, as the Earth curves; and its radius.
float tr_instance_ball(const tr_instance_scene *scene, const tr_instance_place *place, float middle[3]);

#endif
