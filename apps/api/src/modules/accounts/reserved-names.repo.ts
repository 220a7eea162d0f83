import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

type NameKind = 'email' | 'username'

/** Lets one transaction at a time take or reserve these. In a fixed order, so that two never wait for each other. */
export async function lockEmails(tx: Tx, emails: readonly string[]): Promise<void> {
  const keys = [...new Set(emails.map((email) => email.toLowerCase()))].toSorted()
  for (const key of keys) await sql`select lock_account_name('email', ${key})`.execute(tx)
}

/** The same for the names of one account. */
export async function lockAccountNames(
  tx: Tx,
  { email, username }: { email: string; username: string },
): Promise<void> {
  await lockEmails(tx, [email])
  await sql`select lock_account_name('username', ${username})`.execute(tx)
}

/** No other account can take the name for this long. The caller holds the lock of the name. */
export async function reserveName(
  tx: Tx,
  { kind, name, accountId, hours }: { kind: NameKind; name: string; accountId: string; hours: number },
): Promise<void> {
  await sql`
    insert into reserved_account_names as r (kind, name_hash, account_id, reserved_until)
    values (${kind}, account_name_hash(${name}), ${accountId}, clock_timestamp() + make_interval(hours => ${hours}))
    on conflict (kind, name_hash, account_id)
      do update set reserved_until = greatest(r.reserved_until, excluded.reserved_until)`.execute(tx)
}

export async function releaseName(
  tx: Tx,
  { kind, name, accountId }: { kind: NameKind; name: string; accountId: string },
): Promise<void> {
  await sql`
    delete from reserved_account_names
    where kind = ${kind} and name_hash = account_name_hash(${name}) and account_id = ${accountId}`.execute(tx)
}

/** The account for which another one cannot take this address now. */
export async function findReservingAccount(db: DbOrTx, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from reserved_account_names
    where kind = 'email' and name_hash = account_name_hash(${email}) and reserved_until > clock_timestamp()
    order by reserved_until desc limit 1`.execute(db)
  return rows[0]?.accountId
}

export async function purgeReservedNames(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('reserved_account_names')
    .where('reserved_until', '<', sql<Date>`clock_timestamp()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
