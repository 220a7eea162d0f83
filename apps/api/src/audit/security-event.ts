import type { Caller } from './caller.ts'

type Nothing = Record<string, never>

/** What a change replaced and what replaced it: ids, amounts in minor units, states and names of settings. */
type Values = Record<string, string | number | boolean | null>

interface Change {
  before: Values
  after: Values
}

/**
 * Every kind of audit event with its details. The types are explicit so that no secret or personal data gets in: no
 * password, token, code, link, name or email address. Failed logins omit the username, because people type passwords
 * there.
 */
interface SecurityEventDetails {
  /** Without details: by password alone. */
  'login.succeeded': Nothing | { second_factor: string }
  'login.failed': {
    reason:
      | 'unknown_name'
      | 'wrong_password'
      | 'suspended'
      | 'pending'
      | 'password_changed'
      | 'wrong_second_factor'
  }
  'login.locked': { wait_seconds: number }
  'session.logged_out': Nothing
  'session.revoked': {
    reason:
      | 'by_user'
      | 'password_changed'
      | 'password_reset'
      | 'account_suspended'
      | 'removed_from_team'
      | 'left_team'
      | 'second_factors_removed'
      | 'by_operator'
      | 'email_change_undone'
      | 'account_closed'
  }
  'password.changed': Nothing
  'password.change_rejected': Nothing
  'password.reset': Nothing
  /** By an operator in a terminal; the owner sets a new one with a link. */
  'password.replaced': Nothing
  'password.reset_requested': { reset_id: string }
  'password.reset_link_sent': { reset_id: string }
  'password.reset_rejected': { reason: 'link_invalid' | 'too_many' }
  /** A factor was proved again in an open session. */
  'factor.confirmed': { method: string }
  'factor.rejected': { method: string }
  'factor.passkey_added': { passkey_id: string }
  'factor.passkey_renamed': { passkey_id: string }
  'factor.passkey_removed': { passkey_id: string }
  'factor.app_added': { app_id: string }
  'factor.app_removed': { app_id: string }
  'factor.codes_created': { count: number }
  'factor.code_used': { left: number }
  /** By an operator in a terminal, for an account that lost them. */
  'factor.all_removed': { passkeys: number; authenticator_apps: number }
  /** By an operator in a terminal, like the next two. */
  'account.added': { role: string }
  'account.suspended': Nothing
  'account.reinstated': Nothing
  'account.signed_up': { status: 'pending' | 'active' }
  /** `false`: approved with `--unverified`. */
  'account.approved': { email_verified: boolean }
  'account.email_verified': Nothing
  /** By its owner. */
  'account.closed': { ended_team: boolean }
  /** Without the addresses; the change has them. */
  'account.email_change_requested': { change_id: string }
  'account.email_change_cancelled': Nothing
  'account.email_changed': { change_id: string }
  'account.email_change_undone': { change_id: string }
  /** Closed by a job, because its email address was not confirmed within seven days. */
  'account.sign_up_expired': Nothing
  'handover.started': { issuer: string }
  'handover.redeemed': { issuer: string }
  /** A user of another site opens this account from now on: at the first handover, or by an operator. */
  'handover.linked': { issuer: string }
  'handover.unlinked': { issuer: string }
  'handover.rejected': { reason: string }
  'team.member_invited': { role: string }
  'team.invitation_resent': { invitation_id: string }
  'team.invitation_accepted': { role: string }
  'team.invitation_withdrawn': Nothing
  /** With the open invitations that the member had sent. */
  'team.member_removed': { ended_invitations: number }
  'team.member_left': { ended_invitations: number }
  'team.second_factor_required': { from: string }
  'team.second_factor_optional': Nothing
  'team.role_changed': { from: string; to: string; ended_invitations: number }
  /** Names of the changed settings; values only of those about money and stock. */
  'seller.application_submitted': { documents: number; terms_version: string }
  /** By an operator in a terminal; the reason is in the account of the seller. */
  'seller.account_changed': { change: string } & Change
  /** Payouts go to another account from now on. By an operator in a terminal. */
  'seller.bank_account_changed': Change
  /** Of an approved seller: the names of the fields, and the bank accounts by country and last four characters. */
  'seller.change_requested': { changed: string } & Change
  'seller.change_withdrawn': Nothing
  /** By an operator in a terminal; the reason of a refusal is in the account of the seller. */
  'seller.change_decided': { change: string; changed: string }
  /** At once, because payouts are not touched. */
  'seller.details_changed': { changed: string }
  /** By an operator in a terminal. */
  'seller.document_read': { document_id: string }
  /** Names of the permissions. */
  'team.permissions_changed': { from: string; to: string }
  'team.quote_settings_changed': { changed: string } & Partial<Change>
  /** Names of the changed fields. */
  'team.legal_details_changed': { changed: string }
  'team.quote_logo_changed': { removed: boolean }
  'team.quote_origin_changed': { from: string; to: string }
  'team.clients_exported': { count: number }
  'team.clients_deleted': { count: number }
  'team.activity_exported': { count: number }
  /** On request of an end customer; without the address. */
  'privacy.person_exported': Nothing
  'privacy.account_exported': { with_team: boolean }
  /** By the owner of the account, like the next two. */
  'privacy.export_requested': { export_id: string }
  'privacy.export_downloaded': { export_id: string }
  'privacy.export_deleted': { export_id: string }
  'privacy.person_erased': { records: number; orders_kept: number }
  /** Some days after it was closed, with the team when no one else was in it. */
  'privacy.account_erased': { with_team: boolean; orders_kept: number }
  /** A lost key, and how many values need it. */
  'encryption.key_given_up': { key: number; values: number }
  'encryption.values_re_encrypted': { key: number; values: number }
  /** By an operator in a terminal: the action, the kind of entry and its slug. */
  'catalogue.changed': { action: string; what: string; subject: string }
  'content.changed': { page: string } & Change
  'inventory.profile_saved': { profile_id: string; version: number; mode: string; currency: string }
  'inventory.profile_archived': { profile_id: string }
  'inventory.event_requested': { request_id: string; import_id: string }
  'inventory.event_request_declined': { request_id: string }
  'inventory.name_decided': { event_id: number; name_key: string; foreign_id: string; imports: number }
  'inventory.heartbeat_missed': { profile_id: string }
  'inventory.api_key_created': { key_id: string; profile_id: string; prefix: string; expires_at: string }
  'inventory.api_key_revoked': { key_id: string; prefix: string }
  'inventory.import_applied': { import_id: string; profile_id: string } & Values
  'inventory.import_undone': { import_id: string } & Values
  /** `import_id` is absent for names in typed or pasted rows. */
  'inventory.event_named': { import_id?: string; event_id: number }
  'import.applied': { run_id: number; kind: string } & Values
  'import.undone': { run_id: number; undoes_run_id: number } & Values
  /** Reference data that was written at once: rates, seating plans and so on. */
  'import.loaded': { kind: string } & Values
  'listing.published': { listing_id: string; event_id: number; after: Values }
  /** Stored by its seller, but not on sale. */
  'listing.added': { listing_id: string; event_id: number; after: Values }
  'listing.relisted': { listing_id: string; event_id: number }
  'listing.changed': { listing_id: string; event_id: number } & Change
  /** Changed values are in the history of each listing. */
  'listing.bulk_changed': { bulk_edit_id: string; listings: number; is_undo: boolean }
  /** The settings are in the rule. */
  'pricing.rule_saved': { rule_id: string; version: number }
  'pricing.rule_removed': { rule_id: string }
  'pricing.rule_switched': { rule_id: string; version: number; is_on: boolean }
  'pricing.rules_reordered': { rules: number }
  'pricing.all_switched': { is_on: boolean }
  /** By the operator, for all teams. */
  'pricing.stopped_everywhere': { is_stopped: boolean }
  /** By the server: it and other rules kept reacting to each other. `loop_of_listings`: only some listings are paused. */
  'pricing.rule_stopped': { rule_id: string; reason: string }
  /** New prices are in the history of each listing. */
  'pricing.prices_moved': { run_id: string; listings: number }
  /** By an operator in a terminal, like the next one. */
  'listing.resale_rule_switched': { rule_id: string } & Change
  'listing.resale_authorised': { rule_id: string } & Change
  'listing.withdrawn': { listing_id: string; event_id: number }
  /** The reason is in the history of the order. */
  'order.line_cancelled': {
    order_id: string
    line_id: string
    seller_team_id: string
    refund_id: string
    is_relisted: boolean
  } & Change
  'order.tickets_delivered': {
    order_id: string
    line_id: string
    seller_team_id: string
    kind: string
    /** Numbers of the tickets in the line; `all`: one delivery for the whole line. */
    tickets: string
  } & Change
  'refund.retried': { order_id: string; line_id: string; refund_id: string } & Change
  /** The note is in the refund. */
  'refund.paid_manually': { order_id: string; line_id: string; refund_id: string } & Change
  'refund.succeeded': { order_id: string; line_id: string; refund_id: string } & Change
  'refund.failed': { order_id: string; line_id: string; refund_id: string } & Change
  'dispute.changed': { attempt_id: string; dispute_id: string } & Change
  'card.saved': { card_id: string; brand: string; last4: string }
  'card.removed': { card_id: string; brand: string; last4: string }
  'card.default_changed': Change
  'quote.commission_changed': { quote_id: string } & Change
  /** By the buying or the selling team: through the page, or through a link that works for one minute. */
  'ticket.fetched': { ticket_id: string; line_id: string; via: 'page' | 'link' }
  'calendar.address_created': { calendar: 'performer' | 'venue' | 'mine' }
  'calendar.address_revoked': { calendar: 'performer' | 'venue' | 'mine' }
  /** Once per caller and window, not for every rejected request. */
  'payment.limited': { by: 'account' | 'ip_address' | 'card' | 'payments_in_progress'; declined: number }
  'account.sign_up_limited': { by: 'ip_address' | 'email_domain'; count: number }
  'rate.limited': { route: string; by: 'ip_address' | 'account' | 'team' | 'search_key'; unit?: 'work' }
}

type SecurityEventKind = keyof SecurityEventDetails

interface SecurityEventContext {
  caller: Caller
  /** The account that acted, if logged in. */
  actorId?: string | undefined
  /** The affected account. For a login, the account of that username, if any. */
  accountId?: string | undefined
  teamId?: string | undefined
  /** The session id, never its token. */
  sessionId?: string | undefined
}

export type SecurityEventOf<Kind extends SecurityEventKind> = SecurityEventContext & {
  kind: Kind
  details: SecurityEventDetails[Kind]
}

export type SecurityEvent = { [Kind in SecurityEventKind]: SecurityEventOf<Kind> }[SecurityEventKind]
