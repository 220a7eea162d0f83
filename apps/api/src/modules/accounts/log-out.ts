import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { revokeSession } from './sessions.repo.ts'

/** Ends the session; its token is refused from then on. */
export async function logOut({ db }: { db: Db }, { sessionId, accountId }: SignedIn): Promise<void> {
  await inTransaction(db, async (tx) => {
    await revokeSession(tx, sessionId)
    await recordEvents(tx, [
      { topic: 'session.revoked', subject: sessionId, payload: { sessionId, accountId } },
    ])
  })
}
