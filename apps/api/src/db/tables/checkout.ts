// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface CheckoutTables {
  checkout_attempts: {
    id: string
    team_id: string
    account_id: string
    gateway: string
    customer_id: string | null
    card_token: string
    saves_card: Generated<boolean>
    next_action: ColumnType<{ type: string; url: string } | null, string | null, string | null>
    failure: ColumnType<{ code: string; declineCode?: string; message: string } | null, string | null, string | null>
    amount_minor: number
    tickets_minor: number
    fee_minor: number
    currency: string
    email: string
    phone: string
    quote_id: string | null
    holds_extended_until: Date
    lease_owner: string | null
    created_at: Generated<Date>
    reference: string | null
    internal_note: string | null
    client_id: string | null
    client_name: string | null
    lease_expires_at: Generated<Date>
    updated_at: Generated<Date>
    state: string
    gateway_payment_id: string | null
    is_open: GeneratedAlways<boolean>
    final_payment_id: GeneratedAlways<string | null>
    traceparent: string | null
  }
  payment_failures: {
    attempt_id: string
    account_id: string
    ip_address: string | null
    card_hash: string
    failed_at: Generated<Date>
  }
  checkout_attempt_lines: {
    attempt_id: string
    hold_id: string
    listing_id: string
    quantity: number
    attendees: Buffer | null
  }
  checkout_contacts: {
    team_id: string
    ciphertext: Buffer
    updated_at: Generated<Date>
  }
  checkout_drafts: {
    team_id: string
    listing_id: string
    ciphertext: Buffer
    updated_at: Generated<Date>
  }
  saved_people: {
    id: string
    team_id: string
    encrypted_details: Buffer
    created_at: Date
    last_used_at: Date
  }
}
