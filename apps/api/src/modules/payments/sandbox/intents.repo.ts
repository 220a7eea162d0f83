import { sql, type Selectable } from 'kysely'
import type { PaymentCard, PaymentFailure } from '../payments.port.ts'
import { insertEvent, type NewEvent } from './events.repo.ts'
import { noSuch } from './sandbox-refusal.ts'
import type { IntentStatus, SandboxDb, SandboxTables, SandboxTx } from './sandbox-tables.ts'

/** A payment, or a card that is to be saved. */
export type ChallengeOf = { intentId: string } | { setupId: string }

export interface Challenge {
  secret: string
  /** What it asks about. */
  of: ChallengeOf
  /** A path on our own origin. */
  returnUrl: string
  isAnswered: boolean
}

export interface Intent {
  id: string
  status: IntentStatus
  /** Minor units. */
  amount: number
  /** Lower case, as Stripe has it. */
  currency: string
  amountReceived: number
  amountRefunded: number
  description: string
  metadata: Record<string, string>
  /** Whose saved card pays, or is to be saved. */
  customerId: string | null
  savesCard: boolean
  paymentMethod: string | null
  card: PaymentCard | null
  lastError: PaymentFailure | null
  /** The open one; exactly while the status is `requires_action`. */
  challenge: Challenge | null
  createdAt: Date
}

export type NewIntent = Pick<
  Intent,
  'id' | 'amount' | 'currency' | 'description' | 'metadata' | 'customerId' | 'savesCard'
>

