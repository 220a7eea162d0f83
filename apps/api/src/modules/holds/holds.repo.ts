import type { HoldLineCode, ReleaseLineCode } from '@terrace/domain/hold-line-codes'
import { sql } from 'kysely'
import type pg from 'pg'
import { holdIsOpen } from '#api/db/predicates.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { IdempotencyKey } from '#api/shared/idempotency.ts'

/*
 * Placing and releasing holds, the calls with the most contention. `placeHoldBatch` and `releaseHoldBatch` take several
 * requests: one round trip and one implicit transaction for all of them, prepared once per connection. Each team and
 * listing may appear only once per call of `placeHoldBatch`, each team and hold only once per call of `releaseHoldBatch`. The
 * rules are in db/functions/holds.
 */

export interface RequestedHold {
  holdId: string
  listingId: string
  quantity: number
  quoteId: string | null
  currency: string
}

export interface PlaceHoldsRequest {
  teamId: string
  accountId: string
  requested: RequestedHold[]
  key: IdempotencyKey | undefined
}

/** The terms on which holds are placed, from the configuration. */
export interface HoldTerms {
  /** Maximum number of tickets that a team may hold at once. */
  teamLimit: number
  holdMinutes: number
  feeBp: number
  /** `null` accepts an exchange rate of any age. */
  maxRateDays: number | null
  /** `null`: no cool-down applies to the holds, and they count towards none. */
  cooldown: HoldCooldown | null
}

/** Once so many of a team's holds of a listing have ended unsold, its next one is rejected for a while; see place_holds. */
export interface HoldCooldown {
  afterHolds: number
  windowMinutes: number
  minutes: number
}

/** Exactly one property is set. */
export interface PlaceHoldsResult {
  holds?: {
    hold_id: string
    listing_id: string
    event_id: number
    quantity: number
    price_minor: number
    currency: string
    fee_bp: number
    expires_at: string
  }[]
  rejected?: {
    listing_id: string
    code: HoldLineCode
    available: number
    splits: number[]
    retry_at?: string
  }[]
  team_limit_left?: number
  currency_unknown?: string
  rate_stale?: string
  key_reused?: true
}

export interface ReleaseHoldsRequest {
  teamId: string
  parts: { holdId: string; quantity: number }[]
  key: IdempotencyKey | undefined
}

export interface RejectedRelease {
  hold_id: string
  code: ReleaseLineCode
  held: number
  releasable: number[]
}

/** Exactly one property is set. */
export interface ReleaseHoldsResult {
  released?: { hold_id: string; event_id: number; remaining: number }[]
  rejected?: RejectedRelease[]
  key_reused?: true
  /** A partial release of a listing that another request in this call changes too; nothing was done. */
  retry_alone?: true
}

/** Returns results in request order. */
export async function placeHoldBatch(
  pool: pg.Pool,
  { teamLimit, holdMinutes, feeBp, maxRateDays, cooldown }: HoldTerms,
  requests: readonly PlaceHoldsRequest[],
): Promise<PlaceHoldsResult[]> {
  const lines = requests.flatMap(({ requested }, index) =>
    requested.map((line) => ({ ...line, request: index + 1 })),
  )
  const { rows } = await pool.query<Row<PlaceHoldsResult>>({
    name: 'place_holds',
    text: 'select * from place_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)',
    values: [
      requests.map(({ teamId }) => teamId),
      requests.map(({ accountId }) => accountId),
      requests.map(({ key }) => key?.key ?? null),
      requests.map(({ key }) => key?.bodyHash ?? null),
      lines.map(({ request }) => request),
      lines.map(({ holdId }) => holdId),
      lines.map(({ listingId }) => listingId),
      lines.map(({ quantity }) => quantity),
      lines.map(({ quoteId }) => quoteId),
      lines.map(({ currency }) => currency),
      teamLimit,
      holdMinutes,
      feeBp,
      maxRateDays,
      ...cooldownValues(cooldown),
    ],
  })
  return inRequestOrder(requests, rows)
}

const cooldownValues = (cooldown: HoldCooldown | null) =>
  [cooldown?.afterHolds ?? null, cooldown?.windowMinutes ?? null, cooldown?.minutes ?? null] as const

