import type { EventPage } from '#web/features/search/query/find-events.ts'

type PageReading = Pick<EventPage, 'understood' | 'reading' | 'isWider'>

/** What the listings of an opened event are filtered by, and the words that had no effect. */
export interface QuickEntry {
  listing: PageReading['understood']['listing']
  unmatched: string[]
}

/** What was typed but does not limit the shown events, in the order in which it was typed. */
export function leftOut({ understood, reading, isWider }: PageReading): { text: string; from: number }[] {
  if (!isWider) return []
  const isKept = ({ from }: { from: number }) =>
    [...reading.parts, ...reading.words].some((each) => each.from === from)
  return [...understood.parts, ...understood.words]
    .filter((each) => !isKept(each))
    .toSorted((left, right) => left.from - right.from)
}

export function quickEntryOf(page: PageReading): QuickEntry {
  const { unmatched = [] } = page.understood.listing
  return {
    listing: page.understood.listing,
    unmatched: [...leftOut(page).map(({ text }) => text), ...unmatched],
  }
}
