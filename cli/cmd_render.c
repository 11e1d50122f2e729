// terrane render: a perspective view of a world, or a flight through it.
#include "command.h"
#include "flight.h"
#include "number_list.h"
#include "progress.h"
#include "report.h"
#include "world_input.h"

#include "terrane/io.h"
#include "terrane/view.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct render_values {
    cli_common common;
    tr_integer_list size;
    const char *eye, *look_at, *target, *sun;
    double above_m, distance_m, azimuth_deg, elevation_deg;
    bool orbit;
    double fov_deg, visibility_m;
    bool no_water, no_plants;
    int64_t samples;
    int quality;  // tr_render_quality
    bool blocks;
    tr_integer_list range;
    const char *save;
    const char *fly;
    int64_t frames;
    bool live, stats;
} render_values;

// ---------------------------------------------------------------------------------------------------------
// Options

static double given_or_nan(const cli_call *call, const char *name, double value)
{
    return cli_was_given(call->given, name) ? value : (double)NAN;
}

// Returns how many numbers an option has, 0 where it was not given, or -1 with an error.
static int read_numbers(const char *option, const char *text, int low_count, int high_count, double *out, tr_error *err)
{
    const int count = text ? cli_read_numbers(text, low_count, high_count, out) : 0;
    if (!text || count > 0) {
        return count;
    }
    char allowed[32];
    snprintf(allowed, sizeof allowed, low_count == high_count ? "%d" : "%d or %d", low_count, high_count);
    tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--%s is '%s'; allowed is %s numbers separated by commas", option, text,
            allowed);
    return -1;
}

// Sets a place from two numbers, x and z, or three.
static void set_place(const double *numbers, int count, double out_m[3])
{
    if (count > 0) {
        out_m[0] = numbers[0];
        out_m[1] = count == 3 ? numbers[1] : (double)NAN;
        out_m[2] = numbers[count - 1];
    }
}

// Whether the options go together.
static bool check_request(const tr_camera_request_def *request, int eye_count, int look_at_count, tr_error *err)
{
    const bool around = request->no_search || !isnan(request->target_m[0]) || !isnan(request->distance_m) ||
                        !isnan(request->azimuth_deg) || !isnan(request->elevation_deg);
    if (eye_count > 0 && around) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--eye does not go with --orbit, --target, --distance, --azimuth or --elevation");
    }
    if (eye_count == 0 && look_at_count > 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--look-at needs --eye; without an eye, --target is looked at");
    }
    if (eye_count > 0 && look_at_count == 0) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye needs --look-at");
    }
    if (eye_count == 2 && isnan(request->above_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye x,z needs --above; with a height it is --eye x,y,z");
    }
    if (eye_count == 3 && !isnan(request->above_m)) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "--eye x,y,z has a height already; --above needs --eye x,z");
    }
    return true;
}

static bool read_request(const cli_call *call, tr_camera_request_def *request, tr_error *err)
{
    const render_values *values = call->values;
    double eye[3], look_at[3];
    *request = tr_default_camera_request_def();
    request->above_m = given_or_nan(call, "above", values->above_m);
    request->distance_m = given_or_nan(call, "distance", values->distance_m);
    request->azimuth_deg = given_or_nan(call, "azimuth", values->azimuth_deg);
    request->elevation_deg = given_or_nan(call, "elevation", values->elevation_deg);
    request->no_search = values->orbit;
    request->blocks = values->blocks;
    request->width = (int32_t)values->size.items[0];
    request->height = (int32_t)values->size.items[1];
    request->fov_deg = values->fov_deg;
    const int eye_count = read_numbers("eye", values->eye, 2, 3, eye, err);
    const int look_at_count = eye_count < 0 ? -1 : read_numbers("look-at", values->look_at, 2, 3, look_at, err);
    if (look_at_count < 0 || read_numbers("target", values->target, 2, 2, request->target_m, err) < 0) {
        return false;
    }
    set_place(eye, eye_count, request->eye_m);
    set_place(look_at, look_at_count, request->look_at_m);
    return check_request(request, eye_count, look_at_count, err);
}

