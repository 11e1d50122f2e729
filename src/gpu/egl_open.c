// Opening GL without a window. EGL 1.5 specification, EGL_MESA_platform_surfaceless, EGL_EXT_platform_device,
// EGL_KHR_no_config_context, EGL_KHR_surfaceless_context.
//
// libepoxy ends the process when a library or a function it needs is missing. So the libraries are looked for
// with dlopen before the first call of it, and extension functions come from eglGetProcAddress.
#include "gpu/egl_open.h"

#include <ctype.h>
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#if !defined(__unix__)
#error "The GL backend opens its driver by EGL on Unix systems: configure with TERRANE_WITH_GL=OFF here"
#endif

enum { MAX_DEVICES = 16 };

// ---------------------------------------------------------------------------------------------------------
// What was tried, for the final message

typedef struct attempts {
    char text[sizeof((tr_error *)0)->message];
} attempts;

static bool note(attempts *tried, const char *format, ...) TR_PRINTF(2, 3);

// Always returns false, so that an attempt can end with it.
static bool note(attempts *tried, const char *format, ...)
{
    char reason[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    size_t length = strlen(tried->text);
    snprintf(tried->text + length, sizeof tried->text - length, "%s%s", length > 0 ? "; " : "", reason);
    return false;
}

// ---------------------------------------------------------------------------------------------------------
// Libraries

// The handle is kept: libepoxy opens the same library anyway, and some drivers do not survive being unloaded.
static bool library_loads(const char *name)
{
    return dlopen(name, RTLD_LAZY | RTLD_LOCAL) != NULL;
}

static bool libraries_present(bool egl, bool es, attempts *tried)
{
    if (egl && !library_loads("libEGL.so.1")) return note(tried, "%s", dlerror());
    if (es) return library_loads("libGLESv2.so.2") || note(tried, "%s", dlerror());
    if (!library_loads("libOpenGL.so.0") && !library_loads("libGL.so.1")) {
        return note(tried, "neither libOpenGL.so.0 nor libGL.so.1 can be loaded (%s)", dlerror());
    }
    return true;
}

typedef void *(*get_current_fn)(void);

// The function of a library that some other part of the process has loaded, else NULL: a window system whose
// library is not loaded has nothing current.
static get_current_fn find_get_current(const char *library, const char *function)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (!handle) return NULL;
    get_current_fn result = NULL;
    void *symbol = dlsym(handle, function);
    memcpy(&result, &symbol, sizeof result);
    dlclose(handle);
    return result;
}

// ---------------------------------------------------------------------------------------------------------
// Facts about a current context

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; at && (at = strstr(at, word)); at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) return true;
    }
    return false;
}

static bool contains_ignoring_case(const char *text, const char *lower_part)
{
    size_t length = strlen(lower_part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && text[i] && tolower((unsigned char)text[i]) == lower_part[i]) i++;
        if (i == length) return true;
    }
    return false;
}

static bool is_software(const char *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "lavapipe", "swrast", "swiftshader", "software"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (contains_ignoring_case(renderer, names[i])) return true;
    }
    return false;
}

static void copy_gl_string(char *out, size_t size, GLenum name)
{
    const char *text = (const char *)glGetString(name);
    snprintf(out, size, "%s", text ? text : "unknown");
}

void tr_gl_describe(tr_gpu_info *info)
{
    copy_gl_string(info->vendor, sizeof info->vendor, GL_VENDOR);
    copy_gl_string(info->renderer, sizeof info->renderer, GL_RENDERER);
    copy_gl_string(info->version, sizeof info->version, GL_VERSION);
    info->software = is_software(info->renderer);
}

// ---------------------------------------------------------------------------------------------------------
// A context of our own

static const char *egl_error_name(EGLint code)
{
    switch (code) {
    case EGL_SUCCESS: return "EGL_SUCCESS";
    case EGL_NOT_INITIALIZED: return "EGL_NOT_INITIALIZED";
    case EGL_BAD_ACCESS: return "EGL_BAD_ACCESS";
    case EGL_BAD_ALLOC: return "EGL_BAD_ALLOC";
    case EGL_BAD_ATTRIBUTE: return "EGL_BAD_ATTRIBUTE";
    case EGL_BAD_CONFIG: return "EGL_BAD_CONFIG";
    case EGL_BAD_CONTEXT: return "EGL_BAD_CONTEXT";
    case EGL_BAD_DISPLAY: return "EGL_BAD_DISPLAY";
    case EGL_BAD_MATCH: return "EGL_BAD_MATCH";
    case EGL_BAD_PARAMETER: return "EGL_BAD_PARAMETER";
    default: return "an unknown EGL error";
    }
}

