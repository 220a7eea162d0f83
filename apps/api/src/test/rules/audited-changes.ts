import type { AccountCommand } from '#api/cli/admin/accounts.ts'
import type { AdminCommand } from '#api/cli/admin/arguments.ts'
import type { DataKeysCommand } from '#api/cli/admin/data-keys.ts'
import type { OrderCommand } from '#api/cli/admin/orders.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'

/**
 * How the log keeps a change:
 * - `entries` of the audit log, and the test that shows them;
 * - `record`: rows that the change writes anyway and that say who, what and when. Orders, holds and quotes have a
 *   history of their own; a hold or a purchase needs no further round trip for an entry;
 * - `nothing`: no change of money, access or stock.
 */
type Kept =
  | { entries: readonly SecurityEvent['kind'][]; shownIn: string }
  | { record: string; why: string }
  | { nothing: string }

const wiring = 'audit/wiring.test.ts'
const changes = 'audit/audited-changes.test.ts'
const factors = 'modules/accounts/second-factor/required-second-factor.test.ts'
const emailChange = 'modules/accounts/email-change/email-change.test.ts'
const bulkEdits = 'modules/supply/bulk/bulk-edits.test.ts'
const inventory = 'modules/supply/edit/edit-listing.test.ts'
const rules = 'modules/price-rules/price-rules.test.ts'
const ruleRuns = 'modules/price-rules/runs/run-rules.test.ts'
const ruleStops = 'modules/price-rules/runs/stop-rules.test.ts'
const files = 'modules/inventory-imports/import-files.test.ts'
const eventRequests = 'modules/inventory-imports/event-requests.test.ts'
const apiKeys = 'modules/inventory-imports/api-keys.test.ts'
const sellers = 'modules/seller-accounts/seller-accounts.test.ts'
const drafts = 'modules/inventory-imports/drafts/drafts.test.ts'
const sellerChanges = 'modules/seller-accounts/changes/change-details.test.ts'
const clients = 'modules/clients/manage/clients.test.ts'
const accountExports = 'modules/privacy/self-service/account-exports.test.ts'
const reading = { nothing: 'reads only' }
const preference = { nothing: 'a preference of the account' }
const clientBook = {
  nothing: 'contact details of the team, without money; exports and deletions have entries',
}
const holdRow = { record: 'holds', why: 'team, account, price, quantity and times of each hold' }
const quoteHistory = { record: 'quote_history', why: 'account, time, event and reason' }

