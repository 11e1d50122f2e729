#include "picture_report.h"

#include "report.h"

#include <stdio.h>

void cli_report_picture(const cli_common *common, const tr_image *image)
{
    if (common->json) {
        cli_json json = cli_json_begin(stdout);
        cli_json_open(&json, NULL, '{');
        cli_json_text(&json, "file", common->output);
        cli_json_int(&json, "width", image->width);
        cli_json_int(&json, "height", image->height);
        cli_json_close(&json);
        cli_json_end(&json);
    } else if (!common->quiet) {
        printf("%s: %d x %d pixels\n", common->output, (int)image->width, (int)image->height);
    }
}
