#include "io/anvil_def.h"

#include "io/anvil_chunk.h"

tr_anvil_def tr_default_anvil_def(void)
{
    return (tr_anvil_def){.cookie = TR_ANVIL_DEF_COOKIE,
                          .name = "Terrane",
                          .min_y = TR_ANVIL_MIN_Y,
                          .height = TR_ANVIL_HEIGHT,
                          .spawn = {0, 100, 0}};
}