static bool read_environment(const render_values *values, tr_environment_def *out, tr_error *err)
{
    double sun[2];
    *out = tr_default_environment_def();
    out->visibility_m = values->visibility_m;
    out->sea = !values->no_water;
    if (read_numbers("sun", values->sun, 2, 2, sun, err) < 0) {
        return false;
    }
    if (fabs(sun[0]) > 360 || sun[1] < -10 || sun[1] > 90) {
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT,
                       "--sun is '%s'; allowed is an azimuth from -360 to 360 and an elevation from -10 to 90",
                       values->sun);
    }
    out->sun_azimuth_deg = sun[0];
    out->sun_elevation_deg = sun[1];
    return true;
}

static int check_options(const cli_call *call)
{
    const render_values *values = call->values;
    static const char *const of_blocks[] = {"range", "save"}, *const of_flights[] = {"frames", "live"};
    for (int i = 0; i < 2; i++) {
        if (!values->blocks && cli_was_given(call->given, of_blocks[i])) {
            return cli_usage(call, "--%s is for worlds of blocks: --blocks", of_blocks[i]);
        }
        if (!values->fly && cli_was_given(call->given, of_flights[i])) {
            return cli_usage(call, "--%s is for flights: --fly", of_flights[i]);
        }
    }
    if (values->range.items[1] < values->range.items[0]) {
        return cli_usage(call, "--range is %d,%d; the second number must not be smaller than the first",
                         (int)values->range.items[0], (int)values->range.items[1]);
    }
    if (!values->common.output) {
        return cli_usage(call, values->fly ? "-o is missing: the folder for the frames"
                                           : "-o is missing: where to write the PNG");
    }
    return CLI_DONE;
}

// ---------------------------------------------------------------------------------------------------------
// What is drawn with

typedef struct render_job {
    const render_values *values;
    const tr_world *world;
    tr_context *context;
    tr_environment_def environment;
    tr_camera_def camera;
    tr_renderer *renderer;
    tr_view *view;
} render_job;

static tr_render_quality quality_of(const cli_call *call)
{
    const render_values *values = call->values;
    return values->fly && !cli_was_given(call->given, "quality") ? TR_QUALITY_HIGH : (tr_render_quality)values->quality;
}

static bool open_job(const cli_call *call, render_job *job, tr_error *err)
{
    const render_values *values = job->values;
    const tr_render_quality quality = quality_of(call);
    tr_renderer_def renderer = tr_default_renderer_def();
    renderer.quality = quality;
    renderer.samples = (int32_t)values->samples;
    renderer.budget_bytes = UINT64_C(4) << 30;
    renderer.time_parts = values->stats;
    tr_view_def view = values->fly ? tr_view_def_of_quality(quality) : tr_picture_view_def();
    view.form = values->blocks ? TR_VIEW_BLOCKS : TR_VIEW_GROUND;
    view.width = (int32_t)values->size.items[0];
    view.height = (int32_t)values->size.items[1];
    view.environment = job->environment;
    view.plants = !values->no_plants;
    view.near_chunks = (int32_t)values->range.items[0];
    view.far_chunks = (int32_t)values->range.items[1];
    view.save = values->save;
    view.budget_bytes = UINT64_C(4) << 30;
    job->renderer = tr_renderer_create(job->context, &renderer, err);
    job->view = job->renderer ? tr_view_create(job->world, job->renderer, &view, err) : NULL;
    return job->view != NULL;
}

static void close_job(render_job *job)
{
    tr_view_destroy(job->view);
    tr_renderer_destroy(job->renderer);
}

