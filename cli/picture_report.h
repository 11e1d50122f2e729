// What a command says of a picture that it wrote.
#ifndef CLI_PICTURE_REPORT_H
#define CLI_PICTURE_REPORT_H

#include "options.h"

#include "terrane/base.h"

// The file and its size, as JSON or as a line, unless it shall be quiet.
void cli_report_picture(const cli_common *common, const tr_image *image);

#endif
