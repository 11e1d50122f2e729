#include "voxel/save/save_writer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/thread.h"
#include "base/os.h"
#include "voxel/save/save_batch.h"
#include "voxel/save/save_edits.h"

// An edit waits for others for so long, or until there are so many.
static const int64_t interval_ns = INT64_C(500000000);
enum { ENOUGH_EDITS = 1 << 16 };

struct tr_voxel_save_writer {
    tr_context *context;
    tr_voxel_save_identity identity;
    tr_thread thread;
    bool has_thread;

    tr_mutex file_lock;  // of what follows
    tr_voxel_save_file file;
    tr_voxel_save_encoder *encoder;

    tr_mutex lock;       // of what follows
    tr_condition wake;   // the thread has something to do
    tr_condition ended;  // an attempt has ended
    tr_voxel_save_batch pending;
    // Edits of the transaction that is being written, or that failed and is tried again. Only the thread changes them,
    // with the lock held; it reads them without.
    tr_voxel_save_batch writing;
    uint64_t last_ticket, writing_ticket, committed_ticket;
    uint64_t attempt_count, transaction_count;
    int64_t due_ns;    // when to write what waits
    bool is_busy;      // an attempt is going on
    bool hurry, stop;  // write at once; and end when that was tried
    tr_error failure;  // of the last attempt; code NONE when it succeeded
};

// ---------------------------------------------------------------------------------------------------------
// A transaction

// What a chunk has on disk. Damage is set aside, and the chunk starts anew.
static bool read_chunk(tr_voxel_save_writer *writer, const tr_voxel_at *at, tr_chunk_edits *out, tr_error *err)
{
    bool found;
    tr_error reason = {0};
    if (tr_voxel_save_file_read(&writer->file, at, writer->identity.world_hash, out, &found, &reason)) return true;
    if (!found || reason.code != TR_ERROR_FORMAT) return tr_fail(err, reason.code, "%s", reason.message);
    tr_log(writer->context, TR_LOG_WARNING, "%s; it is set aside, and new edits are kept", reason.message);
    return tr_voxel_save_file_set_aside(&writer->file, at, err);
}

static bool write_chunk(tr_voxel_save_writer *writer, const tr_voxel_at *at, tr_error *err)
{
    tr_chunk_edits before = {0}, added = {0}, all = {0};
    bool ok = read_chunk(writer, at, &before, err) && tr_voxel_save_batch_collect(&writer->writing, at, &added, err);
    added.generator = writer->identity.generator_hash;
    if (ok && tr_chunk_edits_merge(writer->context, &before, &added, &all, err)) {
        tr_voxel_save_row row;
        ok = tr_voxel_save_encode(writer->encoder, at, &all, TR_VOXEL_SAVE_QUICK_LEVEL, &row, err) &&
             tr_voxel_save_file_put(&writer->file, &row, err);
    } else {
        ok = false;
    }
    tr_chunk_edits_destroy(writer->context, &before);
    tr_chunk_edits_destroy(writer->context, &added);
    tr_chunk_edits_destroy(writer->context, &all);
    return ok;
}

static int compare_chunks(const void *a, const void *b)
{
    return tr_voxel_at_compare(a, b);
}

// In the order of the rows, so that each page of the file is visited once.
static bool write_chunks(tr_voxel_save_writer *writer, tr_error *err)
{
    const tr_voxel_save_batch *batch = &writer->writing;
    tr_voxel_at *places = tr_alloc_array(writer->context, (size_t)batch->chunk_count, sizeof *places, err);
    if (!places) return false;
    for (int32_t i = 0; i < batch->chunk_count; i++) places[i] = batch->chunks[i].at;
    qsort(places, (size_t)batch->chunk_count, sizeof *places, compare_chunks);
    bool ok = true;
    for (int32_t i = 0; i < batch->chunk_count && ok; i++) ok = write_chunk(writer, &places[i], err);
    tr_free(writer->context, places);
    return ok;
}