/** Every route that is not a GET, by its name. */
export const routes: Readonly<Record<string, Kept>> = {
  'account-exports.download': { nothing: 'allows the download; the file has an entry' },
  'account-exports.remove': { entries: ['privacy.export_deleted'], shownIn: accountExports },
  'account-exports.request': { entries: ['privacy.export_requested'], shownIn: accountExports },
  'accounts.log-in': { entries: ['login.succeeded', 'login.failed', 'login.locked'], shownIn: wiring },
  'accounts.log-out': { entries: ['session.logged_out'], shownIn: wiring },
  'accounts.passkey-login': {
    entries: ['login.succeeded'],
    shownIn: 'modules/accounts/second-factor/log-in-by-passkey.test.ts',
  },
  'accounts.second-factor': {
    entries: ['login.succeeded'],
    shownIn: 'modules/accounts/second-factor/log-in-by-code.test.ts',
  },
  'browser-errors.report': { nothing: 'passes a report on; it keeps none' },
  'browser-spans.record': { nothing: 'passes measured times on; it keeps none' },
  'calendars.create': {
    entries: ['calendar.address_created'],
    shownIn: 'modules/calendars/calendar-feeds.test.ts',
  },
  'calendars.replace': {
    entries: ['calendar.address_created', 'calendar.address_revoked'],
    shownIn: 'modules/calendars/calendar-feeds.test.ts',
  },
  'calendars.revoke': {
    entries: ['calendar.address_revoked'],
    shownIn: 'modules/calendars/calendar-feeds.test.ts',
  },
  'cards.client-secret': { nothing: 'opens a form; saving the card has an entry' },
  'cards.make-default': { entries: ['card.default_changed'], shownIn: changes },
  'cards.remove': { entries: ['card.removed'], shownIn: changes },
  'cards.save': { entries: ['card.saved'], shownIn: changes },
  'catalogue.content': reading,
  'catalogue.event-prices': reading,
  'catalogue.hot-events': reading,
  'catalogue.menu': reading,
  'checkout.buy': {
    record: 'checkout_attempts',
    why: 'team, account and times; order_lines and ledger_entries have what was bought',
  },
  'checkout.save-draft': { nothing: 'text that the team has typed; buys nothing' },
  'clients.accept-proposal': clientBook,
  'clients.create': clientBook,
  'clients.dismiss-proposal': clientBook,
  'clients.export-selected': { entries: ['team.clients_exported'], shownIn: clients },
  'clients.remove': { entries: ['team.clients_deleted'], shownIn: clients },
  'clients.remove-selected': { entries: ['team.clients_deleted'], shownIn: clients },
  'clients.remove-unused': { entries: ['team.clients_deleted'], shownIn: clients },
  'clients.update': clientBook,
  'closing.close': {
    entries: ['account.closed'],
    shownIn: 'modules/accounts/closing/close-account.test.ts',
  },
  'email-change.cancel': { entries: ['account.email_change_cancelled'], shownIn: changes },
  'email-change.confirm': { entries: ['account.email_changed'], shownIn: emailChange },
  'email-change.request': { entries: ['account.email_change_requested'], shownIn: emailChange },
  'email-change.resend': { nothing: 'sends the link again' },
  'email-change.undo': {
    entries: ['account.email_change_undone'],
    shownIn: emailChange,
  },
  'handover.decline': { nothing: 'keeps the session as it is' },
  'handover.redeem': {
    entries: ['handover.redeemed', 'handover.rejected'],
    shownIn: 'modules/handover/handover.test.ts',
  },
  'holds.change-note': { nothing: 'a note of the team' },
  'holds.place': holdRow,
  'holds.release': holdRow,
  'holds.schedule-release': holdRow,
  'holds.undo-release': holdRow,
  'home.home': reading,
  'home.record-view': preference,
  'inventory.apply-bulk-edit': { entries: ['listing.bulk_changed'], shownIn: bulkEdits },
  'inventory.create': { entries: ['listing.published', 'listing.added'], shownIn: inventory },
  'inventory.create-many': { entries: ['listing.published', 'listing.added'], shownIn: inventory },
  'inventory-drafts.check': { nothing: 'reads listings that no one has added yet' },
  'inventory-drafts.read-rows': { nothing: 'reads listings that no one has added yet' },
  'inventory-drafts.read-text': { nothing: 'reads listings that no one has added yet' },
  'inventory-drafts.remember-event': { entries: ['inventory.event_named'], shownIn: drafts },
  'inventory.preview-bulk-edit': { nothing: 'shows what a change would do; applying it has an entry' },
  'inventory.publish': { entries: ['listing.relisted'], shownIn: inventory },
  'inventory.undo-bulk-edit': { entries: ['listing.bulk_changed'], shownIn: bulkEdits },
  'inventory.update': { entries: ['listing.changed'], shownIn: inventory },
  'inventory.withdraw': { entries: ['listing.withdrawn'], shownIn: inventory },
  'inventory-api-keys.create': { entries: ['inventory.api_key_created'], shownIn: apiKeys },
  'inventory-api-keys.revoke': { entries: ['inventory.api_key_revoked'], shownIn: apiKeys },
  'inventory-batches.send': { record: 'inventory_imports', why: 'API key, file, hash and time' },
  'inventory-event-requests.create': { entries: ['inventory.event_requested'], shownIn: eventRequests },
  'inventory-imports.apply': { entries: ['inventory.import_applied'], shownIn: files },
  'inventory-imports.decide-event': { entries: ['inventory.event_named'], shownIn: files },
  'inventory-imports.decide-withdrawals': {
    record: 'inventory_imports',
    why: 'the confirmed number; applying the import has an entry',
  },
  'inventory-imports.discard': { nothing: 'ends an import that has changed nothing' },
  'inventory-imports.undo': { entries: ['inventory.import_undone'], shownIn: files },
  'inventory-imports.upload': { record: 'inventory_imports', why: 'account, file, hash and time' },
  'inventory-profiles.archive': { entries: ['inventory.profile_archived'], shownIn: files },
  'inventory-profiles.change': { entries: ['inventory.profile_saved'], shownIn: files },
  'inventory-profiles.create': { entries: ['inventory.profile_saved'], shownIn: files },
  'inventory-profiles.inspect': reading,
  'inventory-profiles.propose': reading,
  'inventory-profiles.examples': reading,
  'notifications.mark-read': preference,
  'notifications.record': preference,
  'orders.change-details': { record: 'order_changes', why: 'account, time and both values' },
  'orders.report-issue': { record: 'issue_reports', why: 'account, time and text' },
  'passwords.change': { entries: ['password.changed', 'password.change_rejected'], shownIn: wiring },
  'passwords.forgot': { entries: ['password.reset_requested', 'password.reset_link_sent'], shownIn: wiring },
  'passwords.reset': { entries: ['password.reset', 'password.reset_rejected'], shownIn: wiring },
  'preferences.change': preference,
  'price-rules.change': { entries: ['pricing.rule_saved'], shownIn: rules },
  'price-rules.create': { entries: ['pricing.rule_saved'], shownIn: rules },
  'price-rules.remove': { entries: ['pricing.rule_removed'], shownIn: rules },
  'price-rules.reorder': { entries: ['pricing.rules_reordered'], shownIn: rules },
  'price-rules.run': { entries: ['pricing.prices_moved'], shownIn: ruleRuns },
  'price-rules.simulate': { nothing: 'shows what a rule would do' },
  'price-rules.switch': { entries: ['pricing.rule_switched'], shownIn: rules },
  'price-rules.switch-all': { entries: ['pricing.all_switched'], shownIn: rules },
  'quotes.accept': quoteHistory,
  'quotes.calendar': reading,
  'quotes.change-commission': { entries: ['quote.commission_changed'], shownIn: changes },
  'quotes.change-details': quoteHistory,
  'quotes.change-logo': { entries: ['team.quote_logo_changed'], shownIn: changes },
  'quotes.change-settings': { entries: ['team.quote_settings_changed'], shownIn: changes },
  'quotes.check': reading,
  'quotes.copy': quoteHistory,
  'quotes.decline': quoteHistory,
  'quotes.details': reading,
  'quotes.extend': quoteHistory,
  'quotes.generate': quoteHistory,
  'quotes.plan': reading,
  'quotes.remove-logo': { entries: ['team.quote_logo_changed'], shownIn: changes },
  'quotes.reopen': quoteHistory,
  'quotes.send': { record: 'quote_emails', why: 'account, time and quote' },
  'quotes.share': { nothing: 'remembers that the link was copied' },
  'quotes.undo-withdrawal': quoteHistory,
  'quotes.withdraw': quoteHistory,
  'realtime.authorise': reading,
  'saved-people.mark-used': preference,
  'saved-people.remove': preference,
  'saved-people.save': preference,
  'saved_searches.change': preference,
  'saved_searches.remove': preference,
  'saved_searches.save': preference,
  'search.understand': reading,
  'security.add-passkey': { entries: ['factor.passkey_added', 'factor.codes_created'], shownIn: factors },
  'security.confirm': {
    entries: ['factor.confirmed', 'factor.rejected'],
    shownIn: 'modules/accounts/security/confirm-factor.test.ts',
  },
  'security.confirm-app': { entries: ['factor.app_added', 'factor.codes_created'], shownIn: factors },
  'security.confirm-options': { nothing: 'a challenge; the response to it has an entry' },
  'security.create-recovery-codes': { entries: ['factor.codes_created'], shownIn: factors },
  'security.passkey-options': { nothing: 'a challenge; the response to it has an entry' },
  'security.remove-app': { entries: ['factor.app_removed'], shownIn: factors },
  'security.remove-passkey': { entries: ['factor.passkey_removed'], shownIn: factors },
  'security.rename-passkey': { nothing: 'a name that only the account sees' },
  'security.set-up-app': { nothing: 'counts once a code confirms it, which has an entry' },
  'sessions.revoke': { entries: ['session.revoked'], shownIn: wiring },
  'sessions.revoke-others': { entries: ['session.revoked'], shownIn: wiring },
  'sign-up.sign-up': {
    entries: ['account.signed_up'],
    shownIn: 'modules/accounts/sign-up/sign-up.test.ts',
  },
  'seller-account.add-document': { record: 'seller_documents', why: 'team, name, type and time' },
  'seller-account.change-details': {
    entries: ['seller.change_requested', 'seller.details_changed'],
    shownIn: sellerChanges,
  },
  'seller-account.remove-document': { nothing: 'a draft of the team; only before it is submitted' },
  'seller-account.save': { nothing: 'a draft of the team; submitting it has an entry' },
  'seller-account.submit': { entries: ['seller.application_submitted'], shownIn: sellers },
  'seller-account.withdraw-change': { entries: ['seller.change_withdrawn'], shownIn: sellerChanges },
  'signing.start': { record: 'signing_audit', why: 'append-only, with time and address' },
  'team-legal-details.change': {
    entries: ['team.legal_details_changed'],
    shownIn: 'modules/teams/legal-details/legal-details.test.ts',
  },
  'teams.accept': {
    entries: ['team.invitation_accepted'],
    shownIn: 'modules/teams/invitations/invitations.test.ts',
  },
  'teams.change-permissions': {
    entries: ['team.permissions_changed'],
    shownIn: 'modules/teams/permissions.test.ts',
  },
  'teams.change-role': { entries: ['team.role_changed'], shownIn: changes },
  'teams.invite': {
    entries: ['team.member_invited'],
    shownIn: 'modules/teams/invitations/invitations.test.ts',
  },
  'teams.leave': { entries: ['team.member_left'], shownIn: 'modules/teams/leaving.test.ts' },
  'teams.read-invitation': reading,
  'teams.remove': { entries: ['team.member_removed'], shownIn: 'modules/teams/leaving.test.ts' },
  'teams.require-second-factor': {
    entries: ['team.second_factor_required', 'team.second_factor_optional'],
    shownIn: factors,
  },
  'teams.resend': { entries: ['team.invitation_resent'], shownIn: changes },
  'teams.withdraw': { entries: ['team.invitation_withdrawn'], shownIn: changes },
  'tickets.download-link': {
    entries: ['ticket.fetched'],
    shownIn: 'modules/orders/tickets/fetch-ticket.test.ts',
  },
  'tickets.open-link': {
    entries: ['ticket.fetched'],
    shownIn: 'modules/orders/tickets/fetch-ticket.test.ts',
  },
  'tracking.change-settings': preference,
  'tracking.track': preference,
  'verify-email.confirm': {
    entries: ['account.email_verified'],
    shownIn: 'modules/accounts/email-verification/verify-email.test.ts',
  },
  'verify-email.resend': { nothing: 'sends the link again' },
  'workspace.dismiss-attention': preference,
}

