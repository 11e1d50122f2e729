// YAML 1.1 by libyaml's events. What a description does not need is refused with its place: tags, keys that
// are not text, several documents, recursive aliases. Aliases are expanded, within the limit of nodes.
#include "base/yaml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "base/file_bytes.h"
#include "base/yaml_tree.h"

enum { MAX_FILE_BYTES = 16 * 1024 * 1024, MAX_ANCHORS = 1024 };

typedef struct yaml_anchor {
    size_t name;  // in the text of the tree
    int node;
} yaml_anchor;

typedef struct yaml_reader {
    yaml_parser_t parser;
    const char *name;
    const char *text;
    size_t size;
    tr_yaml_tree tree;
    int open[TR_YAML_MAX_DEPTH];        // the collections that are open, as node indices
    int item_count[TR_YAML_MAX_DEPTH];  // nodes directly in each: keys count
    int depth;
    yaml_anchor anchors[MAX_ANCHORS];
    int anchor_count;
    tr_error *err;
} yaml_reader;

static bool fail_at(const yaml_reader *reader, tr_error_code code, yaml_mark_t mark, const char *format, ...)
    TR_PRINTF(4, 5);

static bool fail_at(const yaml_reader *reader, tr_error_code code, yaml_mark_t mark, const char *format, ...)
{
    char problem[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, sizeof problem, format, arguments);
    va_end(arguments);
    return tr_fail(reader->err, code, "%s:%zu:%zu: %s", reader->name, mark.line + 1, mark.column + 1, problem);
}

// The place of a byte, for errors below the level at which libyaml counts lines.
static yaml_mark_t mark_of_offset(const yaml_reader *reader, size_t offset)
{
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < offset && i < reader->size; i++) {
        mark.column++;
        if (reader->text[i] == '\n') {
            mark.line++;
            mark.column = 0;
        }
    }
    return mark;
}

static bool fail_syntax(yaml_reader *reader)
{
    const yaml_parser_t *parser = &reader->parser;
    switch (parser->error) {
    case YAML_MEMORY_ERROR:
        return tr_fail(reader->err, TR_ERROR_OUT_OF_MEMORY, "%s: there is no memory to read it", reader->name);
    case YAML_READER_ERROR:
        return fail_at(reader, TR_ERROR_SYNTAX, mark_of_offset(reader, parser->problem_offset), "%s", parser->problem);
    default:
        if (parser->context) {
            return fail_at(reader, TR_ERROR_SYNTAX, parser->problem_mark, "%s (%s that starts at line %zu)",
                           parser->problem, parser->context, parser->context_mark.line + 1);
        }
        return fail_at(reader, TR_ERROR_SYNTAX, parser->problem_mark, "%s", parser->problem);
    }
}

// Whether the next node is the key of a pair.
static bool expects_key(const yaml_reader *reader)
{
    if (reader->depth == 0) {
        return false;
    }
    const int top = reader->depth - 1;
    return reader->tree.nodes[reader->open[top]].kind == TR_DOC_MAPPING && reader->item_count[top] % 2 == 0;
}

// What holds for every node before it is added: limits, tags, what a key may be.
static bool check_node(const yaml_reader *reader, yaml_mark_t mark, tr_doc_kind kind, const yaml_char_t *tag)
{
    if (!tr_yaml_tree_has_room(&reader->tree, 1)) {
        return fail_at(reader, TR_ERROR_TOO_LARGE, mark, "more than %d values", TR_YAML_MAX_NODES);
    }
    if (kind != TR_DOC_SCALAR && reader->depth == TR_YAML_MAX_DEPTH) {
        return fail_at(reader, TR_ERROR_TOO_LARGE, mark, "nested deeper than %d levels", TR_YAML_MAX_DEPTH);
    }
    if (tag) {
        return fail_at(reader, TR_ERROR_SYNTAX, mark, "tags such as '%s' are not supported", (const char *)tag);
    }
    if (kind != TR_DOC_SCALAR && expects_key(reader)) {
        return fail_at(reader, TR_ERROR_SYNTAX, mark, "a key must be text, not a list or a mapping");
    }
    return true;
}

