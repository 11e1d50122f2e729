// The journal of a bake (bake_journal.h).
//
// Lines: "terrane-bake <hash of the plan>", "range <low> <high>", "tile <number> <low> <high> <bytes> <sha256> ..."
// with a pair for each format of the plan. Heights are hexadecimal floats, which lose nothing.
#include "bake/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "base/os.h"

#if !defined(__unix__) && !defined(__APPLE__)
#error "bake_journal.c needs to know how this platform cuts a file short and puts it on the disk"
#endif

enum { PATH_SIZE = 4096, LINE_SIZE = 1024 };
static const char file_name[] = ".bake_journal";

struct tr_bake_journal {
    tr_context *context;
    const tr_bake_plan *plan;
    char path[PATH_SIZE];
    FILE *stream;  // positioned at the end of the last whole line
    tr_mutex lock;
    bool has_range;
    float low_m, high_m;
    tr_bake_record *records;
};

static bool fail_write(const tr_bake_journal *journal, tr_error *err)
{
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", journal->path, strerror(errno));
}

// ---------------------------------------------------------------------------------------------------------
// Reading

// Takes the next word of a line; NULL at its end.
static char *next_word(char **rest)
{
    return strtok_r(NULL, " ", rest);
}

static bool read_number(const char *word, uint64_t *out)
{
    char *end;
    if (!word) return false;
    errno = 0;
    *out = strtoull(word, &end, 10);
    return errno == 0 && end != word && *end == '\0';
}

static bool read_height(const char *word, float *out)
{
    char *end;
    if (!word) return false;
    const double value = tr_os_parse_double(word, &end);
    *out = (float)value;
    return end != word && *end == '\0' && isfinite(value);
}

static bool read_file(char **rest, tr_bake_file *out)
{
    if (!read_number(next_word(rest), &out->bytes)) return false;
    const char *hash = next_word(rest);
    if (!hash || strlen(hash) != TR_SHA256_TEXT_SIZE - 1) return false;
    memcpy(out->sha256, hash, TR_SHA256_TEXT_SIZE);
    return true;
}

// Whether the files of a tile are still there as they were written.
static bool files_are_there(const tr_bake_journal *journal, int64_t index, const tr_bake_record *record)
{
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++) {
        if (!tr_bake_has(journal->plan, (tr_bake_format)format)) continue;
        char name[TR_BAKE_NAME_SIZE], path[PATH_SIZE];
        tr_bake_file_name(tr_bake_plan_tile(journal->plan, index), (tr_bake_format)format, name);
        snprintf(path, sizeof path, "%s/%s", journal->plan->def.directory, name);
        if (tr_os_file_size(path) != (int64_t)record->files[format].bytes) return false;
    }
    return true;
}

// A line that says nothing of use is passed over: its tile is then baked again.
static void read_tile(tr_bake_journal *journal, char **rest)
{
    uint64_t index;
    tr_bake_record record = {.done = true};
    if (!read_number(next_word(rest), &index) || index >= (uint64_t)journal->plan->tile_count) return;
    if (!read_height(next_word(rest), &record.low_m) || !read_height(next_word(rest), &record.high_m)) return;
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++)
        if (tr_bake_has(journal->plan, (tr_bake_format)format) && !read_file(rest, &record.files[format])) return;
    if (files_are_there(journal, (int64_t)index, &record)) journal->records[index] = record;
}

static void read_range(tr_bake_journal *journal, char **rest)
{
    float low, high;
    if (!read_height(next_word(rest), &low) || !read_height(next_word(rest), &high)) return;
    journal->low_m = low;
    journal->high_m = high;
    journal->has_range = true;
}

static void read_line(tr_bake_journal *journal, char *line)
{
    char *rest = NULL;
    const char *word = strtok_r(line, " ", &rest);
    if (word && strcmp(word, "tile") == 0) read_tile(journal, &rest);
    if (word && strcmp(word, "range") == 0) read_range(journal, &rest);
}

static void header_of(const tr_bake_plan *plan, char out[LINE_SIZE])
{
    snprintf(out, LINE_SIZE, "terrane-bake %016" PRIx64, plan->hash);
}

