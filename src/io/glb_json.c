// The JSON of a GLB file: glTF 2.0 (Khronos), with MSFT_lod for levels of detail.
#include "io/glb.h"

#include <stdio.h>
#include <string.h>

#include "base/json_writer.h"

// Numbers of the glTF schema.
enum {
    TARGET_VERTICES = 34962,
    TARGET_INDICES = 34963,
    TYPE_U8 = 5121,
    TYPE_U16 = 5123,
    TYPE_U32 = 5125,
    TYPE_FLOAT = 5126,
    FILTER_LINEAR = 9729,
    FILTER_LINEAR_MIPMAP_LINEAR = 9987,
    WRAP_REPEAT = 10497,
    WRAP_CLAMP = 33071,
};

typedef struct content_row {
    const char *attribute;  // NULL: none
    const char *type;
    int component;
    bool normalized;
} content_row;

static const content_row content_rows[] = {
    [TR_GLB_POSITIONS] = {"POSITION", "VEC3", TYPE_FLOAT, false},
    [TR_GLB_NORMALS] = {"NORMAL", "VEC3", TYPE_FLOAT, false},
    [TR_GLB_UVS] = {"TEXCOORD_0", "VEC2", TYPE_FLOAT, false},
    [TR_GLB_COLORS] = {"COLOR_0", "VEC4", TYPE_U8, true},
    [TR_GLB_INDICES] = {NULL, "SCALAR", TYPE_U32, false},
};

static bool has_levels(const tr_glb_plan *plan)
{
    return plan->level_count > plan->mesh_count;
}

static void write_asset(tr_json *json)
{
    char generator[64];
    snprintf(generator, sizeof generator, "Terrane %s", tr_version());
    tr_json_open(json, "asset", '{');
    tr_json_text(json, "version", "2.0");
    tr_json_text(json, "generator", generator);
    tr_json_close(json);
}

// Coarser levels stand beside the scene: they are reached through the finest one.
static void write_scene(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_int(json, "scene", 0);
    tr_json_open(json, "scenes", '[');
    tr_json_open(json, NULL, '{');
    tr_json_open(json, "nodes", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        tr_json_int(json, NULL, plan->groups[mesh].first_level);
    }
    tr_json_close(json);
    tr_json_close(json);
    tr_json_close(json);
}

// A level is shown down to its screen coverage. Each level halves the size at which it is as fine as the one before; the
// last is never hidden.
static void write_lod(tr_json *json, const tr_glb_plan *plan, int mesh)
{
    const int count = plan->meshes[mesh].level_count;
    tr_json_open(json, "extensions", '{');
    tr_json_open(json, "MSFT_lod", '{');
    tr_json_open(json, "ids", '[');
    for (int level = 1; level < count; level++) {
        tr_json_int(json, NULL, plan->groups[mesh].first_level + level);
    }
    tr_json_close(json);
    tr_json_close(json);
    tr_json_close(json);
    tr_json_open(json, "extras", '{');
    tr_json_open(json, "MSFT_screencoverage", '[');
    double coverage = 0.5;
    for (int level = 0; level < count; level++) {
        tr_json_double(json, NULL, level + 1 < count ? coverage : 0);
        coverage *= 0.5;
    }
    tr_json_close(json);
    tr_json_close(json);
}

// The bytes of `text` up to `limit`, without a part of a UTF-8 character at the end.
static int whole_characters(const char *text, int limit)
{
    int length = (int)strnlen(text, (size_t)limit + 1);
    if (length <= limit) return length;
    for (length = limit; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
    return length;
}

static void write_name(tr_json *json, const tr_glb_plan *plan, int mesh, int level)
{
    char number[32], text[256];
    const char *name = plan->meshes[mesh].name;
    if (!name) {
        snprintf(number, sizeof number, "mesh %d", mesh);
        name = number;
    }
    if (level > 0) {
        snprintf(text, sizeof text, "%.*s level %d", whole_characters(name, 200), name, level);
        name = text;
    }
    tr_json_text(json, "name", name);
}

static void write_nodes(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "nodes", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        for (int level = 0; level < plan->meshes[mesh].level_count; level++) {
            const int number = plan->groups[mesh].first_level + level;
            tr_json_open(json, NULL, '{');
            write_name(json, plan, mesh, level);
            tr_json_int(json, "mesh", number);
            tr_json_open(json, "translation", '[');
            for (int axis = 0; axis < 3; axis++) {
                tr_json_double(json, NULL, plan->levels[number].mesh->origin[axis] - plan->origin[axis]);
            }
            tr_json_close(json);
            if (level == 0 && plan->meshes[mesh].level_count > 1) write_lod(json, plan, mesh);
            tr_json_close(json);
        }
    }
    tr_json_close(json);
}

static void write_primitive(tr_json *json, const tr_glb_plan *plan, const tr_glb_level *level, int material)
{
    const int indices = level->first_view + level->view_count - 1;
    tr_json_open(json, NULL, '{');
    tr_json_open(json, "attributes", '{');
    for (int view = level->first_view; view < indices; view++) {
        tr_json_int(json, content_rows[plan->views[view].content].attribute, view);
    }
    tr_json_close(json);
    tr_json_int(json, "indices", indices);
    tr_json_int(json, "material", material);
    tr_json_close(json);
}

