#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "terrane/base.h"

// Golden values come from hash_golden.py, which is written from the definition and not from the C.
static void bytes_have_their_golden_hashes(void **state)
{
    (void)state;
    assert_true(tr_hash_bytes(NULL, 0, 0) == UINT64_C(0xDE6BD0FED114B6BD));
    assert_true(tr_hash_bytes("", 0, 1) == UINT64_C(0xEF03FF9DB4145181));
    assert_true(tr_hash_bytes("a", 1, 0) == UINT64_C(0x17914A9F583B923D));
    assert_true(tr_hash_bytes("terrane", 7, 0) == UINT64_C(0xD4DF61D2F771E138));
    assert_true(tr_hash_bytes("0123456789abcdef", 16, 0) == UINT64_C(0xBFE4BEA9879B185F));
    assert_true(tr_hash_bytes("0123456789abcdefg", 17, 0) == UINT64_C(0x7F82FDB46A44642D));
    uint8_t bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = (uint8_t)i;
    assert_true(tr_hash_bytes(bytes, 256, UINT64_C(0xDEADBEEFCAFEF00D)) == UINT64_C(0x2496D734D5EC8142));
}

static void identities_have_their_golden_hashes(void **state)
{
    (void)state;
    assert_true(tr_hash_identity(0, 0, 0, 0, 0) == UINT64_C(0x64418381137A2605));
    assert_true(tr_hash_identity(1, 0, 0, 0, 0) == UINT64_C(0xF27DC480BDEC2F13));
    assert_true(tr_hash_identity(0, 1, 0, 0, 0) == UINT64_C(0xC5C84A1BC86845C2));
    assert_true(tr_hash_identity(42, 7, -1, INT64_MAX, INT64_MIN) == UINT64_C(0xAC1F8F828CD1F1CA));
    assert_true(tr_hash_identity(UINT64_MAX, UINT64_MAX, 1000000007, -5, 3) == UINT64_C(0x8AE8738D07B3E9D3));
}

static void alignment_does_not_matter(void **state)
{
    (void)state;
    const char text[] = "a text of more than thirty-two bytes, hashed from every offset";
    const uint64_t expected = tr_hash_bytes(text, sizeof text, 5);
    for (size_t offset = 0; offset < 16; offset++) {
        char moved[sizeof text + 16];
        memcpy(moved + offset, text, sizeof text);
        assert_true(tr_hash_bytes(moved + offset, sizeof text, 5) == expected);
    }
}

static void zeros_of_each_length_differ(void **state)
{
    (void)state;
    static const uint8_t zeros[64];
    uint64_t hashes[65];
    for (size_t size = 0; size <= 64; size++) {
        hashes[size] = tr_hash_bytes(zeros, size, 0);
        for (size_t i = 0; i < size; i++) assert_true(hashes[i] != hashes[size]);
    }
}

// A first word equal to the constant makes one factor zero; what came before must still count.
static void a_zero_factor_does_not_erase_the_past(void **state)
{
    (void)state;
    const uint64_t killer = UINT64_C(0x13198A2E03707345);
    uint8_t bytes[32] = {0};
    for (int i = 0; i < 8; i++) bytes[16 + i] = (uint8_t)(killer >> (8 * i));
    const uint64_t before = tr_hash_bytes(bytes, sizeof bytes, 0);
    bytes[0] = 1;
    assert_true(tr_hash_bytes(bytes, sizeof bytes, 0) != before);
}

static int bits_set(uint64_t x)
{
    int count = 0;
    for (; x; x &= x - 1) count++;
    return count;
}

// Flips every input bit of many inputs and checks that each output bit flips half of the time: on the whole
// within 0.5 %, per pair of input and output bit within five standard deviations or so.
enum { TRIALS = 1024 };

typedef uint64_t (*hash_of_words)(const uint64_t *words);

static void check_avalanche(hash_of_words hash, int word_count)
{
    int64_t flips = 0;
    for (int bit = 0; bit < 64 * word_count; bit++) {
        int output_flips[64] = {0};
        for (int trial = 0; trial < TRIALS; trial++) {
            uint64_t words[5];
            for (int i = 0; i < word_count; i++) words[i] = tr_hash_identity(99, (uint64_t)bit, trial, i, 0);
            uint64_t before = hash(words);
            words[bit / 64] ^= UINT64_C(1) << bit % 64;
            uint64_t changed = before ^ hash(words);
            flips += bits_set(changed);
            for (int i = 0; i < 64; i++) output_flips[i] += (int)(changed >> i & 1);
        }
        for (int i = 0; i < 64; i++) assert_true(fabs(output_flips[i] / (double)TRIALS - 0.5) < 0.09);
    }
    double share = (double)flips / ((double)TRIALS * 64 * 64 * word_count);
    assert_true(fabs(share - 0.5) < 0.005);
}

