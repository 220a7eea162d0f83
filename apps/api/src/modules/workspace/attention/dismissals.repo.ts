import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { responseDays } from './attention.ts'

interface Dismissal {
  accountId: string
  teamId: string
  /** A quote of the team, or a listing that the account tracks. */
  subject: string
  version: string
}

/** Saves the dismissal; ignores quotes of other teams and listings that the account does not track. */
export async function insertDismissal(
  tx: Tx,
  { accountId, teamId, subject, version, at }: Dismissal & { at: Date },
): Promise<void> {
  await sql`
    insert into attention_dismissals (account_id, subject, version, dismissed_at)
    select ${accountId}, ${subject}, ${version}, ${at}
    where exists (select from quotes where id = ${subject} and team_id = ${teamId})
      or exists (select from tracked_listings where account_id = ${accountId} and listing_id = ${subject})
    on conflict (account_id, subject) do update
      set version = excluded.version, dismissed_at = excluded.dismissed_at`.execute(tx)
}

export async function deleteDismissal(
  tx: Tx,
  { accountId, subject, version }: Omit<Dismissal, 'teamId'>,
): Promise<void> {
  await tx
    .deleteFrom('attention_dismissals')
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .where('version', '=', version)
    .execute()
}

/** Deletes dismissals of ended quotes and of listings that the account no longer tracks; returns how many. */
export async function purgeOldDismissals(db: DbOrTx): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attention_dismissals d
    where d.dismissed_at < now() - make_interval(days => ${responseDays + 1}) and not exists (
      select from tracked_listings t
      where t.account_id = d.account_id and t.listing_id = d.subject and t.ended_at is null)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
