// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated } from 'kysely'

export interface PaymentsTables {
  card_customers: {
    team_id: string
    gateway: string
    customer_id: string
  }
  card_setups: {
    gateway: string
    setup_id: string
    team_id: string
    makes_default: Generated<boolean>
    created_at: Generated<Date>
  }
  saved_cards: {
    id: string
    team_id: string
    gateway: string
    method_id: string
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    is_default: boolean
    saved_at: Generated<Date>
  }
  payment_events: {
    gateway: string
    event_id: string
    type: string
    received_at: Generated<Date>
    processed_at: Date | null
  }
  payment_disputes: {
    gateway: string
    dispute_id: string
    attempt_id: string
    amount_minor: number
    currency: string
    reason: string
    state: 'open' | 'won' | 'lost'
    respond_by: Date | null
    withheld_minor: Generated<number>
    movement_count: Generated<number>
    notified_at: Generated<Date>
    updated_at: Generated<Date>
  }
}