export async function insertIntent(
  tx: SandboxTx,
  { metadata, customerId, savesCard, ...values }: NewIntent,
): Promise<Intent> {
  const row = await tx
    .insertInto('sandbox.intents')
    .values({
      ...values,
      status: 'requires_payment_method',
      metadata: JSON.stringify(metadata),
      customer_id: customerId,
      saves_card: savesCard,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return intentOf(row, null)
}

export async function findIntent(db: SandboxDb | SandboxTx, id: string): Promise<Intent | undefined> {
  const row = await db.selectFrom('sandbox.intents').selectAll().where('id', '=', id).executeTakeFirst()
  return row && intentWithChallenge(db, row)
}

/** The intent, which nobody else can move until the transaction ends. Refuses an id that was never announced. */
export async function lockIntent(tx: SandboxTx, id: string): Promise<Intent> {
  const row = await tx
    .selectFrom('sandbox.intents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuch('intent', 'payment intent')
  return intentWithChallenge(tx, row)
}

interface Move {
  status: IntentStatus
  paymentMethod?: string
  card?: PaymentCard
  lastError?: PaymentFailure | null
}

/** Answers the intent as it then is. */
export async function moveIntent(tx: SandboxTx, id: string, move: Move): Promise<Intent> {
  const row = await tx
    .updateTable('sandbox.intents')
    .set(changesOf(move))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return intentWithChallenge(tx, row)
}

interface NewCharge {
  id: string
  paymentMethod: string
  /** What tells of it. */
  event: NewEvent
}

/** Authorised, or declined where the intent says why: writes the charge with the intent as it is by it, and tells of it. */
export async function chargeIntent(tx: SandboxTx, charged: Intent, charge: NewCharge): Promise<void> {
  const { status, paymentMethod, card, lastError } = charged
  await tx
    .with('charged', (db) =>
      db.insertInto('sandbox.charges').values({
        id: charge.id,
        intent_id: charged.id,
        amount: charged.amount,
        payment_method: charge.paymentMethod,
        state: lastError ? 'declined' : 'authorised',
        failure: lastError && JSON.stringify(lastError),
      }),
    )
    .with('told', (db) => insertEvent(db, charge.event))
    .updateTable('sandbox.intents')
    .set(
      changesOf({
        status,
        lastError,
        ...(paymentMethod !== null && { paymentMethod }),
        ...(card && { card }),
      }),
    )
    .where('id', '=', charged.id)
    .execute()
}

function changesOf({ status, paymentMethod, card, lastError }: Move) {
  return {
    status,
    ...(paymentMethod !== undefined && { payment_method: paymentMethod }),
    ...(card && { card_brand: card.brand, card_last4: card.last4 }),
    ...(lastError !== undefined && { last_error: lastError && JSON.stringify(lastError) }),
  }
}

export async function voidCharge(tx: SandboxTx, intentId: string): Promise<void> {
  await tx
    .updateTable('sandbox.charges')
    .set({ state: 'voided' })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'authorised')
    .execute()
}

/** The database books it: the charge is captured, the intent succeeded. Throws where nothing is authorised. */
export async function insertCapture(
  tx: SandboxTx,
  { id, intentId, event }: { id: string; intentId: string; event: NewEvent },
): Promise<void> {
  const { numInsertedOrUpdatedRows: captured } = await tx
    .with('told', (db) => insertEvent(db, event))
    .insertInto('sandbox.captures')
    .columns(['id', 'intent_id', 'charge_id', 'amount'])
    .expression((eb) =>
      eb
        .selectFrom('sandbox.charges')
        .select((eb) => [
          eb.val(id).as('id'),
          'intent_id',
          'sandbox.charges.id as charge_id',
          'sandbox.charges.amount',
        ])
        .where('intent_id', '=', intentId)
        .where('state', '=', 'authorised'),
    )
    .executeTakeFirst()
  if (captured !== 1n) throw new Error(`nothing of ${intentId} is authorised`)
}

export async function insertChallenge(
  tx: SandboxTx,
  { secret, of, returnUrl }: Omit<Challenge, 'isAnswered'>,
): Promise<void> {
  await tx
    .insertInto('sandbox.challenges')
    .values({
      secret,
      return_url: returnUrl,
      ...('intentId' in of ? { intent_id: of.intentId } : { setup_id: of.setupId }),
    })
    .execute()
}

export async function findChallenge(
  db: SandboxDb | SandboxTx,
  ofId: string,
  secret: string,
): Promise<Challenge | undefined> {
  const row = await db
    .selectFrom('sandbox.challenges')
    .selectAll()
    .where('secret', '=', secret)
    .where(({ or, eb }) => or([eb('intent_id', '=', ofId), eb('setup_id', '=', ofId)]))
    .executeTakeFirst()
  return row && challengeOf(row)
}

export async function closeChallenge(
  tx: SandboxTx,
  of: ChallengeOf,
  outcome: 'approved' | 'failed' | 'abandoned',
): Promise<void> {
  await tx
    .updateTable('sandbox.challenges')
    .set({ outcome, answered_at: sql<Date>`clock_timestamp()` })
    .where('intentId' in of ? 'intent_id' : 'setup_id', '=', 'intentId' in of ? of.intentId : of.setupId)
    .where('outcome', 'is', null)
    .execute()
}

/** Only an intent that waits for the buyer's bank has a challenge to be looked for. */
async function intentWithChallenge(
  db: SandboxDb | SandboxTx,
  row: Selectable<SandboxTables['sandbox.intents']>,
): Promise<Intent> {
  return intentOf(row, row.status === 'requires_action' ? await openChallenge(db, row.id) : null)
}

async function openChallenge(db: SandboxDb | SandboxTx, intentId: string): Promise<Challenge | null> {
  const row = await db
    .selectFrom('sandbox.challenges')
    .selectAll()
    .where('intent_id', '=', intentId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row ? challengeOf(row) : null
}

function challengeOf(row: Selectable<SandboxTables['sandbox.challenges']>): Challenge {
  return {
    secret: row.secret,
    // The database has exactly one of them.
    of: row.intent_id === null ? { setupId: row.setup_id ?? '' } : { intentId: row.intent_id },
    returnUrl: row.return_url,
    isAnswered: row.outcome !== null,
  }
}

function intentOf(row: Selectable<SandboxTables['sandbox.intents']>, challenge: Challenge | null): Intent {
  return {
    id: row.id,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    amountReceived: row.amount_received,
    amountRefunded: row.amount_refunded,
    description: row.description,
    metadata: row.metadata,
    customerId: row.customer_id,
    savesCard: row.saves_card,
    paymentMethod: row.payment_method,
    card:
      row.card_brand !== null && row.card_last4 !== null
        ? { brand: row.card_brand, last4: row.card_last4 }
        : null,
    lastError: row.last_error,
    challenge,
    createdAt: row.created_at,
  }
}
