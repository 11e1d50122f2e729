#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "terrane/base.h"

#define TEXT_OF_(number) #number
#define TEXT_OF(number) TEXT_OF_(number)

const char *tr_version(void)
{
    return TEXT_OF(TR_VERSION_MAJOR) "." TEXT_OF(TR_VERSION_MINOR) "." TEXT_OF(TR_VERSION_PATCH);
}

const char *tr_error_name(tr_error_code code)
{
    switch (code) {
#define X(name, text) \
    case TR_ERROR_##name: return #name;
        TR_ERROR_LIST(X)
#undef X
    case TR_ERROR_COUNT: break;
    }
    return "UNKNOWN";
}

const char *tr_error_text(tr_error_code code)
{
    switch (code) {
#define X(name, text) \
    case TR_ERROR_##name: return text;
        TR_ERROR_LIST(X)
#undef X
    case TR_ERROR_COUNT: break;
    }
    return "an error that this version does not know";
}

bool tr_fail(tr_error *err, tr_error_code code, const char *format, ...)
{
    assert(code != TR_ERROR_NONE);
    if (!err) return false;
    // Callers add to a message by passing err->message as an argument, so it must not be written meanwhile.
    char message[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    tr_text_format(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t length = strlen(message);
    while (length > 0 && message[length - 1] == '\n') message[--length] = '\0';
    err->code = code;
    memcpy(err->message, message, length + 1);
    return false;
}
