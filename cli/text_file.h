// Small text files, written beside and renamed: a reader never sees half of one, and a failure leaves the old one.
#ifndef CLI_TEXT_FILE_H
#define CLI_TEXT_FILE_H

#include "terrane/base.h"

bool cli_text_file_write(const char *path, const char *text, tr_error *err);

#endif
