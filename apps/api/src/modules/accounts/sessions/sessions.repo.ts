import { sql } from 'kysely'
import { securityEventRow } from '#api/audit/audit.repo.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'
import type { Db } from '#api/db/client.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'

/** Sessions expire after this many days without use. */
const idleDays = 30
/** `last_seen_at` is written at most this often. */
const lastSeenIntervalMinutes = 5

export async function insertSession(
  tx: Tx,
  session: { id: string; accountId: string; token: string; userAgent: string; ipAddress?: string },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: hashToken(session.token),
      user_agent: storedUserAgent(session.userAgent),
      ip_address: session.ipAddress ?? '',
    })
    .execute()
}

/**
 * Opens a session if `passwordHash` is still current, clears this IP address's login failures for the username and
 * records `event`, all or nothing. Returns false if a reset has changed the password, because it ended all sessions.
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
    ipAddress: string
  },
  event: SecurityEvent,
): Promise<boolean> {
  const { rows } = await sql<{ isOpen: boolean }>`
    select open_session_by_password(${session.accountId}, ${session.passwordHash}, ${session.id},
      ${hashToken(session.token)}, ${storedUserAgent(session.userAgent)}, ${session.ipAddress},
      ${session.username.toLowerCase()}, ${JSON.stringify({ ...securityEventRow(event), details: event.details })}) as "isOpen"`.execute(
    db,
  )
  return rows[0]?.isOpen ?? false
}

/** No browser sends more than this. */
function storedUserAgent(userAgent: string): string {
  return userAgent.slice(0, 300)
}

/**
 * Accounts of live sessions (not revoked, not idle for {@link idleDays}, account active) by base64 token hash.
 * Updates `last_seen_at`.
 */
export async function findSessions(
  db: DbOrTx,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, AuthenticatedAccount>> {
  const { rows } = await sql<AuthenticatedAccount & { tokenHash: Buffer }>`
    with found as (
      select s.token_hash as "tokenHash", a.id as "accountId", s.id as "sessionId", a.team_id as "teamId",
        t.name as "teamName", a.role, t.base_currency as "baseCurrency", s.last_seen_at
      from sessions s join accounts a on a.id = s.account_id join teams t on t.id = a.team_id
      where s.token_hash = any(${tokenHashes}::bytea[]) and a.status = 'active' and s.revoked_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(days => ${idleDays})
    ), seen as (
      update sessions set last_seen_at = clock_timestamp() from found
      where id = "sessionId" and found.last_seen_at < clock_timestamp() - make_interval(mins => ${lastSeenIntervalMinutes})
    )
    select "tokenHash", "accountId", "sessionId", "teamId", "teamName", role, "baseCurrency" from found`.execute(
    db,
  )
  return new Map(rows.map(({ tokenHash, ...account }) => [tokenHash.toString('base64'), account]))
}

export interface Session {
  id: string
  userAgent: string
  ipAddress: string
  createdAt: Date
  lastSeenAt: Date
}

/** The account's live sessions, most recently used first. */
export async function findActiveSessions(db: DbOrTx, accountId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'ip_address as ipAddress',
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
 * Ends the live sessions selected by `only` or `except`, or all. Returns their ids; the caller records
 * `session.revoked` for them.
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

export async function purgeExpiredSessions(db: DbOrTx): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('last_seen_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${idleDays})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
