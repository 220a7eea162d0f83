import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

/** Which of the two are taken, whatever their case. */
export async function findTaken(
  db: Reader,
  { email, username }: { email: string; username: string },
): Promise<{ email: boolean; username: boolean }> {
  const { rows } = await sql<{ email: boolean; username: boolean }>`
    select exists (select 1 from accounts where lower(email) = ${email.toLowerCase()} and status <> 'removed') as email,
      exists (select 1 from accounts where lower(username) = ${username.toLowerCase()} and status <> 'removed') as username`.execute(
    db,
  )
  return rows[0] ?? { email: false, username: false }
}