// Draws a frame and writes it.
static bool draw(const render_job *job, const tr_camera_def *camera, double time_s, const char *path,
                 const tr_progress *progress, tr_error *err)
{
    tr_render_target_def target = tr_default_render_target_def();
    target.width = (int32_t)job->values->size.items[0];
    target.height = (int32_t)job->values->size.items[1];
    target.progress = progress;
    tr_image image;
    if (!tr_renderer_draw(job->renderer, camera, &target, time_s, err) ||
        !tr_renderer_read(job->renderer, &image, err)) {
        return false;
    }
    const bool done = tr_png_write(job->context, path, &image, err);
    tr_image_destroy(job->context, &image);
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Reports

static void print_place(cli_json *json, const char *key, const double place_m[3])
{
    cli_json_open(json, key, '[');
    for (int i = 0; i < 3; i++) {
        cli_json_double(json, NULL, place_m[i]);
    }
    cli_json_close(json);
}

// Times of the last frame, and what the view did before it.
static void print_frame_json(const render_job *job, cli_json *json)
{
    const tr_view_stats view = tr_view_statistics(job->view);
    const tr_renderer_stats frame = tr_renderer_statistics(job->renderer);
    cli_json_double(json, "view_s", view.update_s);
    cli_json_double(json, "wait_s", view.wait_s);
    cli_json_double(json, "upload_s", view.upload_s);
    cli_json_int(json, "missing", (int64_t)view.missing);
    cli_json_int(json, "draw_calls", (int64_t)frame.draw_calls);
    cli_json_double(json, "frame_s", frame.frame_s);
    cli_json_open(json, "steps_s", '{');
    for (int i = 0; i < TR_STEP_COUNT; i++) {
        cli_json_double(json, tr_render_step_name((tr_render_step)i), frame.step_s[i]);
    }
    cli_json_close(json);
}

static void print_frame_text(const render_job *job, const char *name)
{
    const tr_view_stats view = tr_view_statistics(job->view);
    const tr_renderer_stats frame = tr_renderer_statistics(job->renderer);
    printf("%s: %.1f ms, view %.2f (wait %.3f, upload %.2f), missing %llu;", name, 1e3 * frame.frame_s,
           1e3 * view.update_s, 1e3 * view.wait_s, 1e3 * view.upload_s, (unsigned long long)view.missing);
    for (int i = 0; i < TR_STEP_COUNT; i++) {
        if (frame.step_s[i] > 0) {
            printf(" %s %.2f", tr_render_step_name((tr_render_step)i), 1e3 * frame.step_s[i]);
        }
    }
    printf("\n");
}

static void print_picture_json(const render_job *job)
{
    const render_values *values = job->values;
    const tr_view_stats stats = tr_view_statistics(job->view);
    cli_json json = cli_json_begin(stdout);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "file", values->common.output);
    cli_json_int(&json, "width", values->size.items[0]);
    cli_json_int(&json, "height", values->size.items[1]);
    print_place(&json, "eye", job->camera.eye_m);
    print_place(&json, "look_at", job->camera.target_m);
    if (values->blocks) {
        cli_json_int(&json, "chunks", (int64_t)stats.chunks);
        cli_json_int(&json, "quads", (int64_t)stats.quads);
    } else {
        cli_json_int(&json, "levels", (int64_t)stats.levels);
        cli_json_int(&json, "samples", (int64_t)stats.samples);
        cli_json_int(&json, "bridges", (int64_t)stats.bridges);
        cli_json_int(&json, "plants", (int64_t)stats.plants);
    }
    if (values->stats) {
        print_frame_json(job, &json);
    }
    cli_json_close(&json);
    cli_json_end(&json);
}

static void print_picture(const render_job *job)
{
    const render_values *values = job->values;
    const tr_view_stats stats = tr_view_statistics(job->view);
    const double *eye = job->camera.eye_m, *target = job->camera.target_m;
    if (values->common.json) {
        print_picture_json(job);
        return;
    }
    if (values->common.quiet) {
        return;
    }
    printf("%s: %d x %d pixels, eye %.1f,%.1f,%.1f, look at %.1f,%.1f,%.1f, ", values->common.output,
           (int)values->size.items[0], (int)values->size.items[1], eye[0], eye[1], eye[2], target[0], target[1],
           target[2]);
    if (values->blocks) {
        printf("%llu chunks with %llu quads\n", (unsigned long long)stats.chunks, (unsigned long long)stats.quads);
    } else {
        printf("%llu levels with %.1f million samples, %llu plants and rocks\n", (unsigned long long)stats.levels,
               (double)stats.samples / 1e6, (unsigned long long)stats.plants);
    }
    if (values->stats) {
        print_frame_text(job, "frame");
    }
}

// ---------------------------------------------------------------------------------------------------------
// A picture

static bool render_picture(render_job *job, tr_error *err)
{
    const bool quiet = job->values->common.quiet;
    cli_progress progress = cli_progress_begin(job->values->blocks ? "blocks" : "terrain", quiet);
    tr_progress hook = cli_progress_hook(&progress);
    bool done = tr_view_settle(job->view, &job->camera, &hook, err);
    cli_progress_end(&progress);
    if (done) {
        progress = cli_progress_begin("view", quiet);
        hook = cli_progress_hook(&progress);
        done = draw(job, &job->camera, 0, job->values->common.output, &hook, err);
        cli_progress_end(&progress);
    }
    if (done) {
        print_picture(job);
    }
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// A flight

static bool make_folder(const char *path, tr_error *err)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        return S_ISDIR(info.st_mode) ||
               tr_fail(err, TR_ERROR_FILE_WRITE, "%s is a file; the frames of a flight need a folder", path);
    }
    char part[PATH_MAX];
    const size_t length = strlen(path);
    if (length >= sizeof part) {
        return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: the name is too long", path);
    }
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0') {
            continue;
        }
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be made: %s", part, strerror(errno));
        }
    }
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) {
        return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be made", path);
    }
    return true;
}

