import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { SavedSearchMatcher } from '#api/modules/listings/index.ts'
import { listingTopics } from '#api/outbox/domain-events.ts'
import { recordEvents, type OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { parseStoredFilter } from './saved-search.ts'
import { insertSearchAlerts } from './search-alerts.repo.ts'
import {
  addMatches,
  recordBaselines,
  dropPendingMatches,
  findDueSearches,
  lockAlertingSearches,
  readAlertingSearches,
  removeOtherMatches,
  takePendingMatches,
  type AlertingSearch,
  type Match,
} from './search-matches.repo.ts'

interface AlertDeps {
  clock: Clock
  ids: Ids
}

const topics = [
  ...listingTopics,
  'event.rescheduled',
  'feed.stale',
  'saved_search.alerts_switched_on',
] as const

/**
 * Finds listings that start to match a saved search. Only the changed listings of events with searches are matched,
 * against their present state, so repeated or late events are harmless.
 */
export function createSavedSearchSubscriber(
  deps: AlertDeps & { matcher: SavedSearchMatcher },
): DurableSubscriber {
  return {
    name: 'saved_searches.match',
    topics,
    async handle(tx, rows) {
      const changes = changesByEvent(rows)
      const searches = await readAlertingSearches(tx, [...changes.keys()])
      for (const [eventId, ofEvent] of searches) {
        const listingIds = changes.get(eventId)
        if (listingIds === undefined) continue
        await recordNewBaselines(tx, deps.matcher, eventId, ofEvent)
        await matchChanges(tx, deps, {
          eventId,
          listingIds,
          searches: ofEvent.filter(({ hasBaseline }) => hasBaseline),
        })
      }
    },
  }
}

/** Sends the matches that were collected while their search cooled down. Returns the number of searches. */
export async function sendPendingMatches({ db, ...deps }: AlertDeps & { db: Db }): Promise<number> {
  const ids = await findDueSearches(db, deps.clock.now())
  if (ids.length === 0) return 0
  return await inTransaction(db, async (tx) => {
    const locked = await lockAlertingSearches(tx, ids)
    return await raiseAlerts(tx, [...locked], deps)
  })
}

/** Records the current matches of searches whose alerts were just switched on, so that they are not reported as new. */
async function recordNewBaselines(
  tx: Tx,
  matcher: SavedSearchMatcher,
  eventId: number,
  searches: readonly AlertingSearch[],
): Promise<void> {
  const fresh = searches.filter(({ hasBaseline }) => !hasBaseline)
  if (fresh.length === 0) return
  const found = await findMatches(matcher, { eventId, listingIds: 'all', searches: fresh })
  if (!found) return
  const locked = await lockAlertingSearches(
    tx,
    fresh.map(({ id }) => id),
  )
  await recordBaselines(
    tx,
    [...locked],
    found.matches.filter(({ searchId }) => locked.has(searchId)),
  )
}

interface Change {
  eventId: number
  listingIds: readonly string[] | 'all'
  searches: readonly AlertingSearch[]
}

async function matchChanges(
  tx: Tx,
  { matcher, ...deps }: AlertDeps & { matcher: SavedSearchMatcher },
  change: Change,
): Promise<void> {
  const { listingIds, searches } = change
  if (searches.length === 0 || listingIds.length === 0) return
  const found = await findMatches(matcher, change)
  if (!found) return
  const locked = await lockAlertingSearches(
    tx,
    searches.map(({ id }) => id),
  )
  const isLocked = ({ searchId }: { searchId: string }) => locked.has(searchId)
  const searchIds = [...locked]
  const matches = found.matches.filter(isLocked)
  const held = found.held.filter(isLocked)
  await removeOtherMatches(tx, { searchIds, listingIds, kept: [...matches, ...held] })
  await dropPendingMatches(tx, heldEntirely({ held, matches, listingIds }))
  await addMatches(tx, matches)
  await raiseAlerts(tx, searchIds, deps)
}

type MatchKey = Pick<Match, 'searchId' | 'listingId'>

/** Returns held listings among the changed ones that no longer match, because the team itself holds the rest. */
function heldEntirely({
  held,
  matches,
  listingIds,
}: {
  held: readonly MatchKey[]
  matches: readonly MatchKey[]
  listingIds: readonly string[] | 'all'
}): MatchKey[] {
  const keyOf = ({ searchId, listingId }: MatchKey) => `${searchId} ${listingId}`
  const matching = new Set(matches.map(keyOf))
  return held.filter(
    (each) => (listingIds === 'all' || listingIds.includes(each.listingId)) && !matching.has(keyOf(each)),
  )
}

/** `held` contains the listings with tickets held by the team, so that releasing them is not reported to it. */
async function findMatches(matcher: SavedSearchMatcher, { eventId, listingIds, searches }: Change) {
  const parsed = searches.flatMap((search) => {
    const filter = parseStoredFilter(search.filter)
    return filter ? [{ ...search, filter }] : []
  })
  const found = await matcher.match(eventId, listingIds, parsed)
  return (
    found && {
      matches: parsed.flatMap(({ id }, index): Match[] =>
        (found.matching[index] ?? []).map(({ listing, price }) => ({
          searchId: id,
          listingId: listing.id,
          priceMinor: price.minor,
        })),
      ),
      held: parsed.flatMap(({ id, teamId }) =>
        found.heldBy(teamId).map((listingId) => ({ searchId: id, listingId })),
      ),
    }
  )
}

async function raiseAlerts(tx: Tx, searchIds: readonly string[], { clock, ids }: AlertDeps): Promise<number> {
  const now = clock.now()
  const due = await takePendingMatches(tx, searchIds, now)
  if (due.length === 0) return 0
  const alerts = due.map((matches) => ({ ...matches, id: ids.next('sal'), at: now }))
  await insertSearchAlerts(tx, alerts)
  await recordEvents(
    tx,
    alerts.map(({ id, accountId, teamId }) => ({
      topic: 'saved_search.matched',
      subject: accountId,
      payload: { accountId, teamId, alertId: id },
    })),
  )
  return alerts.length
}

/** The changed listings of each event; `all` after a change of the event itself. */
function changesByEvent(rows: readonly OutboxRow[]): Map<number, readonly string[] | 'all'> {
  const changes = new Map<number, Set<string> | 'all'>()
  for (const { topic, payload } of rows) {
    const { eventId, listingId } = payload
    if (typeof eventId !== 'number') continue
    const known = changes.get(eventId) ?? new Set()
    if (typeof listingId === 'string' && known !== 'all') known.add(listingId)
    const isEventWide = typeof listingId !== 'string' && topic !== 'saved_search.alerts_switched_on'
    changes.set(eventId, isEventWide ? 'all' : known)
  }
  return new Map([...changes].map(([eventId, ids]) => [eventId, ids === 'all' ? ids : [...ids]]))
}
