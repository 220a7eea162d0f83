import type pg from 'pg'
import type { IdempotencyKey } from '#api/shared/idempotency.ts'
import type { NewAttempt } from '../attempts/new-attempt.ts'
import type { PaymentLimit } from '../card-testing/payment-limits.ts'

/*
 * Reading and starting purchases, for several buyers in one round trip. The rules are in db/functions/checkout.
 */

export interface ReadPurchaseRequest {
  teamId: string
  holdIds: readonly string[]
  key: IdempotencyKey | undefined
}

export interface PurchaseInputs<HoldRow, ListingRow> {
  /** Stored for the idempotency key by an earlier request. */
  stored: StoredResponse | undefined
  /** Rows of `hold_details`: the team's holds among the requested ones, by id. */
  holds: readonly HoldRow[]
  /** Rows of `listing_snapshots`: the listings of the holds. */
  listings: readonly ListingRow[]
}

/** `key_reused`: the key was used with another body. */
export interface StoredResponse {
  attempt_id?: string
  key_reused?: true
}

/** Returns results in request order. */
export async function readPurchases<HoldRow, ListingRow>(
  pool: pg.Pool,
  requests: readonly ReadPurchaseRequest[],
): Promise<PurchaseInputs<HoldRow, ListingRow>[]> {
  const lines = requests.flatMap(({ holdIds }, index) =>
    holdIds.map((holdId) => ({ request: index + 1, holdId })),
  )
  const { rows } = await pool.query<{
    request: number
    stored_response: StoredResponse | null
    holds: HoldRow[] | null
    listings: ListingRow[] | null
  }>({
    name: 'read_purchases',
    text: 'select * from read_purchases($1, $2, $3, $4, $5)',
    values: [
      requests.map(({ teamId }) => teamId),
      requests.map(({ key }) => key?.key ?? null),
      requests.map(({ key }) => key?.bodyHash ?? null),
      lines.map(({ request }) => request),
      lines.map(({ holdId }) => holdId),
    ],
  })
  const found = new Map(rows.map((row) => [row.request, row]))
  return requests.map((_, index) => {
    const row = found.get(index + 1)
    return {
      stored: row?.stored_response ?? undefined,
      holds: row?.holds ?? [],
      listings: row?.listings ?? [],
    }
  })
}

export interface PurchaseStart {
  attempt: NewAttempt
  key: IdempotencyKey | undefined
  limit: PaymentLimit
}

/**
 * `changed`: a hold, or the number of declined cards, is no longer as it was read, and nothing was done. `is_busy`: the
 * account has too many payments in progress.
 */
export type StartResult = StoredResponse & { holds_extended_until?: string; changed?: true; is_busy?: true }

/** Returns results in request order. A hold may appear only once per call. */
export async function startPurchases(
  pool: pg.Pool,
  starts: readonly PurchaseStart[],
  holdExtensionMinutes: number,
): Promise<StartResult[]> {
  const lines = starts.flatMap(({ attempt }, index) =>
    attempt.holds.map((hold) => ({
      ...hold,
      request: index + 1,
      attendees: attempt.attendees.get(hold.id) ?? null,
    })),
  )
  const { rows } = await pool.query<{ request: number; response: StartResult }>({
    name: 'start_purchases',
    text: 'select * from start_purchases($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      JSON.stringify(starts.map(toAttemptRow)),
      starts.map(({ attempt }) => attempt.id),
      starts.map(({ attempt }) => attempt.teamId),
      starts.map(({ key }) => key?.key ?? null),
      starts.map(({ key }) => key?.bodyHash ?? null),
      lines.map(({ request }) => request),
      lines.map(({ id }) => id),
      lines.map(({ listingId }) => listingId),
      lines.map(({ revision }) => revision),
      lines.map(({ attendees }) => attendees),
      holdExtensionMinutes,
    ],
  })
  const responses = new Map(rows.map(({ request, response }) => [request, response]))
  return starts.map(({ attempt }, index) => {
    const response = responses.get(index + 1)
    if (!response) throw new Error(`start_purchases returned no result for ${attempt.id}`)
    return response
  })
}

/** An element of the parameter of `insert_attempts` and `limited_requests`. */
function toAttemptRow({ attempt: { totals, client, ...attempt }, limit }: PurchaseStart) {
  return {
    id: attempt.id,
    team_id: attempt.teamId,
    account_id: attempt.accountId,
    gateway: attempt.gateway,
    card_token: attempt.cardToken,
    customer_id: attempt.customerId,
    saves_card: attempt.savesCard,
    amount_minor: totals.total.minor,
    tickets_minor: totals.tickets.minor,
    fee_minor: totals.fee.minor,
    currency: totals.total.currency,
    email: attempt.email,
    phone: attempt.phone,
    quote_id: attempt.quoteId,
    reference: attempt.reference,
    internal_note: attempt.internalNote,
    client_id: client?.id,
    client_name: client?.name,
    lease_owner: attempt.leaseOwner,
    lease_seconds: attempt.leaseSeconds,
    traceparent: attempt.traceparent,
    recent_declines: limit.recentDeclines,
    max_undecided: limit.maxOtherUndecided,
  }
}