// The camera of a frame, lifted out of the ground.
static bool camera_at(const render_job *job, const flight *way, double time_s, tr_camera_def *out, tr_error *err)
{
    tr_camera_def camera = job->camera;
    flight_at(way, time_s, &camera);
    tr_camera_request_def request = tr_default_camera_request_def();
    memcpy(request.eye_m, camera.eye_m, sizeof request.eye_m);
    memcpy(request.look_at_m, camera.target_m, sizeof request.look_at_m);
    request.blocks = job->values->blocks;
    request.fov_deg = camera.fov_deg;
    return tr_view_find_camera(job->world, &request, out, err);
}

// What of a frame is needed for the report of the whole.
typedef struct flight_sums {
    double frames_s, longest_s;
    cli_json json;
} flight_sums;

static bool fly_frame(const render_job *job, const flight *way, int64_t index, flight_sums *sums, tr_error *err)
{
    const render_values *values = job->values;
    const double begin_s = flight_begin_s(way), span_s = flight_end_s(way) - begin_s;
    const double time_s = begin_s + (values->frames > 1 ? span_s * (double)index / (double)(values->frames - 1) : 0);
    char name[32], path[PATH_MAX];
    snprintf(name, sizeof name, "frame-%04lld.png", (long long)index + 1);
    if (snprintf(path, sizeof path, "%s/%s", values->common.output, name) >= (int)sizeof path) {
        return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: the name is too long", values->common.output);
    }
    tr_camera_def camera;
    if (!camera_at(job, way, time_s, &camera, err)) {
        return false;
    }
    // The first frame is complete in any case: a flight begins after loading.
    const bool waits = !values->live || index == 0;
    if (waits && !tr_view_catch_up(job->view, &camera, NULL, err)) {
        return false;
    }
    if (!tr_view_update(job->view, &camera, err) || !draw(job, &camera, time_s, path, NULL, err)) {
        return false;
    }
    const tr_renderer_stats frame = tr_renderer_statistics(job->renderer);
    sums->frames_s += frame.frame_s;
    sums->longest_s = fmax(sums->longest_s, frame.frame_s);
    if (values->stats && values->common.json) {
        cli_json_open(&sums->json, NULL, '{');
        cli_json_text(&sums->json, "file", name);
        cli_json_double(&sums->json, "time_s", time_s);
        print_place(&sums->json, "eye", camera.eye_m);
        print_frame_json(job, &sums->json);
        cli_json_close(&sums->json);
    } else if (values->stats && !values->common.quiet) {
        print_frame_text(job, name);
    }
    return true;
}

static void begin_flight_report(const render_values *values, flight_sums *sums)
{
    if (values->common.json) {
        sums->json = cli_json_begin(stdout);
        cli_json_open(&sums->json, NULL, '{');
        cli_json_text(&sums->json, "folder", values->common.output);
        cli_json_int(&sums->json, "width", values->size.items[0]);
        cli_json_int(&sums->json, "height", values->size.items[1]);
        if (values->stats) {
            cli_json_open(&sums->json, "frames", '[');
        }
    }
}

static void end_flight_report(const render_job *job, flight_sums *sums, int64_t count)
{
    const render_values *values = job->values;
    const tr_view_stats stats = tr_view_statistics(job->view);
    const double mean_s = count > 0 ? sums->frames_s / (double)count : 0;
    if (values->common.json) {
        if (values->stats) {
            cli_json_close(&sums->json);
        }
        cli_json_int(&sums->json, "count", count);
        cli_json_double(&sums->json, "mean_frame_s", mean_s);
        cli_json_double(&sums->json, "longest_frame_s", sums->longest_s);
        cli_json_double(&sums->json, "longest_wait_s", stats.max_wait_s);
        cli_json_int(&sums->json, "uploads", (int64_t)stats.uploads);
        cli_json_close(&sums->json);
        cli_json_end(&sums->json);
    } else if (!values->common.quiet) {
        printf("%s: %lld frames of %d x %d pixels, drawn in %.1f ms each, %.1f at most; %llu parts uploaded\n",
               values->common.output, (long long)count, (int)values->size.items[0], (int)values->size.items[1],
               1e3 * mean_s, 1e3 * sums->longest_s, (unsigned long long)stats.uploads);
    }
}

