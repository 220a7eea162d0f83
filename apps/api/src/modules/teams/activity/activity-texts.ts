import type { SecurityEvent } from '#api/audit/security-event.ts'

type Kind = SecurityEvent['kind']

/** What owners read for each kind of entry. */
const actions: Readonly<Record<Kind, string>> = {
  'login.succeeded': 'Logged in',
  'login.failed': 'Failed to log in',
  'login.locked': 'Login paused after failed attempts',
  'session.logged_out': 'Logged out',
  'session.revoked': 'Session ended',
  'password.changed': 'Changed the password',
  'password.change_rejected': 'Failed to change the password',
  'password.reset': 'Reset the password',
  'password.replaced': 'Made the password invalid',
  'password.reset_requested': 'Asked to reset a password',
  'password.reset_link_sent': 'Password reset link sent',
  'password.reset_rejected': 'Failed to reset a password',
  'factor.confirmed': 'Confirmed their identity',
  'factor.rejected': 'Failed to confirm their identity',
  'factor.passkey_added': 'Added a passkey',
  'factor.passkey_renamed': 'Renamed a passkey',
  'factor.passkey_removed': 'Removed a passkey',
  'factor.app_added': 'Added an authenticator app',
  'factor.app_removed': 'Removed the authenticator app',
  'factor.codes_created': 'Created recovery codes',
  'factor.code_used': 'Used a recovery code',
  'factor.all_removed': 'Removed all second factors',
  'account.added': 'Added an account',
  'account.suspended': 'Suspended an account',
  'account.reinstated': 'Ended a suspension',
  'account.signed_up': 'Signed up',
  'account.approved': 'Approved an account',
  'account.email_verified': 'Confirmed the email address',
  'account.closed': 'Closed the account',
  'account.email_change_requested': 'Asked to change the email address',
  'account.email_change_cancelled': 'Cancelled a change of the email address',
  'account.email_changed': 'Changed the email address',
  'account.email_change_undone': 'Undid a change of the email address',
  'account.sign_up_expired': 'Sign-up expired',
  'handover.started': 'Login from another site started',
  'handover.redeemed': 'Logged in from another site',
  'handover.linked': 'Linked a user of another site',
  'handover.unlinked': 'Unlinked a user of another site',
  'handover.rejected': 'Login from another site rejected',
  'team.member_invited': 'Invited a member',
  'team.invitation_resent': 'Sent an invitation again',
  'team.invitation_accepted': 'Joined the team',
  'team.invitation_withdrawn': 'Withdrew an invitation',
  'team.member_removed': 'Removed a member',
  'team.member_left': 'Left the team',
  'team.second_factor_required': 'Required a second factor',
  'team.second_factor_optional': 'Made the second factor optional',
  'team.role_changed': 'Changed a role',
  'team.permissions_changed': 'Changed permissions',
  'team.quote_settings_changed': 'Changed quote settings',
  'team.legal_details_changed': 'Changed invoice details',
  'team.quote_logo_changed': 'Changed the quote logo',
  'team.quote_origin_changed': 'Changed the address of quote links',
  'team.clients_exported': 'Exported clients',
  'team.clients_deleted': 'Deleted clients',
  'team.activity_exported': 'Exported the activity log',
  'privacy.person_exported': 'Exported data of a client',
  'privacy.account_exported': 'Data export created',
  'privacy.export_requested': 'Requested a data export',
  'privacy.export_downloaded': 'Downloaded a data export',
  'privacy.export_deleted': 'Deleted a data export',
  'privacy.person_erased': 'Erased data of a client',
  'privacy.account_erased': 'Erased a closed account',
  'encryption.key_given_up': 'Gave up an encryption key',
  'encryption.values_re_encrypted': 'Encrypted data again',
  'catalogue.changed': 'Changed the catalogue',
  'content.changed': 'Changed a page',
  'import.applied': 'Imported events',
  'import.undone': 'Undid an import',
  'import.loaded': 'Imported reference data',
  'inventory.profile_saved': 'Saved an import profile',
  'inventory.profile_archived': 'Archived an import profile',
  'inventory.event_requested': 'Requested an event for inventory files',
  'inventory.event_request_declined': 'Declined a request for an event',
  'inventory.name_decided': 'Decided what inventory files call an event',
  'inventory.heartbeat_missed': 'Took listings off sale because no inventory file arrived',
  'inventory.api_key_created': 'Created an API key for inventory files',
  'inventory.api_key_revoked': 'Revoked an API key for inventory files',
  'inventory.import_applied': 'Imported listings',
  'inventory.import_undone': 'Undid an import of listings',
  'inventory.event_named': 'Named the event of imported listings',
  'listing.added': 'Added a listing',
  'listing.bulk_changed': 'Changed several listings',
  'listing.published': 'Published a listing',
  'listing.relisted': 'Relisted tickets',
  'listing.changed': 'Changed a listing',
  'pricing.rule_saved': 'Saved a price rule',
  'pricing.rule_removed': 'Removed a price rule',
  'pricing.rule_switched': 'Switched a price rule',
  'pricing.rules_reordered': 'Changed the order of price rules',
  'pricing.all_switched': 'Switched all price rules',
  'pricing.stopped_everywhere': 'Stopped all price rules',
  'pricing.rule_stopped': 'Price rule stopped',
  'pricing.prices_moved': 'Price rules changed prices',
  'listing.withdrawn': 'Withdrew a listing',
  'order.line_cancelled': 'Cancelled tickets of an order',
  'order.tickets_delivered': 'Delivered tickets',
  'refund.retried': 'Retried a refund',
  'refund.paid_manually': 'Recorded a manual refund',
  'refund.succeeded': 'Refund paid',
  'refund.failed': 'Refund failed',
  'dispute.changed': 'Payment dispute changed',
  'card.saved': 'Saved a card',
  'card.removed': 'Removed a card',
  'card.default_changed': 'Changed the default card',
  'quote.commission_changed': 'Changed the commission of a quote',
  'ticket.fetched': 'Opened a ticket',
  'calendar.address_created': 'Created a calendar address',
  'calendar.address_revoked': 'Revoked a calendar address',
  'payment.limited': 'Payments paused after declined cards',
  'account.sign_up_limited': 'Sign-ups paused',
  'rate.limited': 'Too many requests',
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(actions, kind)

/** Later releases may have written kinds that this one does not know. */
export const actionText = (kind: string): string => (isKind(kind) ? actions[kind] : kind)

/** Details without ids and amounts, which mean nothing to a reader or belong to another team. */
const shownDetails = [
  'reason',
  'role',
  'method',
  'second_factor',
  'changed',
  'brand',
  'last4',
  'count',
] as const

/** 'wrong password', 'visa, 4242'. */
export function detailText(kind: string, details: Record<string, unknown>): string {
  if (kind === 'team.role_changed') return `${String(details['from'])} to ${String(details['to'])}`
  if (kind === 'team.permissions_changed')
    return [details['from'], details['to']]
      .map((names) => (names === '' ? 'none' : String(names)))
      .join(' to ')
  return shownDetails
    .map((name) => details[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => String(value).replaceAll('_', ' '))
    .join(', ')
}
