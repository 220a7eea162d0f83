// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface OrdersTables {
  orders: {
    id: string
    number: string
    team_id: string
    account_id: string
    attempt_id: string
    state: Generated<'confirmed' | 'delivered' | 'cancelled'>
    tickets_minor: number
    fee_minor: number
    total_minor: number
    currency: string
    gateway: string
    gateway_payment_id: string
    card_brand: string | null
    card_last4: string | null
    email: string
    phone: string
    search_text: Generated<string>
    event_days: ColumnType<never, string[], never>
    is_long: GeneratedAlways<boolean>
    quote_id: string | null
    quote_title: string | null
    placed_at: Generated<Date>
    reference: string | null
    internal_note: string | null
    client_id: string | null
    client_name: string | null
  }
  order_lines: {
    id: string
    order_id: string
    seller_team_id: string
    listing_id: string
    hold_id: string
    event_id: number
    quantity: number
    price_minor: number
    fee_minor: number
    currency: string
    seller_price_minor: number
    seller_currency: string
    state: 'confirmed' | 'delivered' | 'cancelled'
    snapshot: ColumnType<Record<string, unknown>, string, string>
    attendees: Buffer | null
  }
  order_line_transitions: {
    id: GeneratedAlways<number>
    line_id: string
    from_state: string
    to_state: string
    actor: string
    reason: string
    at: Generated<Date>
  }
  order_changes: {
    id: GeneratedAlways<number>
    order_id: string
    account_id: string
    field: 'client' | 'reference' | 'internal_note'
    from_text: string | null
    to_text: string | null
    at: Generated<Date>
  }
  order_refunds: {
    id: string
    line_id: string
    order_id: string
    amount_minor: number
    currency: string
    state: Generated<'pending' | 'succeeded' | 'failed'>
    round: Generated<number>
    gateway_refund_id: string | null
    manual_payment_note: string | null
    requested_at: Generated<Date>
    next_attempt_at: Generated<Date>
    attempt_count: Generated<number>
    refunded_at: Date | null
    traceparent: Generated<string | null>
  }
  invoices: {
    order_id: string
    issuer: string
    number: number
    issuer_details: ColumnType<unknown, string, string>
    issued_at: Generated<Date>
    customer_details: ColumnType<unknown, string | null, string | null>
  }
  tickets: {
    id: string
    line_id: string
    ticket_number: number | null
    kind: 'file' | 'mobile_link' | 'transfer' | 'tracking'
    file_name: string | null
    content_type: string | null
    size: number | null
    storage_key: string | null
    url: string | null
    reference: string | null
    delivered_by: string
    delivered_at: Generated<Date>
    downloads: Generated<number>
    downloaded_at: Date | null
  }
  ticket_download_links: {
    token_hash: Buffer
    ticket_id: string
    account_id: string
    expires_at: Date
  }
  issue_reports: {
    id: string
    line_id: string
    account_id: string
    kind: string
    text: string
    reported_at: Generated<Date>
  }
}
