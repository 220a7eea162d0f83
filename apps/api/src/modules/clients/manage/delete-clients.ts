import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { Clock } from '#api/shared/clock.ts'
import { assertOwner } from '#api/modules/teams/index.ts'
import { unusedSince } from '../client-usage.ts'
import { deleteClients } from '../clients.repo.ts'

/**
 * Deletes these clients, or every client that is unused now, and returns how many. Quotes and orders stay.
 * @throws `team.not_owner`
 */
export async function removeClients(
  { db, clock }: { db: Db; clock: Clock },
  by: AuthenticatedAccount,
  { ids, caller }: { ids?: readonly string[]; caller: Caller },
): Promise<number> {
  const { teamId, accountId, sessionId } = by
  return inTransaction(db, async (tx) => {
    await assertOwner(tx, by)
    const count = await deleteClients(
      tx,
      ids === undefined ? { teamId, usedBefore: unusedSince(clock.now()) } : { teamId, ids },
    )
    if (count > 0) {
      await recordSecurityEvents(tx, {
        kind: 'team.clients_deleted',
        caller,
        actorId: accountId,
        teamId,
        sessionId,
        details: { count },
      })
    }
    return count
  })
}
