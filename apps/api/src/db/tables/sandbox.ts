// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

export interface SandboxTables {
  'sandbox.installation': {
    is_only: Generated<boolean>
    secret_key: Generated<string>
    webhook_secret: Generated<string>
  }
  'sandbox.customers': {
    id: string
    name: string
    metadata: ColumnType<Record<string, string>, string, string>
    default_method: string | null
    created_at: Generated<Date>
  }
  'sandbox.payment_methods': {
    id: string
    customer_id: string
    test_card: string
    card_brand: string
    card_last4: string
    exp_month: number
    exp_year: number
    attached_at: Generated<Date>
    detached_at: Date | null
  }
  'sandbox.setups': {
    id: string
    secret: string
    customer_id: string
    status: 'requires_payment_method' | 'requires_action' | 'succeeded'
    test_card: string | null
    payment_method: string | null
    last_error: ColumnType<{ code: string; declineCode: string | null; message: string } | null, string | null | undefined, string | null>
    created_at: Generated<Date>
  }
  'sandbox.intents': {
    id: string
    status: 'requires_payment_method' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled'
    amount: number
    currency: string
    amount_received: Generated<number>
    amount_refunded: Generated<number>
    description: string
    metadata: ColumnType<Record<string, string>, string, string>
    payment_method: string | null
    card_brand: string | null
    card_last4: string | null
    last_error: ColumnType<{ code: string; declineCode: string | null; message: string } | null, string | null | undefined, string | null>
    customer_id: string | null
    saves_card: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  'sandbox.charges': {
    id: string
    intent_id: string
    amount: number
    payment_method: string
    state: 'authorised' | 'declined' | 'captured' | 'voided'
    failure: ColumnType<{ code: string; declineCode: string | null; message: string } | null, string | null | undefined, string | null>
    created_at: Generated<Date>
  }
  'sandbox.captures': {
    id: string
    intent_id: string
    charge_id: string
    amount: number
    created_at: Generated<Date>
  }
  'sandbox.refunds': {
    id: string
    intent_id: string
    charge_id: string
    amount: number
    metadata: ColumnType<Record<string, string>, string, never>
    initial_status: Generated<'pending' | 'succeeded'>
    created_at: Generated<Date>
  }
  'sandbox.refund_outcomes': {
    refund_id: string
    outcome: 'succeeded' | 'failed'
    created_at: Generated<Date>
  }
  'sandbox.challenges': {
    secret: string
    intent_id: string | null
    setup_id: string | null
    return_url: string
    outcome: 'approved' | 'failed' | 'abandoned' | null
    created_at: Generated<Date>
    resolved_at: Date | null
  }
  'sandbox.disputes': {
    id: string
    intent_id: string
    amount: number
    currency: string
    reason: string
    status: 'needs_response' | 'won' | 'lost'
    created_at: Generated<Date>
  }
  'sandbox.events': {
    id: string
    type: string
    object: ColumnType<object, string, never>
    delivered_at: Date | null
    attempt_count: Generated<number>
    next_attempt_at: Generated<Date>
    created_at: Generated<Date>
  }
  'sandbox.idempotency_keys': {
    key: string
    params_hash: Buffer
    status: ColumnType<number, number, never>
    body: ColumnType<unknown, string | null, string | null>
    created_at: Generated<Date>
  }
}
