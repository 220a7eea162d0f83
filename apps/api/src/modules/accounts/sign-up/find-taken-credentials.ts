import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Taken by an account, or reserved for one. Ignores case. */
export async function findTakenCredentials(
  db: DbOrTx,
  { email, username }: { email: string; username: string },
): Promise<{ email: boolean; username: boolean }> {
  const { rows } = await sql<{ email: boolean; username: boolean }>`
    select exists (select 1 from accounts where lower(email) = ${email.toLowerCase()} and status <> 'removed')
        or is_account_name_reserved('email', ${email}, '') as email,
      exists (select 1 from accounts where lower(username) = ${username.toLowerCase()} and status <> 'removed')
        or is_account_name_reserved('username', ${username}, '') as username`.execute(db)
  return rows[0] ?? { email: false, username: false }
}
