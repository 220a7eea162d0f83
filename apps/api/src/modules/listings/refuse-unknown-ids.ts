import type { FeedQuery } from '@terrace/contracts/listings'
import type { Db } from '../../db/client.ts'
import { invalidInput } from '../../shared/app-error.ts'
import type { EventBook } from './event-book.ts'
import { findUnknownIds } from './listings.repo.ts'

/**
 * An id that names nothing at all is bad input (product.md §3). One that names something of which the event has no
 * listing is not: the last one may have gone a moment ago, and the page that filters by it is still open.
 */
export async function refuseUnknownIds(db: Db, query: FeedQuery, open: readonly EventBook[]): Promise<void> {
  const performers = new Set(open.flatMap(({ performerIds }) => [...performerIds]))
  const asked = {
    'team_id[]': (query['team_id[]'] ?? []).filter((id) => !performers.has(id)),
    'category_name[]': query['category_name[]'] ?? [],
    'broker_id[]': query['broker_id[]'] ?? [],
  }
  if (Object.values(asked).every((ids) => ids.length === 0)) return
  const unknown = await findUnknownIds(db, asked)
  const [first] = Object.entries(unknown).filter(([, ids]) => ids.length > 0)
  if (first) throw invalidInput({ [first[0]]: [`there is no ${first[1].join(', ')}`] })
}
