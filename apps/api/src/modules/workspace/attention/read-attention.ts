import { lineTotals } from '@terrace/domain/money/service-fee'
import { addMoney } from '@terrace/domain/money/money'
import { requiredFields } from '@terrace/domain/people/attendee-details'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { countMissingAttendees } from '#api/modules/checkout/index.ts'
import { readLateLines, type LateLine } from '#api/modules/orders/index.ts'
import {
  holdNoticeMs,
  type DueQuote,
  type HeldTickets,
  type DueHolds,
  type LateDelivery,
  type PriceDrop,
} from './attention.ts'
import { findDueQuotes, findPriceDrops, readHeldTickets } from './attention.repo.ts'

export interface AttentionDeps {
  db: Db
  clock: Clock
  fieldCipher: FieldCipher
  config: { holdMinutes: number }
}

export interface Attention {
  holds: DueHolds[]
  quotes: DueQuote[]
  quoteCount: number
  drops: PriceDrop[]
  dropCount: number
  deliveries: LateDelivery[]
  /** When the list changes by time alone. */
  refreshAt: Date
}

/** Deliveries become late without notice. */
const maxAgeMs = 10 * 60_000

/** Returns the items that need the attention of an account and its team. */
export async function readAttention(
  { db, clock, fieldCipher, config }: AttentionDeps,
  by: { teamId: string; accountId: string },
): Promise<Attention> {
  const now = clock.now()
  const noticeMs = holdNoticeMs(config)
  const [held, due, dropped, late] = await Promise.all([
    readHeldTickets(db, { teamId: by.teamId, noticeMs, now }),
    findDueQuotes(db, { ...by, now }),
    findPriceDrops(db, { ...by, now }),
    readLateLines(db, by.teamId, now),
  ])
  const needing = held.filter(({ requirements }) => requiredFields(requirements).length > 0)
  const missing = await countMissingAttendees({ db, fieldCipher }, by.teamId, needing, today(now))
  return {
    holds: holdItems(held, missing),
    quotes: due.quotes,
    quoteCount: due.count,
    drops: dropped.drops,
    dropCount: dropped.count,
    deliveries: lateDeliveries(late),
    refreshAt: earliest([
      now.getTime() + maxAgeMs,
      due.nextDueAt?.getTime() ?? Infinity,
      ...due.quotes.map(({ kind, expiresAt }) =>
        kind === 'quote_expiring' ? expiresAt.getTime() : Infinity,
      ),
      ...held.map(({ isExpiring, expiresAt }) => expiresAt.getTime() - (isExpiring ? 0 : noticeMs)),
    ]),
  }
}

const today = (now: Date): string => now.toISOString().slice(0, 10)
const earliest = (times: readonly number[]): Date => new Date(Math.min(...times))

/** Groups holds that are checked out together, and keeps those that expire soon or lack attendee details. */
function holdItems(held: readonly HeldTickets[], missing: ReadonlyMap<string, number>): DueHolds[] {
  const groups = Map.groupBy(
    held,
    ({ event, quoteId, price }) => `${event.id} ${quoteId ?? ''} ${price.currency}`,
  )
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first) return []
    const missingAttendees = [...new Set(group.map(({ listingId }) => listingId))].reduce(
      (sum, listingId) => sum + (missing.get(listingId) ?? 0),
      0,
    )
    if (missingAttendees === 0 && !group.some(({ isExpiring }) => isExpiring)) return []
    return {
      kind: 'hold' as const,
      holdIds: [first.id, ...others.map(({ id }) => id)],
      quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
      total: group.map((hold) => lineTotals(hold).total).reduce(addMoney),
      expiresAt: first.expiresAt,
      missingAttendees,
      event: first.event,
    }
  })
}

/** One item per order: its lines that are late now. */
function lateDeliveries(late: readonly LateLine[]): LateDelivery[] {
  return [...Map.groupBy(late, ({ orderId }) => orderId).values()].flatMap((group) => {
    const [first] = group.toSorted(
      (left, right) => left.event.startsAt.getTime() - right.event.startsAt.getTime(),
    )
    return first
      ? {
          kind: 'delivery_late' as const,
          orderId: first.orderId,
          number: first.number,
          quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
          total: first.orderTotal,
          expectedBy: earliest(group.map(({ expectedBy }) => expectedBy.getTime())),
          event: first.event,
        }
      : []
  })
}
