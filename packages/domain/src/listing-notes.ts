/** What a seller says of a listing beside its facts (product.md §3). */

/** In the order in which they are shown. */
export const noteKinds = ['benefit', 'restriction', 'information'] as const

export type NoteKind = (typeof noteKinds)[number]

export type ListingNote = { kind: NoteKind; text: string }
