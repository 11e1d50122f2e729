// fly [world.yaml] [frames]: flies over a world in a window, until Escape is pressed or so many frames are drawn.
// The arrow keys turn the camera, W and S go faster and slower, Page Up and Page Down up and down.
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <terrane/terrane.h>

typedef struct glider {
    tr_camera_def camera;
    double yaw, pitch, speed_m;  // radians; metres a second
} glider;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    return 1;
}

// A window with a GL context of at least 3.3 core, or GLES 3.0 where there is none.
static SDL_Window *open_window(int width, int height)
{
    const int profiles[2][3] = {{SDL_GL_CONTEXT_PROFILE_CORE, 3, 3}, {SDL_GL_CONTEXT_PROFILE_ES, 3, 0}};
    for (int i = 0; i < 2; i++) {
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, profiles[i][0]);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, profiles[i][1]);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, profiles[i][2]);
        SDL_Window *window = SDL_CreateWindow("Terrane", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                              SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE);
        if (window && SDL_GL_CreateContext(window)) return window;
        if (window) SDL_DestroyWindow(window);
    }
    return NULL;
}

static void steer(glider *plane, double seconds)
{
    const Uint8 *keys = SDL_GetKeyboardState(NULL);
    plane->yaw += seconds * (keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
    plane->pitch += 0.5 * seconds * (keys[SDL_SCANCODE_UP] - keys[SDL_SCANCODE_DOWN]);
    plane->pitch = fmin(fmax(plane->pitch, -1.4), 1.4);
    plane->speed_m *= 1 + seconds * (keys[SDL_SCANCODE_W] - keys[SDL_SCANCODE_S]);
    double *eye = plane->camera.eye_m, *target = plane->camera.target_m;
    eye[0] += seconds * plane->speed_m * sin(plane->yaw);
    eye[1] += seconds * plane->speed_m * (keys[SDL_SCANCODE_PAGEUP] - keys[SDL_SCANCODE_PAGEDOWN]);
    eye[2] -= seconds * plane->speed_m * cos(plane->yaw);
    target[0] = eye[0] + 100 * sin(plane->yaw) * cos(plane->pitch);
    target[1] = eye[1] + 100 * sin(plane->pitch);
    target[2] = eye[2] - 100 * cos(plane->yaw) * cos(plane->pitch);
}

// Whether to go on.
static bool handle_events(void)
{
    for (SDL_Event event; SDL_PollEvent(&event);) {
        if (event.type == SDL_QUIT || (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) return false;
    }
    return true;
}

static bool fly(SDL_Window *window, tr_renderer *renderer, tr_view *view, glider *plane, long frames, tr_error *err)
{
    tr_render_target_def target = tr_default_render_target_def();
    target.host_framebuffer = true;
    if (!tr_view_catch_up(view, &plane->camera, NULL, err)) return false;  // without it the world appears bit by bit
    for (long frame = 0; handle_events() && (frames == 0 || frame < frames); frame++) {
        steer(plane, 1.0 / 60);
        SDL_GL_GetDrawableSize(window, &target.width, &target.height);
        // What could not be made now is asked for again later: only say so.
        if (!tr_view_update(view, &plane->camera, err)) fprintf(stderr, "%s\n", err->message);
        if (!tr_renderer_draw(renderer, &plane->camera, &target, (double)frame / 60, err)) return false;
        SDL_GL_SwapWindow(window);
    }
    const tr_view_stats stats = tr_view_statistics(view);
    printf("%llu frames, %llu parts uploaded, %llu dropped, waited for the world %.3f ms at most\n",
           (unsigned long long)tr_renderer_statistics(renderer).frames, (unsigned long long)stats.uploads,
           (unsigned long long)stats.drops, 1e3 * stats.max_wait_s);
    return true;
}

static bool open_world(const char *path, SDL_Window *window, long frames, tr_error *err)
{
    const tr_context_def context_def = tr_default_context_def();
    tr_renderer_def renderer_def = tr_default_renderer_def();
    renderer_def.host_context = true;
    renderer_def.quality = TR_QUALITY_LOW;
    tr_view_def view_def = tr_view_def_of_quality(renderer_def.quality);
    SDL_GL_GetDrawableSize(window, &view_def.width, &view_def.height);
    const tr_camera_request_def request = tr_default_camera_request_def();
    glider plane = {.speed_m = 40};

    tr_context *context = tr_context_create(&context_def, err);
    tr_world *world = context ? tr_world_load(context, path, NULL, err) : NULL;
    tr_renderer *renderer = world ? tr_renderer_create(context, &renderer_def, err) : NULL;
    tr_view *view = renderer ? tr_view_create(world, renderer, &view_def, err) : NULL;
    bool done = view && tr_view_find_camera(world, &request, &plane.camera, err);
    if (done) {
        const double *eye = plane.camera.eye_m, *target = plane.camera.target_m;
        plane.yaw = atan2(target[0] - eye[0], eye[2] - target[2]);
        plane.pitch = atan2(target[1] - eye[1], hypot(target[0] - eye[0], target[2] - eye[2]));
        done = fly(window, renderer, view, &plane, frames, err);
    }
    tr_view_destroy(view);
    tr_renderer_destroy(renderer);
    if (world) tr_world_destroy(world);
    tr_context_destroy(context);
    return done;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "worlds/valley.yaml";
    const long frames = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail("SDL", SDL_GetError());
    SDL_Window *window = open_window(960, 540);
    if (!window) return fail("no window with OpenGL 3.3 or OpenGL ES 3.0", SDL_GetError());
    tr_error err = {0};
    const bool done = open_world(path, window, frames, &err);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return done ? 0 : fail(tr_error_name(err.code), err.message);
}