static bool fly(render_job *job, const flight *way, tr_error *err)
{
    const render_values *values = job->values;
    flight_sums sums = {0};
    cli_progress progress = cli_progress_begin("frames", values->common.quiet || values->stats);
    const tr_progress hook = cli_progress_hook(&progress);
    begin_flight_report(values, &sums);
    int64_t count = 0;
    bool done = true;
    while (done && count < values->frames) {
        done = fly_frame(job, way, count, &sums, err);
        count += done;
        hook.report(hook.user, (double)count / (double)values->frames);
    }
    cli_progress_end(&progress);
    if (done || values->common.json) {
        end_flight_report(job, &sums, count);
    }
    return done;
}

static bool render_flight(render_job *job, tr_error *err)
{
    const char *name = job->values->fly;
    flight way;
    if (!make_folder(job->values->common.output, err) ||
        !(flight_is_built_in(name) ? flight_make(name, job->world, &job->camera, &way, err)
                                   : flight_read(name, &way, err))) {
        return false;
    }
    const bool done = fly(job, &way, err);
    flight_destroy(&way);
    return done;
}

// ---------------------------------------------------------------------------------------------------------

// A flight by keyframes has cameras of its own.
static bool needs_camera(const render_values *values)
{
    return !values->fly || flight_is_built_in(values->fly);
}

static bool render(const cli_call *call, tr_camera_request_def *request, render_job *job, tr_error *err)
{
    request->sun_azimuth_deg = job->environment.sun_azimuth_deg;
    job->camera = tr_default_camera_def();
    job->camera.fov_deg = request->fov_deg;
    if (needs_camera(job->values) && !tr_view_find_camera(job->world, request, &job->camera, err)) {
        return false;
    }
    const bool done =
        open_job(call, job, err) && (job->values->fly ? render_flight(job, err) : render_picture(job, err));
    close_job(job);
    return done;
}

static int run(const cli_call *call)
{
    tr_error err = {0};
    render_job job = {.values = call->values};
    tr_camera_request_def request;
    const int code = check_options(call);
    if (code != CLI_DONE) {
        return code;
    }
    if (!read_request(call, &request, &err) || !read_environment(job.values, &job.environment, &err)) {
        return cli_usage(call, "%s", err.message);
    }
    world_input input;
    if (!world_input_open(call, &input, &err)) {
        return cli_fail(call, &err);
    }
    job.world = input.world;
    job.context = input.context;
    const bool done = render(call, &request, &job, &err);
    world_input_close(&input);
    return done ? CLI_DONE : cli_fail(call, &err);
}

// ---------------------------------------------------------------------------------------------------------

static const char *const qualities[] = {"low", "medium", "high", "picture", NULL};

#define AT(field) .offset = offsetof(render_values, field)
#define REAL(option, at, unit, lowest, highest, usual, words)                                         \
    {                                                                                                 \
        .name = option, .type = TR_KEY_DOUBLE, AT(at), .value = unit, .low = lowest, .high = highest, \
        .initial = usual, .help = words                                                               \
    }

