// A stretch of calls into GDAL on one thread: drivers registered, errors collected instead of printed, and options
// fixed that the environment could set otherwise. Sources that include this are compiled only with GDAL.
#ifndef TR_IO_GDAL_SESSION_H
#define TR_IO_GDAL_SESSION_H

#include <gdal.h>

#include "terrane/io.h"

typedef struct tr_gdal_session {
    tr_context *context;
    const char *path;      // of the file, for messages
    char **outer_options;  // what the host had set on this thread
    bool failed;           // GDAL reported a failure, even if its function returned success
    char text[320];        // of the first failure
} tr_gdal_session;

// Sessions do not nest. `path` must live until the end.
void tr_gdal_session_begin(tr_gdal_session *session, tr_context *context, const char *path);
void tr_gdal_session_end(tr_gdal_session *session);

// Fails with "<path>: <what>" and what GDAL said. Always returns false.
bool tr_gdal_fail(const tr_gdal_session *session, tr_error_code code, const char *what, tr_error *err);

// A dataset whose bands are the planes of a grid, in the memory of the grid. `wkt` may be NULL, `transform` too. Close
// it with GDALClose() before the grid goes. NULL with INTERNAL.
GDALDatasetH tr_gdal_wrap_grid(const tr_gdal_session *session, const tr_grid *grid, const double transform[6],
                               const char *wkt, tr_error *err);

#endif
