#include "render/gl_program.h"

#include <epoxy/gl.h>

static GLuint compile(const char *name, GLenum stage, const char *text, tr_error *err)
{
    const char *parts[2] = {"#version 450 core\n", text};
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled) return shader;
    char log[400] = "";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    tr_fail(err, TR_ERROR_GPU_FAILED, "the %s shader of '%s' did not compile: %s",
            stage == GL_VERTEX_SHADER ? "vertex" : "fragment", name, log);
    return 0;
}

static GLuint link_shaders(const char *name, GLuint vertex, GLuint fragment, tr_error *err)
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
    tr_fail(err, TR_ERROR_GPU_FAILED, "the program '%s' did not link: %s", name, log);
    return 0;
}

unsigned tr_gl_program_create(const char *name, const char *vertex, const char *fragment, tr_error *err)
{
    const GLuint first = compile(name, GL_VERTEX_SHADER, vertex, err);
    if (!first) return 0;
    const GLuint second = compile(name, GL_FRAGMENT_SHADER, fragment, err);
    const GLuint program = second ? link_shaders(name, first, second, err) : 0;
    glDeleteShader(first);
    glDeleteShader(second);
    return program;
}
