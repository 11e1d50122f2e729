// terrane carve: roads, railways, rivers and lakes of vector files shaped into a raster of heights.
#include "outputs.h"
#include "carve_report.h"
#include "command.h"
#include "context.h"
#include "progress.h"

#include "terrane/export.h"
#include "terrane/map.h"

#include <stdio.h>
#include <string.h>

typedef struct carve_values {
    cli_common common;
    const char *dem;
    cli_text_list paths;
    const char *layer, *kind_field;
    int kind, mode;
    double width, smooth, side_slope, smoothness, bank, depth, grade;
    const char *displacement, *report, *mesh, *picture;
} carve_values;

static const char *const kind_names[] = {
#define X(id, name, what) name,
    TR_PATH_KIND_LIST(X)
#undef X
        NULL};
static const char *const mode_names[] = {[TR_CURVE_LOCAL] = "local", [TR_CURVE_SPLINE] = "spline", NULL};

// Everything that is taken during a run.
typedef struct carve_run {
    const cli_call *call;
    const carve_values *values;
    tr_context *context;
    cli_outputs outputs;
    carve_dem dem;
    tr_carving *carving;
    carve_counts counts;
    tr_grid carved;  // m
    tr_grid water;   // no samples unless a picture is wanted
    tr_earthwork *works;
    carve_report report;
} carve_run;

// ---------------------------------------------------------------------------------------------------------
// Options

static int check_files(const cli_call *call)
{
    const carve_values *values = call->values;
    const struct {
        const char *option, *path;
    } outputs[] = {{"-o", values->common.output},
                   {"--displacement", values->displacement},
                   {"--report", values->report},
                   {"--mesh", values->mesh},
                   {"--picture", values->picture}};
    const int count = (int)(sizeof outputs / sizeof outputs[0]);
    for (int i = 0; i < count; i++) {
        const char *path = outputs[i].path;
        if (path && cli_is_same_file(path, values->dem)) {
            return cli_usage(call, "%s is %s, which is the raster itself: it is never written over", outputs[i].option,
                             path);
        }
        for (int j = 0; path && j < values->paths.count; j++) {
            if (cli_is_same_file(path, values->paths.items[j])) {
                return cli_usage(call, "%s is %s, which is read: it is never written over", outputs[i].option, path);
            }
        }
        for (int j = 0; path && j < i; j++) {
            if (outputs[j].path && cli_is_same_file(path, outputs[j].path)) {
                return cli_usage(call, "%s and %s are both %s", outputs[j].option, outputs[i].option, path);
            }
        }
    }
    return CLI_DONE;
}

static int check_options(const cli_call *call)
{
    const carve_values *values = call->values;
    if (!values->dem) {
        return cli_usage(call, "--dem <file> is missing: the raster of heights");
    }
    if (values->paths.count == 0) {
        return cli_usage(call, "--paths <file> is missing: the lines and polygons");
    }
    if (!values->common.output) {
        return cli_usage(call, "-o <file.tif> is missing: where to write the carved raster");
    }
    return check_files(call);
}

static carve_request request_of(const cli_call *call)
{
    const carve_values *values = call->values;
    static const tr_curve_mode modes[] = {TR_CURVE_LOCAL, TR_CURVE_SPLINE};
#define GIVEN(name) (cli_was_given(call->given, #name) ? &values->name : NULL)
    return (carve_request){.layer = values->layer,
                           .kind_field = values->kind_field,
                           .kind = (tr_path_kind)values->kind,
                           .width_m = GIVEN(width),
                           .smoothing_m = GIVEN(smooth),
                           .side_slope = cli_was_given(call->given, "side-slope") ? &values->side_slope : NULL,
                           .smoothness = GIVEN(smoothness),
                           .banking = GIVEN(bank),
                           .depth_m = GIVEN(depth),
                           .max_grade = GIVEN(grade),
                           .mode = cli_was_given(call->given, "mode") ? &modes[values->mode] : NULL};
#undef GIVEN
}

// ---------------------------------------------------------------------------------------------------------
// Work

static bool prepare(carve_run *run, tr_error *err)
{
    const carve_values *values = run->values;
    return cli_outputs_add(&run->outputs, values->common.output, err) &&
           cli_outputs_add(&run->outputs, values->displacement, err) &&
           cli_outputs_add(&run->outputs, values->report, err) && cli_outputs_add(&run->outputs, values->mesh, err) &&
           cli_outputs_add(&run->outputs, values->picture, err);
}

