import { sql } from 'kysely'
import { recordSecurityEvents } from '../../audit/audit.repo.ts'
import type { Caller } from '../../audit/caller.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import { recordEvents } from '../../outbox/outbox.repo.ts'
import { accountErrors } from './accounts.errors.ts'

/** Lets a pending account in (product.md §8). Throws `account.not_pending` for any other, and for an unknown name. */
export async function approveAccount(
  { db }: { db: Db },
  { username, caller }: { username: string; caller: Caller },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const approved = await tx
      .updateTable('accounts')
      .set({ status: 'active' })
      .where(sql<string>`lower(username)`, '=', username.toLowerCase())
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (!approved) {
      throw accountErrors.make('account.not_pending', {
        title: `There is no pending account named ${username}`,
      })
    }
    await recordEvents(tx, [
      { topic: 'account.approved', subject: approved.id, payload: { accountId: approved.id } },
    ])
    await recordSecurityEvents(tx, { kind: 'account.approved', caller, accountId: approved.id, facts: {} })
  })
}
