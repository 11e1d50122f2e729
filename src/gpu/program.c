// Compiling and linking compute shaders: OpenGL 4.5 core specification, chapter 7.
#include "gpu/program.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

#include "gpu/gpu.h"

static tr_gpu_program *move_to_front(tr_gpu_program_cache *cache, tr_gpu_program **link)
{
    tr_gpu_program *program = *link;
    *link = program->next;
    program->next = cache->first;
    cache->first = program;
    return program;
}

static tr_gpu_program *add_program(tr_gpu_program_cache *cache, const char *text, uint64_t hash, tr_error *err)
{
    size_t size = strlen(text) + 1;
    tr_gpu_program *program = tr_alloc(cache->context, sizeof *program, err);
    if (!program) return NULL;
    *program = (tr_gpu_program){.hash = hash, .text = tr_alloc(cache->context, size, err), .next = cache->first};
    if (!program->text) {
        tr_free(cache->context, program);
        return NULL;
    }
    memcpy(program->text, text, size);
    cache->first = program;
    cache->count++;
    return program;
}

tr_gpu_program *tr_gpu_program_acquire(tr_gpu_program_cache *cache, const char *text, uint64_t hash, tr_error *err)
{
    tr_gpu_program **at = &cache->first;
    while (*at && ((*at)->hash != hash || strcmp((*at)->text, text) != 0)) at = &(*at)->next;
    tr_gpu_program *program = *at ? move_to_front(cache, at) : add_program(cache, text, hash, err);
    if (program) program->users++;
    return program;
}

void tr_gpu_program_release(tr_gpu_program *program)
{
    program->users--;
}

// The start of the log, which names the first error, goes into the message; all its lines go to the log hook.
static void report_log(tr_context *context, tr_gpu_program *program, const char *step, const char *log)
{
    size_t length = strlen(log);
    while (length > 0 && (log[length - 1] == '\n' || log[length - 1] == ' ')) length--;
    tr_fail(&program->error, TR_ERROR_GPU_FAILED, "a GPU program did not %s: %.*s", step, (int)length, log);
    tr_log(context, TR_LOG_ERROR, "a GPU program did not %s:", step);
    for (const char *line = log; *line;) {
        size_t line_length = strcspn(line, "\n");
        tr_log(context, TR_LOG_ERROR, "  %.*s", (int)line_length, line);
        line += line_length + (line[line_length] == '\n');
    }
}

static void fail_with_shader_log(tr_context *context, tr_gpu_program *program, GLuint shader)
{
    GLint size = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &size);
    char *log = size > 0 ? tr_alloc(context, (size_t)size, NULL) : NULL;
    if (log) glGetShaderInfoLog(shader, size, NULL, log);
    report_log(context, program, "compile", log ? log : "(no log)");
    tr_free(context, log);
}

static void fail_with_program_log(tr_context *context, tr_gpu_program *program, GLuint name)
{
    GLint size = 0;
    glGetProgramiv(name, GL_INFO_LOG_LENGTH, &size);
    char *log = size > 0 ? tr_alloc(context, (size_t)size, NULL) : NULL;
    if (log) glGetProgramInfoLog(name, size, NULL, log);
    report_log(context, program, "link", log ? log : "(no log)");
    tr_free(context, log);
}

static bool compile(tr_context *context, tr_gpu_program *program, GLuint shader)
{
    // #line makes the places in the compiler's log those of the caller's text.
    char preamble[80];
    snprintf(preamble, sizeof preamble, "#version 450 core\n#define TR_GPU_LOCAL_SIZE %d\n#line 1\n",
             TR_GPU_LOCAL_SIZE);
    const char *parts[] = {preamble, program->text};
    glShaderSource(shader, 2, parts, NULL);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) fail_with_shader_log(context, program, shader);
    return compiled;
}

static bool link(tr_context *context, tr_gpu_program *program, GLuint shader)
{
    program->name = glCreateProgram();
    glAttachShader(program->name, shader);
    glLinkProgram(program->name);
    glDetachShader(program->name, shader);
    GLint linked = GL_FALSE;
    glGetProgramiv(program->name, GL_LINK_STATUS, &linked);
    if (linked) return true;
    fail_with_program_log(context, program, program->name);
    glDeleteProgram(program->name);
    program->name = 0;
    return false;
}

bool tr_gpu_program_build(tr_context *context, tr_gpu_program *program, tr_error *err)
{
    if (program->state == TR_GPU_PROGRAM_NEW) {
        GLuint shader = glCreateShader(GL_COMPUTE_SHADER);
        bool built = compile(context, program, shader) && link(context, program, shader);
        glDeleteShader(shader);
        program->state = built ? TR_GPU_PROGRAM_LINKED : TR_GPU_PROGRAM_FAILED;
    }
    if (program->state == TR_GPU_PROGRAM_FAILED && err) *err = program->error;
    return program->state == TR_GPU_PROGRAM_LINKED;
}

static void forget(tr_gpu_program_cache *cache, tr_gpu_program **link_to_it)
{
    tr_gpu_program *program = *link_to_it;
    *link_to_it = program->next;
    tr_free(cache->context, program->text);
    tr_free(cache->context, program);
    cache->count--;
}

void tr_gpu_program_cache_trim(tr_gpu_program_cache *cache, int keep)
{
    int seen = 0;
    for (tr_gpu_program **at = &cache->first; *at && cache->count > keep;) {
        if (++seen <= keep || (*at)->users > 0) {
            at = &(*at)->next;
            continue;
        }
        glDeleteProgram((*at)->name);  // 0 is ignored
        forget(cache, at);
    }
}

void tr_gpu_program_cache_abandon(tr_gpu_program_cache *cache)
{
    while (cache->first) forget(cache, &cache->first);
}
