// How far beyond a request the objects of other sets matter.
//
// Whether an object of set C stands depends on the objects of larger sets (of lower rank) within the sum of the two
// radii; whether those stand depends on still larger ones around them, and so on. Ranks only fall along such a chain,
// so no chain is longer than the number of sets, and with radii r0 >= r1 >= ... >= rk by rank the margin of any set is
// at most r0 + 2 (r1 + ... + r(k-1)) + rk: a neighbourhood of fixed size, whatever is asked for.
#include "base/integers.h"
#include "place/reach.h"

void tr_place_margins(const tr_placer *placer, const tr_place_request_def *request, int64_t out[TR_PLACE_MAX_SETS])
{
    for (int32_t set = 0; set < TR_PLACE_MAX_SETS; set++)
        out[set] = set < placer->def.set_count && (request->sets >> set & 1) ? 0 : -1;
    if (request->alone) return;
    // From the smallest discs up, so that the margin of a set is final before those it gives way to are looked at.
    for (int32_t rank = placer->def.set_count - 1; rank > 0; rank--) {
        const int32_t set = placer->by_rank[rank];
        if (out[set] < 0) continue;
        for (int32_t larger = 0; larger < rank; larger++) {
            const int32_t other = placer->by_rank[larger];
            const int64_t reach = tr_place_reach(&placer->sets[set], &placer->sets[other]);
            if (reach > 0) out[other] = tr_max_i64(out[other], out[set] + reach);
        }
    }
}
