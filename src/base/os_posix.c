// Linux and macOS.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "base/os.h"
#include "base/thread.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#include <sys/random.h>
#elif defined(__APPLE__)
#include <sys/random.h>
#include <xlocale.h>
#else
#error "Unknown platform: write src/base/os_<platform>.c with the functions of src/base/os.h"
#endif

enum { NS_PER_S = 1000000000 };

#if defined(__linux__)
int tr_os_core_count(void)
{
    // The kernel refuses a set smaller than its own, whose size it does not tell: grow until it fits.
    for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t *set = CPU_ALLOC((size_t)cpus);
        if (!set) return 1;
        size_t bytes = CPU_ALLOC_SIZE((size_t)cpus);
        int count = sched_getaffinity(0, bytes, set) == 0 ? CPU_COUNT_S(bytes, set) : -errno;
        CPU_FREE(set);
        if (count > 0) return count;
        if (count != -EINVAL) return 1;
    }
    return 1;
}
#else
int tr_os_core_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}
#endif

int64_t tr_os_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t tr_os_wait_count(void)
{
#ifdef RUSAGE_THREAD
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_nvcsw : -1;
#else
    return -1;
#endif
}

void tr_os_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#if defined(__linux__)
// Asks for large pages, of 2 MiB, where a block has some of them: else its first use costs a fault for every 4 KiB. It
// is only a hint, and no matter when the system has none.
static void use_large_pages(void *block, size_t size)
{
    enum { MIN_SIZE = 4 << 20 };
    if (size < MIN_SIZE) return;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)block % page) % page;
    madvise((char *)block + before, (size - before) / page * page, MADV_HUGEPAGE);
}
#else
static void use_large_pages(void *block, size_t size)
{
    (void)block, (void)size;
}
#endif

void *tr_os_alloc_aligned(size_t size, size_t align)
{
    void *block = NULL;
    if (posix_memalign(&block, align, size) != 0) return NULL;
    use_large_pages(block, size);
    return block;
}

void tr_os_free_aligned(void *block)
{
    free(block);
}

bool tr_thread_start(pthread_t *thread, void *(*run)(void *user), void *user)
{
    // A new thread inherits the mask of the one that starts it.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result == 0;
}

#if defined(__APPLE__)
bool tr_condition_init(pthread_cond_t *cond)
{
    return pthread_cond_init(cond, NULL) == 0;
}

bool tr_condition_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, int64_t deadline_ns)
{
    int64_t left_ns = deadline_ns - tr_os_now_ns();
    if (left_ns <= 0) return false;
    struct timespec left = {.tv_sec = left_ns / NS_PER_S, .tv_nsec = left_ns % NS_PER_S};
    return pthread_cond_timedwait_relative_np(cond, mutex, &left) != ETIMEDOUT;
}
#else
bool tr_condition_init(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) return false;
    bool ok = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 && pthread_cond_init(cond, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return ok;
}

bool tr_condition_wait_until(pthread_cond_t *cond, pthread_mutex_t *mutex, int64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = (time_t)(deadline_ns / NS_PER_S), .tv_nsec = (long)(deadline_ns % NS_PER_S)};
    return pthread_cond_timedwait(cond, mutex, &deadline) != ETIMEDOUT;
}
#endif

double tr_os_parse_double(const char *text, char **end)
{
    // Both C libraries keep the "C" locale ready: making and freeing it costs no memory and does not fail.
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    double value = strtod_l(text, end, c_locale);
    freelocale(c_locale);
    return value;
}

bool tr_os_rename_over(const char *from, const char *to, tr_error *err)
{
    if (rename(from, to) == 0) return true;
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot rename %s to it: %s", to, from, strerror(errno));
}

bool tr_os_fsync_path(const char *path, tr_error *err)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: cannot be opened: %s", path, strerror(errno));
    int result = fsync(file);
    int reason = errno;
    close(file);
    if (result == 0) return true;
    return tr_fail(err, TR_ERROR_FILE_WRITE, "%s: cannot be flushed to the disk: %s", path, strerror(reason));
}

static bool make_directory(const char *path, tr_error *err)
{
    struct stat info;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))) return true;
    return tr_fail(err, TR_ERROR_FILE_OPEN, "%s: the directory cannot be made: %s", path, strerror(errno));
}

bool tr_os_make_directories(const char *path, tr_error *err)
{
    char part[PATH_MAX];
    const size_t length = strlen(path);
    if (length >= sizeof part) return tr_fail(err, TR_ERROR_FILE_OPEN, "%.60s...: the name is too long", path);
    for (size_t i = 1; i < length; i++) {
        if (path[i] != '/') continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (!make_directory(part, err)) return false;
    }
    return make_directory(path, err);
}

int64_t tr_os_file_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

bool tr_os_lock_file(int file)
{
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

void tr_os_unique_suffix(char out[TR_OS_SUFFIX_SIZE])
{
    uint64_t number;
    if (getentropy(&number, sizeof number) != 0) {
        // Early in the boot of a machine: the process and the moment tell files apart well enough.
        uint64_t identity[3] = {(uint64_t)getpid(), (uint64_t)tr_os_now_ns(), (uint64_t)(uintptr_t)&identity};
        number = tr_hash_bytes(identity, sizeof identity, 0);
    }
    snprintf(out, TR_OS_SUFFIX_SIZE, ".tmp-%016llx", (unsigned long long)number);
}

static bool is_leftover(const char *name)
{
    enum { SUFFIX_LENGTH = TR_OS_SUFFIX_SIZE - 1, DIGITS = 16 };
    const size_t length = strlen(name);
    if (length <= SUFFIX_LENGTH) return false;
    const char *suffix = name + length - SUFFIX_LENGTH, *digits = suffix + SUFFIX_LENGTH - DIGITS;
    return strncmp(suffix, ".tmp-", SUFFIX_LENGTH - DIGITS) == 0 && strspn(digits, "0123456789abcdef") == DIGITS;
}

void tr_os_remove_leftovers(const char *directory)
{
    DIR *list = opendir(directory);
    if (!list) return;
    for (const struct dirent *entry = readdir(list); entry; entry = readdir(list)) {
        if (is_leftover(entry->d_name)) unlinkat(dirfd(list), entry->d_name, 0);
    }
    closedir(list);
}
