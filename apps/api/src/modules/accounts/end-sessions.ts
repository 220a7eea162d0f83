import type { Tx } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { revokeSessions } from './sessions.repo.ts'

/**
 * Ends sessions of the account inside the caller's transaction and tells every process, so that a session remembered
 * there dies too. Answers the ended ones; the caller forgets them in its own process after the commit.
 */
export async function endSessions(
  tx: Tx,
  accountId: string,
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
  return ended
}
