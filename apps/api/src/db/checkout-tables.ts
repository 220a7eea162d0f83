import type { ColumnType } from 'kysely'
import type { Defaulted, Stamp } from './column-types.ts'

interface CheckoutContactsTable {
  team_id: string
  sealed: Buffer
  updated_at: Defaulted<Date>
}

interface CheckoutDraftsTable {
  team_id: string
  listing_id: string
  sealed: Buffer
  updated_at: Defaulted<Date>
}

interface CardCustomersTable {
  team_id: string
  gateway: string
  customer_id: string
}

interface CardSetupsTable {
  gateway: string
  setup_id: string
  team_id: string
  makes_default: Defaulted<boolean>
  created_at: Stamp
}

interface SavedCardsTable {
  id: string
  team_id: string
  gateway: string
  method_id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  is_default: boolean
  saved_at: Stamp
}

interface PaymentEventsTable {
  gateway: string
  event_id: string
  type: string
  received_at: Stamp
  done_at: ColumnType<Date | null, undefined, Date>
}

interface PaymentDisputesTable {
  gateway: string
  dispute_id: string
  attempt_id: string
  amount_minor: number
  currency: string
  reason: string
  state: 'open' | 'won' | 'lost'
  respond_by: Defaulted<Date | null>
  withheld_minor: Defaulted<number>
  moves: Defaulted<number>
  told_at: Stamp
  updated_at: Defaulted<Date>
}

/** What the checkout and its payments keep beside attempts and orders. */
export interface CheckoutTables {
  checkout_contacts: CheckoutContactsTable
  checkout_drafts: CheckoutDraftsTable
  card_customers: CardCustomersTable
  card_setups: CardSetupsTable
  saved_cards: SavedCardsTable
  payment_events: PaymentEventsTable
  payment_disputes: PaymentDisputesTable
}