const accountCommands = 'cli/admin/accounts.test.ts'
const catalogueCommand = {
  entries: ['catalogue.changed'],
  shownIn: 'cli/admin/catalogue-entries.test.ts',
} as const

/** Every command of `npm run admin`. */
export const commands: Readonly<
  Record<Exclude<AdminCommand['name'], 'orders' | 'account' | 'data-keys'>, Kept>
> = {
  help: reading,
  'usage-error': reading,
  audit: reading,
  publish: { entries: ['listing.published'], shownIn: changes },
  relist: { entries: ['listing.relisted'], shownIn: changes },
  reprice: { entries: ['listing.changed'], shownIn: changes },
  withdraw: { entries: ['listing.withdrawn'], shownIn: changes },
  approve: { entries: ['account.approved'], shownIn: 'cli/cli.test.ts' },
  seller: {
    entries: ['seller.account_changed', 'seller.document_read', 'seller.change_decided'],
    shownIn: 'cli/admin/sellers/sellers.test.ts',
  },
  'remove-second-factors': { entries: ['factor.all_removed'], shownIn: factors },
  'quote-origin': {
    entries: ['team.quote_origin_changed'],
    shownIn: 'modules/quotes/settings/quote-settings.test.ts',
  },
  catalogue: catalogueCommand,
  'content-set': { entries: ['content.changed'], shownIn: changes },
  'content-reset': { entries: ['content.changed'], shownIn: changes },
  'personal-data': {
    entries: ['privacy.person_erased', 'privacy.person_exported'],
    shownIn: 'modules/privacy/erase-person.test.ts',
  },
  'price-rules': { entries: ['pricing.stopped_everywhere'], shownIn: 'cli/admin/price-rules.test.ts' },
  'event-requests': {
    entries: ['inventory.name_decided', 'inventory.event_request_declined'],
    shownIn: eventRequests,
  },
  'resale-rules': {
    entries: ['listing.resale_rule_switched', 'listing.resale_authorised'],
    shownIn: 'modules/supply/resale-rules/resale-rules.test.ts',
  },
  retention: { record: 'retention_runs', why: 'how many rows of each rule, and when' },
  'home-content': { nothing: 'what the menu and the home page show' },
}

