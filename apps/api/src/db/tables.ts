import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

type Defaulted<Type> = ColumnType<Type, Type | undefined, Type>
/** Never written by hand on insert; the database stamps it. */
type Stamp = ColumnType<Date, Date | undefined, Date>
type Json<Type extends object> = JSONColumnType<Type, string, string>

interface OutboxTable {
  id: GeneratedAlways<number>
  xid: GeneratedAlways<string>
  topic: string
  subject: string
  payload: Json<Record<string, unknown>>
  occurred_at: Stamp
}

interface OutboxCursorsTable {
  subscriber: string
  xid: string
  id: number
  updated_at: Stamp
}

interface TeamsTable {
  id: string
  name: string
  email: string
  base_currency: string
  created_at: Stamp
}

interface AccountsTable {
  id: string
  team_id: string
  team_role: 'owner' | 'member'
  role: 'buyer' | 'seller' | 'operator'
  status: 'pending' | 'active' | 'suspended'
  username: string
  email: string
  password_hash: string
  first_name: string
  last_name: string
  country_code: Defaulted<string>
  phone: Defaulted<string>
  is_trade_user: Defaulted<boolean>
  referral_code: ColumnType<string | null, string | null | undefined, string | null>
  is_demo: Defaulted<boolean>
  created_at: Stamp
}

