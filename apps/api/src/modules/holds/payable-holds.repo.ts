import type { HoldState } from '@terrace/domain/hold-lifecycle'
import { money } from '@terrace/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import type { PayableHold } from './payable-hold.ts'

interface Row {
  id: string
  listing_id: string
  event_id: number
  seller_team_id: string
  quantity: number
  quote_ref: string | null
  state: HoldState
  is_live: boolean
  attempt_id: string | null
  buyer_minor: number
  buyer_currency: string
  fee_bp: number
  seller_minor: number
  seller_currency: string
  asks_delivery: boolean
  asks_identification: boolean
}

/** The team's holds of these ids, with their listings locked: until the transaction ends nobody else moves them. */
export async function lockHolds(tx: Tx, teamId: string, ids: readonly string[]): Promise<PayableHold[]> {
  return lockAndRead(tx, sql<boolean>`h.team_id = ${teamId} and h.id = any(${ids})`)
}

/** The holds that an attempt pays, or has paid, for; locked likewise. */
export async function lockHoldsOfAttempt(tx: Tx, attemptId: string): Promise<PayableHold[]> {
  return lockAndRead(tx, sql<boolean>`h.attempt_id = ${attemptId}`)
}

// Two statements: what is read has to come from after the lock wait (see migration 0020-holds.sql).
async function lockAndRead(tx: Tx, which: RawBuilder<boolean>): Promise<PayableHold[]> {
  await sql`
    select from listings l where l.id in (select h.listing_id from holds h where ${which})
    order by l.id collate "C" for no key update`.execute(tx)
  const { rows } = await sql<Row>`
    select h.id, h.listing_id, h.event_id, l.seller_team_id, h.quantity, h.quote_ref, h.state,
      h.reserved_until > clock_timestamp() as is_live, h.attempt_id, h.buyer_minor, h.buyer_currency, h.fee_bp,
      h.seller_minor, h.seller_currency, l.attendee_delivery_details_required as asks_delivery,
      l.attendee_identification_details_required as asks_identification
    from holds h join listings l on l.id = h.listing_id where ${which} order by h.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    listingId: row.listing_id,
    eventId: row.event_id,
    sellerTeamId: row.seller_team_id,
    quantity: row.quantity,
    quoteRef: row.quote_ref,
    state: row.state,
    isLive: row.is_live,
    attemptId: row.attempt_id,
    price: money(row.buyer_minor, row.buyer_currency),
    feeBp: row.fee_bp,
    sellerPrice: money(row.seller_minor, row.seller_currency),
    asks: { delivery: row.asks_delivery, identification: row.asks_identification },
  }))
}

/** How many tickets of each of these locked listings are free now. */
export async function readFreeTickets(tx: Tx, listingIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ listing_id: string; available: number }>`
    select listing_id, available from listing_availability(${listingIds}, clock_timestamp())`.execute(tx)
  return new Map(rows.map((row) => [row.listing_id, row.available]))
}

export interface HoldMove {
  ids: readonly string[]
  to: HoldState
  topic: 'hold.paying' | 'hold.returned' | 'hold.released' | 'hold.sold'
  /** The attempt that the holds belong to afterwards. */
  attemptId: string | null
  /** Until when they take stock afterwards; without it their own end. */
  reservedUntil?: Date
  /** What becomes of the tickets: counted among the sold, given back from them, or neither. */
  sells?: 1 | -1
}

/** Moves locked holds, and with them their listings' versions and what is sold; writes the events. */
export async function moveHolds(tx: Tx, move: HoldMove): Promise<void> {
  await sql`
    with moved as (
      update holds set state = ${move.to}, attempt_id = ${move.attemptId},
        reserved_until = greatest(expires_at, ${move.reservedUntil ?? null}::timestamptz)
      where id = any(${move.ids})
      returning id, listing_id, event_id, team_id, quantity
    ), bumped as (
      update listings l set version = l.version + 1, sold = l.sold + ${move.sells ?? 0}::integer * m.quantity
      from (select listing_id, sum(quantity)::integer as quantity from moved group by listing_id) m
      where l.id = m.listing_id
      returning l.id, l.version
    )
    insert into outbox (topic, subject, payload)
    select ${move.topic}, m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id,
      'holdId', m.id, 'teamId', m.team_id, 'quantity', m.quantity, 'version', b.version)
    from moved m join bumped b on b.id = m.listing_id`.execute(tx)
}
