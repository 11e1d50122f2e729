// A GLB file read back: just enough of a reader to check what was written. Anything wrong fails the test.
#ifndef TEST_IO_GLB_READER_H
#define TEST_IO_GLB_READER_H

#include "base/doc.h"

typedef struct glb_file {
    unsigned char *bytes;
    size_t size;
    tr_doc *json;
    const unsigned char *binary;
    size_t binary_size;
} glb_file;

glb_file glb_read(tr_context *context, const char *path);
void glb_close(glb_file *file);

// The node at a path of keys and numbers of items, for example "nodes/0/translation/2"; NULL when there is none.
const tr_doc_node *glb_find(const glb_file *file, const char *path);
// The same as text, as a number, or as the number of its items; it must be there.
const char *glb_text(const glb_file *file, const char *path);
double glb_number(const glb_file *file, const char *path);
int glb_count(const glb_file *file, const char *path);

// The bytes of an accessor, checked to lie within the BIN chunk; `count` receives its elements.
const void *glb_accessor(const glb_file *file, int accessor, size_t element_size, size_t *count);

#endif
