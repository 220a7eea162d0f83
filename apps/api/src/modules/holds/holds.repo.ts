import type pg from 'pg'
import type { IdempotencyKey } from '../../shared/idempotency.ts'

/*
 * The two calls that brokers race on. Each is one round trip and one implicit transaction, prepared once a connection;
 * what they do stands in the functions themselves (migration 0020-holds.sql).
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
  cap: number
  minutes: number
  feeBp: number
  /** Null: an exchange rate of any age will do. */
  maxRateDays: number | null
  key: IdempotencyKey | undefined
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
}

export async function callPlaceHolds(pool: pg.Pool, request: PlaceRequest): Promise<PlaceAnswer> {
  const { wanted, key } = request
  return only(
    await pool.query<{ answer: PlaceAnswer }>({
      name: 'place_holds',
      text: 'select place_holds($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as answer',
      values: [
        request.teamId,
        request.accountId,
        wanted.map((line) => line.holdId),
        wanted.map((line) => line.listingId),
        wanted.map((line) => line.quantity),
        wanted.map((line) => line.quoteRef),
        wanted.map((line) => line.currency),
        request.cap,
        request.minutes,
        request.feeBp,
        request.maxRateDays,
        key?.key ?? null,
        key?.bodyHash ?? null,
      ],
    }),
  )
}

export async function callReleaseHolds(pool: pg.Pool, request: ReleaseRequest): Promise<ReleaseAnswer> {
  const { parts, key } = request
  return only(
    await pool.query<{ answer: ReleaseAnswer }>({
      name: 'release_holds',
      text: 'select release_holds($1, $2, $3, $4, $5) as answer',
      values: [
        request.teamId,
        parts.map((part) => part.holdId),
        parts.map((part) => part.quantity),
        key?.key ?? null,
        key?.bodyHash ?? null,
      ],
    }),
  )
}

function only<Answer>({ rows: [row] }: pg.QueryResult<{ answer: Answer }>): Answer {
  if (!row) throw new Error('a database function answered without a row')
  return row.answer
}
