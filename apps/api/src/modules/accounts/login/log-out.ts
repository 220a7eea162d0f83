import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { endSessions } from '../sessions/end-sessions.ts'

export async function logOut(
  { db }: { db: Db },
  { sessionId, accountId }: AuthenticatedAccount,
  caller: Caller,
): Promise<void> {
  const sessionEnd = { reason: 'logged_out', caller, actorId: accountId } as const
  await inTransaction(db, (tx) => endSessions(tx, accountId, sessionEnd, { only: sessionId }))
}
