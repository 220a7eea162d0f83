/** A seller's notes on a listing (product.md §3). */

/** In display order. */
export const noteKinds = ['benefit', 'restriction', 'information'] as const

export type NoteKind = (typeof noteKinds)[number]

export type ListingNote = { kind: NoteKind; text: string }

/** Number of restrictions and required attendee details, by which listings are sorted. */
export function countRestrictions({
  notes,
  needsDeliveryDetails,
  needsIdentification,
}: {
  notes: readonly Pick<ListingNote, 'kind'>[]
  needsDeliveryDetails: boolean
  needsIdentification: boolean
}): number {
  const restrictions = notes.filter(({ kind }) => kind === 'restriction').length
  return restrictions + Number(needsDeliveryDetails) + Number(needsIdentification)
}