// What is asked of a driver, and how it is called in messages.
typedef struct api_request {
    bool es;
    EGLint major, minor;
    const char *name;
} api_request;

static const api_request *request_of(tr_gl_api api)
{
    static const api_request requests[TR_GL_API_COUNT] = {
        [TR_GL_45_CORE] = {false, 4, 5, "GL 4.5"},
        [TR_GL_33_CORE] = {false, 3, 3, "GL 3.3"},
        [TR_GLES_30] = {true, 3, 0, "GLES 3.0"},
    };
    return &requests[api];
}

static EGLContext create_context(EGLDisplay display, const char *extensions, const api_request *request)
{
    EGLint attributes[16] = {EGL_CONTEXT_MAJOR_VERSION, request->major, EGL_CONTEXT_MINOR_VERSION, request->minor};
    int count = 4;
    if (!request->es) {
        attributes[count++] = EGL_CONTEXT_OPENGL_PROFILE_MASK;
        attributes[count++] = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    }
    // Without it, a driver that resets after a hang may go on with buffers that hold anything.
    if (!request->es && has_word(extensions, "EGL_EXT_create_context_robustness")) {
        attributes[count++] = EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY;
        attributes[count++] = EGL_LOSE_CONTEXT_ON_RESET;
    }
    attributes[count] = EGL_NONE;
    return eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
}

// Initialises `display` and makes a context on it current. Displays belong to the process and are shared with
// whoever opened the same one, so none is ever terminated here.
static bool open_on_display(EGLDisplay display, const char *name, const api_request *request, tr_gl_context *out,
                            attempts *tried)
{
    if (display == EGL_NO_DISPLAY) return note(tried, "%s: no display", name);
    if (!eglInitialize(display, NULL, NULL)) {
        return note(tried, "%s: eglInitialize gave %s", name, egl_error_name(eglGetError()));
    }
    const char *extensions = eglQueryString(display, EGL_EXTENSIONS);
    static const char *const needed[] = {"EGL_KHR_create_context", "EGL_KHR_no_config_context",
                                         "EGL_KHR_surfaceless_context"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (!has_word(extensions, needed[i])) return note(tried, "%s: no %s", name, needed[i]);
    }
    if (!eglBindAPI(request->es ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) {
        return note(tried, "%s: no %s", name, request->name);
    }
    EGLContext context = create_context(display, extensions, request);
    if (context == EGL_NO_CONTEXT) {
        return note(tried, "%s: %s gave %s", name, request->name, egl_error_name(eglGetError()));
    }
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) {
        note(tried, "%s: eglMakeCurrent gave %s", name, egl_error_name(eglGetError()));
        eglDestroyContext(display, context);
        return false;
    }
    *out = (tr_gl_context){display, context, find_get_current("libEGL.so.1", "eglGetCurrentContext")};
    return true;
}

static PFNEGLGETPLATFORMDISPLAYEXTPROC find_get_display(void)
{
    return (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
}

static bool open_surfaceless(const char *client_extensions, const api_request *request, tr_gl_context *out,
                             attempts *tried)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display = find_get_display();
    if (!get_display || !has_word(client_extensions, "EGL_MESA_platform_surfaceless")) {
        return note(tried, "surfaceless: no EGL_MESA_platform_surfaceless");
    }
    EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return open_on_display(display, "surfaceless", request, out, tried);
}

static bool open_device(const char *client_extensions, const api_request *request, bool hardware_only,
                        tr_gl_context *out, attempts *tried)
{
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display = find_get_display();
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    if (!get_display || !query_devices || !query_string || !has_word(client_extensions, "EGL_EXT_platform_device")) {
        return note(tried, "devices: no EGL_EXT_platform_device");
    }
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint count = 0;
    if (!query_devices(MAX_DEVICES, devices, &count)) count = 0;
    if (count == 0) note(tried, "devices: none found");
    for (int i = 0; i < count; i++) {
        if (hardware_only && has_word(query_string(devices[i], EGL_EXTENSIONS), "EGL_MESA_device_software")) continue;
        char name[24];
        snprintf(name, sizeof name, "device %d", i);
        EGLDisplay display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
        if (open_on_display(display, name, request, out, tried)) return true;
    }
    return false;
}

static bool current_is_software(void)
{
    tr_gpu_info info = {0};
    tr_gl_describe(&info);
    return info.software;
}

