import { sql } from 'kysely'
import type { Reader } from '../../db/transaction.ts'

interface Failures {
  count: number
  /** Until the oldest of them no longer counts. */
  endsInSeconds: number
}

/** Failed logins of the last `minutes`, and those under way: of this name from this address, of the address, and of the name. */
export async function loginFailures(
  db: Reader,
  { username, address, minutes }: { username: string; address: string; minutes: number },
): Promise<{ here: Failures; fromAddress: Failures; onName: Failures; isKnownAddress: boolean }> {
  const key = username.toLowerCase()
  const { rows } = await sql<{ scope: string; count: number; endsInSeconds: number }>`
    with counted as (
      select username_key = ${key} as same_name, address = ${address} as same_address, failed_at
      from login_failures
      where failed_at > clock_timestamp() - make_interval(mins => ${minutes})
        and (username_key = ${key} or address = ${address})
    ), scoped as (
      select 'here' as scope, failed_at from counted where same_name and same_address
      union all select 'fromAddress', failed_at from counted where same_address
      union all select 'onName', failed_at from counted where same_name
      union all
      select 'known', clock_timestamp() where exists (
        select 1 from sessions s join accounts a on a.id = s.account_id
        where lower(a.username) = ${key} and a.status <> 'removed' and s.address = ${address})
    )
    select scope, count(*)::int as count,
      extract(epoch from min(failed_at) + make_interval(mins => ${minutes}) - clock_timestamp())::int as "endsInSeconds"
    from scoped group by scope`.execute(db)
  const of = (scope: string) => rows.find((row) => row.scope === scope) ?? { count: 0, endsInSeconds: 0 }
  return {
    here: of('here'),
    fromAddress: of('fromAddress'),
    onName: of('onName'),
    isKnownAddress: of('known').count > 0,
  }
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

/** What was failed from here; what others failed on the name goes on counting. */
export async function forgetLoginFailures(db: Reader, username: string, address: string): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('username_key', '=', username.toLowerCase())
    .where('address', '=', address)
    .execute()
}

/** Forgets failed logins that no window counts any more; answers how many. */
export async function forgetOldLoginFailures(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
