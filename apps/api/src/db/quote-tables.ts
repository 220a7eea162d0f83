import type { CommissionMethod } from '@terrace/domain/commission'
import type { ListingNote } from '@terrace/domain/listing-notes'
import type { QuoteState } from '@terrace/domain/quote-lifecycle'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, Json } from './column-types.ts'

/** How tickets were described when they were quoted. */
export interface QuotedFacts {
  categoryId: number
  categoryName: string
  section: string
  row: string
  /** Null where the seller hides them. */
  firstSeat: number | null
  lastSeat: number | null
  generalAdmission: boolean
  ticketType: string
  inHandDate: string
  instantDownload: boolean
  hospitality: boolean
  notes: ListingNote[]
}

interface QuotesTable {
  id: string
  team_id: string
  created_by: string
  event_id: number
  slug_hash: Buffer
  sealed_slug: Buffer
  id_key: Buffer
  title: string
  client_name: string | null
  note: string | null
  currency: string
  commission_method: CommissionMethod
  commission_minor: number | null
  commission_bp: number | null
  scope: 'event' | 'listings' | 'holds'
  is_vip_listings: boolean
  price_mode: 'floating' | 'locked'
  state: Defaulted<QuoteState>
  fee_bp: number
  created_at: Date
  expires_at: Date
  view_count: Defaulted<number>
  first_viewed_at: Defaulted<Date | null>
  last_viewed_at: Defaulted<Date | null>
  answer_kind: Defaulted<'accepted' | 'declined' | null>
  answered_at: Defaulted<Date | null>
  answer_name: Defaulted<string | null>
  answer_email: Defaulted<string | null>
  answer_reason: Defaulted<string | null>
  view_told_at: Defaulted<Date | null>
}

interface QuoteOffersTable {
  id: string
  quote_id: string
  listing_id: string
  kind: 'offered' | 'picked'
  quantity: number
  position: number
  hold_id: string | null
  facts: Json<QuotedFacts>
  seller_minor: number
  seller_currency: string
  cost_minor: number
  rate: string
  rate_date: string | null
  accepted: Defaulted<number>
  agreed_minor: Defaulted<number | null>
}

/** Of each kind of entry in a quote's history, what it is. */
export type QuoteDeed =
  | 'created'
  | 'viewed'
  | 'accepted'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'revived'
  | 'extended'
  | 'commission_changed'
  | 'sent'
  | 'ordered'
  | 'order_undone'

interface QuoteHistoryTable {
  id: GeneratedAlways<number>
  quote_id: string
  at: Date
  what: QuoteDeed
  account_id: string | null
  who: string | null
  why: string | null
  facts: ColumnType<Record<string, unknown>, string | undefined, string>
}

interface QuoteOrdersTable {
  order_id: string
  quote_id: string
  /** What one unit of the order’s currency was worth in the quote’s on the day of the order; null where there was no rate. */
  rate: string | null
}

interface QuoteLettersTable {
  id: string
  quote_id: string
  sent_by: string
  email: string
  message: Defaulted<string>
  requested_at: Date
}

interface TeamQuoteSettingsTable {
  team_id: string
  name: Defaulted<string>
  colour: Defaulted<string>
  contact_email: Defaulted<string>
  contact_phone: Defaulted<string>
  offers_alternatives: Defaulted<boolean>
  holds_on_accept: Defaulted<boolean>
  hold_at_most: Defaulted<number>
  mail_view: Defaulted<boolean>
  mail_accept: Defaulted<boolean>
  mail_decline: Defaulted<boolean>
  quote_origin: Defaulted<string | null>
}

interface TeamQuoteLogosTable {
  team_id: string
  id: string
  media_type: 'image/png' | 'image/jpeg' | 'image/webp'
  bytes: Buffer
  updated_at: Date
}

/** What brokers offer to their clients, and how that looks. */
export interface QuoteTables {
  quotes: QuotesTable
  quote_offers: QuoteOffersTable
  quote_history: QuoteHistoryTable
  quote_orders: QuoteOrdersTable
  quote_letters: QuoteLettersTable
  team_quote_settings: TeamQuoteSettingsTable
  team_quote_logos: TeamQuoteLogosTable
}
