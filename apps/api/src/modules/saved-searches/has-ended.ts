import type { SearchedEvent } from './saved-search.ts'

/** Whether nothing can match any more. A postponed event has no date yet, but may come back. */
export function hasEnded(
  { status, startsAt }: Pick<SearchedEvent, 'status' | 'startsAt'>,
  now: Date,
): boolean {
  if (status === 'postponed') return false
  return status === 'cancelled' || startsAt.getTime() <= now.getTime()
}
