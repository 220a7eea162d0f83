import { listingTopics } from '#api/outbox/domain-events.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import {
  findTrackedListingsOfEvents,
  findPendingAlertListings,
  insertAlerts,
  lockTrackings,
  recordPrices,
  readTrackedListingStates,
  saveBaselines,
  type TrackedListingState,
  type NewAlert,
} from './tracked-listing-states.repo.ts'
import { currentPriceOf } from './unavailable-reason.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'

interface TrackingDeps {
  clock: Clock
  ids: Ids
}

const topics = [...listingTopics, 'event.rescheduled', 'event.cancelled', 'feed.stale'] as const

/**
 * Records prices of tracked listings and raises alerts (product.md §7). Re-reads current state instead of trusting
 * the event, so duplicate or late events are harmless.
 */
export function createTrackingSubscriber(deps: TrackingDeps): DurableSubscriber {
  return {
    name: 'tracking.update_listings',
    topics,
    async handle(tx, rows) {
      const ids = new Set(rows.flatMap(({ payload }) => textOf(payload['listingId'])))
      const eventIds = rows.flatMap(changedEvent)
      if (eventIds.length > 0) for (const id of await findTrackedListingsOfEvents(tx, eventIds)) ids.add(id)
      await updateTrackedListings(tx, [...ids], deps)
    },
  }
}

/** Sends alerts whose cool-down has passed. Returns the number of listings processed. */
export async function sendPendingAlerts({ db, ...deps }: TrackingDeps & { db: Db }): Promise<number> {
  const listingIds = await findPendingAlertListings(db, deps.clock.now())
  if (listingIds.length > 0) await inTransaction(db, (tx) => updateTrackedListings(tx, listingIds, deps))
  return listingIds.length
}

async function updateTrackedListings(
  tx: Tx,
  listingIds: readonly string[],
  { clock, ids }: TrackingDeps,
): Promise<void> {
  // Lock before reading: a concurrent update waits here and then sees the new baselines.
  const locked = listingIds.length > 0 ? await lockTrackings(tx, listingIds) : []
  if (locked.length === 0) return
  const now = clock.now()
  const states = await readTrackedListingStates(tx, locked, now)
  const prices = new Map(states.map(({ listing }) => [listing.id, currentPriceOf(listing, now)]))
  await recordPrices(
    tx,
    [...prices].map(([listingId, priceMinor]) => ({ listingId, priceMinor })),
    now,
  )
  const evaluated = states.flatMap((state) => (state.isActive ? [evaluate(state, now)] : []))
  await saveBaselines(tx, evaluated)
  const alerts = evaluated.flatMap(({ newAlerts }) =>
    newAlerts.map((alert) => ({ ...alert, id: ids.next('alr') })),
  )
  if (alerts.length === 0) return
  await insertAlerts(tx, alerts)
  // One event per account, so a seller who changes every price at once causes one email.
  const alertedAccounts = new Map(alerts.map(({ accountId, teamId }) => [accountId, teamId]))
  await recordEvents(
    tx,
    [...alertedAccounts].map(([accountId, teamId]) => ({
      topic: 'tracking.alerted',
      subject: accountId,
      payload: { accountId, teamId, at: now.toISOString() },
    })),
  )
}

function evaluate(
  { tracker, listing, settings, baseline, held, priceWhenTrackedMinor }: TrackedListingState,
  now: Date,
) {
  const listingId = listing.id
  // The team's own holds don't reduce the stock that it sees.
  const stock = Math.max(0, listing.available + held)
  const { alerts, ...evaluated } = evaluateAlerts(
    baseline,
    { priceMinor: currentPriceOf(listing, now), stock },
    settings,
    now,
  )
  const newAlerts = alerts.map((kind): Omit<NewAlert, 'id'> => {
    const channels = kind === 'price_drop' ? settings.priceDrop : settings.lowStock
    return {
      ...tracker,
      listingId,
      kind,
      at: now,
      isNotified: channels.live,
      isEmailed: channels.mail,
      priceWhenTrackedMinor,
      previousPriceMinor: baseline.priceMinor,
      currentPriceMinor: listing.priceMinor,
      available: stock,
    }
  })
  return { tracker, listingId, ...evaluated, newAlerts }
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

/** Returns the event id of rows about the whole event, where any of its listings may have changed. */
function changedEvent({ payload: { eventId, listingId } }: OutboxRow): number[] {
  return typeof eventId === 'number' && listingId === undefined ? [eventId] : []
}