static bool load(carve_run *run, tr_error *err)
{
    const carve_values *values = run->values;
    if (!carve_dem_read(run->context, values->dem, &run->dem, err)) {
        return false;
    }
    tr_carving_def def = tr_default_carving_def();
    def.ground = carve_dem_ground(&run->dem);
    memcpy(def.scale_m, run->dem.raster.pixel_m, sizeof def.scale_m);
    run->carving = tr_carving_create(run->context, &def, err);
    const carve_request request = request_of(run->call);
    bool done = run->carving;
    for (int i = 0; i < values->paths.count && done; i++) {
        done = carve_paths_read(run->context, &run->dem, values->paths.items[i], &request, run->carving, &run->counts,
                                err);
    }
    return done;
}

static bool commit(carve_run *run, tr_error *err)
{
    cli_progress bar = cli_progress_begin("curves and profiles", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const bool done =
        tr_carving_commit(run->carving, &hook, err) && carve_check_reach(&run->dem, run->carving, &run->counts, err);
    cli_progress_end(&bar);
    return done;
}

static bool carve(carve_run *run, tr_error *err)
{
    const tr_grid *ground = &run->dem.ground;
    const tr_sample_area area = carve_dem_area(&run->dem);
    if (!tr_grid_create(run->context, ground->width, ground->height, 1, &run->carved, err)) {
        return false;
    }
    if (run->values->picture && !tr_grid_create(run->context, ground->width, ground->height, 1, &run->water, err)) {
        return false;
    }
    memcpy(run->carved.samples, ground->samples, (size_t)ground->width * (size_t)ground->height * sizeof(float));
    cli_progress bar = cli_progress_begin("carving", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const tr_grid *water = run->values->picture ? &run->water : NULL;
    const bool done = tr_carving_apply(run->carving, &area, &hook, &run->carved, water, err);
    cli_progress_end(&bar);
    return done;
}

// Voids are carved like the ground that was put in their place, but nothing is moved there: for the sums they get the
// height that is wanted of them.
static bool settle_voids(carve_run *run, tr_grid *ground, tr_error *err)
{
    const tr_sample_area area = carve_dem_area(&run->dem);
    const int64_t count = (int64_t)area.width * area.height;
    tr_grid height = {0};
    if (!tr_grid_create(run->context, area.width, area.height, 1, ground, err) ||
        !tr_grid_create(run->context, area.width, area.height, 1, &height, err)) {
        return false;
    }
    const tr_carve_channels wanted = {.height = height};
    const bool done = tr_carving_evaluate(run->carving, &area, NULL, &wanted, err);
    for (int64_t i = 0; i < count && done; i++) {
        ground->samples[i] = run->dem.raster.voids[i] ? height.samples[i] : run->dem.ground.samples[i];
    }
    tr_grid_destroy(run->context, &height);
    return done;
}

static bool measure(carve_run *run, tr_error *err)
{
    const int32_t count = tr_carving_path_count(run->carving);
    const tr_sample_area area = carve_dem_area(&run->dem);
    run->works = tr_alloc_array(run->context, (size_t)count, sizeof *run->works, err);
    if (!run->works) {
        return false;
    }
    tr_grid settled = {0};
    const bool has_voids = run->dem.raster.voids;
    cli_progress bar = cli_progress_begin("earthwork", run->values->common.quiet);
    const tr_progress hook = cli_progress_hook(&bar);
    const bool done = (!has_voids || settle_voids(run, &settled, err)) &&
                      tr_carving_earthwork(run->carving, &area, has_voids ? &settled : &run->dem.ground, &hook,
                                           &(tr_earthwork_report){run->works, &run->report.total}, err);
    cli_progress_end(&bar);
    tr_grid_destroy(run->context, &settled);
    run->report.dem = &run->dem;
    run->report.output = run->values->common.output;
    run->report.carving = run->carving;
    run->report.works = run->works;
    run->report.counts = run->counts;
    return done;
}

// ---------------------------------------------------------------------------------------------------------
// Files

static bool write_picture(carve_run *run, tr_error *err)
{
    const char *path = run->values->picture, *slash = strrchr(run->dem.path, '/');
    char subtitle[160];
    const int paths = (int)run->counts.paths, bridges = (int)run->report.total.bridge_count;
    snprintf(subtitle, sizeof subtitle, "%d path%s, %.0f m3 cut, %.0f m3 fill, %d bridge%s", paths,
             paths == 1 ? "" : "s", run->report.total.cut_m3, run->report.total.fill_m3, bridges,
             bridges == 1 ? "" : "s");
    tr_map_carving_def def = tr_default_map_carving_def();
    def.carving = run->carving;
    def.raster = &run->dem.raster;
    def.before = &run->dem.ground;
    def.after = &run->carved;
    def.water = &run->water;
    def.title = slash ? slash + 1 : run->dem.path;
    def.subtitle = subtitle;
    tr_image page;
    if (!tr_map_draw_carving(run->context, &def, &page, err)) {
        return false;
    }
    const bool done = tr_png_write(run->context, cli_outputs_temp(&run->outputs, path), &page, err);
    tr_image_destroy(run->context, &page);
    return done;
}

static bool write_mesh(carve_run *run, tr_error *err)
{
    const double *pixel_m = run->dem.raster.pixel_m;
    const double middle_m[3] = {0.5 * (run->dem.ground.width * pixel_m[0]), 0,
                                0.5 * (run->dem.ground.height * pixel_m[1])};
    return tr_export_paths(run->context, run->carving, middle_m, cli_outputs_temp(&run->outputs, run->values->mesh),
                           err);
}

static bool write_displacement(carve_run *run, tr_error *err)
{
    const tr_grid *ground = &run->dem.ground;
    tr_grid change;
    if (!tr_grid_create(run->context, ground->width, ground->height, 1, &change, err)) {
        return false;
    }
    const int64_t count = (int64_t)ground->width * ground->height;
    for (int64_t i = 0; i < count; i++) {
        change.samples[i] = run->carved.samples[i] - ground->samples[i];
    }
    const bool done = tr_raster_write(run->context, cli_outputs_temp(&run->outputs, run->values->displacement),
                                      &run->dem.raster, &(tr_raster_band){&change, "m", "displacement (m)"}, err);
    tr_grid_destroy(run->context, &change);
    return done;
}

// In the unit of the raster; pixels that were not carved get its own values back, to the bit.
static bool write_heights(carve_run *run, tr_error *err)
{
    const tr_raster *raster = &run->dem.raster;
    const int64_t count = (int64_t)raster->values.width * raster->values.height;
    for (int64_t i = 0; i < count && run->dem.owns_ground; i++) {
        const bool is_carved = run->carved.samples[i] != run->dem.ground.samples[i];
        run->carved.samples[i] =
            is_carved ? (float)((double)run->carved.samples[i] / raster->unit_m) : raster->values.samples[i];
    }
    return tr_raster_write(run->context, cli_outputs_temp(&run->outputs, run->values->common.output), raster,
                           &(tr_raster_band){&run->carved, NULL, "height"}, err);
}

// The heights come last: they are changed to the unit of the file in place.
static bool write_files(carve_run *run, tr_error *err)
{
    const carve_values *values = run->values;
    return (!values->displacement || write_displacement(run, err)) && (!values->mesh || write_mesh(run, err)) &&
           (!values->picture || write_picture(run, err)) &&
           (!values->report ||
            carve_report_file(&run->report, values->report, cli_outputs_temp(&run->outputs, values->report), err)) &&
           write_heights(run, err) && cli_outputs_commit(&run->outputs, err);
}

// ---------------------------------------------------------------------------------------------------------
// The command

static void release(carve_run *run)
{
    cli_outputs_abort(&run->outputs);
    tr_free(run->context, run->works);
    tr_grid_destroy(run->context, &run->water);
    tr_grid_destroy(run->context, &run->carved);
    tr_carving_destroy(run->carving);
    carve_dem_destroy(run->context, &run->dem);
    tr_context_destroy(run->context);
}

static int run(const cli_call *call)
{
    const int code = check_options(call);
    if (code != CLI_DONE) {
        return code;
    }
    tr_error err = {0};
    carve_run run = {.call = call, .values = call->values};
    run.context = cli_context_create(&run.values->common, &err);
    if (!run.context) {
        return cli_fail(call, &err);
    }
    const bool done = prepare(&run, &err) && load(&run, &err) && commit(&run, &err) && carve(&run, &err) &&
                      measure(&run, &err) && write_files(&run, &err);
    if (done && run.values->common.json) {
        carve_report_json(&run.report, stdout);
    } else if (done && !run.values->common.quiet) {
        carve_report_text(&run.report, stdout);
    }
    release(&run);
    return done ? CLI_DONE : cli_fail(call, &err);
}

#define AT(field) .offset = offsetof(carve_values, field)

static const tr_key options[] = {
    {.name = "dem", .type = TR_KEY_TEXT, AT(dem), .value = "file", .help = "raster of heights, any that GDAL reads"},
    {.name = "paths",
     .type = TR_KEY_OTHER,
     .form = &cli_texts_form,
     AT(paths),
     .value = "file",
     .help = "lines and polygons, any that GDAL reads; may be given several times"},
    {.name = "layer",
     .type = TR_KEY_TEXT,
     AT(layer),
     .value = "name",
     .help = "of the vector files (default: all layers)"},
    {.name = "kind",
     .type = TR_KEY_CHOICE,
     AT(kind),
     .value = "kind",
     .choices = kind_names,
     .initial = "road",
     .help = "of features that do not tell theirs: road, track, rail, river, stream, lake, level or city"},
    {.name = "kind-field",
     .type = TR_KEY_TEXT,
     AT(kind_field),
     .value = "name",
     .help = "attribute that names the kind (default: tags of OpenStreetMap)"},
    {.name = "width",
     .type = TR_KEY_DOUBLE,
     AT(width),
     .value = "m",
     .low = 0.01,
     .high = 10000,
     .help = "of all lines, whatever the files say (default: by kind and attributes; so for all that follow)"},
    {.name = "smooth",
     .type = TR_KEY_DOUBLE,
     AT(smooth),
     .value = "m",
     .low = 0,
     .high = 10000,
     .help = "from the edge of a path to where the ground is untouched"},
    {.name = "side-slope",
     .type = TR_KEY_DOUBLE,
     AT(side_slope),
     .value = "share",
     .low = 0,
     .high = 10000,
     .help = "rise over run of cuttings and embankments, which --smooth grows for up to eightfold; 0: it does not "
             "(default with --smooth)"},
    {.name = "smoothness",
     .type = TR_KEY_DOUBLE,
     AT(smoothness),
     .value = "share",
     .low = 0,
     .high = 1,
     .help = "0 straight from vertex to vertex to 1 round"},
    {.name = "bank",
     .type = TR_KEY_DOUBLE,
     AT(bank),
     .value = "m",
     .low = 0,
     .high = 1000,
     .help = "slope across a bend is this over its radius; 0: level across"},
    {.name = "depth", .type = TR_KEY_DOUBLE, AT(depth), .value = "m", .low = 0, .high = 1000, .help = "of water"},
    {.name = "grade",
     .type = TR_KEY_DOUBLE,
     AT(grade),
     .value = "share",
     .low = 0,
     .high = 10,
     .help = "steepest rise over run of roads, tracks and rails: 0.08 is 8 %; 0: as the ground is"},
    {.name = "mode",
     .type = TR_KEY_CHOICE,
     AT(mode),
     .value = "kind",
     .choices = mode_names,
     .initial = "local",
     .help = "of curves: local (a vertex bends what is near) or spline (curvature does not jump)"},
    {.name = "displacement",
     .type = TR_KEY_TEXT,
     AT(displacement),
     .value = "file.tif",
     .help = "also write what was added to each pixel, in metres"},
    {.name = "report",
     .type = TR_KEY_TEXT,
     AT(report),
     .value = "file.json",
     .help = "also write the earthwork as JSON"},
    {.name = "mesh",
     .type = TR_KEY_TEXT,
     AT(mesh),
     .value = "file.glb",
     .help = "also write the surfaces of all paths"},
    {.name = "picture",
     .type = TR_KEY_TEXT,
     AT(picture),
     .value = "file.png",
     .help = "also draw before and after, cut in red and fill in blue"},
};

const cli_command cmd_carve = {
    .name = "carve",
    .summary = "shape roads, railways, rivers and lakes into a raster of heights",
    .arguments = "",
    .description =
        "Brings the lines and polygons to the coordinate system of the raster, carves them and writes a GeoTIFF with\n"
        "the same pixels, system, unit and voids. Pixels out of reach keep their values to the bit. Kinds come from\n"
        "the attribute --kind-field, from one called kind, or from tags of OpenStreetMap (highway, railway, waterway,\n"
        "natural=water, ...); attributes width, smoothing, depth, level, grade and others replace those of the kind.\n"
        "Polygons that cross themselves in up to 1000 places are repaired; a path of which more than 16384 pieces\n"
        "reach one place is refused (docs/carve.md, Limits).\n"
        "Prints what is cut and filled per path. When anything fails, nothing is written.\n",
    .example = "build/bin/terrane carve --dem examples/carve/valley.tif --paths examples/carve/valley.geojson "
               "-o out/carved.tif --report out/carved.json --picture out/carved.png",
    .common = CLI_COMMON_COMPUTE | CLI_COMMON_OUTPUT | CLI_COMMON_JSON | CLI_COMMON_QUIET,
    .options = options,
    .option_count = (int)(sizeof options / sizeof options[0]),
    .values_size = sizeof(carve_values),
    .run = run,
};
