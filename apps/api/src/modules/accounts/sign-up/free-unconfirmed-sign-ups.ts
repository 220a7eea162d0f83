import { sql } from 'kysely'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller } from '#api/audit/caller.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'

/**
 * Closes pending accounts whose email address was not confirmed in time, so that their email and username are free again:
 * at most `limit` of those from before `until`. Returns how many.
 */
export async function freeUnconfirmedSignUps(
  db: Db,
  { until, limit }: { until: Date; limit: number },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    // An account that is being confirmed or approved right now waits for the next run, where it no longer matches.
    const { rows } = await sql<{ accountId: string; teamId: string }>`
      update accounts set status = 'removed', password_hash = 'none'
      where id in (
        select id from accounts
        where status = 'pending' and email_verified_at is null
          and created_at < ${until}
        order by created_at limit ${limit}
        for no key update skip locked)
      returning id as "accountId", team_id as "teamId"`.execute(tx)
    await tx
      .deleteFrom('email_verifications')
      .where('account_id', '=', sql<string>`any(${rows.map(({ accountId }) => accountId)})`)
      .execute()
    await recordSecurityEvents(
      tx,
      ...rows.map((row): SecurityEvent => ({
        kind: 'account.sign_up_expired',
        caller: serverCaller,
        ...row,
        details: {},
      })),
    )
    return rows.length
  })
}

/** When the oldest sign-up that waits for its confirmation was made. */
export async function findOldestUnconfirmed(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('accounts')
    .select('created_at')
    .where('status', '=', 'pending')
    .where('email_verified_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

export async function countUnconfirmed(db: Db, until: Date): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .where('email_verified_at', 'is', null)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return count
}
