import type { Insertable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Tx } from '#api/db/transaction.ts'

/** Inserts teams and accounts; existing ones stay unchanged. */
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
