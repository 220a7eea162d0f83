import type { RetentionName } from '#api/config/retention.ts'

/** Which rows of a table `t` are removed when their time is over. The SQL is constant, without any input. */
export interface RetentionRule {
  name: RetentionName
  table: string
  /** When the days begin; an index begins with it. */
  since: string
  /** Further tables that `since` or `where` need. */
  join?: string
  /** What else must hold. Rows that law or a running order requires are left out here. */
  where?: string
  /** Assignments that erase personal columns and make `where` false. Without them, the row is deleted. */
  erase?: string
  /** Unique for the table; default: where the row is stored. */
  key?: string
}

const hasNoOrder = (quoteId: string) =>
  `not exists (select from quote_orders o where o.quote_id = ${quoteId})`

/** An idle session ends after 30 days, any session after 90 (modules/accounts/sessions). */
const sessionEnd = `coalesce(t.revoked_at, least(t.last_seen_at + interval '30 days', t.created_at + interval '90 days'))`

export const retentionRules: readonly RetentionRule[] = [
  {
    name: 'quote_visitors',
    table: 'quotes',
    since: 't.responded_at',
    where: `num_nonnulls(t.response_name, t.response_email, t.response_reason) > 0 and ${hasNoOrder('t.id')}`,
    erase: 'response_name = null, response_email = null, response_reason = null',
  },
  {
    name: 'quote_responses',
    table: 'quote_history',
    since: 't.at',
    where: `(t.actor_name is not null or t.event = 'sent' and t.reason is not null or t.account_id is null and t.reason is not null
      or t.details ? 'email')
      and ${hasNoOrder('t.quote_id')}`,
    erase: `actor_name = null, reason = null, details = changed.details - 'email'`,
  },
  { name: 'quote_views', table: 'quote_history', since: 't.at', where: `t.event = 'viewed'` },
  { name: 'quote_emails', table: 'quote_emails', since: 't.requested_at', where: hasNoOrder('t.quote_id') },
  {
    name: 'checkout_drafts',
    table: 'checkout_drafts',
    join: 'join listings l on l.id = t.listing_id join events e on e.id = l.event_id',
    since: 'e.starts_at',
  },
  { name: 'checkout_contacts', table: 'checkout_contacts', since: 't.updated_at' },
  { name: 'saved_people', table: 'saved_people', since: 't.last_used_at' },
  {
    name: 'attendees',
    table: 'order_lines',
    join: 'join events e on e.id = t.event_id',
    since: 'e.starts_at',
    where: 't.attendees is not null',
    erase: 'attendees = null',
  },
  {
    name: 'payment_contacts',
    table: 'checkout_attempts',
    since: 't.created_at',
    // A payment in progress still places its order with them.
    where: `not t.is_open and t.email <> 'erased@erased.invalid'`,
    erase: `email = 'erased@erased.invalid', phone = '', client_name = null`,
  },
  {
    name: 'sessions',
    table: 'sessions',
    // A session has ended after it was created, so the index on that time finds it.
    since: 't.created_at',
    where: `${sessionEnd} < :until`,
  },
  // A trigger hands the files to the sweeper.
  { name: 'account_exports', table: 'account_exports', since: 't.ended_at' },
  { name: 'email_verifications', table: 'email_verifications', since: 't.requested_at' },
  {
    name: 'unsigned_terms',
    table: 'signings',
    since: 't.started_at',
    where: 'not exists (select from signed_envelopes s where s.signing_id = t.id)',
  },
  {
    name: 'opened_terms',
    table: 'signing_audit',
    since: 't.at',
    where: `t.event = 'opened' and not exists (select from signed_envelopes s where s.signing_id = t.signing_id)`,
  },
  { name: 'security_events', table: 'security_events', since: 't.at' },
  { name: 'notifications', table: 'notifications', since: 't.at' },
  { name: 'tracking_alerts', table: 'tracking_alerts', since: 't.at' },
  { name: 'search_alerts', table: 'saved_search_alerts', since: 't.at' },
  { name: 'client_proposals', table: 'client_proposals', since: 't.proposed_at' },
  {
    name: 'emails',
    table: 'pgboss.job',
    since: 't.completed_on',
    where: `t.name in ('mail.send', 'mail.send_batch') and t.state in ('completed', 'cancelled', 'failed')`,
    key: 'id',
  },
  { name: 'payment_events', table: 'payment_events', since: 't.received_at' },
  { name: 'card_setups', table: 'card_setups', since: 't.created_at' },
  {
    name: 'released_holds',
    table: 'holds',
    since: 't.created_at',
    // Payments and quotes refer to theirs.
    where: `t.state = 'released' and t.attempt_id is null
      and not exists (select from quote_offers o where o.hold_id = t.id)`,
  },
  { name: 'price_rule_moves', table: 'price_rule_moves', since: 't.at' },
  { name: 'price_rule_runs', table: 'price_rule_runs', since: 't.started_at' },
  { name: 'price_rule_simulations', table: 'price_rule_simulations', since: 't.simulated_at' },
  {
    name: 'seller_documents',
    table: 'seller_documents',
    join: 'join seller_accounts a on a.team_id = t.team_id',
    since: 't.created_at',
    where: `a.state not in ('submitted', 'information_wanted')`,
  },
  {
    name: 'seller_applications',
    table: 'seller_accounts',
    since: 't.updated_at',
    // A final decision stays known.
    where: `t.state in ('draft', 'declined') and t.may_apply_again
      and not exists (select from seller_documents d where d.team_id = t.team_id)`,
  },
  { name: 'listing_changes', table: 'listing_changes', since: 't.at' },
  { name: 'bulk_edit_rows', table: 'bulk_edit_rows', since: 't.created_at' },
  {
    name: 'bulk_edits',
    table: 'bulk_edits',
    since: 't.created_at',
    // They go first, in small transactions.
    where: 'not exists (select from bulk_edit_rows r where r.bulk_edit_id = t.id)',
  },
  // Imports stay, without the key that sent them.
  { name: 'api_keys', table: 'inventory_api_keys', since: 'least(t.revoked_at, t.expires_at)' },
  { name: 'event_requests', table: 'inventory_event_requests', since: 't.decided_at' },
  { name: 'retention_runs', table: 'retention_runs', since: 't.started_at' },
]