// Reads whole lines, and leaves the stream after the last of them.
static bool read_lines(tr_bake_journal *journal, tr_error *err)
{
    char line[LINE_SIZE], header[LINE_SIZE];
    long end = 0;
    bool first = true;
    header_of(journal->plan, header);
    while (fgets(line, sizeof line, journal->stream)) {
        const size_t length = strlen(line);
        if (length == 0 || line[length - 1] != '\n') break;
        line[length - 1] = '\0';
        if (first && strcmp(line, header) != 0)
            return tr_fail(
                err, TR_ERROR_INVALID_ARGUMENT,
                "%s holds another bake (another world, region or options): take another directory, or start over",
                journal->plan->def.directory);
        if (!first) read_line(journal, line);
        first = false;
        end = ftell(journal->stream);
    }
    if (ferror(journal->stream))
        return tr_fail(err, TR_ERROR_FILE_READ, "%s: cannot be read: %s", journal->path, strerror(errno));
    return (fseek(journal->stream, end, SEEK_SET) == 0 && ftruncate(fileno(journal->stream), end) == 0) ||
           fail_write(journal, err);
}

// ---------------------------------------------------------------------------------------------------------
// Writing

static bool write_line(tr_bake_journal *journal, const char *line, tr_error *err)
{
    const bool ok = fprintf(journal->stream, "%s\n", line) > 0 && fflush(journal->stream) == 0 &&
                    fsync(fileno(journal->stream)) == 0;
    return ok || fail_write(journal, err);
}

bool tr_bake_journal_set_range(tr_bake_journal *journal, float low_m, float high_m, tr_error *err)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "range %a %a", (double)low_m, (double)high_m);
    journal->low_m = low_m;
    journal->high_m = high_m;
    journal->has_range = true;
    return write_line(journal, line, err);
}

bool tr_bake_journal_add(tr_bake_journal *journal, int64_t index, const tr_bake_record *record, tr_error *err)
{
    char line[LINE_SIZE];
    int length =
        snprintf(line, sizeof line, "tile %" PRId64 " %a %a", index, (double)record->low_m, (double)record->high_m);
    for (int format = 0; format < TR_BAKE_FORMAT_COUNT; format++)
        if (tr_bake_has(journal->plan, (tr_bake_format)format))
            length += snprintf(line + length, sizeof line - (size_t)length, " %" PRIu64 " %s",
                               record->files[format].bytes, record->files[format].sha256);
    tr_mutex_lock(&journal->lock);
    const bool ok = write_line(journal, line, err);
    if (ok) journal->records[index] = *record;
    tr_mutex_unlock(&journal->lock);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------

static bool open_stream(tr_bake_journal *journal, tr_error *err)
{
    const tr_bake_def *def = &journal->plan->def;
    if (snprintf(journal->path, PATH_SIZE, "%s/%s", def->directory, file_name) >= PATH_SIZE)
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%.60s...: the name is too long", def->directory);
    const int file = open(journal->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", journal->path, strerror(errno));
    if (!tr_os_lock_file(file)) {
        close(file);
        return tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "%s: another process is baking into this directory",
                       def->directory);
    }
    if (def->start_over && ftruncate(file, 0) != 0) {
        close(file);
        return fail_write(journal, err);
    }
    journal->stream = fdopen(file, "r+");
    if (journal->stream) return true;
    close(file);
    return fail_write(journal, err);
}

static bool begin(tr_bake_journal *journal, tr_error *err)
{
    char header[LINE_SIZE];
    if (!open_stream(journal, err) || !read_lines(journal, err)) return false;
    if (ftell(journal->stream) > 0) return true;
    header_of(journal->plan, header);
    return write_line(journal, header, err);
}

tr_bake_journal *tr_bake_journal_open(tr_context *context, const tr_bake_plan *plan, tr_error *err)
{
    tr_bake_journal *journal = tr_alloc(context, sizeof *journal, err);
    if (!journal) return NULL;
    *journal = (tr_bake_journal){.context = context, .plan = plan};
    tr_mutex_init(&journal->lock);
    journal->records = tr_alloc_array(context, (size_t)plan->tile_count, sizeof *journal->records, err);
    if (journal->records) {
        memset(journal->records, 0, (size_t)plan->tile_count * sizeof *journal->records);
        if (begin(journal, err)) return journal;
    }
    tr_bake_journal_close(journal);
    return NULL;
}

void tr_bake_journal_close(tr_bake_journal *journal)
{
    if (!journal) return;
    if (journal->stream) fclose(journal->stream);
    tr_mutex_destroy(&journal->lock);
    tr_free(journal->context, journal->records);
    tr_free(journal->context, journal);
}

bool tr_bake_journal_range(const tr_bake_journal *journal, float *low_m, float *high_m)
{
    *low_m = journal->low_m;
    *high_m = journal->high_m;
    return journal->has_range;
}

const tr_bake_record *tr_bake_journal_record(const tr_bake_journal *journal, int64_t index)
{
    return &journal->records[index];
}
