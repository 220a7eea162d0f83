import type { SearchedEvent } from './saved-search.ts'

/** An event that has started or was cancelled cannot match again. A postponed one has no date yet, but may return. */
export function hasEnded(
  { status, startsAt }: Pick<SearchedEvent, 'status' | 'startsAt'>,
  now: Date,
): boolean {
  if (status === 'postponed') return false
  return status === 'cancelled' || startsAt.getTime() <= now.getTime()
}
