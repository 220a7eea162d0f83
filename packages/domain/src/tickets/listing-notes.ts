/** A seller's notes on a listing (product.md §3). */

/** In display order. */
export const noteKinds = ['benefit', 'restriction', 'information'] as const

export type NoteKind = (typeof noteKinds)[number]

export type ListingNote = { kind: NoteKind; text: string }
