// A device in the GL context of a host: the test's thread plays the host.
#include <epoxy/gl.h>
#include <pthread.h>
#include <string.h>

#include "gpu/egl_open.h"
#include "gpu_fixture.h"

typedef struct host_fixture {
    tr_gl_context gl;
    gpu_fixture device;
} host_fixture;

static host_fixture host_open(void)
{
    host_fixture host = {.device = {.context = test_context(1)}};
    host.device.used_bytes_before = tr_context_memory(host.device.context).used_bytes;
    tr_error err = {0};
    if (!tr_gl_open_headless(TR_GL_45_CORE, &host.gl, &err)) {
        tr_context_destroy(host.device.context);
        gpu_skip_or_fail(&err);
    }
    host.device.gpu = tr_gpu_create(host.device.context, true, &err);
    if (!host.device.gpu) fail_msg("%s", err.message);
    return host;
}

static void host_close(host_fixture *host)
{
    gpu_fixture_close(&host->device);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    tr_gl_close(&host->gl);
}

static void nothing_current_is_unavailable(void **state)
{
    (void)state;
    tr_context *context = test_context(1);
    tr_error err = {0};
    assert_null(tr_gpu_create(context, true, &err));
    assert_int_equal(err.code, TR_ERROR_GPU_UNAVAILABLE);
    assert_non_null(strstr(err.message, "current"));
    tr_context_destroy(context);
}

static void polling_does_the_work(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[50] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 50, 3, 2, NULL);
    assert_false(tr_gpu_request_ready(request));
    while (tr_gpu_poll(host.device.gpu)) continue;
    assert_true(tr_gpu_request_ready(request));
    gpu_check_mix(request, words, 50, 3, 2);
    tr_gpu_request_release(request);
    host_close(&host);
}

static void waiting_on_the_host_thread_polls(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t *words = gpu_test_words(30000);
    tr_gpu_request *requests[12];
    for (uint32_t i = 0; i < 12; i++) requests[i] = gpu_submit_mix(host.device.gpu, words, 30000, i, 30, NULL);
    gpu_check_mix(requests[11], words, 30000, 11, 30);
    for (uint32_t i = 0; i < 12; i++) {
        gpu_check_mix(requests[i], words, 30000, i, 30);
        tr_gpu_request_release(requests[i]);
    }
    test_free(words);
    host_close(&host);
}

typedef struct gl_info {
    GLint program, generic, bindings[4];
    GLint64 starts[4], sizes[4];
} gl_info;

static gl_info read_gl_info(void)
{
    gl_info stats;
    memset(&stats, 0, sizeof stats);
    glGetIntegerv(GL_CURRENT_PROGRAM, &stats.program);
    glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &stats.generic);
    for (GLuint i = 0; i < 4; i++) {
        glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &stats.bindings[i]);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &stats.starts[i]);
        glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &stats.sizes[i]);
    }
    return stats;
}

static GLuint host_program(void)
{
    const char *text = "#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    return glCreateShaderProgramv(GL_COMPUTE_SHADER, 1, &text);
}

static void *look_twice_on_thread(void *user)
{
    tr_error first = {0}, second = {0};
    bool nothing = !tr_gpu_request_wait(user, 0, &first) && !tr_gpu_request_wait(user, 1000000, &second);
    return nothing && first.code == TR_ERROR_TIMEOUT && second.code == TR_ERROR_TIMEOUT ? user : NULL;
}

// The test's thread does not poll meanwhile, so the request cannot become ready.
static void waiting_ends_when_the_time_is_out(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, look_twice_on_thread, request), 0);
    void *answer = NULL;
    pthread_join(thread, &answer);
    assert_ptr_equal(answer, request);
    while (tr_gpu_poll(host.device.gpu)) continue;
    assert_non_null(tr_gpu_request_wait(request, 0, NULL));
    tr_gpu_request_release(request);
    host_close(&host);
}

static void gl_state_is_put_back(void **state)
{
    (void)state;
    host_fixture host = host_open();
    GLuint buffers[3];
    glCreateBuffers(3, buffers);
    for (int i = 0; i < 3; i++) glNamedBufferStorage(buffers[i], 4096, NULL, 0);
    GLuint program = host_program();
    glUseProgram(program);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffers[0]);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 2, buffers[1], 1024, 512);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffers[2]);
    gl_info before = read_gl_info();
    uint32_t words[20] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    gpu_check_mix(request, words, 20, 3, 2);
    gl_info after = read_gl_info();
    assert_memory_equal(&before, &after, sizeof before);
    tr_gpu_request_release(request);
    glDeleteProgram(program);
    glDeleteBuffers(3, buffers);
    host_close(&host);
}

