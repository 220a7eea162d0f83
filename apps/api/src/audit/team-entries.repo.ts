import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface TeamEntryFilter {
  teamId: string
  /** Kinds of entries begin with one of these words; `undefined` for all. */
  topics?: readonly string[] | undefined
  /** Part of a name or username of the team. */
  person?: string | undefined
  /** Also entries made by these. */
  others?: readonly TeamEntry['by'][] | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface TeamEntry {
  id: number
  at: Date
  kind: string
  /** `member`: of this team. Only of members are there a name, network and device. */
  by: 'member' | 'support' | 'server' | 'visitor' | 'other_team'
  actor: string | null
  /** A member that was affected and did not act. */
  subject: string | null
  ipAddress: string
  userAgent: string
  details: Record<string, unknown>
}

const nameOf = (table: string) =>
  sql`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

/**
 * Entries that concern a team, newest first, and how many there are: those with its id, and those about its accounts that
 * name no team. Joins names of this team's accounts only, so that no one else's can appear.
 */
export async function readTeamEntries(
  db: DbOrTx,
  filter: TeamEntryFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: TeamEntry[]; total: number }> {
  const { rows } = await sql<TeamEntry & { total: number }>`
    with matching as (${matching(filter)}),
    shown as (select * from matching order by id desc limit ${limit} offset ${offset})
    select id::float8 as id, at, kind, "by", actor, subject, details,
      case when "by" in ('member', 'visitor') then ip_address else '' end as "ipAddress",
      case when "by" in ('member', 'visitor') then user_agent else '' end as "userAgent",
      (select count(*)::int from matching) as total
    from shown order by id desc`.execute(db)
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countTeamEntries(db, filter))
  return { entries: rows, total }
}

async function countTeamEntries(db: DbOrTx, filter: TeamEntryFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${matching(filter)}) entry`.execute(db)
  return rows[0]?.count ?? 0
}

function matching({ teamId, topics, person, others = [], from, to }: TeamEntryFilter) {
  const named = person === undefined ? '' : person.trim().toLowerCase()
  const isNamed = (table: string) =>
    sql`position(${named} in lower(${nameOf(table)} || ' ' || ${sql.ref(`${table}.username`)})) > 0`
  return sql`
    select * from (
      select e.id, e.at, e.kind, e.ip_address, e.user_agent, e.details,
        case when own.id is not null then 'member'
          when e.ip_address = 'terminal' or actor.role = 'operator' then 'support'
          when e.ip_address = 'server' then 'server'
          when e.actor_id is null then 'visitor'
          else 'other_team' end as "by",
        ${nameOf('own')} as actor,
        case when subject.id is distinct from own.id then ${nameOf('subject')} end as subject,
        ${named === '' ? sql`true` : sql`coalesce(${isNamed('own')}, false) or coalesce(${isNamed('subject')}, false)`} as is_named
      from security_events e
      left join accounts own on own.id = e.actor_id and own.team_id = ${teamId}
      left join accounts actor on actor.id = e.actor_id
      left join accounts subject on subject.id = e.account_id and subject.team_id = ${teamId}
      where (e.team_id = ${teamId} or e.team_id is null and e.account_id in (select id from accounts where team_id = ${teamId}))
        ${topics === undefined ? sql`` : sql`and split_part(e.kind, '.', 1) = any(${topics}::text[])`}
        ${from === undefined ? sql`` : sql`and e.at >= (${from}::date)::timestamp at time zone 'UTC'`}
        ${to === undefined ? sql`` : sql`and e.at < (${to}::date + 1)::timestamp at time zone 'UTC'`}
    ) entry
    where is_named or "by" = any(${others}::text[])`
}
