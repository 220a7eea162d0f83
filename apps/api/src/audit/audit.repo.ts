import { sql } from 'kysely'
import type { Reader } from '../db/transaction.ts'
import type { SecurityEvent } from './security-event.ts'

/**
 * Writes to the audit log, which nobody can change afterwards. What succeeded is recorded in the transaction that made it
 * so; what was refused is recorded outside, or the refusal would undo the record.
 */
export async function recordSecurityEvents(db: Reader, ...events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.insertInto('security_events').values(events.map(securityEventRow)).execute()
}

/** A record as its table has it, for a statement that does more than write it down. */
export function securityEventRow({
  kind,
  caller,
  actorId,
  accountId,
  teamId,
  sessionId,
  facts,
}: SecurityEvent) {
  return {
    kind,
    actor_id: actorId ?? null,
    account_id: accountId ?? null,
    team_id: teamId ?? null,
    session_id: sessionId ?? null,
    address: caller.address,
    user_agent: caller.userAgent,
    request_id: caller.requestId ?? null,
    facts: JSON.stringify(facts),
  }
}

export interface SecurityEventFilter {
  /** A user name, whatever its case: what this account did, and what was done to it. */
  username?: string | undefined
  kind?: string | undefined
  address?: string | undefined
  since?: Date | undefined
  /** The newest so many. */
  limit: number
}

export interface RecordedSecurityEvent {
  id: number
  at: Date
  kind: string
  actor: string | null
  account: string | null
  teamId: string | null
  sessionId: string | null
  address: string
  userAgent: string
  requestId: string | null
  facts: Record<string, unknown>
}

/** Reads the audit log, the oldest of the chosen first; accounts by their user names, as far as they still exist. */
export async function readSecurityEvents(
  db: Reader,
  { username, kind, address, since, limit }: SecurityEventFilter,
): Promise<RecordedSecurityEvent[]> {
  const rows = await db
    .selectFrom('security_events as e')
    .leftJoin('accounts as actor', 'actor.id', 'e.actor_id')
    .leftJoin('accounts as account', 'account.id', 'e.account_id')
    .select([
      'e.id',
      'e.at',
      'e.kind',
      sql<string | null>`coalesce(actor.username, e.actor_id)`.as('actor'),
      sql<string | null>`coalesce(account.username, e.account_id)`.as('account'),
      'e.team_id as teamId',
      'e.session_id as sessionId',
      'e.address',
      'e.user_agent as userAgent',
      'e.request_id as requestId',
      'e.facts',
    ])
    .$if(username !== undefined, (query) =>
      query.where(sql<boolean>`lower(${username ?? ''}) in (lower(actor.username), lower(account.username))`),
    )
    .$if(kind !== undefined, (query) => query.where('e.kind', '=', kind ?? ''))
    .$if(address !== undefined, (query) => query.where('e.address', '=', address ?? ''))
    .$if(since !== undefined, (query) => query.where('e.at', '>=', since ?? new Date(0)))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

/** Forgets what the database lets go: records older than 400 days. Answers how many. */
export async function forgetOldSecurityEvents(db: Reader): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('security_events')
    .where('at', '<', sql<Date>`clock_timestamp() - interval '400 days'`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
