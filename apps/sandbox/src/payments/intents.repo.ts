import type { PaymentCard, PaymentFailure } from '../cards.ts'
import { resourceMissing } from '../sandbox-error.ts'
import { date, flag, json, jsonOrNull, number, text, textOrNull } from '../store/columns.ts'
import type { Row, Store } from '../store/store.ts'
import { findOpenChallenge, type Challenge } from './challenges.repo.ts'

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

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

export function insertIntent(store: Store, intent: NewIntent): Intent {
  store.run(
    `insert into intents (id, status, amount, currency, description, metadata, customer_id, saves_card, created_at)
    values (:id, 'requires_payment_method', :amount, :currency, :description, :metadata, :customerId, :savesCard, :now)`,
    {
      ...intent,
      metadata: JSON.stringify(intent.metadata),
      savesCard: Number(intent.savesCard),
      now: Date.now(),
    },
  )
  return readIntent(store, intent.id)
}

export function findIntent(store: Store, id: string): Intent | undefined {
  const row = store.find('select * from intents where id = :id', { id })
  return row && intentOf(store, row)
}

/** @throws `resource_missing` */
export function readIntent(store: Store, id: string): Intent {
  const intent = findIntent(store, id)
  if (!intent) throw resourceMissing('intent', 'payment intent')
  return intent
}

/** Newest first. */
export function listIntentsSince(
  store: Store,
  { createdSince, after, limit }: { createdSince: Date; after: string | null; limit: number },
): Intent[] {
  return store
    .list(
      `select * from intents where created_at >= :since
        and (:after is null or rowid < (select rowid from intents where id = :after))
      order by rowid desc limit :limit`,
      { since: createdSince.getTime(), after, limit },
    )
    .map((row) => intentOf(store, row))
}

type IntentState = Pick<Intent, 'status' | 'paymentMethod' | 'card' | 'lastError' | 'amountReceived'>

/** Stores a new state and returns the intent with it. */
export function updateIntent(store: Store, intent: Intent, change: Partial<IntentState>): Intent {
  const { id, status, amountReceived, paymentMethod, card, lastError } = { ...intent, ...change }
  store.run(
    `update intents set status = :status, amount_received = :amountReceived, payment_method = :paymentMethod,
      card_brand = :brand, card_last4 = :last4, last_error = :lastError where id = :id`,
    {
      id,
      status,
      amountReceived,
      paymentMethod,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      lastError: lastError && JSON.stringify(lastError),
    },
  )
  return readIntent(store, id)
}

function intentOf(store: Store, row: Row): Intent {
  const status = text(row, 'status') as IntentStatus
  const brand = textOrNull(row, 'card_brand')
  const last4 = textOrNull(row, 'card_last4')
  return {
    id: text(row, 'id'),
    status,
    amount: number(row, 'amount'),
    currency: text(row, 'currency'),
    amountReceived: number(row, 'amount_received'),
    amountRefunded: number(row, 'amount_refunded'),
    description: text(row, 'description'),
    metadata: json(row, 'metadata'),
    customerId: textOrNull(row, 'customer_id'),
    savesCard: flag(row, 'saves_card'),
    paymentMethod: textOrNull(row, 'payment_method'),
    card: brand !== null && last4 !== null ? { brand, last4 } : null,
    lastError: jsonOrNull(row, 'last_error'),
    challenge: status === 'requires_action' ? findOpenChallenge(store, text(row, 'id')) : null,
    createdAt: date(row, 'created_at'),
  }
}
