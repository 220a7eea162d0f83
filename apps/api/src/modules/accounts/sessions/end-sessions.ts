import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { SecurityEvent, SecurityEventOf } from '#api/audit/security-event.ts'
import type { Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { forgetKnownDevices } from '../devices/devices.repo.ts'
import { findSessionAccount, revokeSessions } from './sessions.repo.ts'

export interface SessionEnd {
  reason: 'logged_out' | SecurityEventOf<'session.revoked'>['details']['reason']
  caller: Caller
  /** `undefined` if the request was not authenticated. */
  actorId?: string | undefined
}

/**
 * Ends sessions in the caller's transaction and announces the revocation to all processes. Unless only one ends, the
 * account forgets its known devices. Returns the ended ids; the caller evicts them from its own cache after the commit.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
  { reason, caller, actorId }: SessionEnd,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const ended = await revokeSessions(tx, accountId, which)
  if (which.only === undefined) await forgetKnownDevices(tx, accountId)
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
      const context = { caller, actorId, accountId, sessionId }
      if (reason === 'logged_out') return { ...context, kind: 'session.logged_out', details: {} }
      return { ...context, kind: 'session.revoked', details: { reason } }
    }),
  )
  return ended
}

/** Ends the session that a login replaces, of whichever account; none if it has ended. */
export async function endSession(
  tx: Tx,
  { sessionId, caller }: { sessionId: string; caller: Caller },
): Promise<string[]> {
  const accountId = await findSessionAccount(tx, sessionId)
  if (accountId === undefined) return []
  return endSessions(tx, accountId, { reason: 'logged_out', caller, actorId: accountId }, { only: sessionId })
}
