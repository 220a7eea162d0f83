// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ListingNote } from '@terrace/domain/tickets/listing-notes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface ListingsTables {
  listings: {
    id: string
    event_id: number
    seller_team_id: string
    external_id: string | null
    category_id: number
    section: string
    row: Generated<string>
    first_seat: number | null
    last_seat: number | null
    seats_hidden: Generated<boolean>
    general_admission: Generated<boolean>
    ticket_type: 'eTicket' | 'mobile' | 'mobile-link' | 'paper' | 'local-delivery' | 'season-cards'
    split_type: 'No Preferences' | 'Single Tickets' | 'Single Seats' | 'All Together' | 'Avoid Leaving One Ticket' | 'Sell In Multiples'
    quantity_limit: number | null
    multiple_sale_unit: number | null
    quantity: number
    price_minor: number
    currency: string
    face_value_minor: number | null
    in_hand_date: string
    instant_download: Generated<boolean>
    hospitality: Generated<boolean>
    attendee_delivery_details_required: Generated<boolean>
    attendee_identification_details_required: Generated<boolean>
    notes: ColumnType<ListingNote[], string | undefined, string>
    status: Generated<'active' | 'withdrawn'>
    is_demo: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    sold: Generated<number>
    sold_seats: Generated<string>
    cost_minor: number | null
    floor_minor: number | null
    shown_quantity: number | null
    split_quantities: number[] | null
    internal_notes: string | null
    tags: Generated<string[]>
    revision: Generated<number>
    seats: number[] | null
    in_hand_days_before: number | null
    own_hold_quantity: number | null
    own_hold_until: Date | null
    own_hold_note: string | null
    own_hold_warned_until: Date | null
  }
  listing_tickets: {
    listing_id: string
    ordinal: number
    seat: number | null
    event_id: number
    state: Generated<'free' | 'sold'>
    hold_id: string | null
    barcode_digest: Buffer | null
    file_id: string | null
  }
  listing_ticket_fill: {
    is_only: Generated<boolean>
    after_listing_id: Generated<string>
    finished_at: Date | null
  }
  barcode_keys: {
    is_only: Generated<boolean>
    encrypted_key: Buffer
    created_at: Generated<Date>
  }
  demo_stock: {
    name: string
    seed: string
    listings: number
    loaded_at: Generated<Date>
  }
  listing_changes: {
    id: GeneratedAlways<number>
    listing_id: string
    at: Generated<Date>
    kind: 'created' | 'changed' | 'published' | 'unpublished'
    source: 'hand' | 'file' | 'rule' | 'operator'
    account_id: string | null
    bulk_edit_id: string | null
    is_undo: Generated<boolean>
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
  }
  bulk_edits: {
    id: string
    team_id: string
    account_id: string
    created_at: Generated<Date>
    change: ColumnType<unknown, string, string>
    state: Generated<'previewed' | 'applying' | 'applied' | 'undoing' | 'undone'>
    applying_at: Date | null
    applied_at: Date | null
    undoing_at: Date | null
  }
  bulk_edit_rows: {
    bulk_edit_id: string
    position: number
    listing_id: string
    revision: number
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
    uses_floor: Generated<boolean>
    problem: string | null
    result: Generated<'pending' | 'applied' | 'skipped' | 'undone' | 'undo_skipped'>
    applied_revision: number | null
    created_at: Generated<Date>
  }
  resale_rules: {
    id: string
    kind: 'forbidden' | 'authorised_only' | 'price_cap'
    competition: string | null
    country_code: string | null
    cap_percent: number | null
    reason: string
    note: string
    is_on: Generated<boolean>
    switched_at: Date | null
  }
  resale_authorisations: {
    rule_id: string
    team_id: string
    created_at: Generated<Date>
  }
}
