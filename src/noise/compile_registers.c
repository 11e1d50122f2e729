// From values to registers: unused instructions go, the others get the lowest free register (linear scan).
#include <string.h>

#include "noise/compile.h"

enum { MAX_READS = 6 };

// Where an instruction names what it reads: its inputs and the displacements of its table entry.
static int reads_of(const tr_noise *noise, tr_instruction *instruction, int16_t *reads[MAX_READS])
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (instruction->in[i] != TR_NO_REGISTER) reads[count++] = &instruction->in[i];
    }
    if (instruction->op == TR_OP_SOURCE) {
        int16_t *displacement = noise->sources[instruction->source].displacement;
        for (int axis = 0; axis < 3; axis++) {
            if (displacement[axis] != TR_NO_REGISTER) reads[count++] = &displacement[axis];
        }
    }
    if (instruction->op == TR_OP_COORDINATE) {
        int16_t *displacement = &noise->coordinates[instruction->source].displacement;
        if (*displacement != TR_NO_REGISTER) reads[count++] = displacement;
    }
    return count;
}

// Values are read only after they are made, so one pass backward from the output finds all that are needed.
static void mark_needed(const tr_noise *noise, int16_t output, bool needed[TR_MAX_INSTRUCTIONS])
{
    memset(needed, 0, sizeof(bool) * TR_MAX_INSTRUCTIONS);
    needed[output] = true;
    for (int i = output; i >= 0; i--) {
        int16_t *reads[MAX_READS];
        if (!needed[i]) continue;
        const int count = reads_of(noise, &noise->instructions[i], reads);
        for (int r = 0; r < count; r++) needed[*reads[r]] = true;
    }
}

// Moves the table entry of an instruction forward over those of dropped ones.
static void keep_entry(tr_noise *noise, tr_instruction *instruction, int kept[3])
{
    const int from = instruction->source;
    switch (instruction->op) {
    case TR_OP_SOURCE:
        if (from != kept[0]) noise->sources[kept[0]] = noise->sources[from];
        instruction->source = (int16_t)kept[0]++;
        break;
    case TR_OP_COORDINATE:
        if (from != kept[1]) noise->coordinates[kept[1]] = noise->coordinates[from];
        instruction->source = (int16_t)kept[1]++;
        break;
    case TR_OP_CURVE:
        if (from != kept[2]) noise->curves[kept[2]] = noise->curves[from];
        instruction->source = (int16_t)kept[2]++;
        break;
    default: break;
    }
}

static void drop_unneeded(tr_noise *noise, int16_t output)
{
    bool needed[TR_MAX_INSTRUCTIONS];
    int16_t renumbered[TR_MAX_INSTRUCTIONS];
    int kept[3] = {0, 0, 0};
    int count = 0;
    mark_needed(noise, output, needed);
    for (int i = 0; i <= output; i++) {
        if (!needed[i]) continue;
        tr_instruction instruction = noise->instructions[i];
        keep_entry(noise, &instruction, kept);
        int16_t *reads[MAX_READS];
        const int read_count = reads_of(noise, &instruction, reads);
        for (int r = 0; r < read_count; r++) *reads[r] = renumbered[*reads[r]];
        renumbered[i] = (int16_t)count;
        instruction.out = (int16_t)count;
        noise->instructions[count++] = instruction;
    }
    noise->instruction_count = count;
    noise->source_count = kept[0];
    noise->coordinate_count = kept[1];
    noise->curve_count = kept[2];
}

static void find_last_reads(const tr_noise *noise, int16_t last_read[TR_MAX_INSTRUCTIONS])
{
    for (int i = 0; i < noise->instruction_count; i++) {
        int16_t *reads[MAX_READS];
        const int count = reads_of(noise, &noise->instructions[i], reads);
        for (int r = 0; r < count; r++) last_read[*reads[r]] = (int16_t)i;
    }
}

bool tr_assign_registers(tr_noise *noise, int16_t output, tr_error *err)
{
    int16_t last_read[TR_MAX_INSTRUCTIONS], register_of[TR_MAX_INSTRUCTIONS];
    bool busy[TR_MAX_REGISTERS] = {false};
    drop_unneeded(noise, output);
    find_last_reads(noise, last_read);
    noise->register_count = 0;
    for (int i = 0; i < noise->instruction_count; i++) {
        tr_instruction *instruction = &noise->instructions[i];
        // Taken before the inputs are given back: kernels write one register while they read others.
        int free_register = 0;
        while (free_register < TR_MAX_REGISTERS && busy[free_register]) free_register++;
        if (free_register == TR_MAX_REGISTERS) {
            return tr_fail(err, TR_ERROR_TOO_LARGE, "the graph needs more than %d values at one time",
                           TR_MAX_REGISTERS);
        }
        busy[free_register] = true;
        register_of[i] = (int16_t)free_register;
        instruction->out = (int16_t)free_register;
        if (free_register >= noise->register_count) noise->register_count = free_register + 1;

        int16_t *reads[MAX_READS];
        const int count = reads_of(noise, instruction, reads);
        for (int r = 0; r < count; r++) {
            const int16_t value = *reads[r];
            *reads[r] = register_of[value];
            if (last_read[value] == i) busy[register_of[value]] = false;
        }
    }
    return true;
}
