#include "carve/edit/resolved_path.h"

#include <stdlib.h>
#include <string.h>

#include "carve/course/pin_cut.h"

// ---------------------------------------------------------------------------------------------------------
// Pins

// A pin with its place in the order of authority.
typedef struct ranked_pin {
    tr_pin pin;
    int32_t rank;
} ranked_pin;

static int by_place(const void *left, const void *right)
{
    const ranked_pin *a = left, *b = right;
    if (a->pin.from_m != b->pin.from_m) return a->pin.from_m < b->pin.from_m ? -1 : 1;
    if (a->pin.to_m != b->pin.to_m) return a->pin.to_m < b->pin.to_m ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static bool is_exact(const tr_pin *pin)
{
    return pin->low_m == pin->high_m;
}

static double middle_of(const tr_pin *pin)
{
    return 0.5 * (pin->from_m + pin->to_m);
}

// Two exact heights cannot hold at one place: the pin of less authority shrinks to its middle, and goes where that is
// taken.
static int32_t resolve_overlaps(ranked_pin *pins, int32_t count)
{
    int32_t kept = 0, last = -1;  // the last exact one of those that are kept
    for (int32_t i = 0; i < count; i++) {
        ranked_pin pin = pins[i];
        if (is_exact(&pin.pin) && last >= 0 && pin.pin.from_m <= pins[last].pin.to_m) {
            tr_pin *before = &pins[last].pin;
            if (pins[last].rank <= pin.rank) {
                const double middle_m = middle_of(&pin.pin);
                if (middle_m <= before->to_m) continue;
                pin.pin.from_m = pin.pin.to_m = middle_m;
            } else {
                const double middle_m = middle_of(before);
                if (middle_m >= pin.pin.from_m) {
                    pins[last] = pin;
                    continue;
                }
                before->from_m = before->to_m = middle_m;
            }
        }
        if (is_exact(&pin.pin)) last = kept;
        pins[kept++] = pin;
    }
    return kept;
}

// Contacts are in the order of the paths; authority is the order in which heights were settled: areas, water, ways.
static int32_t rank_of(const tr_contact_input *in, int32_t place)
{
    const int32_t far = INT32_MAX / 4;
    return (in->other_area ? 0 : in->other_water ? far : 2 * far) + place;
}

// Sets the pins that all contacts ask for.
static bool set_pins(tr_context *context, tr_resolved_path *resolved, tr_error *err)
{
    const size_t room = (size_t)resolved->contact_count * TR_CONTACT_PINS;
    tr_free(context, resolved->pins);
    resolved->pins = NULL;
    resolved->pin_count = 0;
    if (room == 0) return true;
    ranked_pin *ranked = tr_alloc_array(context, room, sizeof *ranked, err);
    resolved->pins = tr_alloc_array(context, room, sizeof *resolved->pins, err);
    if (!ranked || !resolved->pins) {
        tr_free(context, ranked);
        return false;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < resolved->contact_count; i++) {
        tr_pin pins[TR_CONTACT_PINS];
        const tr_contact *contact = &resolved->contacts[i];
        const int32_t more =
            tr_contact_pins(contact, &resolved->layout->copy->def, resolved->layout->plan.length_m, pins);
        for (int32_t j = 0; j < more; j++) ranked[count++] = (ranked_pin){pins[j], rank_of(&contact->in, i)};
    }
    qsort(ranked, (size_t)count, sizeof *ranked, by_place);
    resolved->pin_count = resolve_overlaps(ranked, count);
    for (int32_t i = 0; i < resolved->pin_count; i++) resolved->pins[i] = ranked[i].pin;
    tr_free(context, ranked);
    return true;
}

static bool same_pins(const tr_resolved_path *a, const tr_resolved_path *b)
{
    if (a->pin_count != b->pin_count) return false;
    for (int32_t i = 0; i < a->pin_count; i++) {
        const tr_pin *p = &a->pins[i], *q = &b->pins[i];
        if (p->from_m != q->from_m || p->to_m != q->to_m || p->low_m != q->low_m || p->high_m != q->high_m)
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------------
// The profile

// The profile of the plan. Pins are moved onto joints; those that are kept stay as they were asked for.
static bool make_profile(tr_context *context, tr_resolved_path *resolved, const tr_ground *ground, tr_error *err)
{
    const size_t bytes = (size_t)resolved->pin_count * sizeof *resolved->pins;
    tr_pin *pins = tr_alloc(context, bytes, err);
    if (!pins) return false;
    if (bytes > 0) memcpy(pins, resolved->pins, bytes);
    const bool ok = tr_course_copy(context, &resolved->layout->plan, &resolved->course, err) &&
                    tr_course_cut_at_pins(context, pins, resolved->pin_count, &resolved->course, err) &&
                    tr_course_set_profile(context, &resolved->layout->copy->def, ground, pins, resolved->pin_count,
                                          &resolved->course, err);
    tr_free(context, pins);
    return ok;
}

static bool set_course(tr_context *context, tr_resolved_path *resolved, const tr_ground *ground,
                       const tr_resolved_path *before, tr_error *err)
{
    tr_course_destroy(context, &resolved->course);
    if (before && before->layout == resolved->layout && same_pins(before, resolved))
        return tr_course_copy(context, &before->course, &resolved->course, err);
    return make_profile(context, resolved, ground, err);
}

static double middle_of_meeting(const tr_contact *contact)
{
    return 0.5 * (contact->in.meeting.at_m[0] + contact->in.meeting.at_m[1]);
}

// Decides the contacts of two ways by the heights the path has without them.
static void decide_open(tr_resolved_path *resolved)
{
    for (int32_t i = 0; i < resolved->contact_count; i++) {
        tr_contact *contact = &resolved->contacts[i];
        if (contact->relation != TR_RELATION_OPEN) continue;
        const tr_course_values values = tr_course_values_at(&resolved->course, middle_of_meeting(contact));
        contact->relation = tr_contact_relation_at(&contact->in, &resolved->layout->copy->def, values.height_m);
    }
}

static void measure_contacts(tr_resolved_path *resolved)
{
    for (int32_t i = 0; i < resolved->contact_count; i++) {
        tr_contact *contact = &resolved->contacts[i];
        const tr_course_values values = tr_course_values_at(&resolved->course, middle_of_meeting(contact));
        contact->height_m = values.height_m;
        contact->other_height_m = 0.5 * (contact->in.other_height_m[0] + contact->in.other_height_m[1]);
        contact->half_m = values.half_m;
        contact->fade_m = values.fade_m;
        contact->depth_m = values.depth_m;
    }
}

static bool has_open(const tr_resolved_path *resolved)
{
    for (int32_t i = 0; i < resolved->contact_count; i++) {
        if (resolved->contacts[i].relation == TR_RELATION_OPEN) return true;
    }
    return false;
}

static bool settle(tr_context *context, tr_resolved_path *resolved, const tr_ground *ground,
                   const tr_resolved_path *before, tr_error *err)
{
    if (has_open(resolved)) {
        if (!set_pins(context, resolved, err) || !set_course(context, resolved, ground, before, err)) return false;
        decide_open(resolved);
    }
    if (!set_pins(context, resolved, err) || !set_course(context, resolved, ground, before, err)) return false;
    measure_contacts(resolved);
    return true;
}

tr_resolved_path *tr_resolved_path_create(tr_context *context, tr_layout *layout, const tr_contact_input *inputs,
                                          int32_t input_count, const tr_ground *ground, const tr_resolved_path *before,
                                          tr_error *err)
{
    tr_resolved_path *resolved = tr_alloc(context, sizeof *resolved, err);
    if (!resolved) return NULL;
    *resolved = (tr_resolved_path){.references = 1, .layout = tr_layout_share(layout), .contact_count = input_count};
    bool ok = true;
    if (input_count > 0) {
        resolved->contacts = tr_alloc_array(context, (size_t)input_count, sizeof *resolved->contacts, err);
        ok = resolved->contacts != NULL;
    }
    for (int32_t i = 0; ok && i < input_count; i++) {
        resolved->contacts[i] =
            (tr_contact){.in = inputs[i], .relation = tr_contact_first_relation(&inputs[i], &layout->copy->def)};
    }
    if (!ok || !settle(context, resolved, ground, before, err)) {
        tr_resolved_path_release(context, resolved);
        return NULL;
    }
    return resolved;
}

tr_resolved_path *tr_resolved_path_share(tr_resolved_path *resolved)
{
    resolved->references++;
    return resolved;
}

void tr_resolved_path_release(tr_context *context, tr_resolved_path *resolved)
{
    if (!resolved || --resolved->references > 0) return;
    tr_course_destroy(context, &resolved->course);
    tr_free(context, resolved->pins);
    tr_free(context, resolved->contacts);
    tr_layout_release(context, resolved->layout);
    tr_free(context, resolved);
}

bool tr_resolved_path_is_of(const tr_resolved_path *resolved, const tr_layout *layout, const tr_contact_input *inputs,
                            int32_t input_count)
{
    if (resolved->layout != layout || resolved->contact_count != input_count) return false;
    for (int32_t i = 0; i < input_count; i++) {
        if (memcmp(&resolved->contacts[i].in, &inputs[i], sizeof *inputs) != 0) return false;
    }
    return true;
}

bool tr_resolved_path_same_course(const tr_resolved_path *a, const tr_resolved_path *b)
{
    return a == b || (a->layout == b->layout && same_pins(a, b));
}