static bool write_transaction(tr_voxel_save_writer *writer, tr_error *err)
{
    tr_mutex_lock(&writer->file_lock);
    const bool ok = tr_voxel_save_file_begin(&writer->file, err) && write_chunks(writer, err) &&
                    tr_voxel_save_file_commit(&writer->file, err);
    if (!ok) tr_voxel_save_file_roll_back(&writer->file);
    tr_mutex_unlock(&writer->file_lock);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------
// The thread; the lock is held unless said otherwise

static bool has_work(const tr_voxel_save_writer *writer)
{
    return writer->writing.edit_count > 0 || writer->pending.edit_count > 0;
}

static void wait_for_work(tr_voxel_save_writer *writer)
{
    while (!writer->stop) {
        if (!has_work(writer)) {
            writer->hurry = false;
            tr_condition_wait(&writer->wake, &writer->lock);
        } else if (writer->hurry || writer->pending.edit_count >= ENOUGH_EDITS ||
                   !tr_condition_wait_until(&writer->wake, &writer->lock, writer->due_ns)) {
            break;
        }
    }
    writer->hurry = false;
}

// Without the lock while the file is written.
static void attempt(tr_voxel_save_writer *writer)
{
    if (writer->writing.edit_count == 0) {
        const tr_voxel_save_batch empty = writer->writing;
        writer->writing = writer->pending;
        writer->pending = empty;
        writer->writing_ticket = writer->last_ticket;
    }
    writer->is_busy = true;
    tr_mutex_unlock(&writer->lock);
    tr_error err = {0};
    const bool ok = write_transaction(writer, &err);
    if (!ok) tr_log(writer->context, TR_LOG_ERROR, "edits are not saved and are tried again: %s", err.message);
    tr_mutex_lock(&writer->lock);
    writer->is_busy = false;
    writer->attempt_count++;
    writer->failure = err;
    if (ok) {
        writer->failure.code = TR_ERROR_NONE;
        writer->committed_ticket = writer->writing_ticket;
        writer->transaction_count++;
        tr_voxel_save_batch_clear(&writer->writing);
    } else {
        writer->due_ns = tr_os_now_ns() + interval_ns;
    }
    tr_condition_broadcast(&writer->ended);
}

static void *run(void *user)
{
    tr_voxel_save_writer *writer = user;
    tr_mutex_lock(&writer->lock);
    do {
        wait_for_work(writer);
        if (has_work(writer)) attempt(writer);
        // What is left at the end is tried until it is on disk or fails.
    } while (!writer->stop || (has_work(writer) && writer->failure.code == TR_ERROR_NONE));
    tr_mutex_unlock(&writer->lock);
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------
// Callers

bool tr_voxel_save_writer_add(tr_voxel_save_writer *writer, const tr_block_edit *edits, size_t count, uint64_t *ticket,
                              tr_error *err)
{
    tr_mutex_lock(&writer->lock);
    bool ok = writer->failure.code == TR_ERROR_NONE ||
              tr_fail(err, writer->failure.code, "earlier edits could not be saved yet, no more are taken: %s",
                      writer->failure.message);
    const bool was_empty = writer->pending.edit_count == 0;
    ok = ok && tr_voxel_save_batch_add(&writer->pending, edits, count, err);
    if (ok && count > 0) {
        writer->last_ticket++;
        if (was_empty) writer->due_ns = tr_os_now_ns() + interval_ns;
        if (was_empty || writer->pending.edit_count >= ENOUGH_EDITS) tr_condition_signal(&writer->wake);
    }
    if (ok && ticket) *ticket = writer->last_ticket;
    tr_mutex_unlock(&writer->lock);
    return ok;
}

bool tr_voxel_save_writer_wait(tr_voxel_save_writer *writer, uint64_t ticket, int64_t timeout_ns, tr_error *err)
{
    const int64_t now_ns = tr_os_now_ns();
    const int64_t deadline_ns = timeout_ns < 0 || timeout_ns > INT64_MAX - now_ns ? INT64_MAX : now_ns + timeout_ns;
    tr_mutex_lock(&writer->lock);
    bool ok = ticket <= writer->last_ticket ||
              tr_fail(err, TR_ERROR_INVALID_ARGUMENT, "ticket %" PRIu64 " was not given; the last is %" PRIu64, ticket,
                      writer->last_ticket);
    // An attempt that is going on may have failed already; the next one has not.
    const uint64_t telling_attempt = writer->attempt_count + (writer->is_busy ? 2 : 1);
    while (ok && writer->committed_ticket < ticket) {
        if (writer->attempt_count >= telling_attempt && writer->failure.code != TR_ERROR_NONE) {
            ok = tr_fail(err, writer->failure.code, "edits are not saved: %s", writer->failure.message);
            break;
        }
        writer->hurry = true;
        tr_condition_signal(&writer->wake);
        if (deadline_ns == INT64_MAX)
            tr_condition_wait(&writer->ended, &writer->lock);
        else if (!tr_condition_wait_until(&writer->ended, &writer->lock, deadline_ns) &&
                 writer->committed_ticket < ticket)
            ok = tr_fail(err, TR_ERROR_TIMEOUT, "the edits of ticket %" PRIu64 " are not on disk yet", ticket);
    }
    tr_mutex_unlock(&writer->lock);
    return ok;
}

bool tr_voxel_save_writer_flush(tr_voxel_save_writer *writer, tr_error *err)
{
    tr_mutex_lock(&writer->lock);
    const uint64_t ticket = writer->last_ticket;
    tr_mutex_unlock(&writer->lock);
    return tr_voxel_save_writer_wait(writer, ticket, -1, err);
}

bool tr_voxel_save_writer_collect(tr_voxel_save_writer *writer, const tr_voxel_at *chunk, tr_chunk_edits *out,
                                  uint64_t *transaction, tr_error *err)
{
    tr_chunk_edits older = {0}, newer = {0};
    *out = (tr_chunk_edits){0};
    tr_mutex_lock(&writer->lock);
    *transaction = writer->transaction_count;
    const bool ok = tr_voxel_save_batch_collect(&writer->writing, chunk, &older, err) &&
                    tr_voxel_save_batch_collect(&writer->pending, chunk, &newer, err) &&
                    tr_chunk_edits_merge(writer->context, &older, &newer, out, err);
    tr_mutex_unlock(&writer->lock);
    out->generator = writer->identity.generator_hash;
    tr_chunk_edits_destroy(writer->context, &older);
    tr_chunk_edits_destroy(writer->context, &newer);
    return ok;
}

uint64_t tr_voxel_save_writer_transaction(tr_voxel_save_writer *writer)
{
    tr_mutex_lock(&writer->lock);
    const uint64_t count = writer->transaction_count;
    tr_mutex_unlock(&writer->lock);
    return count;
}

tr_voxel_save_file *tr_voxel_save_writer_borrow(tr_voxel_save_writer *writer, tr_voxel_save_encoder **encoder)
{
    tr_mutex_lock(&writer->file_lock);
    *encoder = writer->encoder;
    return &writer->file;
}

void tr_voxel_save_writer_give_back(tr_voxel_save_writer *writer)
{
    tr_mutex_unlock(&writer->file_lock);
}

// ---------------------------------------------------------------------------------------------------------

static bool start(tr_voxel_save_writer *writer, const char *path, tr_error *err)
{
    if (!tr_condition_init(&writer->wake) || !tr_condition_init(&writer->ended))
        return tr_fail(err, TR_ERROR_THREADS, "%s: the system has no condition variable left", path);
    writer->encoder = tr_voxel_save_encoder_create(writer->context, writer->identity.world_hash, err);
    if (!writer->encoder || !tr_voxel_save_file_open(&writer->file, writer->context, path, TR_VOXEL_SAVE_WRITES, err))
        return false;
    writer->has_thread = tr_thread_start(&writer->thread, run, writer);
    return writer->has_thread || tr_fail(err, TR_ERROR_THREADS, "%s: the thread that writes cannot be started", path);
}

tr_voxel_save_writer *tr_voxel_save_writer_create(tr_context *context, const char *path,
                                                  const tr_voxel_save_identity *identity, tr_error *err)
{
    tr_voxel_save_writer *writer = tr_alloc(context, sizeof *writer, err);
    if (!writer) return NULL;
    *writer = (tr_voxel_save_writer){
        .context = context, .identity = *identity, .pending.context = context, .writing.context = context};
    tr_mutex_init(&writer->file_lock);
    tr_mutex_init(&writer->lock);
    if (start(writer, path, err)) return writer;
    tr_voxel_save_writer_destroy(writer, NULL);
    return NULL;
}

bool tr_voxel_save_writer_destroy(tr_voxel_save_writer *writer, tr_error *err)
{
    tr_context *context = writer->context;
    if (writer->has_thread) {
        tr_mutex_lock(&writer->lock);
        writer->stop = true;
        tr_condition_signal(&writer->wake);
        tr_mutex_unlock(&writer->lock);
        tr_thread_join(writer->thread);
    }
    const bool ok = !has_work(writer) ||
                    tr_fail(err, writer->failure.code, "edits are not saved and are lost: %s", writer->failure.message);
    tr_voxel_save_file_close(&writer->file);
    tr_voxel_save_encoder_destroy(writer->encoder);
    tr_voxel_save_batch_clear(&writer->pending);
    tr_voxel_save_batch_clear(&writer->writing);
    tr_condition_destroy(&writer->wake);
    tr_condition_destroy(&writer->ended);
    tr_mutex_destroy(&writer->lock);
    tr_mutex_destroy(&writer->file_lock);
    tr_free(context, writer);
    return ok;
}
