import type { ListingFilter } from '@terrace/contracts/listings'
import { maxSavedSearches } from '@terrace/contracts/saved-searches'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { SavedSearchMatcher } from '#api/modules/listings/index.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { hasEnded } from './has-ended.ts'
import { toStoredFilter, type SavedSearch, type SearchOwner } from './saved-search.ts'
import { savedSearchErrors } from './saved-searches.errors.ts'
import {
  countActiveSearches,
  findEqualSearch,
  findSavedSearch,
  insertSearch,
  lockSearch,
  lockSearchOwner,
  updateSearch,
  type SearchChange,
} from './saved-searches.repo.ts'

interface SaveDeps {
  db: Db
  clock: Clock
  ids: Ids
  matcher: SavedSearchMatcher
}

export interface SearchRequest {
  owner: SearchOwner & { baseCurrency: string }
  eventId: number
  name: string
  filter: ListingFilter
  isNotified: boolean
  isEmailed: boolean
}

/**
 * Saves a search, or changes name and alerts of the equal one, so that a repeated request adds nothing.
 * @throws `event.not_found`, `currency.unknown`, `input.invalid`, `saved_search.event_over`, `saved_search.too_many`
 */
export async function saveSearch(deps: SaveDeps, request: SearchRequest): Promise<SavedSearch> {
  const { db, clock, ids, matcher } = deps
  const { owner, eventId, name, filter, isNotified, isEmailed } = request
  const currency = filter.target_currency ?? owner.baseCurrency
  await matcher.validate(eventId, { filter, currency, baseCurrency: owner.baseCurrency })
  return await inTransaction(db, async (tx) => {
    const now = clock.now()
    await lockSearchOwner(tx, owner)
    const { accountId, teamId } = owner
    const id = ids.next('ssr')
    const search = {
      id,
      accountId,
      teamId,
      eventId,
      name,
      filter: toStoredFilter(filter),
      currency,
      isNotified,
      isEmailed,
      now,
    }
    const known = await findEqualSearch(tx, search)
    if (known !== undefined) return await change(tx, owner, { id: known, name, isNotified, isEmailed })
    if ((await countActiveSearches(tx, owner, now)) >= maxSavedSearches)
      throw savedSearchErrors.make('saved_search.too_many')
    await insertSearch(tx, search)
    const saved = await findExisting(tx, owner, id)
    if (hasEnded(saved.event, now)) throw savedSearchErrors.make('saved_search.event_over')
    if (isNotified || isEmailed) await announceAlertsOn(tx, { id, eventId })
    return saved
  })
}

/**
 * Renames a search or switches its alerts.
 * @throws `saved_search.not_found`
 */
export async function changeSearch(
  { db }: { db: Db },
  owner: SearchOwner,
  id: string,
  changed: SearchChange,
): Promise<SavedSearch> {
  return await inTransaction(db, (tx) => change(tx, owner, { id, ...changed }))
}

async function change(
  tx: Tx,
  owner: SearchOwner,
  { id, ...changed }: SearchChange & { id: string },
): Promise<SavedSearch> {
  const before = await lockSearch(tx, owner, id)
  if (!before) throw savedSearchErrors.make('saved_search.not_found')
  await updateSearch(tx, id, changed)
  const saved = await findExisting(tx, owner, id)
  const wasOn = before.isNotified || before.isEmailed
  if (!wasOn && (saved.isNotified || saved.isEmailed))
    await announceAlertsOn(tx, { id, eventId: before.eventId })
  return saved
}

async function findExisting(tx: Tx, owner: SearchOwner, id: string): Promise<SavedSearch> {
  const found = await findSavedSearch(tx, owner, id)
  if (!found) throw savedSearchErrors.make('saved_search.not_found')
  return found
}

/** The subscriber that evaluates changes also records the current matches, so that no change falls in between. */
async function announceAlertsOn(tx: Tx, { id, eventId }: { id: string; eventId: number }): Promise<void> {
  await recordEvents(tx, [
    { topic: 'saved_search.alerts_switched_on', subject: id, payload: { eventId, searchId: id } },
  ])
}
