import type { DeliveryType } from '@terrace/domain/delivery-types'
import type { HoldState } from '@terrace/domain/hold-lifecycle'
import type { ListingNote } from '@terrace/domain/listing-notes'
import type { SplitType } from '@terrace/domain/split-options'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { CatalogueTables } from './catalogue-tables.ts'
import type { CheckoutTables } from './checkout-tables.ts'
import type { Defaulted, Json, Stamp } from './column-types.ts'
import type { FileTables } from './file-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { QuoteTables } from './quote-tables.ts'

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
  status: 'pending' | 'active' | 'suspended' | 'removed'
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
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Stamp
}

interface TeamInvitationsTable {
  id: string
  team_id: string
  email: string
  email_key: GeneratedAlways<string>
  team_role: 'owner' | 'member'
  account_role: 'buyer' | 'seller' | 'operator'
  invited_by: string
  join_link: string
  sent_at: Stamp
  expires_at: Date
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  ended_as: ColumnType<
    'accepted' | 'withdrawn' | null,
    'accepted' | 'withdrawn' | null | undefined,
    'accepted' | 'withdrawn' | null
  >
}

interface TeamInvitationLettersTable {
  id: string
  invitation_id: string
  team_id: string
  requested_at: Stamp
}

interface TeamInvitationTokensTable {
  token_hash: Buffer
  invitation_id: string
  expires_at: Date
}

interface EmailVerificationsTable {
  id: string
  account_id: string
  verify_link: string
  requested_at: Stamp
}

interface EmailVerificationTokensTable {
  token_hash: Buffer
  verification_id: string
  account_id: string
  expires_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
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

interface SecurityEventsTable {
  id: GeneratedAlways<number>
  at: GeneratedAlways<Date>
  kind: string
  actor_id: string | null
  account_id: string | null
  team_id: string | null
  session_id: string | null
  address: string
  user_agent: string
  request_id: string | null
  facts: Json<Record<string, unknown>>
}

interface HandoverRedemptionsTable {
  issuer: string
  code_hash: Buffer
  session_id: string | null
  redeemed_at: Stamp
  expires_at: Date
}

interface IdempotencyKeysTable {
  team_id: string
  route: string
  key: string
  body_hash: Buffer
  answer: ColumnType<unknown, string | null | undefined, string | null>
  created_at: Stamp
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
  ticket_type: DeliveryType
  split_type: SplitType
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
  state: HoldState
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
  customer_id: Defaulted<string | null>
  saves_card: Defaulted<boolean>
  quote_id: string | null
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
  /** Sealed; see checkout/sealed-attendees.ts. */
  attendees: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

interface LedgerTransactionsTable {
  id: GeneratedAlways<number>
  kind: 'sale' | 'refund' | 'refund_failure' | 'dispute_withdrawal' | 'dispute_reinstatement' | 'chargeback'
  attempt_id: string
  order_id: string | null
  refund_id: Defaulted<string | null>
  dispute_id: Defaulted<string | null>
  occurrence: Defaulted<number>
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
export interface Tables extends CatalogueTables, CheckoutTables, FileTables, OrderTables, QuoteTables {
  outbox: OutboxTable
  outbox_cursors: OutboxCursorsTable
  teams: TeamsTable
  accounts: AccountsTable
  team_invitations: TeamInvitationsTable
  team_invitation_letters: TeamInvitationLettersTable
  team_invitation_tokens: TeamInvitationTokensTable
  email_verifications: EmailVerificationsTable
  email_verification_tokens: EmailVerificationTokensTable
  sessions: SessionsTable
  login_failures: LoginFailuresTable
  password_resets: PasswordResetsTable
  password_reset_tokens: PasswordResetTokensTable
  password_reset_failures: PasswordResetFailuresTable
  security_events: SecurityEventsTable
  handover_redemptions: HandoverRedemptionsTable
  idempotency_keys: IdempotencyKeysTable
  listings: ListingsTable
  holds: HoldsTable
  checkout_attempts: CheckoutAttemptsTable
  checkout_attempt_lines: CheckoutAttemptLinesTable
  ledger_transactions: LedgerTransactionsTable
  ledger_entries: LedgerEntriesTable
}