static uint64_t hash_of_identity(const uint64_t *words)
{
    return tr_hash_identity(words[0], words[1], (int64_t)words[2], (int64_t)words[3], (int64_t)words[4]);
}

static uint64_t hash_of_bytes(const uint64_t *words)
{
    return tr_hash_bytes(words, 3 * sizeof *words, words[3]);
}

static void every_bit_moves_every_bit(void **state)
{
    (void)state;
    check_avalanche(hash_of_identity, 5);
    check_avalanche(hash_of_bytes, 4);
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void neighbours_do_not_collide(void **state)
{
    (void)state;
    enum { SIDE = 32 };
    static uint64_t hashes[SIDE * SIDE * SIDE];
    size_t count = 0;
    for (int x = -SIDE / 2; x < SIDE / 2; x++) {
        for (int y = -SIDE / 2; y < SIDE / 2; y++) {
            for (int z = -SIDE / 2; z < SIDE / 2; z++) hashes[count++] = tr_hash_identity(0, 0, x, y, z);
        }
    }
    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (size_t i = 1; i < count; i++) assert_true(hashes[i - 1] != hashes[i]);
}

static void numbers_are_their_own_seeds(void **state)
{
    (void)state;
    assert_true(tr_seed_from_text("0") == 0);
    assert_true(tr_seed_from_text("-0") == 0);
    assert_true(tr_seed_from_text("007") == 7);
    assert_true(tr_seed_from_text("+12") == 12);
    assert_true(tr_seed_from_text("-1") == UINT64_MAX);
    assert_true(tr_seed_from_text("18446744073709551615") == UINT64_MAX);
    assert_true(tr_seed_from_text("-9223372036854775808") == UINT64_C(1) << 63);
    assert_true(tr_seed_from_text("0xDeadBeef") == UINT64_C(0xDEADBEEF));
    assert_true(tr_seed_from_text("0XFFFFFFFFFFFFFFFF") == UINT64_MAX);
    assert_true(tr_seed_from_text("-0x10") == (uint64_t)-16);
}

static void other_texts_are_hashed(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "valley",
        " 1",
        "1 ",
        "1.0",
        "1e3",
        "0x",
        "-",
        "+",
        "0xg",
        "--1",
        "12a",
        "\xC3\xA9t\xC3\xA9",
        "18446744073709551616",  // one more than 64 bits hold
        "-9223372036854775809",  // one less
        "0x10000000000000000",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(tr_seed_from_text(texts[i]) == tr_hash_bytes(texts[i], strlen(texts[i]), 0));
    }
    assert_true(tr_seed_from_text(NULL) == tr_seed_from_text(""));
}

static void units_are_below_one(void **state)
{
    (void)state;
    assert_true(tr_unit_from_hash(0) == 0.0);
    assert_true(tr_unit_from_hash(UINT64_MAX) == 1.0 - 0x1p-53);
    assert_true(tr_unit_from_hash(UINT64_C(1) << 63) == 0.5);
    assert_true(tr_unit_from_hash(2047) == 0.0);
    assert_true(tr_unit_from_hash(2048) == 0x1p-53);
}

static void indices_stay_in_range_and_are_even(void **state)
{
    (void)state;
    static const uint64_t counts[] = {1, 2, 3, 10, 1000003, UINT64_C(1) << 32, UINT64_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        assert_true(tr_index_from_hash(0, counts[i]) == 0);
        assert_true(tr_index_from_hash(UINT64_MAX, counts[i]) == counts[i] - 1);
    }
    enum { BINS = 7, DRAWS = 70000 };
    int drawn[BINS] = {0};
    for (int i = 0; i < DRAWS; i++) drawn[tr_index_from_hash(tr_hash_identity(1, 2, i, 0, 0), BINS)]++;
    for (int i = 0; i < BINS; i++) assert_in_range(drawn[i], DRAWS / BINS - 500, DRAWS / BINS + 500);
}

TEST_GROUP(hash)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_have_their_golden_hashes),
        cmocka_unit_test(identities_have_their_golden_hashes),
        cmocka_unit_test(alignment_does_not_matter),
        cmocka_unit_test(zeros_of_each_length_differ),
        cmocka_unit_test(a_zero_factor_does_not_erase_the_past),
        cmocka_unit_test(every_bit_moves_every_bit),
        cmocka_unit_test(neighbours_do_not_collide),
        cmocka_unit_test(numbers_are_their_own_seeds),
        cmocka_unit_test(other_texts_are_hashed),
        cmocka_unit_test(units_are_below_one),
        cmocka_unit_test(indices_stay_in_range_and_are_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
