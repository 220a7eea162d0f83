import type { DescribedTable } from './describe-tables.ts'

/**
 * Tables of each capability (a part of the product, in most cases one module), referenced tables first. Each capability has
 * a file in `db/schema` and in `db/tables`.
 */
const tablesByCapability: Readonly<Record<string, readonly string[]>> = {
  outbox: ['outbox', 'outbox_cursors'],
  processes: ['processes', 'data_keys', 'request_counts'],
  accounts: [
    'accounts',
    'sessions',
    'account_preferences',
    'login_failures',
    'factor_failures',
    'sign_up_counts',
    'account_passkeys',
    'account_authenticator_apps',
    'account_recovery_codes',
    'pending_logins',
    'passkey_challenges',
    'email_verifications',
    'email_verification_tokens',
    'email_changes',
    'email_change_tokens',
    'reserved_account_names',
    'password_resets',
    'password_reset_tokens',
    'password_reset_failures',
  ],
  teams: ['teams', 'team_invitations', 'team_invitation_emails', 'team_invitation_tokens'],
  'seller-accounts': ['seller_accounts', 'seller_documents', 'seller_digest_keys', 'suspended_listings'],
  shared: ['idempotency_keys'],
  audit: ['security_events'],
  privacy: ['account_exports'],
  retention: ['retention_runs'],
  catalogue: [
    'currencies',
    'countries',
    'exchange_rates',
    'categories',
    'competitions',
    'competition_names',
    'competition_sessions',
    'kick_off_names',
    'performers',
    'performer_aliases',
    'rivalry_names',
    'competition_entries',
    'venues',
    'venue_aliases',
    'performer_venues',
    'seating_plans',
    'seating_categories',
    'section_names',
    'seasons',
    'catalogue_events',
    'event_performers',
    'event_stats',
    'counted_listings',
    'event_aliases',
    'nicknames',
    'place_names',
    'old_slugs',
    'recent_views',
    'menu_overrides',
    'banners',
  ],
  imports: [
    'import_profiles',
    'import_runs',
    'import_rows',
    'event_sources',
    'unmatched_events',
    'name_proposals',
  ],
  calendars: ['calendar_feeds'],
  search: ['search_records', 'search_indexes'],
  listings: [
    'listings',
    'listing_tickets',
    'listing_ticket_fill',
    'barcode_keys',
    'demo_stock',
    'listing_changes',
    'bulk_edits',
    'bulk_edit_rows',
    'resale_rules',
    'resale_authorisations',
  ],
  'price-rules': [
    'price_rules',
    'price_rule_teams',
    'price_rule_stops',
    'price_rule_runs',
    'price_rule_listings',
    'price_rule_moves',
    'price_rule_simulations',
  ],
  'past-sales': ['section_sales', 'past_sales', 'past_sales_cursor'],
  'inventory-imports': [
    'inventory_profiles',
    'inventory_profile_versions',
    'inventory_imports',
    'inventory_import_events',
    'inventory_import_rows',
    'inventory_event_names',
    'inventory_listing_sources',
    'inventory_api_keys',
    'inventory_heartbeats',
    'inventory_heartbeat_listings',
    'inventory_event_requests',
  ],
  holds: ['holds', 'hold_expiry_cursor'],
  checkout: [
    'checkout_attempts',
    'payment_failures',
    'checkout_attempt_lines',
    'checkout_contacts',
    'checkout_drafts',
    'saved_people',
  ],
  payments: ['card_customers', 'card_setups', 'saved_cards', 'payment_events', 'payment_disputes'],
  orders: [
    'orders',
    'order_lines',
    'order_line_transitions',
    'order_changes',
    'order_refunds',
    'invoices',
    'tickets',
    'ticket_download_links',
    'issue_reports',
  ],
  ledger: ['ledger_transactions'],
  quotes: [
    'quotes',
    'quote_offers',
    'quote_history',
    'quote_orders',
    'quote_emails',
    'team_quote_settings',
    'team_quote_logos',
  ],
  clients: ['client_books', 'clients', 'client_quotes', 'client_proposals'],
  tracking: ['tracked_listings', 'tracked_prices', 'tracking_alerts', 'tracking_settings'],
  'saved-searches': ['saved_searches', 'saved_search_matches', 'saved_search_alerts'],
  notifications: ['notifications'],
  workspace: ['attention_dismissals'],
  signing: ['signings', 'signed_envelopes', 'signing_audit'],
  handover: ['handover_links', 'handover_redemptions'],
  content: ['content_texts'],
  files: ['unclaimed_files'],
}

/**
 * Groups the tables by capability.
 * @throws when a table belongs to none, or a listed one does not exist
 */
export function groupByCapability(tables: readonly DescribedTable[]): Map<string, DescribedTable[]> {
  const remaining = new Map(tables.map((table) => [table.name, table]))
  const groups = Object.entries(tablesByCapability).map(([capability, names]): [string, DescribedTable[]] => [
    capability,
    names.map((name) => {
      const table = remaining.get(name)
      if (!table) throw new Error(`tables-by-capability.ts lists ${name}, which does not exist`)
      remaining.delete(name)
      return table
    }),
  ])
  if (remaining.size > 0)
    throw new Error(`add to tables-by-capability.ts: ${[...remaining.keys()].join(', ')}`)
  return new Map(groups)
}
