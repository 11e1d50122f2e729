// What the public functions of the renderer share.
#ifndef TR_RENDER_CALL_H
#define TR_RENDER_CALL_H

#include "render/renderer.h"

// Makes the renderer's context current for a call, after which the framebuffer and the viewport of a host are as they
// were. Calls may nest. Fails with GPU_FAILED; then it must not be left.
bool tr_render_enter(tr_renderer *renderer, tr_gl_entry *entry, tr_error *err);
void tr_render_leave(tr_renderer *renderer, const tr_gl_entry *entry);

// The default environment, unless one was set.
bool tr_render_need_environment(tr_renderer *renderer, tr_error *err);

void tr_render_free_targets(tr_renderer *renderer);

#endif
