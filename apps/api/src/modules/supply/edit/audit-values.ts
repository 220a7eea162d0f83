import type { ListingFields } from './listing-fields.ts'

/** Changed values for the audit log: amounts, counts and states. Texts are in the history of the listing. */
export function auditValues(
  values: Partial<ListingFields>,
): Record<string, string | number | boolean | null> {
  const { notes, internal_notes: internalNotes, tags, split_quantities: list, ...scalars } = values
  const texts = { notes, internal_notes: internalNotes, tags }
  const changed = Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return {
    ...scalars,
    ...(list !== undefined && { split_quantities: list && list.join(', ') }),
    ...(changed.length > 0 && { texts: changed.join(', ') }),
  }
}