static bool remember_anchor(yaml_reader *reader, yaml_mark_t mark, const yaml_char_t *name)
{
    if (!name) {
        return true;
    }
    if (reader->anchor_count == MAX_ANCHORS) {
        return fail_at(reader, TR_ERROR_TOO_LARGE, mark, "more than %d anchors", MAX_ANCHORS);
    }
    yaml_anchor *anchor = &reader->anchors[reader->anchor_count];
    const char *text = (const char *)name;
    if (!tr_yaml_tree_add_text(&reader->tree, text, strlen(text), &anchor->name, reader->err)) {
        return false;
    }
    anchor->node = reader->tree.count;
    reader->anchor_count++;
    return true;
}

// Counts a node that was added in the collection it stands in.
static void count_item(yaml_reader *reader)
{
    if (reader->depth > 0) {
        const int top = reader->depth - 1;
        tr_yaml_node *parent = &reader->tree.nodes[reader->open[top]];
        reader->item_count[top]++;
        if (parent->kind == TR_DOC_SEQUENCE || reader->item_count[top] % 2 == 0) {
            parent->child_count++;
        }
    }
}

static tr_yaml_node node_at(const yaml_reader *reader, tr_doc_kind kind, yaml_mark_t mark)
{
    return (tr_yaml_node){.kind = kind,
                          .line = (int)mark.line + 1,
                          .column = (int)mark.column + 1,
                          .depth = reader->depth + 1,
                          .end = reader->tree.count + 1};
}

static bool add_scalar(yaml_reader *reader, const yaml_event_t *event)
{
    const yaml_mark_t mark = event->start_mark;
    const char *value = (const char *)event->data.scalar.value;
    const size_t size = event->data.scalar.length;
    if (!check_node(reader, mark, TR_DOC_SCALAR, event->data.scalar.tag)) {
        return false;
    }
    if (memchr(value, '\0', size)) {
        return fail_at(reader, TR_ERROR_SYNTAX, mark, "a text must not hold the character 0");
    }
    tr_yaml_node node = node_at(reader, TR_DOC_SCALAR, mark);
    node.quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    if (!remember_anchor(reader, mark, event->data.scalar.anchor) ||
        !tr_yaml_tree_add_text(&reader->tree, value, size, &node.text, reader->err) ||
        !tr_yaml_tree_add(&reader->tree, &node, reader->err)) {
        return false;
    }
    count_item(reader);
    return true;
}

static bool open_collection(yaml_reader *reader, yaml_mark_t mark, tr_doc_kind kind, const yaml_char_t *tag,
                            const yaml_char_t *anchor)
{
    const tr_yaml_node node = node_at(reader, kind, mark);
    if (!check_node(reader, mark, kind, tag) || !remember_anchor(reader, mark, anchor) ||
        !tr_yaml_tree_add(&reader->tree, &node, reader->err)) {
        return false;
    }
    count_item(reader);
    reader->open[reader->depth] = reader->tree.count - 1;
    reader->item_count[reader->depth] = 0;
    reader->depth++;
    return true;
}

static bool is_open(const yaml_reader *reader, int node)
{
    for (int i = 0; i < reader->depth; i++) {
        if (reader->open[i] == node) {
            return true;
        }
    }
    return false;
}

static const yaml_anchor *find_anchor(const yaml_reader *reader, const char *name)
{
    // The last of several with the same name counts.
    for (int i = reader->anchor_count - 1; i >= 0; i--) {
        if (strcmp(reader->tree.text + reader->anchors[i].name, name) == 0) {
            return &reader->anchors[i];
        }
    }
    return NULL;
}

