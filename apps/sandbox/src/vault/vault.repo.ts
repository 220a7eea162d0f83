import type { PaymentFailure } from '../cards.ts'
import { findOpenChallenge, type Challenge } from '../payments/challenges.repo.ts'
import { resourceMissing } from '../sandbox-error.ts'
import { date, json, jsonOrNull, number, text, textOrNull } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'
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
  challenge: Challenge | null
  createdAt: Date
}

/** Expiry of published test tokens, which have no typed expiry. */
const validForYears = 4

export function insertCustomer(
  store: Store,
  { id, name, metadata }: Pick<Customer, 'id' | 'name' | 'metadata'>,
): void {
  store.run('insert into customers (id, name, metadata) values (:id, :name, :metadata)', {
    id,
    name,
    metadata: JSON.stringify(metadata),
  })
}

/** @throws `resource_missing` */
export function readCustomer(store: Store, id: string): Customer {
  const row = store.find('select * from customers where id = :id', { id })
  if (!row) throw resourceMissing('customer', 'customer')
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    metadata: json(row, 'metadata'),
    defaultMethod: textOrNull(row, 'default_method'),
  }
}

/** Makes the card the customer's default; rejects cards of other customers. */
export function setDefaultMethod(store: Store, customerId: string, methodId: string): void {
  if (findMethod(store, methodId)?.customerId !== customerId)
    throw resourceMissing('payment_method', 'saved card')
  store.run('update customers set default_method = :methodId where id = :customerId', {
    customerId,
    methodId,
  })
}

export function insertMethod(
  store: Store,
  {
    id,
    customerId,
    testCard,
    card: { brand, last4 },
  }: { id: string; customerId: string; testCard: string; card: TestCard },
): Method {
  const createdAt = new Date()
  const { month, year } = expiryOf(testCard) ?? {
    month: 12,
    year: createdAt.getUTCFullYear() + validForYears,
  }
  const method = { id, customerId, testCard, brand, last4, expMonth: month, expYear: year }
  store.run(
    `insert into payment_methods (id, customer_id, test_card, brand, last4, exp_month, exp_year, attached_at)
    values (:id, :customerId, :testCard, :brand, :last4, :expMonth, :expYear, :now)`,
    { ...method, now: createdAt.getTime() },
  )
  return { ...method, createdAt }
}

/** Newest first. */
export function listMethods(store: Store, customerId: string): Method[] {
  return store
    .list(
      'select * from payment_methods where customer_id = :customerId and detached_at is null order by rowid desc',
      { customerId },
    )
    .map(methodOf)
}

/** Returns a saved card. A removed card is found only for payments it has started. */
export function findMethod(store: Store, id: string, { includeRemoved = false } = {}): Method | undefined {
  const row = store.find(
    'select * from payment_methods where id = :id and (:includeRemoved or detached_at is null)',
    { id, includeRemoved: Number(includeRemoved) },
  )
  return row && methodOf(row)
}

/** The card can no longer pay, and is not a default. */
export function detach(store: Store, id: string): void {
  store.run('update customers set default_method = null where default_method = :id', { id })
  store.run('update payment_methods set detached_at = :now where id = :id', { id, now: Date.now() })
}

export function insertSetup(store: Store, setup: Pick<Setup, 'id' | 'secret' | 'customerId'>): void {
  store.run(
    `insert into setups (id, secret, customer_id, status, created_at)
    values (:id, :secret, :customerId, 'requires_payment_method', :now)`,
    { ...setup, now: Date.now() },
  )
}

export function findSetup(store: Store, id: string): Setup | undefined {
  const row = store.find('select * from setups where id = :id', { id })
  return row && setupOf(store, row)
}

/** @throws `resource_missing` */
export function readSetup(store: Store, id: string): Setup {
  const setup = findSetup(store, id)
  if (!setup) throw resourceMissing('setup', 'setup intent')
  return setup
}

export function updateSetup(
  store: Store,
  id: string,
  { status, testCard, method, lastError }: Pick<Setup, 'status' | 'testCard' | 'method' | 'lastError'>,
): void {
  store.run(
    `update setups set status = :status, test_card = :testCard, payment_method = :method, last_error = :lastError
    where id = :id`,
    { id, status, testCard, method, lastError: lastError && JSON.stringify(lastError) },
  )
}

function methodOf(row: Row): Method {
  return {
    id: text(row, 'id'),
    customerId: text(row, 'customer_id'),
    testCard: text(row, 'test_card'),
    brand: text(row, 'brand'),
    last4: text(row, 'last4'),
    expMonth: number(row, 'exp_month'),
    expYear: number(row, 'exp_year'),
    createdAt: date(row, 'attached_at'),
  }
}

function setupOf(store: Store, row: Row): Setup {
  const id = text(row, 'id')
  const status = text(row, 'status') as Setup['status']
  return {
    id,
    secret: text(row, 'secret'),
    customerId: text(row, 'customer_id'),
    status,
    testCard: textOrNull(row, 'test_card'),
    method: textOrNull(row, 'payment_method'),
    lastError: jsonOrNull(row, 'last_error'),
    challenge: status === 'requires_action' ? findOpenChallenge(store, id) : null,
    createdAt: date(row, 'created_at'),
  }
}
