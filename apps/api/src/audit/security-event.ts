import type { Caller } from './caller.ts'

type Nothing = Record<string, never>

/**
 * Every kind of audit event with its details. The types are explicit so that no secret or personal data gets in: no
 * password, token, code, link, name or email address. Failed logins omit the username, because people type passwords
 * there.
 */
interface SecurityEventDetails {
  'login.succeeded': Nothing
  'login.failed': { reason: 'unknown_name' | 'wrong_password' | 'suspended' | 'pending' | 'password_changed' }
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
  }
  'password.changed': Nothing
  'password.change_rejected': Nothing
  'password.reset': Nothing
  'password.reset_requested': { reset_id: string }
  'password.reset_link_sent': { reset_id: string }
  'password.reset_rejected': { reason: 'link_invalid' | 'too_many' }
  'account.signed_up': { status: 'pending' | 'active' }
  /** `false`: approved with `--unverified`. */
  'account.approved': { email_verified: boolean }
  'account.email_verified': Nothing
  'handover.started': { issuer: string }
  'handover.redeemed': { issuer: string }
  'handover.rejected': { reason: string }
  'team.member_invited': { role: string }
  'team.invitation_accepted': { role: string }
  'team.invitation_withdrawn': Nothing
  'team.member_removed': Nothing
  'team.member_left': Nothing
  'team.role_changed': { from: string; to: string }
  /** Names of the changed settings, never their values. */
  'team.quote_settings_changed': { changed: string }
  'team.quote_logo_changed': { removed: boolean }
  'team.quote_origin_changed': { from: string; to: string }
  'team.clients_exported': { count: number }
  'team.clients_deleted': { count: number }
  /** A lost key, and how many values need it. */
  'encryption.key_given_up': { key: number; values: number }
  /** By an operator in a terminal: the action, the kind of entry and its slug. */
  'catalogue.changed': { action: string; what: string; subject: string }
  /** By the buying or the selling team: through the page, or through a link that works for one minute. */
  'ticket.fetched': { ticket_id: string; line_id: string; via: 'page' | 'link' }
  'calendar.address_created': { calendar: 'performer' | 'venue' | 'mine' }
  'calendar.address_revoked': { calendar: 'performer' | 'venue' | 'mine' }
  /** Once per caller and window, not for every rejected request. */
  'rate.limited': { route: string; by: 'session' | 'ip_address' }
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
