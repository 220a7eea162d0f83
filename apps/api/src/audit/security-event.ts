import type { Caller } from './caller.ts'

type Nothing = Record<string, never>

/**
 * Everything that the audit log keeps, by kind, with what is told beside who, when and from where. Written out, so that no
 * secret and nothing of a person gets in by the way: no password, token, code or link, no name and no e-mail address.
 * Also not the name that a login failed with: people type their password there.
 */
interface SecurityFacts {
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
  'password.change_refused': Nothing
  'password.reset': Nothing
  'password.reset_requested': { reset_id: string }
  'password.reset_link_sent': { reset_id: string }
  'password.reset_refused': { reason: 'link_spent' | 'too_many' }
  'account.signed_up': { status: 'pending' | 'active' }
  /** False: the operator let somebody in whose address nobody had confirmed (`--unverified`). */
  'account.approved': { email_verified: boolean }
  'account.email_verified': Nothing
  'handover.started': { issuer: string }
  'handover.redeemed': { issuer: string }
  'handover.refused': { reason: string }
  'team.member_invited': { role: string }
  'team.invitation_accepted': { role: string }
  'team.invitation_withdrawn': Nothing
  'team.member_removed': Nothing
  'team.member_left': Nothing
  'team.role_changed': { from: string; to: string }
  /** Names of what is another now, never what it is. */
  'team.quote_settings_changed': { changed: string }
  'team.quote_logo_changed': { removed: boolean }
  'team.quote_origin_changed': { from: string; to: string }
  /** By the buying team or by the seller's, in the page or by an address that serves a minute. */
  'ticket.fetched': { ticket_id: string; line_id: string; by: 'page' | 'address' }
  /** Once for a caller and window, not for each refused request. */
  'rate.limited': { route: string; by: 'session' | 'address' }
}

type SecurityEventKind = keyof SecurityFacts

interface Who {
  caller: Caller
  /** The account that did it, where somebody was signed in. */
  actorId?: string | undefined
  /** The account that it was done to: at a login the one that was meant, where there is one. */
  accountId?: string | undefined
  teamId?: string | undefined
  /** The session that was opened, used or ended; its id, never its token. */
  sessionId?: string | undefined
}

export type SecurityEventOf<Kind extends SecurityEventKind> = Who & { kind: Kind; facts: SecurityFacts[Kind] }

export type SecurityEvent = { [Kind in SecurityEventKind]: SecurityEventOf<Kind> }[SecurityEventKind]
