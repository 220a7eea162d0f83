import type { AppliedReading } from '#web/features/search/query/reading.ts'

/** Listing filters of a typed search, for the page of the event that is opened, and words that had no effect. */
export interface QuickEntry {
  listing: AppliedReading['understood']['listing']
  ignoredWords: string[]
}

export function quickEntryOf({ understood: { listing }, leftOut }: AppliedReading): QuickEntry {
  const unused = leftOut?.parts.map(({ text }) => text) ?? []
  return { listing, ignoredWords: [...unused, ...(listing.ignored_word ?? [])] }
}