static void write_meshes(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "meshes", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        for (int level = 0; level < plan->meshes[mesh].level_count; level++) {
            tr_json_open(json, NULL, '{');
            write_name(json, plan, mesh, level);
            tr_json_open(json, "primitives", '[');
            write_primitive(json, plan, &plan->levels[plan->groups[mesh].first_level + level], mesh);
            tr_json_close(json);
            tr_json_close(json);
        }
    }
    tr_json_close(json);
}

// One per mesh; a texture is numbered by the meshes that have one.
static void write_materials(tr_json *json, const tr_glb_plan *plan)
{
    int texture = 0;
    tr_json_open(json, "materials", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        tr_json_open(json, NULL, '{');
        tr_json_open(json, "pbrMetallicRoughness", '{');
        if (plan->groups[mesh].picture >= 0) {
            tr_json_open(json, "baseColorTexture", '{');
            tr_json_int(json, "index", texture++);
            tr_json_close(json);
        }
        tr_json_double(json, "metallicFactor", 0);
        tr_json_double(json, "roughnessFactor", (double)plan->meshes[mesh].roughness);
        tr_json_close(json);
        tr_json_close(json);
    }
    tr_json_close(json);
}

// A picture that is laid on once ends at its border: repeating would let the opposite border shine through.
static void write_samplers(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "samplers", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        if (plan->groups[mesh].picture < 0) continue;
        const int wrap = plan->groups[mesh].repeats ? WRAP_REPEAT : WRAP_CLAMP;
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "magFilter", FILTER_LINEAR);
        tr_json_int(json, "minFilter", FILTER_LINEAR_MIPMAP_LINEAR);
        tr_json_int(json, "wrapS", wrap);
        tr_json_int(json, "wrapT", wrap);
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void write_textures(tr_json *json, const tr_glb_plan *plan)
{
    int sampler = 0;
    tr_json_open(json, "textures", '[');
    for (int mesh = 0; mesh < plan->mesh_count; mesh++) {
        if (plan->groups[mesh].picture < 0) continue;
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "sampler", sampler++);
        tr_json_int(json, "source", plan->groups[mesh].picture);
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void write_images(tr_json *json, const tr_glb_plan *plan)
{
    const int first_view = plan->view_count - plan->picture_count;
    tr_json_open(json, "images", '[');
    for (int i = 0; i < plan->picture_count; i++) {
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "bufferView", first_view + i);
        tr_json_text(json, "mimeType", "image/png");
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void write_floats(tr_json *json, const char *key, const float values[3])
{
    tr_json_open(json, key, '[');
    for (int i = 0; i < 3; i++) {
        tr_json_double(json, NULL, (double)values[i]);
    }
    tr_json_close(json);
}

static void write_accessors(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "accessors", '[');
    for (int i = 0; i < plan->view_count - plan->picture_count; i++) {
        const tr_glb_view *view = &plan->views[i];
        const tr_glb_level *level = &plan->levels[view->owner];
        const content_row *row = &content_rows[view->content];
        const bool is_index = view->content == TR_GLB_INDICES;
        const bool is_short = is_index && tr_glb_has_short_indices(level->mesh);
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "bufferView", i);
        tr_json_int(json, "componentType", is_short ? TYPE_U16 : row->component);
        if (row->normalized) tr_json_bool(json, "normalized", true);
        tr_json_int(json, "count", (int64_t)(is_index ? level->mesh->index_count : level->mesh->vertex_count));
        tr_json_text(json, "type", row->type);
        if (view->content == TR_GLB_POSITIONS) {
            write_floats(json, "min", level->low);
            write_floats(json, "max", level->high);
        }
        tr_json_close(json);
    }
    tr_json_close(json);
}

static void write_buffers(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "bufferViews", '[');
    for (int i = 0; i < plan->view_count; i++) {
        const tr_glb_view *view = &plan->views[i];
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "buffer", 0);
        tr_json_int(json, "byteOffset", (int64_t)view->offset);
        tr_json_int(json, "byteLength", (int64_t)view->size);
        if (view->content != TR_GLB_PICTURE) {
            tr_json_int(json, "target", view->content == TR_GLB_INDICES ? TARGET_INDICES : TARGET_VERTICES);
        }
        tr_json_close(json);
    }
    tr_json_close(json);
    tr_json_open(json, "buffers", '[');
    tr_json_open(json, NULL, '{');
    tr_json_int(json, "byteLength", (int64_t)plan->binary_size);
    tr_json_close(json);
    tr_json_close(json);
}

char *tr_glb_json(const tr_glb_plan *plan, tr_error *err)
{
    tr_json json = tr_json_begin(plan->context);
    tr_json_open(&json, NULL, '{');
    write_asset(&json);
    if (has_levels(plan)) {
        tr_json_open(&json, "extensionsUsed", '[');
        tr_json_text(&json, NULL, "MSFT_lod");
        tr_json_close(&json);
    }
    write_scene(&json, plan);
    write_nodes(&json, plan);
    write_meshes(&json, plan);
    write_materials(&json, plan);
    if (plan->picture_count > 0) {
        write_samplers(&json, plan);
        write_textures(&json, plan);
        write_images(&json, plan);
    }
    write_accessors(&json, plan);
    write_buffers(&json, plan);
    tr_json_close(&json);
    return tr_json_finish(&json, err);
}
