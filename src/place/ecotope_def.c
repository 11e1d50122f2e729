// Defaults of nodes and terms of ecotopes (terrane/place.h).
#include <assert.h>

#include "place/ecotope_def.h"

tr_density_term_def tr_default_density_term_def(tr_term_kind kind)
{
    assert((unsigned)kind < TR_TERM_COUNT);
    return (tr_density_term_def){.cookie = TR_TERM_COOKIE,
                                 .kind = kind,
                                 .field = TR_FIELD_HEIGHT,
                                 .size_m = 100,
                                 .octaves = 1,
                                 .texture_m = {0, 0, 1, 1}};
}

tr_ecotope_node_def tr_default_ecotope_node_def(void)
{
    return (tr_ecotope_node_def){
        .cookie = TR_ECOTOPE_NODE_COOKIE, .parent = -1, .op = TR_ECOTOPE_MULTIPLY, .density = 1, .layer = -1};
}