static void pending_error_of_the_host_is_not_ours(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    glEnable(0xffff);
    gpu_check_mix(request, words, 20, 3, 2);
    tr_gpu_request_release(request);
    host_close(&host);
}

static void *wait_on_thread(void *user)
{
    tr_gpu_request *request = user;
    return tr_gpu_request_wait(request, -1, NULL) ? user : NULL;
}

static void another_thread_waits_while_the_host_polls(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wait_on_thread, request), 0);
    while (tr_gpu_poll(host.device.gpu)) continue;
    void *answer = NULL;
    pthread_join(thread, &answer);
    assert_ptr_equal(answer, request);
    tr_gpu_request_release(request);
    host_close(&host);
}

static void *poll_on_thread(void *user)
{
    return tr_gpu_poll(user) ? user : NULL;
}

static void poll_without_the_context_touches_nothing(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request *request = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, poll_on_thread, host.device.gpu), 0);
    void *answer = NULL;
    pthread_join(thread, &answer);
    assert_ptr_equal(answer, host.device.gpu);
    assert_false(tr_gpu_request_ready(request));
    gpu_check_mix(request, words, 20, 3, 2);
    tr_gpu_request_release(request);
    host_close(&host);
}

static void destroy_with_requests_in_flight(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request *done = gpu_submit_mix(host.device.gpu, words, 20, 3, 2, NULL);
    gpu_check_mix(done, words, 20, 3, 2);
    tr_gpu_request *queued = gpu_submit_mix(host.device.gpu, words, 20, 4, 2, NULL);
    tr_gpu_request_release(gpu_submit_mix(host.device.gpu, words, 20, 5, 2, NULL));
    tr_gpu_destroy(host.device.gpu);
    assert_null(tr_gpu_request_wait(done, -1, NULL));
    assert_null(tr_gpu_request_wait(queued, -1, NULL));
    tr_gpu_request_release(done);
    tr_gpu_request_release(queued);
    host.device.gpu = NULL;
    host_close(&host);
}

static void destroy_after_the_host_closed_its_context(void **state)
{
    (void)state;
    host_fixture host = host_open();
    uint32_t words[20] = {0};
    tr_gpu_request_release(gpu_submit_mix(host.device.gpu, words, 20, 5, 2, NULL));
    tr_gl_close(&host.gl);
    gpu_fixture_close(&host.device);
}

static void context_of_the_library_polls(void **state)
{
    (void)state;
    tr_gl_context gl;
    tr_error err = {0};
    if (!tr_gl_open_headless(TR_GL_45_CORE, &gl, &err)) gpu_skip_or_fail(&err);
    tr_context_def def = tr_default_context_def();
    def.backend = TR_BACKEND_GL;
    def.gl_use_current = true;
    tr_context *context = tr_context_create(&def, &err);
    if (!context) fail_msg("%s", err.message);
    assert_int_equal(tr_context_gpu_info(context).state, TR_GPU_READY);
    assert_false(tr_context_gpu_poll(context));
    tr_context_destroy(context);
    tr_gl_close(&gl);
}

TEST_GROUP(gpu_host)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_current_is_unavailable),
        cmocka_unit_test(polling_does_the_work),
        cmocka_unit_test(waiting_on_the_host_thread_polls),
        cmocka_unit_test(waiting_ends_when_the_time_is_out),
        cmocka_unit_test(gl_state_is_put_back),
        cmocka_unit_test(pending_error_of_the_host_is_not_ours),
        cmocka_unit_test(another_thread_waits_while_the_host_polls),
        cmocka_unit_test(poll_without_the_context_touches_nothing),
        cmocka_unit_test(destroy_with_requests_in_flight),
        cmocka_unit_test(destroy_after_the_host_closed_its_context),
        cmocka_unit_test(context_of_the_library_polls),
    };
    return cmocka_run_group_tests_name("gpu in a host", tests, NULL, NULL);
}
