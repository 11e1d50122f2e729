#include "outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether a file that may be there can be replaced.
static bool check_place(const char *path, tr_error *err)
{
    struct stat there;
    if (stat(path, &there) != 0 || S_ISREG(there.st_mode)) {
        return true;
    }
    return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be written: it is %s", path,
                   S_ISDIR(there.st_mode) ? "a directory" : "not a regular file");
}

static bool name_files(cli_output *output, const char *path, tr_error *err)
{
    struct stat info;
    char resolved[PATH_MAX];
    const bool is_link = lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
    const char *name = is_link && realpath(path, resolved) ? resolved : path;
    // Writers choose the format by the ending.
    const char *slash = strrchr(name, '/'), *ending = strrchr(slash ? slash : name, '.');
    output->path = path;
    const int length = snprintf(output->temp_path, sizeof output->temp_path, "%s.part-%ld%s", name, (long)getpid(),
                                ending ? ending : "");
    if (length < 0 || (size_t)length >= sizeof output->temp_path) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%.200s...: the path is too long", path);
    }
    snprintf(output->final_path, sizeof output->final_path, "%s", name);
    return true;
}

bool cli_outputs_add(cli_outputs *outputs, const char *path, tr_error *err)
{
    if (!path) {
        return true;
    }
    cli_output *output = &outputs->items[outputs->count];
    if (!check_place(path, err) || !name_files(output, path, err)) {
        return false;
    }
    FILE *stream = fopen(output->temp_path, "wbx");
    if (!stream) {
        return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be written: %s", path,
                       errno == ENOENT ? "its folder does not exist" : strerror(errno));
    }
    fclose(stream);
    outputs->count++;
    return true;
}

const char *cli_outputs_temp(const cli_outputs *outputs, const char *path)
{
    for (int i = 0; i < outputs->count; i++) {
        if (outputs->items[i].path == path) {
            return outputs->items[i].temp_path;
        }
    }
    return path;
}

// A file that is replaced keeps its permissions. Where that is not ours to decide, the new file has the usual ones.
static void keep_permissions(const cli_output *output)
{
    struct stat info;
    if (stat(output->final_path, &info) == 0) {
        (void)chmod(output->temp_path, info.st_mode & 07777);
    }
}

bool cli_outputs_commit(cli_outputs *outputs, tr_error *err)
{
    for (int i = 0; i < outputs->count; i++) {
        cli_output *output = &outputs->items[i];
        keep_permissions(output);
        if (rename(output->temp_path, output->final_path) != 0) {
            return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be written: %s", output->path, strerror(errno));
        }
        output->temp_path[0] = '\0';
    }
    outputs->count = 0;
    return true;
}

void cli_outputs_abort(cli_outputs *outputs)
{
    for (int i = 0; i < outputs->count; i++) {
        if (outputs->items[i].temp_path[0] != '\0') {
            remove(outputs->items[i].temp_path);
        }
    }
    outputs->count = 0;
}

static bool is_same_inode(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

// The folder of a file, and its name there.
static const char *split_path(const char *path, char folder[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) + 1 : 2;
    snprintf(folder, PATH_MAX, "%.*s", length, slash ? path : "./");
    return slash ? slash + 1 : path;
}

bool cli_is_same_file(const char *a, const char *b)
{
    if (strcmp(a, b) == 0 || is_same_inode(a, b)) {
        return true;
    }
    // Files that are not there yet are the same when their folders and names are.
    char folders[2][PATH_MAX];
    const char *first = split_path(a, folders[0]), *second = split_path(b, folders[1]);
    return strcmp(first, second) == 0 && is_same_inode(folders[0], folders[1]);
}
