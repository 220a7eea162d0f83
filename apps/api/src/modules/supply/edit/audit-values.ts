import type { ListingFields } from './listing-fields.ts'

/** Changed values for the audit log: amounts, counts and states. Texts are in the history of the listing. */
export function auditValues(
  values: Partial<ListingFields>,
): Record<string, string | number | boolean | null> {
  const {
    notes,
    internal_notes: internalNotes,
    own_hold_note: holdNote,
    tags,
    split_quantities: list,
    seats,
    ...scalars
  } = values
  const texts = { notes, internal_notes: internalNotes, own_hold_note: holdNote, tags }
  const changed = Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return {
    ...scalars,
    ...(seats !== undefined && { seats: seats && seats.join(', ') }),
    ...(list !== undefined && { split_quantities: list && list.join(', ') }),
    ...(changed.length > 0 && { texts: changed.join(', ') }),
  }
}
