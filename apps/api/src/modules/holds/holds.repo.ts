import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../../db/transaction.ts'
import type { IdempotencyKey } from '../../shared/idempotency.ts'

/*
 * The two calls that brokers race on. Each is one round trip and one implicit transaction for all of its requests,
 * prepared once a connection; what they do stands in the functions themselves (migration 0065-holds-in-fewer-steps.sql).
 * No team, and no listing or hold, may come twice in a call.
 */

export interface WantedHold {
  holdId: string
  listingId: string
  quantity: number
  quoteRef: string | null
  currency: string
}

export interface PlaceRequest {
  teamId: string
  accountId: string
  wanted: WantedHold[]
  key: IdempotencyKey | undefined
}

/** What all holds are subject to. */
export interface HoldLimits {
  /** Tickets that one team may hold at once. */
  cap: number
  minutes: number
  feeBp: number
  /** Null: an exchange rate of any age will do. */
  maxRateDays: number | null
}

/** Exactly one of its parts is there. */
export interface PlaceAnswer {
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
  refused?: { listing_id: string; code: string; available: number; splits: number[] }[]
  cap_left?: number
  currency_unknown?: string
  rate_stale?: string
  key_reused?: true
}

export interface ReleaseRequest {
  teamId: string
  parts: { holdId: string; quantity: number }[]
  key: IdempotencyKey | undefined
}

/** Exactly one of its parts is there. */
export interface ReleaseAnswer {
  released?: { hold_id: string; event_id: number; remaining: number }[]
  refused?: { hold_id: string; code: string; held: number; releasable: number[] }[]
  key_reused?: true
  /** Another request of the call bears on this one: nothing was done. */
  ask_alone?: true
}

/** Answers in the order of the requests. */
export async function callPlaceHolds(
  pool: pg.Pool,
  { cap, minutes, feeBp, maxRateDays }: HoldLimits,
  requests: readonly PlaceRequest[],
): Promise<PlaceAnswer[]> {
  const lines = requests.flatMap(({ wanted }, index) =>
    wanted.map((line) => ({ ...line, request: index + 1 })),
  )
  const { rows } = await pool.query<Row<PlaceAnswer>>({
    name: 'place_holds',
    text: 'select * from place_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    values: [
      requests.map(({ teamId }) => teamId),
      requests.map(({ accountId }) => accountId),
      requests.map(({ key }) => key?.key ?? null),
      requests.map(({ key }) => key?.bodyHash ?? null),
      lines.map(({ request }) => request),
      lines.map(({ holdId }) => holdId),
      lines.map(({ listingId }) => listingId),
      lines.map(({ quantity }) => quantity),
      lines.map(({ quoteRef }) => quoteRef),
      lines.map(({ currency }) => currency),
      cap,
      minutes,
      feeBp,
      maxRateDays,
    ],
  })
  return inOrder(requests, rows)
}

/** One request in the caller's transaction, and undone with it. */
export async function placeHoldsWithin(
  tx: Tx,
  { cap, minutes, feeBp, maxRateDays }: HoldLimits,
  { teamId, accountId, wanted }: Omit<PlaceRequest, 'key'>,
): Promise<PlaceAnswer> {
  const { rows } = await sql<Row<PlaceAnswer>>`
    select * from place_holds(array[${teamId}], array[${accountId}], array[null::text], array[null::bytea],
      ${wanted.map(() => 1)}::integer[], ${wanted.map(({ holdId }) => holdId)}::text[],
      ${wanted.map(({ listingId }) => listingId)}::text[], ${wanted.map(({ quantity }) => quantity)}::integer[],
      ${wanted.map(({ quoteRef }) => quoteRef)}::text[], ${wanted.map(({ currency }) => currency)}::text[],
      ${cap}::integer, ${minutes}::integer, ${feeBp}::integer, ${maxRateDays}::integer)`.execute(tx)
  const [answer] = inOrder([teamId], rows)
  if (!answer) throw new Error('place_holds left a request without an answer')
  return answer
}

/** What the team holds of each of these listings now in the quote's name, or by these holds. */
export async function readHeldForQuote(
  tx: Tx,
  {
    teamId,
    quoteRef,
    holdIds,
    listingIds,
  }: { teamId: string; quoteRef: string; holdIds: readonly string[]; listingIds: readonly string[] },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ listingId: string; held: number }>`
    select listing_id as "listingId", sum(quantity)::int as held from holds
    where team_id = ${teamId} and listing_id = any(${listingIds}) and state in ('active', 'paying')
      and reserved_until > clock_timestamp() and (quote_ref = ${quoteRef} or id = any(${holdIds}))
    group by listing_id`.execute(tx)
  return new Map(rows.map(({ listingId, held }) => [listingId, held]))
}

/** How many tickets the team holds in a quote's name now. */
export async function countHeldFor(tx: Tx, teamId: string, quoteRef: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(quantity), 0)::int as held from holds
    where team_id = ${teamId} and quote_ref = ${quoteRef} and state in ('active', 'paying')
      and reserved_until > clock_timestamp()`.execute(tx)
  return rows[0]?.held ?? 0
}

/** Answers in the order of the requests. */
export async function callReleaseHolds(
  pool: pg.Pool,
  requests: readonly ReleaseRequest[],
): Promise<ReleaseAnswer[]> {
  const lines = requests.flatMap(({ parts }, index) => parts.map((part) => ({ ...part, request: index + 1 })))
  const { rows } = await pool.query<Row<ReleaseAnswer>>({
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
  return inOrder(requests, rows)
}

/** Those of the listings of which the team holds tickets now. */
export async function readListingsHeldBy(
  pool: pg.Pool,
  teamId: string,
  listingIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ listing_id: string }>({
    name: 'listings_held_by',
    text: `select distinct listing_id from holds where team_id = $1 and listing_id = any($2)
      and (state = 'paying' or (state = 'active' and reserved_until > clock_timestamp()))`,
    values: [teamId, listingIds],
  })
  return new Set(rows.map((row) => row.listing_id))
}

interface Row<Answer> {
  /** The request's number, from 1. */
  request: number
  answer: Answer
}

function inOrder<Answer>(requests: readonly unknown[], rows: readonly Row<Answer>[]): Answer[] {
  const answers = new Map(rows.map(({ request, answer }) => [request, answer]))
  return requests.map((_, index) => {
    const answer = answers.get(index + 1)
    if (!answer) throw new Error('a database function left a request without an answer')
    return answer
  })
}