static const tr_key options[] = {
    {.name = "size",
     .type = TR_KEY_INTEGERS,
     AT(size),
     .value = "w,h",
     .initial = "1280,720",
     .low = 16,
     .high = 8192,
     .min_count = 2,
     .max_count = 2,
     .help = "pixels, 16 to 8192 each"},
    {.name = "eye",
     .type = TR_KEY_TEXT,
     AT(eye),
     .value = "x,y,z",
     .help = "where the camera stands, in metres; y is up"},
    {.name = "look-at",
     .type = TR_KEY_TEXT,
     AT(look_at),
     .value = "x,y,z",
     .help = "what it looks at; x,z: on the ground"},
    REAL("above", above_m, "m", 2, 100000, NULL, "height of the eye above the ground, with --eye x,z"),
    {.name = "orbit",
     .type = TR_KEY_BOOL,
     AT(orbit),
     .help = "stand off the target by plain defaults; no search for a view"},
    {.name = "target",
     .type = TR_KEY_TEXT,
     AT(target),
     .value = "x,z",
     .help = "what to look at from around (default: home)"},
    REAL("distance", distance_m, "m", 10, 1e6, NULL, "from the target to the eye"),
    REAL("azimuth", azimuth_deg, "deg", -360, 360, NULL, "where the eye stands, clockwise from north of the target"),
    REAL("elevation", elevation_deg, "deg", -10, 89, NULL, "how high the eye stands over the target"),
    REAL("fov", fov_deg, "deg", 10, 120, "45", "vertical field of view"),
    {.name = "sun",
     .type = TR_KEY_TEXT,
     AT(sun),
     .value = "azimuth,elevation",
     .initial = "225,30",
     .help = "where the sun stands, in degrees"},
    REAL("visibility", visibility_m, "m", 100, 1e7, "45000", "distance at which haze takes half of the colour"),
    {.name = "no-water", .type = TR_KEY_BOOL, AT(no_water), .help = "leave out the sea"},
    {.name = "no-plants", .type = TR_KEY_BOOL, AT(no_plants), .help = "leave out what the description places"},
    {.name = "blocks", .type = TR_KEY_BOOL, AT(blocks), .help = "draw the world as blocks"},
    {.name = "range",
     .type = TR_KEY_INTEGERS,
     AT(range),
     .value = "near,far",
     .initial = "10,64",
     .low = 1,
     .high = 1024,
     .min_count = 2,
     .max_count = 2,
     .help = "blocks: chunks around the eye with full detail, and with coarser levels"},
    {.name = "save", .type = TR_KEY_TEXT, AT(save), .value = "file", .help = "blocks: with the edits of a save"},
    {.name = "samples",
     .type = TR_KEY_INT64,
     AT(samples),
     .value = "n",
     .initial = "4",
     .low = 1,
     .high = 8,
     .help = "samples per pixel, against jagged edges"},
    {.name = "quality",
     .type = TR_KEY_CHOICE,
     AT(quality),
     .value = "name",
     .initial = "picture",
     .choices = qualities,
     .help = "low, medium, high or picture (default of flights: high)"},
    {.name = "fly",
     .type = TR_KEY_TEXT,
     AT(fly),
     .value = "path",
     .help = "draw a flight: a file of keyframes, or 'orbit' or 'line' from where the camera stands"},
    {.name = "frames",
     .type = TR_KEY_INT64,
     AT(frames),
     .value = "n",
     .initial = "120",
     .low = 1,
     .high = 100000,
     .help = "flights: pictures, evenly from its begin to its end; -o is their folder"},
    {.name = "live",
     .type = TR_KEY_BOOL,
     AT(live),
     .help = "flights: do not wait for what is not there yet, as a window would"},
    {.name = "stats", .type = TR_KEY_BOOL, AT(stats), .help = "print the time of each part of each frame"},
};

const cli_command cmd_render = {
    .name = "render",
    .summary = "draw a perspective view of a world as a PNG",
    .arguments = "world.yaml",
    .min_arguments = 1,
    .max_arguments = 1,
    .description =
        "Draws the land, what stands on it, the sea and the sky with OpenGL, without a window. The camera stands\n"
        "where --eye says, or around a target; what is not given of the latter is chosen so that much is to be\n"
        "seen. It is lifted out of the ground. Pictures can differ in small ways between GL drivers.\n"
        "\n"
        "With --fly a camera moves, and -o is a folder for frame-0001.png, frame-0002.png, ... A file of keyframes "
        "has\n"
        "a line for each: the time in seconds, the eye and what it looks at, such as '10 0,300,0 500,200,0'; what\n"
        "follows a '#' is not read. Between them the camera goes along a smooth curve. 'orbit' goes once around the\n"
        "target in a minute, 20 degrees high at least; 'line' straight on for half a minute.\n",
    .example = "build/bin/terrane render worlds/valley.yaml --size 640,360 -o out/view.png\n"
               "  build/bin/terrane render worlds/valley.yaml --fly orbit --frames 8 --quality low --size 320,180 -o "
               "out/flight\n"
               "  build/bin/terrane render worlds/valley.yaml --size 320,180 --sun 280,6 --seed 7 -o out/evening.png",
    .common = CLI_COMMON_SEED | CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(render_values),
    .run = run,
};
