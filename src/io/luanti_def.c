#include "io/luanti_write.h"

tr_luanti_def tr_default_luanti_def(void)
{
    return (tr_luanti_def){.cookie = TR_LUANTI_DEF_COOKIE, .name = "Terrane", .spawn = {0, 100, 0}};
}
