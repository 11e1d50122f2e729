// Any bytes as a world description. What is accepted keeps its ranges, has a text for every key, and a hash. No world
// is made.
#include <string.h>

#include "fuzz_context.h"
#include "description/description.h"
#include "world/world.h"
#include "description/world_def.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_context *context = fuzz_context();
    const uint64_t used = tr_context_memory(context).used_bytes;
    tr_error err = {0};
    tr_description description;
    if (tr_description_read_text(context, "fuzz", (const char *)data, size, &description, &err)) {
        if (!tr_world_def_check(&description.def, &err)) abort();
        if (tr_world_def_hash(&description.def) != tr_world_def_hash(&description.def)) abort();
        for (int i = 0; i < tr_schema_count(tr_world_schema()); i++) {
            char text[128] = "";
            const tr_schema_entry entry = tr_schema_at(tr_world_schema(), i);
            if (entry.of_item) continue;
            tr_key_get(entry.key, (const char *)&description.def + entry.offset, text, sizeof text);
            if (strlen(text) >= sizeof text) abort();
        }
    } else if (err.code == TR_ERROR_NONE || err.message[0] == '\0') {
        abort();
    }
    tr_description_release(&description);
    fuzz_check_leak(used);
    return 0;
}
