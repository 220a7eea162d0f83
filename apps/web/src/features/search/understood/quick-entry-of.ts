import type { AppliedReading } from '#web/features/search/query/reading.ts'

/** Listing filters of a typed search, for the page of the event that is opened, and words that had no effect. */
export interface QuickEntry {
  listing: AppliedReading['understood']['listing']
  ignoredWords: string[]
}

export function quickEntryOf({ understood, reading, leftOut }: AppliedReading): QuickEntry {
  const { listing } = understood
  const unused = reading.parts.flatMap((part) => part.unused ?? [])
  const dropped = leftOut?.parts.map(({ text }) => text) ?? []
  return { listing, ignoredWords: [...unused, ...dropped, ...(listing.ignored_word ?? [])] }
}
