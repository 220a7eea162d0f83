// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface QuotesTables {
  quotes: {
    id: string
    team_id: string
    created_by: string
    event_id: number
    slug_hash: Buffer
    encrypted_slug: Buffer
    id_key: Buffer
    title: string
    client_name: string | null
    note: string | null
    currency: string
    commission_method: 'fixed' | 'percentage'
    commission_minor: number | null
    commission_bp: number | null
    scope: 'event' | 'listings' | 'holds'
    is_hospitality_only: boolean
    price_mode: 'floating' | 'locked'
    state: Generated<'active' | 'accepted' | 'declined' | 'withdrawn' | 'ordered'>
    fee_bp: number
    created_at: Date
    expires_at: Date
    view_count: Generated<number>
    first_viewed_at: Date | null
    last_viewed_at: Date | null
    response_kind: 'accepted' | 'declined' | null
    responded_at: Date | null
    response_name: string | null
    response_email: string | null
    response_reason: string | null
    view_notified_at: Date | null
    offer_choice: Generated<'any' | 'one'>
    reference: string | null
    internal_note: string | null
    first_sent_at: Date | null
    reminder_due_at: Date | null
    answer_emails_until: Date | null
  }
  quote_offers: {
    id: string
    quote_id: string
    listing_id: string
    kind: 'offered' | 'selected'
    quantity: number
    position: number
    hold_id: string | null
    snapshot: ColumnType<object, string, string>
    seller_price_minor: number
    seller_currency: string
    cost_minor: number
    rate: string
    rate_date: string | null
    accepted: Generated<number>
    agreed_minor: number | null
  }
  quote_history: {
    id: GeneratedAlways<number>
    quote_id: string
    at: Date
    event: 'created' | 'viewed' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | 'withdrawal_undone' | 'reopened' | 'extended' | 'commission_changed' | 'sent' | 'ordered' | 'order_reversed'
    account_id: string | null
    actor_name: string | null
    reason: string | null
    details: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  quote_orders: {
    order_id: string
    quote_id: string
    rate: string | null
  }
  quote_emails: {
    id: string
    quote_id: string
    sent_by: string
    email: string
    message: Generated<string>
    requested_at: Date
  }
  team_quote_settings: {
    team_id: string
    name: Generated<string>
    colour: Generated<string>
    contact_email: Generated<string>
    contact_phone: Generated<string>
    offers_alternatives: Generated<boolean>
    holds_on_accept: Generated<boolean>
    max_held_on_accept: Generated<number>
    email_on_view: Generated<boolean>
    email_on_accept: Generated<boolean>
    email_on_decline: Generated<boolean>
    quote_origin: string | null
    default_commission_method: Generated<'fixed' | 'percentage'>
    default_commission_minor: number | null
    default_commission_bp: number | null
    default_currency: string | null
    default_expiry_hours: Generated<number>
    default_price_mode: Generated<'floating' | 'locked'>
    default_offer_choice: Generated<'any' | 'one'>
    default_note: Generated<string>
    email_on_unopened: Generated<boolean>
  }
  team_quote_logos: {
    team_id: string
    id: string
    media_type: 'image/png' | 'image/jpeg' | 'image/webp'
    bytes: Buffer
    updated_at: Date
  }
}
