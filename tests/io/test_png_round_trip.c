// What is written is what is read: every layout, odd sizes, padded rows, and the byte order in the file.
#include "counting_directory.h"

#include <spng.h>
#include <string.h>

#include "terrane/io.h"

static size_t packed_row(const tr_image *image)
{
    return (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
}

static void fill(const tr_image *image, uint64_t seed)
{
    for (int32_t y = 0; y < image->height; y++) {
        unsigned char *row = (unsigned char *)image->pixels + (size_t)y * image->row_bytes;
        for (size_t i = 0; i < packed_row(image); i++) {
            row[i] = (unsigned char)tr_hash_identity(seed, 1, (int64_t)i, y, 0);
        }
    }
}

static void assert_same_pixels(const tr_image *a, const tr_image *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->channels, b->channels);
    assert_int_equal(a->bits, b->bits);
    for (int32_t y = 0; y < a->height; y++) {
        assert_memory_equal((const char *)a->pixels + (size_t)y * a->row_bytes,
                            (const char *)b->pixels + (size_t)y * b->row_bytes, packed_row(a));
    }
}

static void round_trip(int32_t width, int32_t height, int32_t channels, int32_t bits)
{
    const char *path = temp_dir_file(&dir, "image.png");
    tr_error err;
    tr_image written;
    tr_image read;
    assert_true(tr_image_create(context, &(tr_image_shape){width, height, channels, bits}, &written, &err));
    fill(&written, (uint64_t)(width * 31 + height));
    assert_true(tr_png_write(context, path, &written, &err));
    assert_true(tr_png_read(context, path, &read, &err));
    assert_same_pixels(&written, &read);
    tr_image_destroy(context, &read);
    tr_image_destroy(context, &written);
}

static void every_layout_and_size(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {1, 17}, {17, 1}, {3, 5}, {64, 64}, {129, 31}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (int32_t channels = 1; channels <= 4; channels++) {
            round_trip(sizes[i][0], sizes[i][1], channels, 8);
            round_trip(sizes[i][0], sizes[i][1], channels, 16);
        }
    }
}

static void rows_may_be_padded(void **state)
{
    (void)state;
    unsigned char pixels[3 * 8] = {0};
    const tr_image padded = {.pixels = pixels, .width = 5, .height = 3, .channels = 1, .bits = 8, .row_bytes = 8};
    const char *path = temp_dir_file(&dir, "padded.png");
    tr_error err;
    tr_image read;
    fill(&padded, 7);
    assert_true(tr_png_write(context, path, &padded, &err));
    assert_true(tr_png_read(context, path, &read, &err));
    assert_same_pixels(&padded, &read);
    tr_image_destroy(context, &read);
}

// PNG stores 16-bit samples with the high byte first, whatever the machine does.
static void samples_are_big_endian_in_the_file(void **state)
{
    (void)state;
    uint16_t pixels[2] = {0x1234, 0xABCD};
    const tr_image image = {.pixels = pixels, .width = 2, .height = 1, .channels = 1, .bits = 16, .row_bytes = 4};
    const char *path = temp_dir_file(&dir, "order.png");
    tr_error err;
    assert_true(tr_png_write(context, path, &image, &err));

    unsigned char file[512];
    const long size = read_whole_file(path, file, sizeof file);
    assert_true(size > 0);
    spng_ctx *png = spng_ctx_new(0);
    unsigned char raw[4];
    assert_int_equal(spng_set_png_buffer(png, file, (size_t)size), 0);
    assert_int_equal(spng_decode_image(png, raw, sizeof raw, SPNG_FMT_RAW, 0), 0);
    spng_ctx_free(png);
    const unsigned char expected[4] = {0x12, 0x34, 0xAB, 0xCD};
    assert_memory_equal(raw, expected, sizeof expected);
}

