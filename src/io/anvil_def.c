#include "io/anvil_def.h"

tr_anvil_def tr_default_anvil_def(void)
{
    return (tr_anvil_def){.cookie = TR_ANVIL_DEF_COOKIE, .name = "Terrane", .spawn = {0, 100, 0}};
}
