import type { HoldState } from '@terrace/domain/lifecycles/hold-lifecycle'
import { money } from '@terrace/domain/money/money'
import { sql } from 'kysely'
import { toMultirange } from '#api/db/multirange.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { HoldDetails, LockedHold } from './hold-details.ts'

/** A row of the SQL function `hold_details`. */
export interface HoldDetailsRow {
  id: string
  listing_id: string
  event_id: number
  seller_team_id: string
  quantity: number
  quote_ref: string | null
  state: HoldState
  is_expired: boolean
  attempt_id: string | null
  revision: number
  ticket_price_minor: number
  buyer_currency: string
  fee_bp: number
  seller_price_minor: number
  seller_currency: string
  requires_delivery_details: boolean
  requires_identification_details: boolean
  event_blocker: HoldDetails['eventBlocker']
}

/**
 * Reads the team's holds after locking their listings. Every change of an open hold locks its listing first, so no
 * other transaction changes these holds before this one ends.
 */
export async function lockHolds(tx: Tx, teamId: string, ids: readonly string[]): Promise<LockedHold[]> {
  return lockAndRead(tx, { teamId, ids, attemptId: null })
}

/** Reads the holds that an attempt pays or paid for, after locking their listings. */
export async function lockHoldsOfAttempt(tx: Tx, attemptId: string): Promise<LockedHold[]> {
  return lockAndRead(tx, { teamId: null, ids: null, attemptId })
}

interface HoldSelector {
  teamId: string | null
  ids: readonly string[] | null
  attemptId: string | null
}

async function lockAndRead(tx: Tx, { teamId, ids, attemptId }: HoldSelector): Promise<LockedHold[]> {
  const { rows } = await sql<HoldDetailsRow>`
    select * from lock_holds(${teamId}, ${ids}, ${attemptId})`.execute(tx)
  return rows.map(toHoldDetails)
}

export function toHoldDetails(row: HoldDetailsRow): HoldDetails {
  return {
    id: row.id,
    listingId: row.listing_id,
    eventId: row.event_id,
    sellerTeamId: row.seller_team_id,
    quantity: row.quantity,
    quoteId: row.quote_ref,
    state: row.state,
    isExpired: row.is_expired,
    attemptId: row.attempt_id,
    revision: row.revision,
    price: money(row.ticket_price_minor, row.buyer_currency),
    feeBp: row.fee_bp,
    sellerPrice: money(row.seller_price_minor, row.seller_currency),
    attendeeRequirements: {
      delivery: row.requires_delivery_details,
      identification: row.requires_identification_details,
    },
    eventBlocker: row.event_blocker,
  }
}

/** Returns the number of free tickets per listing, whether or not buyers see them. The caller has locked the listings. */
export async function readFreeTickets(tx: Tx, listingIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ listing_id: string; free: number }>`
    select listing_id, free from listing_stock(${listingIds}, clock_timestamp())`.execute(tx)
  return new Map(rows.map((row) => [row.listing_id, row.free]))
}

export interface HoldStateChange {
  ids: readonly string[]
  to: HoldState
  topic: 'hold.reactivated' | 'hold.released' | 'hold.sold'
  /** The attempt that the holds belong to afterwards. */
  attemptId: string | null
  /** `sell` counts the tickets as sold, `put_back` puts sold tickets back on sale; otherwise the sold quantity stays. */
  stockChange?: 'sell' | 'put_back'
  /** The sold seats by hold id. */
  seats?: ReadonlyMap<string, readonly number[]>
}

/**
 * Changes the state of locked holds, updates their listings' versions and sold quantities, and writes the outbox
 * events.
 */
export async function changeHoldStates(
  tx: Tx,
  { ids, to, topic, attemptId, stockChange, seats }: HoldStateChange,
): Promise<void> {
  await sql`
    select change_hold_states(${ids}, ${ids.map(() => attemptId)}, ${to}, ${topic}, ${stockChange ?? null},
      ${ids.map((id) => toMultirange(seats?.get(id) ?? []))}::int4multirange[])`.execute(tx)
}
