import type { AppliedReading } from '#web/features/search/query/reading.ts'

/** What the listings of an opened event are filtered by, and the words that had no effect. */
export interface QuickEntry {
  listing: AppliedReading['understood']['listing']
  unmatched: string[]
}

export function quickEntryOf({ understood: { listing }, leftOut }: AppliedReading): QuickEntry {
  const unused = leftOut?.parts.map(({ text }) => text) ?? []
  return { listing, unmatched: [...unused, ...(listing.unmatched ?? [])] }
}
