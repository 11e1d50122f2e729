// Feeds every file of a folder to a fuzz target, in builds without libFuzzer.
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        perror(path);
        return 1;
    }
    fseek(stream, 0, SEEK_END);
    const long size = ftell(stream);
    rewind(stream);
    // Exactly the size of the input, so that a sanitizer sees a read beyond it.
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    const int complete = data && size >= 0 && fread(data, 1, (size_t)size, stream) == (size_t)size;
    fclose(stream);
    if (complete) {
        LLVMFuzzerTestOneInput(data, (size_t)size);
    }
    free(data);
    return complete ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s <folder of inputs>\n", argv[0]);
        return 2;
    }
    DIR *folder = opendir(argv[1]);
    if (!folder) {
        perror(argv[1]);
        return 1;
    }
    int failures = 0;
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] != '.') {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
            failures += replay(path);
            count++;
        }
    }
    closedir(folder);
    printf("%d inputs, %d unreadable\n", count, failures);
    return failures > 0 || count == 0;
}
