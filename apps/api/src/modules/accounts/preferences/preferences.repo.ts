import { preferences, type Preferences } from '@terrace/contracts/preferences'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** The account's preferences, without values of earlier releases that this one does not support. */
export async function readPreferences(db: DbOrTx, accountId: string): Promise<Preferences> {
  const rows = await db
    .selectFrom('account_preferences')
    .where('account_id', '=', accountId)
    .select(['key', 'value'])
    .execute()
  let valid: Preferences = {}
  for (const { key, value } of rows) {
    const parsed = preferences.safeParse({ [key]: value })
    if (parsed.success) valid = { ...valid, ...parsed.data }
  }
  return valid
}

/** Writes the given preferences, in one order so that concurrent writers never deadlock. */
export async function writePreferences(tx: Tx, accountId: string, values: Preferences): Promise<void> {
  const entries = Object.entries(values).toSorted(([left], [right]) => (left < right ? -1 : 1))
  if (entries.length === 0) return
  await tx
    .insertInto('account_preferences')
    .values(entries.map(([key, value]) => ({ account_id: accountId, key, value: JSON.stringify(value) })))
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({
        value: (row) => row.ref('excluded.value'),
        updated_at: sql`clock_timestamp()`,
      }),
    )
    .execute()
}
