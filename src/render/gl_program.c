#include "render/gl_program.h"

#include <epoxy/gl.h>
#include <stdio.h>

#define X(id, name, vertex, fragment, variant) extern const char tr_glsl_##vertex[], tr_glsl_##fragment[];
TR_PROGRAM_LIST(X)
#undef X

typedef struct program_text {
    const char *name, *vertex, *fragment;
    unsigned variant;
} program_text;

static const program_text texts[TR_PROGRAM_COUNT] = {
#define X(id, name, vertex, fragment, variant) {name, tr_glsl_##vertex, tr_glsl_##fragment, variant},
    TR_PROGRAM_LIST(X)
#undef X
};

static const char desktop_heading[] = "#version 330 core\n";
static const char es_heading[] =
    "#version 300 es\n"
    "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\nprecision highp sampler2DArray;\n"
    "precision highp sampler2DArrayShadow;\n";

static GLuint compile(const tr_device *device, const program_text *text, GLenum stage, const char *constants,
                      tr_error *err)
{
    const char *parts[3] = {device->es ? es_heading : desktop_heading, constants,
                            stage == GL_VERTEX_SHADER ? text->vertex : text->fragment};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 3, parts, NULL);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    char log[400] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    tr_fail(err, TR_ERROR_GPU_FAILED, "the %s shader of '%s' did not compile: %s",
            stage == GL_VERTEX_SHADER ? "vertex" : "fragment", text->name, log);
    return 0;
}

static GLuint link_shaders(const program_text *text, GLuint vertex, GLuint fragment, tr_error *err)
{
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) return program;
    char log[400] = "";
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    glDeleteProgram(program);
    tr_fail(err, TR_ERROR_GPU_FAILED, "the program '%s' did not link: %s", text->name, log);
    return 0;
}

static void find_uniforms(tr_program *program)
{
    static const char *const samplers[TR_UNIT_COUNT] = {
#define X(id, name) #name,
        TR_SAMPLER_LIST(X)
#undef X
    };
#define X(uniform) program->uniform = glGetUniformLocation(program->name, #uniform);
    TR_UNIFORM_LIST(X)
#undef X
    glUseProgram(program->name);
    for (int i = 0; i < TR_UNIT_COUNT; i++) {
        const GLint location = glGetUniformLocation(program->name, samplers[i]);
        if (location >= 0) glUniform1i(location, i);
    }
    const GLuint block = glGetUniformBlockIndex(program->name, "view_block");
    if (block != GL_INVALID_INDEX) glUniformBlockBinding(program->name, block, 0);
}

bool tr_program_need(tr_device *device, tr_program_id id, bool low, tr_program *program, tr_error *err)
{
    if (program->name) return true;
    const program_text *text = &texts[id];
    char constants[160];
    snprintf(constants, sizeof constants,
             "const bool is_low = %s;\nconst bool is_mirror = %s;\nconst bool is_textured = %s;\n",
             low ? "true" : "false", text->variant & TR_VARIANT_MIRROR ? "true" : "false",
             text->variant & TR_VARIANT_TEXTURED ? "true" : "false");
    const GLuint vertex = compile(device, text, GL_VERTEX_SHADER, constants, err);
    if (!vertex) return false;
    const GLuint fragment = compile(device, text, GL_FRAGMENT_SHADER, constants, err);
    program->name = fragment ? link_shaders(text, vertex, fragment, err) : 0;
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    if (!program->name) return false;
    find_uniforms(program);
    device->stats.programs_compiled++;
    return true;
}

void tr_program_destroy(tr_program *program)
{
    glDeleteProgram(program->name);
    *program = (tr_program){0};
}