/** Places the holds of one request in the caller's transaction. */
export async function placeHoldsInTransaction(
  tx: Tx,
  { teamLimit, holdMinutes, feeBp, maxRateDays, cooldown }: HoldTerms,
  { teamId, accountId, requested }: Omit<PlaceHoldsRequest, 'key'>,
): Promise<PlaceHoldsResult> {
  const [afterHolds, windowMinutes, minutes] = cooldownValues(cooldown)
  const { rows } = await sql<Row<PlaceHoldsResult>>`
    select * from place_holds(array[${teamId}], array[${accountId}], array[null::text], array[null::bytea],
      ${requested.map(() => 1)}::integer[], ${requested.map(({ holdId }) => holdId)}::text[],
      ${requested.map(({ listingId }) => listingId)}::text[], ${requested.map(({ quantity }) => quantity)}::integer[],
      ${requested.map(({ quoteId }) => quoteId)}::text[], ${requested.map(({ currency }) => currency)}::text[],
      ${teamLimit}::integer, ${holdMinutes}::integer, ${feeBp}::integer, ${maxRateDays}::integer,
      ${afterHolds}::integer, ${windowMinutes}::integer, ${minutes}::integer)`.execute(tx)
  const [result] = inRequestOrder([teamId], rows)
  if (!result) throw new Error('place_holds returned no result for a request')
  return result
}

/** Returns the quantity the team currently holds per listing for the quote, or through `holdIds`. */
export async function readHeldForQuote(
  tx: Tx,
  {
    teamId,
    quoteId,
    holdIds,
    listingIds,
  }: { teamId: string; quoteId: string; holdIds: readonly string[]; listingIds: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ listingId: string; held: number }>`
    select listing_id as "listingId", sum(quantity)::int as held from holds
    where team_id = ${teamId} and listing_id = any(${listingIds}) and ${holdIsOpen('holds')}
      and (quote_ref = ${quoteId} or id = any(${holdIds}))
    group by listing_id`.execute(tx)
  return new Map(rows.map(({ listingId, held }) => [listingId, held]))
}

export async function countHeldForQuote(tx: Tx, teamId: string, quoteId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::int as held from holds
    where team_id = ${teamId} and quote_ref = ${quoteId} and ${holdIsOpen('holds')}`.execute(tx)
  return rows[0]?.held ?? 0
}

/** Returns results in request order. */
export async function releaseHoldBatch(
  pool: pg.Pool,
  requests: readonly ReleaseHoldsRequest[],
): Promise<ReleaseHoldsResult[]> {
  const lines = requests.flatMap(({ parts }, index) => parts.map((part) => ({ ...part, request: index + 1 })))
  const { rows } = await pool.query<Row<ReleaseHoldsResult>>({
    name: 'release_holds',
    text: 'select * from release_holds($1, $2, $3, $4, $5, $6)',
    values: [
      requests.map(({ teamId }) => teamId),
      requests.map(({ key }) => key?.key ?? null),
      requests.map(({ key }) => key?.bodyHash ?? null),
      lines.map(({ request }) => request),
      lines.map(({ holdId }) => holdId),
      lines.map(({ quantity }) => quantity),
    ],
  })
  return inRequestOrder(requests, rows)
}

export async function readListingsHeldBy(
  pool: pg.Pool,
  teamId: string,
  listingIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ listing_id: string }>({
    name: 'listings_held_by',
    // Also holds that expired while they are being paid for.
    text: `select distinct listing_id from holds where team_id = $1 and listing_id = any($2)
      and hold_is_current(is_open, state, reserved_until, clock_timestamp())`,
    values: [teamId, listingIds],
  })
  return new Set(rows.map((row) => row.listing_id))
}

interface Row<Result> {
  /** 1-based index of the request. */
  request: number
  response: Result
}

function inRequestOrder<Result>(requests: readonly unknown[], rows: readonly Row<Result>[]): Result[] {
  const results = new Map(rows.map(({ request, response }) => [request, response]))
  return requests.map((_, index) => {
    const result = results.get(index + 1)
    if (!result) throw new Error('a database function returned no result for a request')
    return result
  })
}
