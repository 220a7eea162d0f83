import type { Insertable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

/** Teams and accounts; those that are there already stay as they are. */
export async function insertDemoAccounts(
  tx: Tx,
  teams: Insertable<Tables['teams']>[],
  accounts: Insertable<Tables['accounts']>[],
): Promise<void> {
  await tx
    .insertInto('teams')
    .values(teams)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .insertInto('accounts')
    .values(accounts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
