import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { endSessions } from './end-sessions.ts'

/** Ends the session; its token is refused from then on. */
export async function logOut(
  { db }: { db: Db },
  { sessionId, accountId }: SignedIn,
  caller: Caller,
): Promise<void> {
  const why = { reason: 'logged_out', caller, actorId: accountId } as const
  await inTransaction(db, (tx) => endSessions(tx, accountId, why, { only: sessionId }))
}
