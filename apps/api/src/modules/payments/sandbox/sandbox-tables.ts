import type { ColumnType, JSONColumnType } from 'kysely'
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
  created_at: Stamp
}

interface ChallengesTable {
  secret: string
  intent_id: string
  return_url: string
  outcome: ColumnType<'approved' | 'failed' | 'abandoned' | null, never, 'approved' | 'failed' | 'abandoned'>
  created_at: Stamp
  answered_at: ColumnType<Date | null, never, Date>
}

interface IdempotencyKeysTable {
  key: string
  params_hash: Buffer
  status: ColumnType<number | null, never, number>
  body: ColumnType<unknown, never, string>
  created_at: Stamp
}

/** The sandbox's schema as Kysely sees it; no part of Terrace's own tables. */
export interface SandboxTables {
  'sandbox.installation': { secret_key: string }
  'sandbox.intents': IntentsTable
  'sandbox.charges': ChargesTable
  'sandbox.captures': CapturesTable
  'sandbox.refunds': RefundsTable
  'sandbox.challenges': ChallengesTable
  'sandbox.idempotency_keys': IdempotencyKeysTable
}