// Encodes what our writer does not make: palettes, few bits, interlacing.
static void write_with_libspng(const char *path, struct spng_ihdr *header, const struct spng_plte *palette,
                               const struct spng_trns *transparency, const void *pixels, size_t size)
{
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(spng_set_png_file(png, stream), 0);
    assert_int_equal(spng_set_ihdr(png, header), 0);
    if (palette) {
        struct spng_plte copy = *palette;
        assert_int_equal(spng_set_plte(png, &copy), 0);
    }
    if (transparency) {
        struct spng_trns copy = *transparency;
        assert_int_equal(spng_set_trns(png, &copy), 0);
    }
    assert_int_equal(spng_encode_image(png, pixels, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    spng_ctx_free(png);
    fclose(stream);
}

static void assert_reads_as(const char *path, int32_t channels, int32_t bits, const void *pixels, size_t size)
{
    tr_error err;
    tr_image image;
    assert_true(tr_png_read(context, path, &image, &err));
    assert_int_equal(image.channels, channels);
    assert_int_equal(image.bits, bits);
    assert_int_equal(packed_row(&image) * (size_t)image.height, size);
    for (int32_t y = 0; y < image.height; y++) {
        assert_memory_equal((const char *)image.pixels + (size_t)y * image.row_bytes,
                            (const char *)pixels + (size_t)y * packed_row(&image), packed_row(&image));
    }
    tr_image_destroy(context, &image);
}

static void a_palette_becomes_colours(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "palette.png");
    struct spng_ihdr header = {.width = 2, .height = 1, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_INDEXED};
    const struct spng_plte palette = {.n_entries = 2, .entries = {{10, 20, 30, 0}, {40, 50, 60, 0}}};
    const struct spng_trns transparency = {.n_type3_entries = 1, .type3_alpha = {77}};
    const unsigned char indices[2] = {1, 0};
    const unsigned char rgb[6] = {40, 50, 60, 10, 20, 30};
    const unsigned char rgba[8] = {40, 50, 60, 255, 10, 20, 30, 77};
    write_with_libspng(path, &header, &palette, NULL, indices, sizeof indices);
    assert_reads_as(path, 3, 8, rgb, sizeof rgb);
    write_with_libspng(path, &header, &palette, &transparency, indices, sizeof indices);
    assert_reads_as(path, 4, 8, rgba, sizeof rgba);
}

static void few_bits_become_eight(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "bits.png");
    struct spng_ihdr header = {.width = 3, .height = 1, .bit_depth = 2, .color_type = SPNG_COLOR_TYPE_GRAYSCALE};
    const unsigned char packed[1] = {0x6C};  // 1, 2, 3 and two unused bits
    const unsigned char grey[3] = {85, 170, 255};
    write_with_libspng(path, &header, NULL, NULL, packed, sizeof packed);
    assert_reads_as(path, 1, 8, grey, sizeof grey);
}

static void a_transparent_colour_becomes_alpha(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "key.png");
    struct spng_ihdr header = {.width = 2, .height = 1, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_TRUECOLOR};
    const struct spng_trns transparency = {.red = 1, .green = 2, .blue = 3};
    const unsigned char rgb[6] = {1, 2, 3, 4, 5, 6};
    const unsigned char rgba[8] = {1, 2, 3, 0, 4, 5, 6, 255};
    write_with_libspng(path, &header, NULL, &transparency, rgb, sizeof rgb);
    assert_reads_as(path, 4, 8, rgba, sizeof rgba);

    header.bit_depth = 16;
    header.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
    const struct spng_trns grey_key = {.gray = 500};
    const uint16_t grey[2] = {500, 501};
    const uint16_t grey_alpha[4] = {500, 0, 501, 65535};
    write_with_libspng(path, &header, NULL, &grey_key, grey, sizeof grey);
    assert_reads_as(path, 2, 16, grey_alpha, sizeof grey_alpha);
}

static void interlaced_files_are_read(void **state)
{
    (void)state;
    const char *path = temp_dir_file(&dir, "interlaced.png");
    struct spng_ihdr header = {.width = 13,
                               .height = 11,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_GRAYSCALE,
                               .interlace_method = SPNG_INTERLACE_ADAM7};
    unsigned char pixels[13 * 11];
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (unsigned char)(i * 7);
    }
    write_with_libspng(path, &header, NULL, NULL, pixels, sizeof pixels);
    assert_reads_as(path, 1, 8, pixels, sizeof pixels);
}

TEST_GROUP(png_round_trip)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_directory, tear_down_directory)
    const struct CMUnitTest tests[] = {
        TEST(every_layout_and_size),     TEST(rows_may_be_padded),    TEST(samples_are_big_endian_in_the_file),
        TEST(a_palette_becomes_colours), TEST(few_bits_become_eight), TEST(a_transparent_colour_becomes_alpha),
        TEST(interlaced_files_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
