import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Reader, Tx } from '../../db/transaction.ts'

/** Only this is stored: whoever reads the table cannot sign in with it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export async function insertSession(
  tx: Tx,
  session: { id: string; accountId: string; token: string; userAgent: string },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: hashToken(session.token),
      user_agent: session.userAgent,
    })
    .execute()
}

/** The account behind a live session: not revoked, not idle for `idleDays`, account active. Marks it as seen. */
export async function findSession(
  db: Reader,
  token: string,
  idleDays: number,
): Promise<SignedIn | undefined> {
  const { rows } = await sql<SignedIn>`
    update sessions s set last_seen_at = clock_timestamp()
    from accounts a join teams t on t.id = a.team_id
    where s.token_hash = ${hashToken(token)} and a.id = s.account_id and a.status = 'active' and s.revoked_at is null
      and s.last_seen_at > clock_timestamp() - make_interval(days => ${idleDays})
    returning a.id as "accountId", s.id as "sessionId", a.team_id as "teamId", t.name as "teamName", a.role,
      t.base_currency as "baseCurrency"`.execute(db)
  return rows[0]
}

export async function revokeSession(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}
