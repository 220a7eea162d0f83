import type { ColumnType, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { PaymentFailure } from '../payments.port.ts'

/** Stamped by the database. */
type Stamp = ColumnType<Date, never, never>
type NullableJson<Type extends object> = ColumnType<Type | null, string | null | undefined, string | null>

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_action'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled'

interface IntentsTable {
  id: string
  status: IntentStatus
  amount: number
  currency: string
  amount_received: ColumnType<number, never, never>
  amount_refunded: ColumnType<number, never, never>
  description: string
  metadata: JSONColumnType<Record<string, string>, string, string>
  payment_method: ColumnType<string | null, string | null | undefined, string | null>
  card_brand: ColumnType<string | null, string | null | undefined, string | null>
  card_last4: ColumnType<string | null, string | null | undefined, string | null>
  last_error: NullableJson<PaymentFailure>
  customer_id: ColumnType<string | null, string | null, never>
  saves_card: ColumnType<boolean, boolean, never>
  created_at: Stamp
  updated_at: Stamp
}

interface ChargesTable {
  id: string
  intent_id: string
  amount: number
  payment_method: string
  state: 'authorised' | 'declined' | 'captured' | 'voided'
  failure: NullableJson<PaymentFailure>
  created_at: Stamp
}

interface CapturesTable {
  id: string
  intent_id: string
  charge_id: string
  amount: number
  created_at: Stamp
}

interface RefundsTable {
  id: string
  intent_id: string
  charge_id: string
  amount: number
  metadata: JSONColumnType<Record<string, string>, string, never>
  begins_as: 'pending' | 'succeeded'
  created_at: Stamp
}

interface RefundEndsTable {
  refund_id: string
  outcome: 'succeeded' | 'failed'
  created_at: Stamp
}

interface ChallengesTable {
  secret: string
  intent_id: ColumnType<string | null, string | undefined, never>
  setup_id: ColumnType<string | null, string | undefined, never>
  return_url: string
  outcome: ColumnType<'approved' | 'failed' | 'abandoned' | null, never, 'approved' | 'failed' | 'abandoned'>
  created_at: Stamp
  answered_at: ColumnType<Date | null, never, Date>
}

interface CustomersTable {
  id: string
  name: string
  metadata: JSONColumnType<Record<string, string>, string, string>
  default_method: ColumnType<string | null, undefined, string | null>
  created_at: Stamp
}

interface PaymentMethodsTable {
  id: string
  customer_id: string
  test_card: string
  card_brand: string
  card_last4: string
  exp_month: number
  exp_year: number
  attached_at: Stamp
  detached_at: ColumnType<Date | null, never, Date>
}

interface SetupsTable {
  id: string
  secret: string
  customer_id: string
  status: 'requires_payment_method' | 'requires_action' | 'succeeded'
  test_card: ColumnType<string | null, undefined, string | null>
  payment_method: ColumnType<string | null, undefined, string | null>
  last_error: NullableJson<PaymentFailure>
  created_at: Stamp
}

interface DisputesTable {
  id: string
  intent_id: string
  amount: number
  currency: string
  reason: string
  status: 'needs_response' | 'won' | 'lost'
  created_at: Stamp
}

interface EventsTable {
  id: string
  type: string
  object: JSONColumnType<object, string, never>
  created_at: Stamp
  delivered_at: ColumnType<Date | null, never, Date>
  tries: ColumnType<number, never, number>
  next_try_at: ColumnType<Date, never, Date>
}

interface IdempotencyKeysTable {
  key: string
  params_hash: Buffer
  status: ColumnType<number, number, never>
  body: ColumnType<unknown, string, never>
  created_at: Stamp
}

/** The sandbox's schema as Kysely sees it; no part of Terrace's own tables. */
export interface SandboxTables {
  'sandbox.installation': { secret_key: string; webhook_secret: string }
  'sandbox.intents': IntentsTable
  'sandbox.charges': ChargesTable
  'sandbox.captures': CapturesTable
  'sandbox.refunds': RefundsTable
  'sandbox.refund_ends': RefundEndsTable
  'sandbox.challenges': ChallengesTable
  'sandbox.customers': CustomersTable
  'sandbox.payment_methods': PaymentMethodsTable
  'sandbox.setups': SetupsTable
  'sandbox.disputes': DisputesTable
  'sandbox.events': EventsTable
  'sandbox.idempotency_keys': IdempotencyKeysTable
}

/** Any connection to the sandbox’s schema; no part of the shop’s own. */
export type SandboxDb = Kysely<SandboxTables>
export type SandboxTx = Transaction<SandboxTables>