export const orderCommands: Readonly<Record<OrderCommand['kind'], Kept>> = {
  show: reading,
  deliver: { entries: ['order.tickets_delivered'], shownIn: changes },
  cancel: { entries: ['order.line_cancelled'], shownIn: changes },
  retry_refund: { entries: ['refund.retried'], shownIn: changes },
  record_manual_refund: { entries: ['refund.paid_manually'], shownIn: changes },
}

export const accountCommandsKept: Readonly<Record<AccountCommand['do'], Kept>> = {
  add: { entries: ['account.added'], shownIn: accountCommands },
  link: { entries: ['handover.linked'], shownIn: 'modules/handover/linked-accounts.test.ts' },
  unlink: { entries: ['handover.unlinked'], shownIn: 'modules/handover/linked-accounts.test.ts' },
  suspend: { entries: ['account.suspended'], shownIn: accountCommands },
  reinstate: { entries: ['account.reinstated'], shownIn: accountCommands },
  'end-sessions': { entries: ['session.revoked'], shownIn: accountCommands },
  'replace-password': { entries: ['password.replaced'], shownIn: accountCommands },
}

export const dataKeyCommands: Readonly<Record<DataKeysCommand['do'], Kept>> = {
  list: reading,
  're-encrypt': {
    entries: ['encryption.values_re_encrypted'],
    shownIn: 'cli/admin/data-keys.test.ts',
  },
  'give-up': { entries: ['encryption.key_given_up'], shownIn: 'cli/admin/data-keys.test.ts' },
}

