import { sql } from 'kysely'
import { securityEventRow } from '../../audit/audit.repo.ts'
import type { SecurityEvent } from '../../audit/security-event.ts'
import type { Db } from '../../db/client.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Reader, Tx } from '../../db/transaction.ts'
import { hashToken } from '../../shared/token-hash.ts'

/** A session that nobody used for so long has ended. */
const idleDays = 30
/** How exactly it is known when a session was last used: no more than so often is it written down. */
const seenMinutes = 5

export async function insertSession(
  tx: Tx,
  session: { id: string; accountId: string; token: string; userAgent: string; address?: string },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: hashToken(session.token),
      user_agent: storedUserAgent(session.userAgent),
      address: session.address ?? '',
    })
    .execute()
}

/**
 * Opens a session while the account's password is the one of this hash, forgets what was failed on the name from this
 * address (what others failed on it goes on counting), and records `event`; all or nothing. False where the password has
 * been changed meanwhile: a reset has ended all sessions, and one more by the old password must not outlive it.
 */
export async function openSessionByPassword(
  db: Db,
  session: {
    id: string
    accountId: string
    passwordHash: string
    token: string
    userAgent: string
    username: string
    address: string
  },
  event: SecurityEvent,
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select open_session_by_password(${session.accountId}, ${session.passwordHash}, ${session.id},
      ${hashToken(session.token)}, ${storedUserAgent(session.userAgent)}, ${session.address},
      ${session.username.toLowerCase()}, ${JSON.stringify({ ...securityEventRow(event), facts: event.facts })}) as "isOpen"`.execute(
    db,
  )
  return rows[0]?.isOpen ?? false
}

/** A name longer than this is no browser's. */
function storedUserAgent(userAgent: string): string {
  return userAgent.slice(0, 300)
}

/**
 * The accounts behind live sessions (not revoked, not idle for {@link idleDays}, account active) by the base64 of their
 * token's hash. Notes that the sessions are in use.
 */
export async function findSessions(
  db: Reader,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, SignedIn>> {
  const { rows } = await sql<SignedIn & { tokenHash: Buffer }>`
    with found as (
      select s.token_hash as "tokenHash", a.id as "accountId", s.id as "sessionId", a.team_id as "teamId",
        t.name as "teamName", a.role, t.base_currency as "baseCurrency", s.last_seen_at
      from sessions s join accounts a on a.id = s.account_id join teams t on t.id = a.team_id
      where s.token_hash = any(${tokenHashes}::bytea[]) and a.status = 'active' and s.revoked_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(days => ${idleDays})
    ), seen as (
      update sessions set last_seen_at = clock_timestamp() from found
      where id = "sessionId" and found.last_seen_at < clock_timestamp() - make_interval(mins => ${seenMinutes})
    )
    select "tokenHash", "accountId", "sessionId", "teamId", "teamName", role, "baseCurrency" from found`.execute(
    db,
  )
  return new Map(rows.map(({ tokenHash, ...account }) => [tokenHash.toString('base64'), account]))
}

export interface Session {
  id: string
  userAgent: string
  address: string
  createdAt: Date
  lastSeenAt: Date
}

/** The account's live sessions, the one used last first. */
export async function liveSessions(db: Reader, accountId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'address',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${idleDays})`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
}

/**
 * Ends sessions of the account that have not ended yet: the named one, or all but `except`, or all. Answers their ids,
 * for which the caller records `session.revoked`.
 */
export async function revokeSessions(
  tx: Tx,
  accountId: string,
  { only, except }: { only?: string; except?: string } = {},
): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`clock_timestamp()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Forgets sessions that have ended by not being used. Answers how many. */
export async function forgetOldSessions(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('last_seen_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${idleDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
