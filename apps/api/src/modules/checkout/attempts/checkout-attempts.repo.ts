import {
  attemptLifecycle,
  attemptStates,
  isAttemptFinal,
  type AttemptState,
} from '@terrace/domain/lifecycles/attempt-lifecycle'
import { money } from '@terrace/domain/money/money'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'

/**
 * A lease keeps other processes away from the attempt. It is longer than one gateway call with its retries, but may run
 * out in a step with several slow calls; docs/adr/0004-checkout-attempts.md says why that is safe.
 */
export const leaseSeconds = 30

/**
 * How long after its start an interrupted payment may still be confirmed: browsers repeat the request and proxies wait for
 * about this long. It also covers the failover of a database.
 */
const recentSeconds = 60

const now = sql<Date>`clock_timestamp()`
const isHoldExtensionOver = sql<boolean>`holds_extended_until <= clock_timestamp()`.as(
  'is_hold_extension_over',
)
const isRecent = sql<boolean>`
  created_at > clock_timestamp() - make_interval(secs => ${recentSeconds})`.as('is_recent')
const hasAttendees = sql<boolean>`
  exists (select from checkout_attempt_lines l where l.attempt_id = checkout_attempts.id and l.attendees is not null)`.as(
  'has_attendees',
)
const listingIds = sql<string[]>`
  array(select distinct l.listing_id from checkout_attempt_lines l where l.attempt_id = checkout_attempts.id)`.as(
  'listing_ids',
)
const leaseIsFree = sql<boolean>`lease_is_free(lease_owner, lease_expires_at, clock_timestamp())`
const leaseExpiry = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

