import type { HoldState } from '@terrace/domain/hold-lifecycle'
import { money } from '@terrace/domain/money'
import { sql } from 'kysely'
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
  event_off: PayableHold['eventOff']
}

/** The team's holds of these ids, with their listings locked: until the transaction ends nobody else moves them. */
export async function lockHolds(tx: Tx, teamId: string, ids: readonly string[]): Promise<PayableHold[]> {
  return lockAndRead(tx, { teamId, ids, attemptId: null })
}

/** The holds that an attempt pays, or has paid, for; locked likewise. */
export async function lockHoldsOfAttempt(tx: Tx, attemptId: string): Promise<PayableHold[]> {
  return lockAndRead(tx, { teamId: null, ids: null, attemptId })
}

interface Which {
  teamId: string | null
  ids: readonly string[] | null
  attemptId: string | null
}

async function lockAndRead(tx: Tx, { teamId, ids, attemptId }: Which): Promise<PayableHold[]> {
  const { rows } = await sql<Row>`
    select * from lock_payable_holds(${teamId}, ${ids}, ${attemptId})`.execute(tx)
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
    eventOff: row.event_off,
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
export async function moveHolds(
  tx: Tx,
  { ids, to, topic, attemptId, reservedUntil, sells }: HoldMove,
): Promise<void> {
  await sql`
    select move_holds(${ids}, ${to}, ${topic}, ${attemptId}, ${reservedUntil ?? null}, ${sells ?? 0})`.execute(
    tx,
  )
}
