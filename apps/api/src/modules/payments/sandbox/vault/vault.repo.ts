import { sql, type Selectable } from 'kysely'
import type { PaymentFailure } from '../../payments.port.ts'
import type { Challenge } from '../ledger/intents.repo.ts'
import type { SandboxDb, SandboxTables, SandboxTx } from '../sandbox-tables.ts'
import { resourceMissing } from '../sandbox-error.ts'
import { expiryOf, type TestCard } from '../test-cards.ts'

export interface Customer {
  id: string
  name: string
  metadata: Record<string, string>
  defaultMethod: string | null
}

export interface Method {
  id: string
  customerId: string
  /** Token of the published card. */
  testCard: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
  createdAt: Date
}

export interface Setup {
  id: string
  /** Lets a browser confirm and read this setup only. */
  secret: string
  customerId: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  testCard: string | null
  method: string | null
  lastError: PaymentFailure | null
  /** The open challenge; set exactly while the status is `requires_action`. */
  challenge: Pick<Challenge, 'secret' | 'returnUrl'> | null
  createdAt: Date
}

/** Expiry of published test tokens, which have no typed expiry. */
const validForYears = 4

export async function insertCustomer(
  tx: SandboxTx,
  { id, name, metadata }: Pick<Customer, 'id' | 'name' | 'metadata'>,
): Promise<void> {
  await tx
    .insertInto('sandbox.customers')
    .values({ id, name, metadata: JSON.stringify(metadata) })
    .execute()
}

export async function readCustomer(db: SandboxDb | SandboxTx, id: string): Promise<Customer> {
  const row = await db.selectFrom('sandbox.customers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw resourceMissing('customer', 'customer')
  return { id: row.id, name: row.name, metadata: row.metadata, defaultMethod: row.default_method }
}

/** Makes the card the customer's default; rejects cards of other customers. */
export async function setDefaultMethod(tx: SandboxTx, customerId: string, methodId: string): Promise<void> {
  const method = await findMethod(tx, methodId)
  if (method?.customerId !== customerId) throw resourceMissing('payment_method', 'saved card')
  await tx
    .updateTable('sandbox.customers')
    .set({ default_method: methodId })
    .where('id', '=', customerId)
    .execute()
}

export async function insertMethod(
  tx: SandboxTx,
  {
    id,
    customerId,
    testCard,
    card,
  }: { id: string; customerId: string; testCard: string; card: Pick<TestCard, 'brand' | 'last4'> },
): Promise<void> {
  const expiry = expiryOf(testCard)
  await tx
    .insertInto('sandbox.payment_methods')
    .values({
      id,
      customer_id: customerId,
      test_card: testCard,
      card_brand: card.brand,
      card_last4: card.last4,
      exp_month: expiry?.month ?? 12,
      exp_year: expiry?.year ?? sql<number>`extract(year from clock_timestamp())::integer + ${validForYears}`,
    })
    .execute()
}

/** Newest first. */
export async function listMethods(db: SandboxDb | SandboxTx, customerId: string): Promise<Method[]> {
  const rows = await db
    .selectFrom('sandbox.payment_methods')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('detached_at', 'is', null)
    .orderBy('attached_at', 'desc')
    .execute()
  return rows.map(methodOf)
}

/** Returns a saved card. A removed card is found only for payments it has started. */
export async function findMethod(
  db: SandboxDb | SandboxTx,
  id: string,
  { includeRemoved = false } = {},
): Promise<Method | undefined> {
  let query = db.selectFrom('sandbox.payment_methods').selectAll().where('id', '=', id)
  if (!includeRemoved) query = query.where('detached_at', 'is', null)
  const row = await query.executeTakeFirst()
  return row && methodOf(row)
}

/** The card can no longer pay, and is not a default. */
export async function detach(tx: SandboxTx, id: string): Promise<void> {
  await tx
    .updateTable('sandbox.customers')
    .set({ default_method: null })
    .where('default_method', '=', id)
    .execute()
  await tx
    .updateTable('sandbox.payment_methods')
    .set({ detached_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

export async function insertSetup(
  tx: SandboxTx,
  setup: Pick<Setup, 'id' | 'secret' | 'customerId'>,
): Promise<void> {
  await tx
    .insertInto('sandbox.setups')
    .values({
      id: setup.id,
      secret: setup.secret,
      customer_id: setup.customerId,
      status: 'requires_payment_method',
    })
    .execute()
}

export async function findSetup(db: SandboxDb | SandboxTx, id: string): Promise<Setup | undefined> {
  const row = await db.selectFrom('sandbox.setups').selectAll().where('id', '=', id).executeTakeFirst()
  return row && setupOf(row, await findOpenChallenge(db, id))
}

export async function lockSetup(tx: SandboxTx, id: string): Promise<Setup> {
  const row = await tx
    .selectFrom('sandbox.setups')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw resourceMissing('setup', 'setup intent')
  return setupOf(row, await findOpenChallenge(tx, id))
}

export async function updateSetup(
  tx: SandboxTx,
  id: string,
  change: Pick<Setup, 'status' | 'testCard' | 'method' | 'lastError'>,
): Promise<void> {
  await tx
    .updateTable('sandbox.setups')
    .set({
      status: change.status,
      test_card: change.testCard,
      payment_method: change.method,
      last_error: change.lastError && JSON.stringify(change.lastError),
    })
    .where('id', '=', id)
    .execute()
}

async function findOpenChallenge(
  db: SandboxDb | SandboxTx,
  setupId: string,
): Promise<Pick<Challenge, 'secret' | 'returnUrl'> | null> {
  const row = await db
    .selectFrom('sandbox.challenges')
    .select(['secret', 'return_url'])
    .where('setup_id', '=', setupId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return row ? { secret: row.secret, returnUrl: row.return_url } : null
}

function methodOf(row: Selectable<SandboxTables['sandbox.payment_methods']>): Method {
  return {
    id: row.id,
    customerId: row.customer_id,
    testCard: row.test_card,
    brand: row.card_brand,
    last4: row.card_last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    createdAt: row.attached_at,
  }
}

function setupOf(row: Selectable<SandboxTables['sandbox.setups']>, challenge: Setup['challenge']): Setup {
  return {
    id: row.id,
    secret: row.secret,
    customerId: row.customer_id,
    status: row.status,
    testCard: row.test_card,
    method: row.payment_method,
    lastError: row.last_error,
    challenge,
    createdAt: row.created_at,
  }
}