interface SessionsTable {
  id: string
  account_id: string
  token_hash: Buffer
  user_agent: Defaulted<string>
  address: Defaulted<string>
  created_at: Stamp
  last_seen_at: Stamp
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface LoginFailuresTable {
  id: GeneratedAlways<number>
  username_key: string
  address: string
  failed_at: Stamp
}

interface PasswordResetsTable {
  id: string
  email_key: string
  address: string
  reset_link: string
  requested_at: Stamp
}

interface PasswordResetTokensTable {
  token_hash: Buffer
  reset_id: string
  account_id: string
  expires_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

interface PasswordResetFailuresTable {
  id: GeneratedAlways<number>
  address: string
  failed_at: Stamp
}

interface IdempotencyKeysTable {
  team_id: string
  route: string
  key: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Stamp
}

interface CurrenciesTable {
  code: string
  id: number
  name: string
  exponent: number
  symbol: string
}

interface CountriesTable {
  code: string
  name: string
  dial_code: Defaulted<string>
}

interface ExchangeRatesTable {
  rate_date: string
  currency: string
  rate: string
}

interface CategoriesTable {
  id: Generated<number>
  parent_id: number | null
  kind: 'sport' | 'genre' | 'competition'
  name: string
  slug: string
  position: Defaulted<number>
}

interface PerformersTable {
  id: Generated<number>
  kind: 'team' | 'artist' | 'driver'
  name: string
  slug: string
  country_code: string | null
}

interface PerformerAliasesTable {
  scope: string
  name_key: string
  performer_id: number
}

interface VenuesTable {
  id: Generated<number>
  name: string
  slug: string
  kind: 'bowl' | 'arena' | 'circuit' | 'court' | 'theatre' | 'field'
  city: string
  country_code: string
  timezone: string
  capacity: number
  latitude: number | null
  longitude: number | null
}

interface VenueAliasesTable {
  name_key: string
  scope: Defaulted<string>
  venue_id: number
}

interface PerformerVenuesTable {
  performer_id: number
  venue_id: number
}

interface SeatingPlansTable {
  venue_id: number
  is_schematic: boolean
  plan: Json<object>
}

interface SeatingCategoriesTable {
  id: Generated<number>
  venue_id: number
  name: string
  level: string
  rank: number
}

interface SeasonsTable {
  id: Generated<number>
  category_id: number
  name: string
  shift_weeks: Defaulted<number>
  shift_decided_at: Date | null
}

interface EventsTable {
  id: Generated<number>
  source_key: string
  title: string
  slug: string
  category_id: number
  season_id: number | null
  venue_id: number
  round: string | null
  source_local_at: string
  local_at: string
  timezone: string
  starts_at: Date
  date_confirmed: boolean
  time_confirmed: boolean
  status: 'scheduled' | 'postponed' | 'rescheduled' | 'cancelled'
  created_at: Stamp
  updated_at: Stamp
}

interface EventPerformersTable {
  event_id: number
  performer_id: number
  role: 'home' | 'away' | 'performer' | 'driver'
  position: Defaulted<number>
}

interface EventStatsTable {
  event_id: number
  min_price_minor: number | null
  min_price_currency: string | null
  ticket_count: Defaulted<number>
  listing_count: Defaulted<number>
  demand: Defaulted<number>
  updated_at: Stamp
}

export interface ListingNote {
  kind: 'benefit' | 'restriction' | 'information'
  text: string
}

interface ListingsTable {
  id: string
  event_id: number
  seller_team_id: string
  external_id: string | null
  category_id: number
  section: string
  row: Defaulted<string>
  first_seat: number | null
  last_seat: number | null
  seats_hidden: Defaulted<boolean>
  general_admission: Defaulted<boolean>
  ticket_type: 'eTicket' | 'mobile' | 'mobile-link' | 'paper' | 'local-delivery' | 'season-cards'
  split_type:
    | 'No Preferences'
    | 'Single Tickets'
    | 'Single Seats'
    | 'All Together'
    | 'Avoid Leaving One Ticket'
    | 'Sell In Multiples'
  quantity_limit: number | null
  multiple_sale_unit: number | null
  quantity: number
  sold: Defaulted<number>
  price_minor: number
  currency: string
  face_value_minor: number | null
  in_hand_date: string
  instant_download: Defaulted<boolean>
  hospitality: Defaulted<boolean>
  attendee_delivery_details_required: Defaulted<boolean>
  attendee_identification_details_required: Defaulted<boolean>
  notes: ColumnType<ListingNote[], string | undefined, string>
  status: Defaulted<'active' | 'withdrawn'>
  is_demo: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Stamp
  updated_at: Stamp
}

interface HoldsTable {
  id: string
  team_id: string
  created_by: string
  listing_id: string
  event_id: number
  quantity: number
  state: 'active' | 'paying' | 'released' | 'sold'
  seller_minor: number
  seller_currency: string
  buyer_minor: number
  buyer_currency: string
  rate: string
  rate_date: string | null
  fee_bp: number
  quote_ref: string | null
  attempt_id: string | null
  expires_at: Date
  reserved_until: Date
  created_at: Stamp
}

interface CheckoutAttemptsTable {
  id: string
  team_id: string
  account_id: string
  state: string
  gateway: string
  intent_id: string | null
  card_token: string
  next_action: ColumnType<{ type: string; url: string } | null, string | null, string | null>
  failure: ColumnType<
    { code: string; declineCode?: string; message: string } | null,
    string | null,
    string | null
  >
  amount_minor: number
  tickets_minor: number
  fee_minor: number
  currency: string
  email: string
  phone: string
  attendees: ColumnType<unknown[], string | undefined, string>
  quote_slug: string | null
  lease_until: Date
  driver: ColumnType<string | null, string | null | undefined, string | null>
  driven_until: Defaulted<Date>
  created_at: Stamp
  updated_at: Stamp
}

interface CheckoutAttemptLinesTable {
  attempt_id: string
  hold_id: string
  listing_id: string
  quantity: number
}

interface OrdersTable {
  id: string
  number: string
  team_id: string
  account_id: string
  attempt_id: string
  tickets_minor: number
  fee_minor: number
  total_minor: number
  currency: string
  email: string
  phone: string
  card_brand: string | null
  card_last4: string | null
  placed_at: Stamp
}

interface OrderLinesTable {
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
  state: 'confirmed' | 'fulfilled' | 'cancelled'
  facts: Json<Record<string, unknown>>
}

interface OrderLineTransitionsTable {
  id: GeneratedAlways<number>
  line_id: string
  from_state: string | null
  to_state: string
  actor: string
  reason: string
  at: Stamp
}

interface LedgerTransactionsTable {
  id: GeneratedAlways<number>
  kind: 'sale' | 'refund'
  attempt_id: string
  order_id: string | null
  at: Stamp
}

interface LedgerEntriesTable {
  id: GeneratedAlways<number>
  transaction_id: number
  account: string
  amount_minor: number
  currency: string
}

/** The database as Kysely sees it; the migrations are the truth. */
export interface Tables {
  outbox: OutboxTable
  outbox_cursors: OutboxCursorsTable
  teams: TeamsTable
  accounts: AccountsTable
  sessions: SessionsTable
  login_failures: LoginFailuresTable
  password_resets: PasswordResetsTable
  password_reset_tokens: PasswordResetTokensTable
  password_reset_failures: PasswordResetFailuresTable
  idempotency_keys: IdempotencyKeysTable
  currencies: CurrenciesTable
  countries: CountriesTable
  exchange_rates: ExchangeRatesTable
  categories: CategoriesTable
  performers: PerformersTable
  performer_aliases: PerformerAliasesTable
  venues: VenuesTable
  venue_aliases: VenueAliasesTable
  performer_venues: PerformerVenuesTable
  seating_plans: SeatingPlansTable
  seating_categories: SeatingCategoriesTable
  seasons: SeasonsTable
  events: EventsTable
  event_performers: EventPerformersTable
  event_stats: EventStatsTable
  listings: ListingsTable
  holds: HoldsTable
  checkout_attempts: CheckoutAttemptsTable
  checkout_attempt_lines: CheckoutAttemptLinesTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_line_transitions: OrderLineTransitionsTable
  ledger_transactions: LedgerTransactionsTable
  ledger_entries: LedgerEntriesTable
}
