import type { ListingFilter } from '@terrace/contracts/listings'
import type { Db } from '#api/db/client.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { findUnknownIds } from './listings.repo.ts'

/**
 * Filter ids that exist nowhere, as field errors (product.md §3). Ids without a listing in this event are valid: the
 * last listing may just have sold while a page still filters by it.
 */
export async function findUnknownFilterIds(
  db: Db,
  query: ListingFilter,
  snapshots: readonly EventSnapshot[],
): Promise<Record<string, string[]>> {
  const eventPerformers = new Set(snapshots.flatMap(({ performerIds }) => [...performerIds]))
  // The wire's `category_name[]` are ids too (feed-filter.ts).
  const requestedIds = {
    performers: (query['team_id[]'] ?? []).filter((id) => !eventPerformers.has(id)),
    categories: query['category_name[]'] ?? [],
    sellers: query['broker_id[]'] ?? [],
  }
  if (Object.values(requestedIds).every((ids) => ids.length === 0)) return {}
  const { performers, categories, sellers } = await findUnknownIds(db, requestedIds)
  const unknown = { 'team_id[]': performers, 'category_name[]': categories, 'broker_id[]': sellers }
  const [first] = Object.entries(unknown).filter(([, ids]) => ids.length > 0)
  return first ? { [first[0]]: [`unknown: ${first[1].join(', ')}`] } : {}
}
