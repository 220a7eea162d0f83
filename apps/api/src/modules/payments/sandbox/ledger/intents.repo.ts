import { sql, type Selectable } from 'kysely'
import type { PaymentCard, PaymentFailure } from '../../payments.port.ts'
import { insertEvent, type NewEvent } from '../webhooks/events.repo.ts'
import { resourceMissing } from '../sandbox-error.ts'
import type { IntentStatus, SandboxDb, SandboxTables, SandboxTx } from '../sandbox-tables.ts'

/** Subject of a bank challenge: a payment, or a card being saved. */
export type ChallengeSubject = { intentId: string } | { setupId: string }

export interface Challenge {
  secret: string
  subject: ChallengeSubject
  /** A path on our own origin. */
  returnUrl: string
  isCompleted: boolean
}

export interface Intent {
  id: string
  status: IntentStatus
  /** Minor units. */
  amount: number
  /** Lower case, as in Stripe's API. */
  currency: string
  amountReceived: number
  amountRefunded: number
  description: string
  metadata: Record<string, string>
  /** Customer whose saved card pays or whose new card is saved. */
  customerId: string | null
  savesCard: boolean
  paymentMethod: string | null
  card: PaymentCard | null
  lastError: PaymentFailure | null
  /** The open challenge; set exactly while the status is `requires_action`. */
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

/**
 * Returns the locked intent.
 * @throws `resource_missing`
 */
export async function lockIntent(tx: SandboxTx, id: string): Promise<Intent> {
  const row = await tx
    .selectFrom('sandbox.intents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw resourceMissing('intent', 'payment intent')
  return intentWithChallenge(tx, row)
}

interface IntentChange {
  status: IntentStatus
  paymentMethod?: string
  card?: PaymentCard
  lastError?: PaymentFailure | null
}

export async function updateIntent(tx: SandboxTx, id: string, change: IntentChange): Promise<Intent> {
  const row = await tx
    .updateTable('sandbox.intents')
    .set(columnsOf(change))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return intentWithChallenge(tx, row)
}

interface NewCharge {
  id: string
  paymentMethod: string
  event: NewEvent
}

/** Writes an authorised or declined charge with the intent's new state and its event. */
export async function chargeIntent(tx: SandboxTx, charged: Intent, charge: NewCharge): Promise<void> {
  const { status, paymentMethod, card, lastError } = charged
  await tx
    .with('charge', (db) =>
      db.insertInto('sandbox.charges').values({
        id: charge.id,
        intent_id: charged.id,
        amount: charged.amount,
        payment_method: charge.paymentMethod,
        state: lastError ? 'declined' : 'authorised',
        failure: lastError && JSON.stringify(lastError),
      }),
    )
    .with('event', (db) => insertEvent(db, charge.event))
    .updateTable('sandbox.intents')
    .set(
      columnsOf({
        status,
        lastError,
        ...(paymentMethod !== null && { paymentMethod }),
        ...(card && { card }),
      }),
    )
    .where('id', '=', charged.id)
    .execute()
}

function columnsOf({ status, paymentMethod, card, lastError }: IntentChange) {
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

/** Inserts the capture; a database trigger updates charge and intent. Throws if nothing is authorised. */
export async function insertCapture(
  tx: SandboxTx,
  { id, intentId, event }: { id: string; intentId: string; event: NewEvent },
): Promise<void> {
  const { numInsertedOrUpdatedRows: captured } = await tx
    .with('event', (db) => insertEvent(db, event))
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
  if (captured !== 1n) throw new Error(`no authorised charge for ${intentId}`)
}

export async function insertChallenge(
  tx: SandboxTx,
  { secret, subject, returnUrl }: Omit<Challenge, 'isCompleted'>,
): Promise<void> {
  await tx
    .insertInto('sandbox.challenges')
    .values({
      secret,
      return_url: returnUrl,
      ...('intentId' in subject ? { intent_id: subject.intentId } : { setup_id: subject.setupId }),
    })
    .execute()
}

export async function findChallenge(
  db: SandboxDb | SandboxTx,
  subjectId: string,
  secret: string,
): Promise<Challenge | undefined> {
  const row = await db
    .selectFrom('sandbox.challenges')
    .selectAll()
    .where('secret', '=', secret)
    .where(({ or, eb }) => or([eb('intent_id', '=', subjectId), eb('setup_id', '=', subjectId)]))
    .executeTakeFirst()
  return row && challengeOf(row)
}

export async function closeChallenge(
  tx: SandboxTx,
  subject: ChallengeSubject,
  outcome: 'approved' | 'failed' | 'abandoned',
): Promise<void> {
  await tx
    .updateTable('sandbox.challenges')
    .set({ outcome, resolved_at: sql<Date>`clock_timestamp()` })
    .where(
      'intentId' in subject ? 'intent_id' : 'setup_id',
      '=',
      'intentId' in subject ? subject.intentId : subject.setupId,
    )
    .where('outcome', 'is', null)
    .execute()
}

/** Only intents that wait for a challenge have one to load. */
async function intentWithChallenge(
  db: SandboxDb | SandboxTx,
  row: Selectable<SandboxTables['sandbox.intents']>,
): Promise<Intent> {
  return intentOf(row, row.status === 'requires_action' ? await findOpenChallenge(db, row.id) : null)
}

async function findOpenChallenge(db: SandboxDb | SandboxTx, intentId: string): Promise<Challenge | null> {
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
    // A constraint guarantees exactly one of them.
    subject: row.intent_id === null ? { setupId: row.setup_id ?? '' } : { intentId: row.intent_id },
    returnUrl: row.return_url,
    isCompleted: row.outcome !== null,
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
