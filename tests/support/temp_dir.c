#include "temp_dir.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

temp_dir temp_dir_make(void)
{
    temp_dir dir;
    const char *parent = getenv("TMPDIR");
    snprintf(dir.path, sizeof dir.path, "%s/terrane-test-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(dir.path)) {
        perror(dir.path);
        abort();
    }
    return dir;
}

static bool is_dot(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void temp_dir_remove(const temp_dir *dir)
{
    enum { OPEN_AT_ONCE = 8 };
    nftw(dir->path, remove_entry, OPEN_AT_ONCE, FTW_DEPTH | FTW_PHYS);
}

const char *temp_dir_file(const temp_dir *dir, const char *name)
{
    static char paths[4][512];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", dir->path, name);
    return path;
}

int temp_dir_entry_count(const char *path)
{
    DIR *handle = opendir(path);
    int count = 0;
    for (const struct dirent *entry; handle && (entry = readdir(handle));) {
        count += is_dot(entry->d_name) ? 0 : 1;
    }
    if (handle) {
        closedir(handle);
    }
    return count;
}

long read_whole_file(const char *path, unsigned char *buffer, size_t capacity)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return -1;
    }
    const size_t size = fread(buffer, 1, capacity, stream);
    fclose(stream);
    return (long)size;
}

bool write_whole_file(const char *path, const void *bytes, size_t size)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        return false;
    }
    const bool written = fwrite(bytes, 1, size, stream) == size;
    return fclose(stream) == 0 && written;
}
