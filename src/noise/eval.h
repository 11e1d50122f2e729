// Evaluation of compiled noise on one backend; the public functions (eval.c) check and choose.
#ifndef TR_NOISE_EVAL_H
#define TR_NOISE_EVAL_H

#include "noise/program.h"

bool tr_noise_grid_cpu(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out,
                       const tr_progress *progress, tr_error *err);
bool tr_noise_points_cpu(const tr_noise *noise, const tr_noise_point_query *query, float *out,
                         const tr_progress *progress, tr_error *err);

bool tr_noise_grid_gl(const tr_noise *noise, const tr_noise_query *query, const tr_grid *out,
                      const tr_progress *progress, tr_error *err);
bool tr_noise_points_gl(const tr_noise *noise, const tr_noise_point_query *query, float *out,
                        const tr_progress *progress, tr_error *err);

// How far from the origin of a point list a coordinate may lie: where displacements stay exact enough.
float tr_noise_point_limit(const tr_noise *noise);
// Fails when one of the points [first, first + count) has a coordinate that is not finite or beyond the limit.
bool tr_noise_check_points(const tr_noise *noise, const tr_noise_point_query *query, float limit, size_t first,
                           size_t count, tr_error *err);

#endif
