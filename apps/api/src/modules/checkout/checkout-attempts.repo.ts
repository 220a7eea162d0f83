import {
  attemptLifecycle,
  attemptStates,
  isAttemptSettled,
  type AttemptState,
} from '@terrace/domain/checkout-lifecycle'
import { money } from '@terrace/domain/money'
import type { Totals } from '@terrace/domain/service-fee'
import { sql, type Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import type { PurchaseLine } from './purchase.ts'

const settledStates = attemptStates.filter(isAttemptSettled)

/** How long a claim to drive an attempt lasts without being renewed; longer than one call of the gateway with its repeats. */
const claimSeconds = 30

const now = sql<Date>`clock_timestamp()`
const isLeaseOver = sql<boolean>`lease_until <= clock_timestamp()`.as('is_lease_over')
const hasAttendees = sql<boolean>`
  exists (select from checkout_attempt_lines l where l.attempt_id = checkout_attempts.id and l.attendees is not null)`.as(
  'has_attendees',
)
const claimEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${claimSeconds})`

export interface NewAttempt {
  id: string
  teamId: string
  accountId: string
  gateway: string
  cardToken: string
  customerId: string | null
  savesCard: boolean
  totals: Totals
  email: string
  phone: string
  quoteId: string | null
  lines: readonly PurchaseLine[]
  /** Sealed, by hold. */
  attendees: ReadonlyMap<string, Buffer>
  leaseMinutes: number
  /** Who drives it from the start. */
  driver: string
}

/** Writes the attempt with its lines, claimed by its driver; answers it, and until when its lease runs. */
export async function insertAttempt(
  tx: Tx,
  attempt: NewAttempt,
): Promise<{ attempt: CheckoutAttempt; leaseUntil: Date }> {
  const { totals } = attempt
  const quantities = new Map<string, { listingId: string; quantity: number }>()
  for (const { holdId, listingId, quantity } of attempt.lines)
    quantities.set(holdId, { listingId, quantity: (quantities.get(holdId)?.quantity ?? 0) + quantity })
  const lines = [...quantities].map(([holdId, line]) => ({
    ...line,
    holdId,
    attendees: attempt.attendees.get(holdId)?.toString('hex'),
  }))
  const { rows } = await sql<Omit<AttemptRow, 'has_attendees'>>`
    with attempt as (
      insert into checkout_attempts (id, team_id, account_id, state, gateway, card_token, customer_id, saves_card, amount_minor,
        tickets_minor, fee_minor, currency, email, phone, quote_id, lease_until, driver, driven_until)
      values (${attempt.id}, ${attempt.teamId}, ${attempt.accountId}, ${'created' satisfies AttemptState}, ${attempt.gateway},
        ${attempt.cardToken}, ${attempt.customerId}, ${attempt.savesCard}, ${totals.total.minor}, ${totals.tickets.minor},
        ${totals.fee.minor}, ${totals.total.currency}, ${attempt.email}, ${attempt.phone}, ${attempt.quoteId},
        clock_timestamp() + make_interval(mins => ${attempt.leaseMinutes}), ${attempt.driver}, ${claimEnd})
      returning *
    ), lines as (
      insert into checkout_attempt_lines (attempt_id, hold_id, listing_id, quantity, attendees)
      select ${attempt.id}, l."holdId", l."listingId", l.quantity, decode(l.attendees, 'hex')
      from jsonb_to_recordset(${JSON.stringify(lines)}) as l ("holdId" text, "listingId" text, quantity integer, attendees text)
    )
    select *, ${isLeaseOver} from attempt`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`the attempt ${attempt.id} was not written`)
  return {
    attempt: toAttempt({ ...row, has_attendees: attempt.attendees.size > 0 }),
    leaseUntil: row.lease_until,
  }
}

export async function findAttempt(db: Reader, id: string): Promise<CheckoutAttempt | undefined> {
  const row = await select(db).where('id', '=', id).executeTakeFirst()
  return row && toAttempt(row)
}

/** The attempt that a payment of the gateway belongs to. */
export async function findAttemptOfIntent(
  db: Reader,
  gateway: string,
  intentId: string,
): Promise<CheckoutAttempt | undefined> {
  const row = await select(db)
    .where('intent_id', '=', intentId)
    .where('gateway', '=', gateway)
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Whether somebody drives the attempt at this moment. */
export async function isDriven(db: Reader, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkout_attempts')
    .select('id')
    .where('id', '=', id)
    .where('driven_until', '>', now)
    .where('state', 'not in', settledStates)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes an open attempt that nobody drives; undefined where there is nothing to take. */
export async function claimAttempt(
  db: Reader,
  id: string,
  driver: string,
): Promise<CheckoutAttempt | undefined> {
  const row = await db
    .updateTable('checkout_attempts')
    .set({ driver, driven_until: claimEnd })
    .where('id', '=', id)
    .where('driven_until', '<=', now)
    .where('state', 'not in', settledStates)
    .returningAll()
    .returning([isLeaseOver, hasAttendees])
    .executeTakeFirst()
  return row && toAttempt(row)
}

/** Lets go of an attempt that rests where it is; one that has ended was let go of as it ended. */
export async function giveUpClaim(db: Reader, id: string, driver: string): Promise<void> {
  await db
    .updateTable('checkout_attempts')
    .set({ driver: null, driven_until: sql<Date>`'-infinity'::timestamptz`, updated_at: now })
    .where('id', '=', id)
    .where('driver', '=', driver)
    .execute()
}

/**
 * How long an attempt is left alone that should have ended by itself: the longer ago, the less likely it ends in the next
 * seconds. A twentieth of that time, at most an hour; nothing within a minute.
 */
const overdue = sql`least((clock_timestamp() - lease_until - interval '1 minute') / 20, interval '1 hour')`

/** Open attempts that nobody drives and nobody has looked at for a while, the longest forgotten first. */
export async function findOrphans(
  db: Reader,
  { quietSeconds, limit }: { quietSeconds: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('checkout_attempts')
    .select('id')
    .where('state', 'not in', settledStates)
    .where('driven_until', '<=', now)
    .where(
      'updated_at',
      '<=',
      sql<Date>`clock_timestamp() - greatest(make_interval(secs => ${quietSeconds}), ${overdue})`,
    )
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

interface AttemptChanges {
  intentId?: string
  nextAction?: CheckoutAttempt['nextAction']
  failure?: AttemptFailure
}

/** The attempt is not where its driver believed it to be: another driver was faster. */
export class AttemptMoved extends Error {
  override readonly name = 'AttemptMoved'
}

/** Moves the attempt along its life cycle and locks its row; throws {@link AttemptMoved} where it has moved meanwhile. */
export async function advance(
  tx: Reader,
  attempt: CheckoutAttempt,
  action: Parameters<typeof attemptLifecycle.next>[1],
  changes: AttemptChanges = {},
): Promise<CheckoutAttempt> {
  const to = attemptLifecycle.next(attempt.state, action)
  if (to === null) throw new Error(`the attempt ${attempt.id} is ${attempt.state} and cannot ${action}`)
  return update(tx, attempt, { ...changes, state: to })
}

/** Keeps why the attempt will fail before anything is done about it. */
export async function keepFailure(
  db: Reader,
  attempt: CheckoutAttempt,
  failure: AttemptFailure,
): Promise<CheckoutAttempt> {
  return update(db, attempt, { failure })
}

async function update(
  db: Reader,
  attempt: CheckoutAttempt,
  changes: AttemptChanges & { state?: AttemptState },
): Promise<CheckoutAttempt> {
  const { state, intentId, nextAction, failure } = changes
  const row = await db
    .updateTable('checkout_attempts')
    .set({
      updated_at: now,
      // Whoever moves it has it: the claim lasts on with each step, and ends with the attempt.
      ...(isAttemptSettled(state ?? attempt.state)
        ? { driver: null, driven_until: sql<Date>`'-infinity'::timestamptz` }
        : { driven_until: claimEnd }),
      ...(state && { state }),
      ...(intentId !== undefined && { intent_id: intentId }),
      ...(nextAction && { next_action: JSON.stringify(nextAction) }),
      ...(failure && { failure: JSON.stringify(failure) }),
    })
    .where('id', '=', attempt.id)
    .where('state', '=', attempt.state)
    .returningAll()
    .returning(isLeaseOver)
    .executeTakeFirst()
  if (!row) throw new AttemptMoved(`the attempt ${attempt.id} is not ${attempt.state} any more`)
  return toAttempt({ ...row, has_attendees: attempt.hasAttendees })
}

function select(db: Reader) {
  return db.selectFrom('checkout_attempts').selectAll().select([isLeaseOver, hasAttendees])
}

const knownStates: ReadonlySet<string> = new Set(attemptStates)
const isState = (text: string): text is AttemptState => knownStates.has(text)

type AttemptRow = Selectable<Tables['checkout_attempts']> & { is_lease_over: boolean; has_attendees: boolean }

function toAttempt(row: AttemptRow): CheckoutAttempt {
  if (!isState(row.state)) throw new Error(`the attempt ${row.id} is in the unknown state ${row.state}`)
  return {
    id: row.id,
    teamId: row.team_id,
    accountId: row.account_id,
    state: row.state,
    intentId: row.intent_id,
    cardToken: row.card_token,
    customerId: row.customer_id,
    savesCard: row.saves_card,
    nextAction: row.next_action && { type: 'redirect_to_url', url: row.next_action.url },
    failure: row.failure,
    amount: money(row.amount_minor, row.currency),
    email: row.email,
    phone: row.phone,
    quoteId: row.quote_id,
    leaseUntil: row.lease_until,
    isLeaseOver: row.is_lease_over,
    hasAttendees: row.has_attendees,
  }
}
