// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export interface HoldsTables {
  holds: {
    id: string
    team_id: string
    created_by: string
    listing_id: string
    event_id: number
    quantity: number
    seller_price_minor: number
    seller_currency: string
    ticket_price_minor: number
    buyer_currency: string
    rate: string
    rate_date: string | null
    fee_bp: number
    quote_ref: string | null
    attempt_id: string | null
    expires_at: Date
    reserved_until: Date
    created_at: Generated<Date>
    release_at: Date | null
    release_quantity: number | null
    internal_note: string | null
    revision: Generated<number>
    state: 'active' | 'paying' | 'released' | 'sold'
    is_open: GeneratedAlways<boolean>
    released_at: Date | null
    counts_towards_cooldown: Generated<boolean>
  }
  hold_expiry_cursor: {
    is_only: Generated<boolean>
    announced_until: Date
  }
}
