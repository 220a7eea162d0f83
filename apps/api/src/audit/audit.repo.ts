import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { SecurityEvent } from './security-event.ts'

/**
 * Writes to the append-only audit log. Record successes in the transaction that makes them; record rejections outside
 * it, or the rollback would delete the record.
 */
export async function recordSecurityEvents(db: DbOrTx, ...events: readonly SecurityEvent[]): Promise<void> {
  if (events.length === 0) return
  await db.insertInto('security_events').values(events.map(securityEventRow)).execute()
}

/** Maps an event to its table row, for statements that also do other work. */
export function securityEventRow({
  kind,
  caller,
  actorId,
  accountId,
  teamId,
  sessionId,
  details,
}: SecurityEvent) {
  return {
    kind,
    actor_id: actorId ?? null,
    account_id: accountId ?? null,
    team_id: teamId ?? null,
    session_id: sessionId ?? null,
    ip_address: caller.ipAddress,
    user_agent: caller.userAgent,
    request_id: caller.requestId ?? null,
    details: JSON.stringify(details),
  }
}

export interface SecurityEventFilter {
  /** Username, ignoring case; matches both the actor and the affected account. */
  username?: string | undefined
  kind?: string | undefined
  /** Entries that concern this team, also those of operators and of the server. */
  teamId?: string | undefined
  ipAddress?: string | undefined
  since?: Date | undefined
  /** Newest records only. */
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
  ipAddress: string
  userAgent: string
  requestId: string | null
  details: Record<string, unknown>
}

/** Returns the matching records, oldest first. Accounts appear by username, or by id once deleted. */
export async function readSecurityEvents(
  db: DbOrTx,
  { username, kind, teamId, ipAddress, since, limit }: SecurityEventFilter,
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
      'e.ip_address as ipAddress',
      'e.user_agent as userAgent',
      'e.request_id as requestId',
      'e.details',
    ])
    .$if(username !== undefined, (query) =>
      query.where(sql<boolean>`lower(${username ?? ''}) in (lower(actor.username), lower(account.username))`),
    )
    .$if(kind !== undefined, (query) => query.where('e.kind', '=', kind ?? ''))
    .$if(teamId !== undefined, (query) => query.where('e.team_id', '=', teamId ?? ''))
    .$if(ipAddress !== undefined, (query) => query.where('e.ip_address', '=', ipAddress ?? ''))
    .$if(since !== undefined, (query) => query.where('e.at', '>=', since ?? new Date(0)))
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}
