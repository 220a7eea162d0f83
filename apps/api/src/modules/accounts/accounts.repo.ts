import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'
import type { Account } from './account.ts'

const columns = [
  'accounts.id',
  'accounts.team_id as teamId',
  'teams.name as teamName',
  'teams.email as teamEmail',
  'teams.base_currency as baseCurrency',
  'accounts.role',
  'accounts.status',
  'accounts.username',
  'accounts.email',
  'accounts.first_name as firstName',
  'accounts.last_name as lastName',
  'accounts.country_code as countryCode',
  'accounts.phone',
  'accounts.is_trade_user as isTradeUser',
] as const

/** Finds the account and its password hash by user name, whatever its case. */
export async function findByUsername(
  db: Reader,
  username: string,
): Promise<{ account: Account; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('teams', 'teams.id', 'accounts.team_id')
    .select([...columns, 'accounts.password_hash as passwordHash'])
    .where(sql<string>`lower(accounts.username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  if (!row) return undefined
  const { passwordHash, ...account } = row
  return { account, passwordHash }
}

export async function findAccount(db: Reader, id: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .innerJoin('teams', 'teams.id', 'accounts.team_id')
    .select(columns)
    .where('accounts.id', '=', id)
    .executeTakeFirst()
}

/** Failed logins of the last `minutes`, and those under way, for one user name and for one address. */
export async function countLoginFailures(
  db: Reader,
  { username, address, minutes }: { username: string; address: string; minutes: number },
): Promise<{ byUsername: number; byAddress: number }> {
  const key = username.toLowerCase()
  const { rows } = await sql<{ byUsername: number; byAddress: number }>`
    select count(*) filter (where username_key = ${key})::int as "byUsername",
      count(*) filter (where address = ${address})::int as "byAddress"
    from login_failures
    where failed_at > clock_timestamp() - make_interval(mins => ${minutes})
      and (username_key = ${key} or address = ${address})`.execute(db)
  return rows[0] ?? { byUsername: 0, byAddress: 0 }
}

/** Counts as a failure until {@link forgetLoginAttempt} or {@link forgetLoginFailures} says otherwise. Answers its id. */
export async function recordLoginAttempt(db: Reader, username: string, address: string): Promise<number> {
  const { id } = await db
    .insertInto('login_failures')
    .values({ username_key: username.toLowerCase(), address })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function forgetLoginAttempt(db: Reader, id: number): Promise<void> {
  await db.deleteFrom('login_failures').where('id', '=', id).execute()
}

export async function forgetLoginFailures(db: Reader, username: string): Promise<void> {
  await db.deleteFrom('login_failures').where('username_key', '=', username.toLowerCase()).execute()
}

/** Forgets failed logins that no window counts any more; answers how many. */
export async function forgetOldLoginFailures(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