// The surfaceless platform is Mesa's: beside a vendor's own driver it offers only software rendering, while
// the hardware is found among the devices.
static void prefer_hardware_device(const char *client_extensions, const api_request *request, tr_gl_context *software,
                                   attempts *tried)
{
    tr_gl_context device;
    if (!open_device(client_extensions, request, true, &device, tried)) return;
    if (current_is_software()) {
        eglMakeCurrent(software->display, EGL_NO_SURFACE, EGL_NO_SURFACE, software->handle);
        eglDestroyContext(device.display, device.handle);
        return;
    }
    eglDestroyContext(software->display, software->handle);
    *software = device;
}

bool tr_gl_open_headless(tr_gl_api api, tr_gl_context *out, tr_error *err)
{
    const api_request *request = request_of(api);
    attempts tried = {0};
    if (!libraries_present(true, request->es, &tried)) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "no GL: a library is missing: %s", tried.text);
    }
    const char *client_extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (open_surfaceless(client_extensions, request, out, &tried)) {
        if (current_is_software()) prefer_hardware_device(client_extensions, request, out, &tried);
        return true;
    }
    if (open_device(client_extensions, request, false, out, &tried)) return true;
    if (open_on_display(eglGetDisplay(EGL_DEFAULT_DISPLAY), "default display", request, out, &tried)) return true;
    return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "no %s: %s", request->name, tried.text);
}

static void note_current(tr_gl_entry *out)
{
    out->api = eglQueryAPI();
    out->display = eglGetCurrentDisplay();
    out->handle = eglGetCurrentContext();
    out->draw = eglGetCurrentSurface(EGL_DRAW);
    out->read = eglGetCurrentSurface(EGL_READ);
}

bool tr_gl_open_entered(tr_gl_api api, tr_gl_context *out, tr_gl_entry *entry, tr_error *err)
{
    *entry = (tr_gl_entry){0};
    // Without the library nothing is current, and nothing may be asked.
    if (library_loads("libEGL.so.1")) note_current(entry);
    const bool opened = tr_gl_open_headless(api, out, err);
    entry->entered = opened;
    return opened;
}

bool tr_gl_enter(const tr_gl_context *context, tr_gl_entry *out)
{
    *out = (tr_gl_entry){0};
    if (!context->display || tr_gl_is_current(context)) return true;
    note_current(out);
    out->entered = eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->handle);
    return out->entered;
}

void tr_gl_leave(const tr_gl_context *context, const tr_gl_entry *entry)
{
    if (!entry->entered) return;
    eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglBindAPI(entry->api);
    if (entry->handle) eglMakeCurrent(entry->display, entry->draw, entry->read, entry->handle);
}

void tr_gl_close(tr_gl_context *context)
{
    if (!context->display) return;
    const bool current = tr_gl_is_current(context);
    if (current) eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(context->display, context->handle);
    if (current) eglReleaseThread();
    *context = (tr_gl_context){0};
}

// ---------------------------------------------------------------------------------------------------------
// The host's context

static bool find_current(tr_gl_context *out)
{
    static const struct {
        const char *library, *function;
    } places[] = {
        {"libEGL.so.1", "eglGetCurrentContext"},
        {"libGLX.so.0", "glXGetCurrentContext"},
        {"libGL.so.1", "glXGetCurrentContext"},
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        get_current_fn get_current = find_get_current(places[i].library, places[i].function);
        void *handle = get_current ? get_current() : NULL;
        if (!handle) continue;
        *out = (tr_gl_context){NULL, handle, get_current};
        return true;
    }
    return false;
}

bool tr_gl_adopt_current(tr_gl_api min, tr_gl_context *out, tr_error *err)
{
    attempts tried = {0};
    if (!find_current(out)) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "no GL context (EGL or GLX) is current on the calling thread");
    }
    // A context of OpenGL ES has its own library; whichever is missing, the other may be what the host uses.
    if (!libraries_present(false, false, &tried) && !libraries_present(false, true, &tried)) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "no GL: a library is missing: %s", tried.text);
    }
    const int version = epoxy_gl_version();
    const bool desktop = epoxy_is_desktop_gl();
    const bool enough = min == TR_GL_45_CORE ? desktop && version >= 45 : version >= (desktop ? 33 : 30);
    if (!enough) {
        return tr_fail(err, TR_ERROR_GPU_UNAVAILABLE, "the current GL context is %s %d.%d; %s is needed",
                       desktop ? "OpenGL" : "OpenGL ES", version / 10, version % 10,
                       min == TR_GL_45_CORE ? "OpenGL 4.5" : "OpenGL 3.3 or OpenGL ES 3.0");
    }
    return true;
}

bool tr_gl_is_current(const tr_gl_context *context)
{
    return context->get_current && context->get_current() == context->handle;
}
