// What carving moved: a table for a person, JSON for a program.
#ifndef CLI_CARVE_REPORT_H
#define CLI_CARVE_REPORT_H

#include <stdio.h>

#include "carve_input.h"

typedef struct carve_report {
    const carve_dem *dem;
    const char *output;
    const tr_carving *carving;
    const tr_earthwork *works;  // one per path
    tr_earthwork total;
    carve_counts counts;
} carve_report;

void carve_report_text(const carve_report *report, FILE *stream);
void carve_report_json(const carve_report *report, FILE *stream);
bool carve_report_file(const carve_report *report, const char *path, const char *temp_path, tr_error *err);

#endif
