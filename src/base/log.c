#include <string.h>

#include "base/context.h"
#include "base/text.h"

enum { LOG_LINE_SIZE = 2048 };

void tr_log(const tr_context *context, tr_log_level level, const char *format, ...)
{
    const tr_log_hook *hook = &context->def.log;
    if (!hook->write) return;
    char text[LOG_LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    tr_text_format(text, sizeof text, format, arguments);
    va_end(arguments);
    // A text of several lines (a driver's compiler log) reaches the hook line by line, without empty ones.
    for (char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        bool last = line[length] == '\0';
        line[length] = '\0';
        if (length > 0) hook->write(hook->user, level, line);
        line += last ? length : length + 1;
    }
}
