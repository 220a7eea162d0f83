import { listingTopics } from '#api/outbox/domain-events.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import {
  findFollowedOfEvents,
  findWaiting,
  insertAlerts,
  lockMarks,
  notePrices,
  readMarks,
  writeKnowledge,
  type FollowedMark,
  type NewAlert,
} from './followed.repo.ts'
import { presentPrice } from './gone-reason.ts'
import { judgeMark } from './judge-mark.ts'

interface FollowDeps {
  clock: Clock
  ids: Ids
}

const topics = [...listingTopics, 'event.rescheduled', 'event.cancelled', 'feed.stale'] as const

/**
 * Follows what is tracked: notes its prices and tells of drops and low stock (product.md §7). It asks how the listings
 * stand now, whatever the events say of them, so that rows that come twice or late change nothing.
 */
export function createTrackingSubscriber(deps: FollowDeps): DurableSubscriber {
  return {
    name: 'tracking.follow',
    topics,
    async handle(tx, rows) {
      const ids = new Set(rows.flatMap(({ payload }) => textOf(payload['listingId'])))
      const eventIds = rows.flatMap(movedEvent)
      if (eventIds.length > 0) for (const id of await findFollowedOfEvents(tx, eventIds)) ids.add(id)
      await followListings(tx, [...ids], deps)
    },
  }
}

/** Tells what had to wait for the last word on the same listing to grow old. Answers how many listings that were. */
export async function tellWaiting({ db, ...deps }: FollowDeps & { db: Db }): Promise<number> {
  const listingIds = await findWaiting(db, deps.clock.now())
  if (listingIds.length > 0) await inTransaction(db, (tx) => followListings(tx, listingIds, deps))
  return listingIds.length
}

async function followListings(
  tx: Tx,
  listingIds: readonly string[],
  { clock, ids }: FollowDeps,
): Promise<void> {
  // Lock first, read second: what runs beside this waits here, and then sees what this has told.
  const locked = listingIds.length > 0 ? await lockMarks(tx, listingIds) : []
  if (locked.length === 0) return
  const now = clock.now()
  const marks = await readMarks(tx, locked, now)
  const prices = new Map(marks.map(({ listing }) => [listing.id, presentPrice(listing, now)]))
  await notePrices(
    tx,
    [...prices].map(([listingId, priceMinor]) => ({ listingId, priceMinor })),
    now,
  )
  const judged = marks.flatMap((mark) => (mark.isActive ? [judge(mark, now)] : []))
  await writeKnowledge(tx, judged)
  const alerts = judged.flatMap(({ told }) => told.map((alert) => ({ ...alert, id: ids.next('alr') })))
  if (alerts.length === 0) return
  await insertAlerts(tx, alerts)
  // Once an account: a seller who changes all prices at once is one letter, not hundreds.
  const told = new Map(alerts.map(({ accountId, teamId }) => [accountId, teamId]))
  await recordEvents(
    tx,
    [...told].map(([accountId, teamId]) => ({
      topic: 'tracking.alerted',
      subject: accountId,
      payload: { accountId, teamId, at: now.toISOString() },
    })),
  )
}

function judge({ tracker, listing, settings, known, held, priceThenMinor }: FollowedMark, now: Date) {
  const listingId = listing.id
  // What its own team holds is no loss to the account.
  const stock = Math.max(0, listing.available + held)
  const { alerts, ...judged } = judgeMark(
    known,
    { priceMinor: presentPrice(listing, now), stock },
    settings,
    now,
  )
  const told = alerts.map((kind): Omit<NewAlert, 'id'> => {
    const ways = kind === 'price_drop' ? settings.priceDrop : settings.lowStock
    return {
      ...tracker,
      listingId,
      kind,
      at: now,
      isLive: ways.live,
      isMailed: ways.mail,
      priceThenMinor,
      priceBeforeMinor: known.priceMinor,
      priceNowMinor: listing.priceMinor,
      available: stock,
    }
  })
  return { tracker, listingId, ...judged, told }
}

function textOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : []
}

/** The event that a row is about as a whole: then any of its listings may have come or gone. */
function movedEvent({ payload: { eventId, listingId } }: OutboxRow): number[] {
  return typeof eventId === 'number' && listingId === undefined ? [eventId] : []
}
