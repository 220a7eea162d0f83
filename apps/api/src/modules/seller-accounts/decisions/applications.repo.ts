import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

export interface ListedApplication {
  teamId: string
  teamName: string
  state: string
  submittedAt: Date | null
  isSuspended: boolean
  /** A change of its details waits for a decision. */
  hasChange: boolean
}

/** Up to 200 applications: submitted ones first, then sellers with a requested change, each the oldest first. */
export async function listApplications(db: DbOrTx, state: string | undefined): Promise<ListedApplication[]> {
  const { rows } = await sql<ListedApplication>`
    select a.team_id as "teamId", t.name as "teamName", a.state, a.submitted_at as "submittedAt",
      a.suspended_at is not null as "isSuspended", a.change_requested_at is not null as "hasChange"
    from seller_accounts a join teams t on t.id = a.team_id
    where ${state ?? null}::text is null or a.state = ${state ?? null}
    order by a.state <> 'submitted', a.change_requested_at nulls last, a.state <> 'information_wanted', a.submitted_at nulls last, a.team_id
    limit 200`.execute(db)
  return rows
}

export interface Duplicate {
  teamId: string
  teamName: string
  /** What the teams have in common. */
  same: ('bank account' | 'tax number' | 'address' | 'device')[]
}

/** Days for which sessions are compared. */
const deviceDays = 90

/** Other teams with the same bank account, tax number or address, or whose members logged in from the same device and network. */
export async function findDuplicates(db: DbOrTx, teamId: string): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    with own as (select bank_digest, tax_digest, address_digest from seller_accounts where team_id = ${teamId}),
    devices as (
      select distinct s.ip_address, s.user_agent from sessions s join accounts a on a.id = s.account_id
      where a.team_id = ${teamId} and s.ip_address <> '' and s.user_agent <> ''
        and s.created_at > clock_timestamp() - make_interval(days => ${deviceDays})
      limit 200
    ), found as (
      select o.team_id, 1 as place, 'bank account' as same from own join seller_accounts o on o.bank_digest = own.bank_digest
      union select o.team_id, 2, 'tax number' from own join seller_accounts o on o.tax_digest = own.tax_digest
      union select o.team_id, 3, 'address' from own join seller_accounts o on o.address_digest = own.address_digest
      union select a.team_id, 4, 'device' from devices d
        join sessions s on s.ip_address = d.ip_address and s.user_agent = d.user_agent
        join accounts a on a.id = s.account_id
        where s.created_at > clock_timestamp() - make_interval(days => ${deviceDays})
    )
    select f.team_id as "teamId", t.name as "teamName", array_agg(f.same order by f.place) as same
    from found f join teams t on t.id = f.team_id where f.team_id <> ${teamId}
    group by f.team_id, t.name order by min(f.place), f.team_id limit 50`.execute(db)
  return rows
}