static bool expand_alias(yaml_reader *reader, const yaml_event_t *event)
{
    const yaml_mark_t mark = event->start_mark;
    const char *name = (const char *)event->data.alias.anchor;
    const yaml_anchor *anchor = find_anchor(reader, name);
    if (!anchor) {
        return fail_at(reader, TR_ERROR_SYNTAX, mark, "the anchor '%s' is not defined before this place", name);
    }
    const int from = anchor->node;
    tr_yaml_tree *tree = &reader->tree;
    if (is_open(reader, from)) {
        return fail_at(reader, TR_ERROR_SYNTAX, mark, "the alias '%s' would contain itself", name);
    }
    if (!tr_yaml_tree_has_room(tree, tree->nodes[from].end - from)) {
        return fail_at(reader, TR_ERROR_TOO_LARGE, mark, "the alias '%s' makes more than %d values", name,
                       TR_YAML_MAX_NODES);
    }
    if (reader->depth + tr_yaml_tree_depth(tree, from) > TR_YAML_MAX_DEPTH) {
        return fail_at(reader, TR_ERROR_TOO_LARGE, mark, "the alias '%s' nests deeper than %d levels", name,
                       TR_YAML_MAX_DEPTH);
    }
    if (!check_node(reader, mark, tree->nodes[from].kind, NULL)) {
        return false;
    }
    const int copy = tree->count;
    if (!tr_yaml_tree_copy(tree, from, reader->depth + 1, reader->err)) {
        return false;
    }
    // Errors about the value as a whole point to the alias, errors inside it to where it is written.
    tree->nodes[copy].line = (int)mark.line + 1;
    tree->nodes[copy].column = (int)mark.column + 1;
    count_item(reader);
    return true;
}

static bool take_event(yaml_reader *reader, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        if (reader->tree.count > 0) {
            return fail_at(reader, TR_ERROR_SYNTAX, event->start_mark, "a second document; one is allowed");
        }
        return true;
    case YAML_SCALAR_EVENT: return add_scalar(reader, event);
    case YAML_ALIAS_EVENT: return expand_alias(reader, event);
    case YAML_SEQUENCE_START_EVENT:
        return open_collection(reader, event->start_mark, TR_DOC_SEQUENCE, event->data.sequence_start.tag,
                               event->data.sequence_start.anchor);
    case YAML_MAPPING_START_EVENT:
        return open_collection(reader, event->start_mark, TR_DOC_MAPPING, event->data.mapping_start.tag,
                               event->data.mapping_start.anchor);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        reader->depth--;
        reader->tree.nodes[reader->open[reader->depth]].end = reader->tree.count;
        return true;
    default: return true;
    }
}

static bool read_events(yaml_reader *reader)
{
    for (bool ended = false; !ended;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&reader->parser, &event)) {
            return fail_syntax(reader);
        }
        ended = event.type == YAML_STREAM_END_EVENT;
        const bool taken = take_event(reader, &event);
        yaml_event_delete(&event);
        if (!taken) {
            return false;
        }
    }
    if (reader->tree.count == 0) {
        return fail_at(reader, TR_ERROR_SYNTAX, (yaml_mark_t){0}, "nothing is described here");
    }
    return true;
}

tr_doc *tr_yaml_load_text(tr_context *context, const char *name, const char *text, size_t size, tr_error *err)
{
    if (size > MAX_FILE_BYTES) {
        tr_fail(err, TR_ERROR_TOO_LARGE, "%s: is larger than the %d bytes that are allowed", name, MAX_FILE_BYTES);
        return NULL;
    }
    // Not on the stack: the anchors make it large.
    yaml_reader *reader = tr_alloc(context, sizeof *reader, err);
    if (!reader) {
        return NULL;
    }
    *reader = (yaml_reader){.name = name, .text = text, .size = size, .tree = {.context = context}, .err = err};
    tr_doc *doc = NULL;
    if (!yaml_parser_initialize(&reader->parser)) {
        tr_fail(err, TR_ERROR_OUT_OF_MEMORY, "%s: there is no memory to read it", name);
    } else {
        yaml_parser_set_input_string(&reader->parser, (const unsigned char *)text, size);
        if (read_events(reader)) {
            doc = tr_yaml_tree_finish(&reader->tree, name, err);
        }
        yaml_parser_delete(&reader->parser);
    }
    tr_yaml_tree_release(&reader->tree);
    tr_free(context, reader);
    return doc;
}

tr_doc *tr_yaml_load_file(tr_context *context, const char *path, tr_error *err)
{
    tr_file_bytes file;
    if (!tr_file_bytes_read(context, path, MAX_FILE_BYTES, &file, err)) {
        return NULL;
    }
    tr_doc *doc = tr_yaml_load_text(context, path, file.bytes, file.size, err);
    tr_free(context, file.bytes);
    return doc;
}
