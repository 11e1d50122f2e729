// The JSON of a GLB file: glTF 2.0 (Khronos); the nodes are in glb_nodes.c.
#include "io/glb.h"

#include <stdio.h>
#include <string.h>

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
    [TR_GLB_COLORS] = {"COLOR_0", "VEC4", TYPE_U16, true},
    [TR_GLB_INDICES] = {NULL, "SCALAR", TYPE_U32, false},
    [TR_GLB_TRANSLATIONS] = {"TRANSLATION", "VEC3", TYPE_FLOAT, false},
    [TR_GLB_ROTATIONS] = {"ROTATION", "VEC4", TYPE_FLOAT, false},
    [TR_GLB_SCALES] = {"SCALE", "VEC3", TYPE_FLOAT, false},
};

const char *tr_glb_attribute(tr_glb_content content)
{
    return content_rows[content].attribute;
}

static bool has_levels(const tr_glb_plan *plan)
{
    return plan->level_count > plan->scene->mesh_count;
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

// The bytes of `text` up to `limit`, without a part of a UTF-8 character at the end.
static int whole_characters(const char *text, int limit)
{
    int length = (int)strnlen(text, (size_t)limit + 1);
    if (length <= limit) return length;
    for (length = limit; length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80;) length--;
    return length;
}

void tr_glb_write_name(tr_json *json, const tr_glb_plan *plan, int mesh, int level)
{
    char number[32], text[256];
    const char *name = plan->scene->meshes[mesh].name;
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

static void write_primitive(tr_json *json, const tr_glb_plan *plan, const tr_glb_level *level, int material)
{
    const int indices = level->first_view + level->view_count - 1;
    tr_json_open(json, NULL, '{');
    tr_json_open(json, "attributes", '{');
    for (int view = level->first_view; view < indices; view++) {
        tr_json_int(json, tr_glb_attribute(plan->views[view].content), view);
    }
    tr_json_close(json);
    tr_json_int(json, "indices", indices);
    tr_json_int(json, "material", material);
    tr_json_close(json);
}

static void write_meshes(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "meshes", '[');
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        for (int level = 0; level < plan->scene->meshes[mesh].level_count; level++) {
            tr_json_open(json, NULL, '{');
            tr_glb_write_name(json, plan, mesh, level);
            tr_json_open(json, "primitives", '[');
            write_primitive(json, plan, &plan->levels[plan->groups[mesh].first_level + level], mesh);
            tr_json_close(json);
            tr_json_close(json);
        }
    }
    tr_json_close(json);
}

// One per mesh; a texture is numbered by the meshes that have one. Meshes with colours are leaves, blades and ribbons
// of road, which have no thickness and are seen from both sides; terrain has a texture and only an upper side.
static void write_materials(tr_json *json, const tr_glb_plan *plan)
{
    int texture = 0;
    tr_json_open(json, "materials", '[');
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
        tr_json_open(json, NULL, '{');
        tr_json_open(json, "pbrMetallicRoughness", '{');
        if (plan->groups[mesh].picture >= 0) {
            tr_json_open(json, "baseColorTexture", '{');
            tr_json_int(json, "index", texture++);
            tr_json_close(json);
        }
        tr_json_double(json, "metallicFactor", 0);
        tr_json_double(json, "roughnessFactor", (double)plan->scene->meshes[mesh].roughness);
        tr_json_close(json);
        if (plan->scene->meshes[mesh].levels[0].colors) tr_json_bool(json, "doubleSided", true);
        if (plan->scene->meshes[mesh].translucent) tr_json_text(json, "alphaMode", "BLEND");
        tr_json_close(json);
    }
    tr_json_close(json);
}

// A picture that is laid on once ends at its border: repeating would let the opposite border shine through.
static void write_samplers(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "samplers", '[');
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
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
    for (int mesh = 0; mesh < plan->scene->mesh_count; mesh++) {
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

static bool is_of_copies(const tr_glb_view *view)
{
    return view->content == TR_GLB_TRANSLATIONS || view->content == TR_GLB_ROTATIONS || view->content == TR_GLB_SCALES;
}

static size_t count_elements(const tr_glb_plan *plan, const tr_glb_view *view)
{
    if (is_of_copies(view)) return plan->scene->instances[view->owner].count;
    const tr_mesh *mesh = plan->levels[view->owner].mesh;
    return view->content == TR_GLB_INDICES ? mesh->index_count : mesh->vertex_count;
}

static void write_accessors(tr_json *json, const tr_glb_plan *plan)
{
    tr_json_open(json, "accessors", '[');
    for (int i = 0; i < plan->view_count - plan->picture_count; i++) {
        const tr_glb_view *view = &plan->views[i];
        const content_row *row = &content_rows[view->content];
        const bool is_short =
            view->content == TR_GLB_INDICES && tr_glb_has_short_indices(plan->levels[view->owner].mesh);
        tr_json_open(json, NULL, '{');
        tr_json_int(json, "bufferView", i);
        tr_json_int(json, "componentType", is_short ? TYPE_U16 : row->component);
        if (row->normalized) tr_json_bool(json, "normalized", true);
        tr_json_int(json, "count", (int64_t)count_elements(plan, view));
        tr_json_text(json, "type", row->type);
        if (view->content == TR_GLB_POSITIONS) {
            write_floats(json, "min", plan->levels[view->owner].low);
            write_floats(json, "max", plan->levels[view->owner].high);
        }
        tr_json_close(json);
    }
    tr_json_close(json);
}

// What a view is bound as; attributes of copies are no vertices, and pictures are nothing of the kind.
static void write_target(tr_json *json, const tr_glb_view *view)
{
    if (view->content == TR_GLB_PICTURE || is_of_copies(view)) return;
    tr_json_int(json, "target", view->content == TR_GLB_INDICES ? TARGET_INDICES : TARGET_VERTICES);
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
        write_target(json, view);
        tr_json_close(json);
    }
    tr_json_close(json);
    tr_json_open(json, "buffers", '[');
    tr_json_open(json, NULL, '{');
    tr_json_int(json, "byteLength", (int64_t)plan->binary_size);
    tr_json_close(json);
    tr_json_close(json);
}

// A reader that does not know of levels shows the finest ones, but one that does not know of copies would show a single
// one: that is not the scene.
static void write_extensions(tr_json *json, const tr_glb_plan *plan)
{
    const bool has_instancing = tr_glb_has_instancing(plan);
    if (!has_levels(plan) && !has_instancing) return;
    tr_json_open(json, "extensionsUsed", '[');
    if (has_levels(plan)) tr_json_text(json, NULL, "MSFT_lod");
    if (has_instancing) tr_json_text(json, NULL, "EXT_mesh_gpu_instancing");
    tr_json_close(json);
    if (!has_instancing) return;
    tr_json_open(json, "extensionsRequired", '[');
    tr_json_text(json, NULL, "EXT_mesh_gpu_instancing");
    tr_json_close(json);
}

char *tr_glb_json(const tr_glb_plan *plan, tr_error *err)
{
    tr_json json = tr_json_begin(plan->context);
    tr_json_open(&json, NULL, '{');
    write_asset(&json);
    write_extensions(&json, plan);
    tr_glb_write_nodes(&json, plan);
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
