// SHA-256 (FIPS 180-4): what a manifest says of a file, so that any tool can check it.
#ifndef TR_BASE_SHA256_H
#define TR_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct tr_sha256 {
    uint32_t state[8];
    uint64_t size;
    uint8_t block[64];
} tr_sha256;

tr_sha256 tr_sha256_begin(void);
void tr_sha256_add(tr_sha256 *sha, const void *bytes, size_t size);
// 64 hexadecimal digits and a zero byte.
enum { TR_SHA256_TEXT_SIZE = 65 };
void tr_sha256_finish(tr_sha256 *sha, char out[TR_SHA256_TEXT_SIZE]);

#endif
