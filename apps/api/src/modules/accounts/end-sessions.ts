import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { SecurityEvent, SecurityEventOf } from '../../audit/security-event.ts'
import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { revokeSessions } from './sessions.repo.ts'

export interface WhyEnded {
  reason: 'logged_out' | SecurityEventOf<'session.revoked'>['facts']['reason']
  caller: Caller
  /** The account that ended them, where somebody was signed in. */
  actorId?: string | undefined
}

/**
 * Ends sessions of the account inside the caller's transaction and tells every process, so that a session remembered
 * there dies too. Answers the ended ones; the caller forgets them in its own process after the commit.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { reason, caller, actorId }: WhyEnded,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const ended = await revokeSessions(tx, accountId, which)
  await recordEvents(
    tx,
    ended.map((sessionId) => ({
      topic: 'session.revoked' as const,
      subject: sessionId,
      payload: { sessionId, accountId },
    })),
  )
  await recordSecurityEvents(
    tx,
    ...ended.map((sessionId): SecurityEvent => {
      const who = { caller, actorId, accountId, sessionId }
      if (reason === 'logged_out') return { ...who, kind: 'session.logged_out', facts: {} }
      return { ...who, kind: 'session.revoked', facts: { reason } }
    }),
  )
  return ended
}