export async function findAttempt(db: DbOrTx, id: string): Promise<CheckoutAttempt | undefined> {
  const row = await select(db).where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

export async function findAttemptOfPayment(
  db: DbOrTx,
  gateway: string,
  gatewayPaymentId: string,
): Promise<CheckoutAttempt | undefined> {
  const row = await select(db)
    // Two indexes: the few open attempts are searched one by one, and final ones by `final_payment_id`, which repeats
    // `gateway_payment_id` for them only.
    .where(({ or, and, eb }) =>
      or([
        and([eb('is_open', '=', true), eb('gateway_payment_id', '=', gatewayPaymentId)]),
        eb('final_payment_id', '=', gatewayPaymentId),
      ]),
    )
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Which of these payments have an open attempt that no process works on. */
export async function findPaymentsToResume(
  db: DbOrTx,
  gateway: string,
  gatewayPaymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select gateway_payment_id as id from checkout_attempts
    where is_open and ${leaseIsFree} and gateway = ${gateway} and gateway_payment_id = any(${gatewayPaymentIds})`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export async function isOpen(db: DbOrTx, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkout_attempts')
    .select('id')
    .where('id', '=', id)
    .where('is_open', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Leases an open attempt to the owner. Returns `undefined` if another owner has the lease or the attempt is final.
 */
export async function acquireLease(
  db: DbOrTx,
  id: string,
  leaseOwner: string,
): Promise<CheckoutAttempt | undefined> {
  const row = await db
    .updateTable('checkout_attempts')
    .set({ lease_owner: leaseOwner, lease_expires_at: leaseExpiry })
    .where('id', '=', id)
    .where('is_open', '=', true)
    .where(leaseIsFree)
    .returningAll()
    .returning([isHoldExtensionOver, isRecent, hasAttendees, listingIds])
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Releases the lease of an open attempt that has nothing to do now. The last update of a final attempt releases its lease. */
export async function releaseLease(db: DbOrTx, id: string, leaseOwner: string): Promise<void> {
  await db
    .updateTable('checkout_attempts')
    .set({ lease_owner: null, lease_expires_at: sql<Date>`'-infinity'::timestamptz`, updated_at: now })
    .where('id', '=', id)
    .where('lease_owner', '=', leaseOwner)
    .execute()
}

/** Releases all leases of this owner, whose work was interrupted, so that its attempts are retried at once. */
export async function releaseLeasesOf(db: DbOrTx, leaseOwner: string): Promise<void> {
  await db
    .updateTable('checkout_attempts')
    .set({ lease_owner: null, lease_expires_at: sql<Date>`'-infinity'::timestamptz` })
    .where('is_open', '=', true)
    .where('lease_owner', '=', leaseOwner)
    .execute()
}

/**
 * Retries slow down with age. Until one minute after the end of the hold extension, this is negative and they come every
 * `idleSeconds` of {@link findStalledAttempts}; then the pause is a twentieth of the time since, at most an hour.
 */
const retryPause = sql`least((clock_timestamp() - holds_extended_until - interval '1 minute') / 20, interval '1 hour')`

/** Returns open attempts that no process works on and that are due for a retry, least recently updated first. */
export async function findStalledAttempts(
  db: DbOrTx,
  { idleSeconds, limit }: { idleSeconds: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('checkout_attempts')
    .select('id')
    .where('is_open', '=', true)
    .where(leaseIsFree)
    .where(
      'updated_at',
      '<=',
      sql<Date>`clock_timestamp() - greatest(make_interval(secs => ${idleSeconds}), ${retryPause})`,
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

interface AttemptChanges {
  gatewayPaymentId?: string
  nextAction?: CheckoutAttempt['nextAction']
  failure?: AttemptFailure
}

/** The attempt's state has changed since it was read: another process was faster. */
export class StaleAttemptError extends Error {
  override readonly name = 'StaleAttemptError'
}

/**
 * Applies a lifecycle action. In a transaction of the caller, the row stays locked until its end. `advanceAttemptBatched`
 * does the same for several buyers in one statement.
 * @throws {@link StaleAttemptError} if another process has changed the state.
 */
export async function advanceAttempt(
  tx: DbOrTx,
  attempt: CheckoutAttempt,
  action: Parameters<typeof attemptLifecycle.next>[1],
  changes: AttemptChanges = {},
): Promise<CheckoutAttempt> {
  const to = attemptLifecycle.next(attempt.state, action)
  if (to === null) throw new Error(`attempt ${attempt.id} is ${attempt.state} and cannot ${action}`)
  return update(tx, attempt, { ...changes, state: to })
}

/** Stores the failure reason before the payment is cancelled or refunded. */
export async function saveFailure(
  db: DbOrTx,
  attempt: CheckoutAttempt,
  failure: AttemptFailure,
): Promise<CheckoutAttempt> {
  return update(db, attempt, { failure })
}

async function update(
  db: DbOrTx,
  attempt: CheckoutAttempt,
  changes: AttemptChanges & { state?: AttemptState },
): Promise<CheckoutAttempt> {
  const { state, gatewayPaymentId, nextAction, failure } = changes
  const row = await db
    .updateTable('checkout_attempts')
    .set({
      updated_at: now,
      // Each update renews the lease; a final state releases it.
      ...(isAttemptFinal(state ?? attempt.state)
        ? { lease_owner: null, lease_expires_at: sql<Date>`'-infinity'::timestamptz` }
        : { lease_expires_at: leaseExpiry }),
      ...(state && { state }),
      ...(gatewayPaymentId !== undefined && { gateway_payment_id: gatewayPaymentId }),
      ...(nextAction && { next_action: JSON.stringify(nextAction) }),
      ...(failure && { failure: JSON.stringify(failure) }),
    })
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .returningAll()
    .returning([isHoldExtensionOver, isRecent])
    .executeTakeFirst()
  if (!row) throw new StaleAttemptError(`attempt ${attempt.id} is not ${attempt.state}`)
  return toAttempt({ ...row, has_attendees: attempt.hasAttendees, listing_ids: attempt.listingIds })
}

function select(db: DbOrTx) {
  return db
    .selectFrom('checkout_attempts')
    .selectAll()
    .select([isHoldExtensionOver, isRecent, hasAttendees, listingIds])
}

const knownStates: ReadonlySet<string> = new Set(attemptStates)
const isState = (text: string): text is AttemptState => knownStates.has(text)

type AttemptRow = Selectable<Tables['checkout_attempts']> & {
  is_hold_extension_over: boolean
  is_recent: boolean
  has_attendees: boolean
  listing_ids: readonly string[]
}

function toAttempt(row: AttemptRow): CheckoutAttempt {
  if (!isState(row.state)) throw new Error(`attempt ${row.id} is in the unknown state ${row.state}`)
  return {
    id: row.id,
    teamId: row.team_id,
    accountId: row.account_id,
    state: row.state,
    gatewayPaymentId: row.gateway_payment_id,
    cardToken: row.card_token,
    customerId: row.customer_id,
    savesCard: row.saves_card,
    nextAction: row.next_action && { type: 'redirect_to_url', url: row.next_action.url },
    failure: row.failure,
    amount: money(row.amount_minor, row.currency),
    email: row.email,
    phone: row.phone,
    quoteId: row.quote_id,
    reference: row.reference,
    internalNote: row.internal_note,
    client: row.client_name === null ? null : { id: row.client_id, name: row.client_name },
    holdsExtendedUntil: row.holds_extended_until,
    isHoldExtensionOver: row.is_hold_extension_over,
    isRecent: row.is_recent,
    hasAttendees: row.has_attendees,
    listingIds: row.listing_ids,
    traceparent: row.traceparent,
  }
}
