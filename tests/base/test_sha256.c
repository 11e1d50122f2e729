// SHA-256 against the examples of FIPS 180-4, however the bytes come.
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "cmocka_test.h"

static void assert_hash(const void *bytes, size_t size, size_t part, const char *expected)
{
    tr_sha256 hash = tr_sha256_begin();
    for (size_t at = 0; at < size; at += part)
        tr_sha256_add(&hash, (const char *)bytes + at, part < size - at ? part : size - at);
    char text[TR_SHA256_TEXT_SIZE];
    tr_sha256_finish(&hash, text);
    assert_string_equal(text, expected);
}

static void examples_of_the_standard(void **state)
{
    (void)state;
    const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_hash("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assert_hash("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_hash(two_blocks, strlen(two_blocks), 64, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

static void a_million_letters_in_any_parts(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    static const size_t parts[] = {1, 63, 64, 65, 1000, COUNT};
    char *letters = malloc(COUNT);
    assert_non_null(letters);
    memset(letters, 'a', COUNT);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_hash(letters, COUNT, parts[i], "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(letters);
}

TEST_GROUP(sha256)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_standard),
        cmocka_unit_test(a_million_letters_in_any_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
