#include "carve_report.h"

#include "report.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

// A person reads the first ones; all are in the JSON.
enum { MAX_ROWS = 40, NAME_WIDTH = 22 };

static const tr_path_def *path_of(const carve_report *report, const tr_earthwork *work)
{
    return tr_carving_path(report->carving, work->path);
}

static const char *name_of(const carve_report *report, const tr_earthwork *work)
{
    const char *name = path_of(report, work)->name;
    return name ? name : "";
}

// ---------------------------------------------------------------------------------------------------------
// Text

// As many bytes of a UTF-8 text as take at most `max` columns, taking each character as one.
static int cut_text(const char *text, int max, int *columns)
{
    int bytes = 0;
    *columns = 0;
    while (text[bytes] && *columns < max) {
        bytes++;
        while (((unsigned char)text[bytes] & 0xC0) == 0x80) {
            bytes++;
        }
        (*columns)++;
    }
    return bytes;
}

static void print_row(FILE *stream, const char *kind, const char *name, const tr_earthwork *work)
{
    int columns;
    const int bytes = cut_text(name, NAME_WIDTH, &columns);
    fprintf(stream, "%-7s %.*s%*s %10.1f %12.1f %12.1f %+12.1f %7.1f %%%s %7d\n", kind, bytes, name,
            NAME_WIDTH - columns, "", work->info.length_m, work->cut_m3, work->fill_m3, work->cut_m3 - work->fill_m3,
            100.0 * work->info.max_grade, work->info.grade_met ? " " : "!", (int)work->bridge_count);
}

void carve_report_text(const carve_report *report, FILE *stream)
{
    const int32_t count = tr_carving_path_count(report->carving);
    bool all_met = true;
    fprintf(stream, "%-7s %-*s %10s %12s %12s %12s %9s  %7s\n", "kind", NAME_WIDTH, "name", "length m", "cut m3",
            "fill m3", "balance m3", "steepest", "bridges");
    for (int32_t i = 0; i < count; i++) {
        const tr_earthwork *work = &report->works[i];
        all_met = all_met && work->info.grade_met;
        if (i < MAX_ROWS) {
            print_row(stream, tr_path_kind_name(path_of(report, work)->kind), name_of(report, work), work);
        }
    }
    if (count > MAX_ROWS) {
        fprintf(stream, "... and %d more; --report has them all\n", (int)count - MAX_ROWS);
    }
    print_row(stream, "total", "", &report->total);
    if (!all_met) {
        fprintf(stream, "! heights that were given ask for a steeper grade than is allowed\n");
    }
    if (report->counts.skipped > 0 || report->counts.outside > 0) {
        fprintf(stream, "left out: %d features that are no paths, %d outside of the raster\n",
                (int)report->counts.skipped, (int)report->counts.outside);
    }
    fprintf(stream, "%s: %d x %d pixels of %.6g x %.6g m, %d paths, largest deviation in plan %.3f m\n", report->output,
            (int)report->dem->ground.width, (int)report->dem->ground.height, report->dem->raster.pixel_m[0],
            report->dem->raster.pixel_m[1], (int)count, report->total.info.max_deviation_m);
}

// ---------------------------------------------------------------------------------------------------------
// JSON

static void json_work(cli_json *json, const tr_earthwork *work)
{
    cli_json_double(json, "length_m", work->info.length_m);
    cli_json_double(json, "cut_m3", work->cut_m3);
    cli_json_double(json, "fill_m3", work->fill_m3);
    cli_json_double(json, "balance_m3", work->cut_m3 - work->fill_m3);
    cli_json_double(json, "area_m2", work->area_m2);
    cli_json_double(json, "steepest_grade", work->info.max_grade);
    cli_json_bool(json, "grade_met", work->info.grade_met);
    cli_json_int(json, "bridges", work->bridge_count);
    cli_json_double(json, "bridge_length_m", work->bridge_length_m);
    cli_json_double(json, "deviation_m", work->info.max_deviation_m);
}

static void json_paths(cli_json *json, const carve_report *report)
{
    cli_json_open(json, "paths", '[');
    for (int32_t i = 0; i < tr_carving_path_count(report->carving); i++) {
        const tr_earthwork *work = &report->works[i];
        cli_json_open(json, NULL, '{');
        cli_json_int(json, "id", work->path);
        cli_json_text(json, "kind", tr_path_kind_name(path_of(report, work)->kind));
        cli_json_text(json, "name", name_of(report, work));
        json_work(json, work);
        cli_json_double(json, "low_m", work->info.low_m);
        cli_json_double(json, "high_m", work->info.high_m);
        cli_json_double(json, "sharpest_radius_m", work->info.min_radius_m);
        cli_json_close(json);
    }
    cli_json_close(json);
}

// Places in the system of the raster.
static void json_crossings(cli_json *json, const carve_report *report)
{
    const tr_raster *raster = &report->dem->raster;
    cli_json_open(json, "crossings", '[');
    for (int32_t i = 0; i < tr_carving_crossing_count(report->carving); i++) {
        const tr_crossing crossing = tr_carving_crossing_at(report->carving, i);
        cli_json_open(json, NULL, '{');
        cli_json_double(json, "x", raster->west + (crossing.x_m / raster->pixel_m[0] + 0.5) * raster->step[0]);
        cli_json_double(json, "y", raster->north - (crossing.z_m / raster->pixel_m[1] + 0.5) * raster->step[1]);
        cli_json_int(json, "upper", crossing.upper);
        cli_json_int(json, "lower", crossing.lower);
        cli_json_double(json, "upper_m", crossing.upper_m);
        cli_json_double(json, "lower_m", crossing.lower_m);
        cli_json_bool(json, "bridge", crossing.bridge);
        if (crossing.bridge) {
            cli_json_double(json, "span_m", crossing.to_m - crossing.from_m);
        }
        cli_json_close(json);
    }
    cli_json_close(json);
}

void carve_report_json(const carve_report *report, FILE *stream)
{
    const carve_dem *dem = report->dem;
    cli_json json = cli_json_begin(stream);
    cli_json_open(&json, NULL, '{');
    cli_json_text(&json, "dem", dem->path);
    cli_json_text(&json, "output", report->output);
    cli_json_int(&json, "width", dem->ground.width);
    cli_json_int(&json, "height", dem->ground.height);
    cli_json_double(&json, "pixel_x_m", dem->raster.pixel_m[0]);
    cli_json_double(&json, "pixel_y_m", dem->raster.pixel_m[1]);
    cli_json_int(&json, "voids", dem->raster.void_count);
    cli_json_int(&json, "skipped", report->counts.skipped);
    cli_json_int(&json, "outside", report->counts.outside);
    json_paths(&json, report);
    json_crossings(&json, report);
    cli_json_open(&json, "total", '{');
    json_work(&json, &report->total);
    cli_json_close(&json);
    cli_json_close(&json);
    cli_json_end(&json);
}

bool carve_report_file(const carve_report *report, const char *path, const char *temp_path, tr_error *err)
{
    FILE *stream = fopen(temp_path, "wb");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be written: %s", path, strerror(errno));
    }
    carve_report_json(report, stream);
    const bool written = fflush(stream) == 0 && !ferror(stream) && fsync(fileno(stream)) == 0;
    const int reason = errno;
    if (fclose(stream) == 0 && written) {
        return true;
    }
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", path, strerror(written ? errno : reason));
}
