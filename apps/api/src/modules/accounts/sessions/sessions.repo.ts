import { sql } from 'kysely'
import { securityEventRow } from '#api/audit/audit.repo.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'

/** Sessions end after this many days without use. */
const idleDays = 30
/** Sessions end this many days after the login, however much they are used. */
const maxDays = 90
/** `last_seen_at` is written at most this often. */
const lastSeenIntervalMinutes = 5

export async function insertSession(
  tx: Tx,
  session: {
    id: string
    accountId: string
    token: string
    userAgent: string
    ipAddress?: string
    /** What the account proved to open it; nothing for a handover. */
    proven?: readonly ('password' | 'second_factor')[]
  },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: hashToken(session.token),
      user_agent: storedUserAgent(session.userAgent),
      ip_address: session.ipAddress ?? '',
      password_proven_at: session.proven?.includes('password') ? sql<Date>`clock_timestamp()` : null,
      second_factor_proven_at: session.proven?.includes('second_factor')
        ? sql<Date>`clock_timestamp()`
        : null,
    })
    .execute()
}

/**
 * Opens a session if `passwordHash` is still current, clears this IP address's login failures for the username and
 * records `event`, all or nothing. Returns false if a reset has changed the password, because it ended all sessions.
 */
export async function openSessionByPassword(
  db: DbOrTx,
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
 * Accounts of live sessions (not revoked, not past {@link idleDays} or {@link maxDays}, account active) by base64 token hash.
 * Updates `last_seen_at`.
 */
export async function findSessions(
  db: DbOrTx,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, AuthenticatedAccount>> {
  const { rows } = await sql<AuthenticatedAccount & { tokenHash: Buffer }>`
    with found as (
      select s.token_hash as "tokenHash", a.id as "accountId", s.id as "sessionId", a.team_id as "teamId",
        t.name as "teamName", a.role, t.can_buy as "canBuy", t.can_sell as "canSell",
        account_permissions(a.team_role, a.seller_permissions, t.can_sell) as "sellerPermissions",
        t.base_currency as "baseCurrency", s.last_seen_at,
        s.second_factor_proven_at is null and (a.role = 'operator'
          or coalesce(t.second_factor_required_from <= clock_timestamp(), false)) as "isSecondFactorDue"
      from sessions s join accounts a on a.id = s.account_id join teams t on t.id = a.team_id
      where s.token_hash = any(${tokenHashes}::bytea[]) and a.status = 'active' and s.revoked_at is null
        and s.last_seen_at > clock_timestamp() - make_interval(days => ${idleDays})
        and s.created_at > clock_timestamp() - make_interval(days => ${maxDays})
    ), seen as (
      update sessions set last_seen_at = clock_timestamp() from found
      where id = "sessionId" and found.last_seen_at < clock_timestamp() - make_interval(mins => ${lastSeenIntervalMinutes})
    )
    select "tokenHash", "accountId", "sessionId", "teamId", "teamName", role, "canBuy", "canSell",
      "sellerPermissions", "baseCurrency", "isSecondFactorDue"
    from found`.execute(db)
  return new Map(rows.map(({ tokenHash, ...account }) => [tokenHash.toString('base64'), account]))
}

const sessionColumns = [
  'id',
  'user_agent as userAgent',
  'ip_address as ipAddress',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
] as const

export interface Session {
  id: string
  userAgent: string
  ipAddress: string
  createdAt: Date
  lastSeenAt: Date
}

/** Also of a session that has ended. */
export async function findSession(
  db: DbOrTx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
): Promise<Session | undefined> {
  return db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** The account's live sessions, most recently used first. */
export async function findActiveSessions(db: DbOrTx, accountId: string): Promise<Session[]> {
  return db
    .selectFrom('sessions')
    .select(sessionColumns)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('last_seen_at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${idleDays})`)
    .where('created_at', '>', sql<Date>`clock_timestamp() - make_interval(days => ${maxDays})`)
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

/** The account of a session; `undefined` if it has ended. */
export async function findSessionAccount(db: DbOrTx, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('account_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.account_id
}