/** Other changes that no route makes: imports, and what the payment provider reports. */
export const otherChanges: Readonly<Record<string, Kept>> = {
  'rules that react to each other': { entries: ['pricing.rule_stopped'], shownIn: ruleStops },
  'import of events': {
    entries: ['import.applied'],
    shownIn: 'modules/catalogue/imports/undo-import.test.ts',
  },
  'undone import': { entries: ['import.undone'], shownIn: 'modules/catalogue/imports/undo-import.test.ts' },
  'import of rates, currencies, countries or a seating plan': {
    entries: ['import.loaded'],
    shownIn: changes,
  },
  'paid or failed refund': { entries: ['refund.succeeded', 'refund.failed'], shownIn: changes },
  'created export of an account’s data': {
    entries: ['privacy.account_exported', 'privacy.export_downloaded'],
    shownIn: accountExports,
  },
  dispute: { entries: ['dispute.changed'], shownIn: changes },
  'payment without an order': {
    record: 'checkout_attempts',
    why: 'its state and its refund; ledger_entries have the money',
  },
}

const cleaning = { nothing: 'deletes what is too old to matter' }

/** Every scheduled job. */
export const jobs: Readonly<Record<string, Kept>> = {
  'clean-up-expired-holds': holdRow,
  'update-past-sales': { nothing: 'figures of sales' },
  'run-price-rules': { entries: ['pricing.prices_moved'], shownIn: ruleRuns },
  'confirm-kick-offs': { nothing: 'dates of events' },
  'finish-interrupted-imports': {
    entries: ['import.applied'],
    shownIn: 'modules/catalogue/imports/undo-import.test.ts',
  },
  'inventory-heartbeats': {
    entries: ['inventory.heartbeat_missed'],
    shownIn: 'modules/inventory-imports/heartbeats.test.ts',
  },
  'load-decided-rows': {
    entries: ['import.applied'],
    shownIn: 'modules/catalogue/imports/undo-import.test.ts',
  },
  'send-tracking-alerts': { nothing: 'sends alerts' },
  'send-search-alerts': { nothing: 'sends alerts' },
  'announce-expired-quotes': quoteHistory,
  'remind-of-unopened-quotes': { nothing: 'sends reminders' },
  // Its report is the table retention_runs; closed accounts and sign-ups also have entries.
  retention: {
    entries: ['privacy.account_erased'],
    shownIn: 'modules/privacy/erase-personal-data.test.ts',
  },
  'sweep-files': cleaning,
  'warn-of-ending-own-holds': { nothing: 'sends reminders' },
  'fill-listing-tickets': { nothing: 'writes which tickets were sold, as the orders say' },
}

/** Jobs with these names only delete old rows. */
export const isCleaning = (job: string): boolean => job.startsWith('purge-')
