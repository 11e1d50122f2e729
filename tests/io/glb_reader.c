#include "glb_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_test.h"
#include "base/os.h"
#include "base/yaml.h"

static unsigned char *read_all(const char *path, size_t *size)
{
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    fseek(stream, 0, SEEK_END);
    *size = (size_t)ftell(stream);
    rewind(stream);
    unsigned char *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, stream), *size);
    fclose(stream);
    return bytes;
}

static uint32_t word_at(const unsigned char *bytes, size_t offset)
{
    return (uint32_t)bytes[offset] | (uint32_t)bytes[offset + 1] << 8 | (uint32_t)bytes[offset + 2] << 16 |
           (uint32_t)bytes[offset + 3] << 24;
}

glb_file glb_read(tr_context *context, const char *path)
{
    glb_file file = {0};
    file.bytes = read_all(path, &file.size);
    assert_true(file.size >= 28 && file.size % 4 == 0);
    assert_memory_equal(file.bytes, "glTF", 4);
    assert_int_equal(word_at(file.bytes, 4), 2);
    assert_int_equal(word_at(file.bytes, 8), file.size);
    const size_t json_size = word_at(file.bytes, 12);
    assert_memory_equal(file.bytes + 16, "JSON", 4);
    assert_int_equal(json_size % 4, 0);
    const size_t binary_header = 20 + json_size;
    assert_true(binary_header + 8 <= file.size);
    file.binary_size = word_at(file.bytes, binary_header);
    assert_memory_equal(file.bytes + binary_header + 4, "BIN", 4);
    assert_int_equal(binary_header + 8 + file.binary_size, file.size);
    file.binary = file.bytes + binary_header + 8;
    // JSON is YAML in flow style.
    tr_error err = {0};
    file.json = tr_yaml_load_text(context, path, (const char *)file.bytes + 20, json_size, &err);
    if (!file.json) fail_msg("%s", err.message);
    assert_int_equal(glb_number(&file, "buffers/0/byteLength"), file.binary_size);
    return file;
}

void glb_close(glb_file *file)
{
    tr_doc_destroy(file->json);
    free(file->bytes);
}

static const tr_doc_node *step_into(const tr_doc_node *node, const char *name)
{
    if (node->kind == TR_DOC_MAPPING) return tr_doc_find(node, name);
    if (node->kind != TR_DOC_SEQUENCE) return NULL;
    node = node->child;
    for (int i = atoi(name); node && i > 0; i--) node = node->next;
    return node;
}

const tr_doc_node *glb_find(const glb_file *file, const char *path)
{
    char names[256];
    snprintf(names, sizeof names, "%s", path);
    const tr_doc_node *node = file->json->root;
    char *rest = names;
    for (const char *name; node && (name = strsep(&rest, "/"));) node = step_into(node, name);
    return node;
}

static const tr_doc_node *require(const glb_file *file, const char *path)
{
    const tr_doc_node *node = glb_find(file, path);
    if (!node) fail_msg("%s is missing", path);
    return node;
}

const char *glb_text(const glb_file *file, const char *path)
{
    return require(file, path)->text;
}

double glb_number(const glb_file *file, const char *path)
{
    return tr_os_parse_double(glb_text(file, path), NULL);
}

int glb_count(const glb_file *file, const char *path)
{
    return require(file, path)->child_count;
}

static size_t accessor_number(const glb_file *file, const char *list, int item, const char *key)
{
    char path[80];
    snprintf(path, sizeof path, "%s/%d/%s", list, item, key);
    return (size_t)glb_number(file, path);
}

const void *glb_accessor(const glb_file *file, int accessor, size_t element_size, size_t *count)
{
    *count = accessor_number(file, "accessors", accessor, "count");
    const int view = (int)accessor_number(file, "accessors", accessor, "bufferView");
    const size_t offset = accessor_number(file, "bufferViews", view, "byteOffset");
    assert_int_equal(accessor_number(file, "bufferViews", view, "byteLength"), *count * element_size);
    assert_int_equal(offset % 4, 0);
    assert_true(offset + *count * element_size <= file->binary_size);
    return file->binary + offset;
}
