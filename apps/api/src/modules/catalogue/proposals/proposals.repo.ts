import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { matchKey } from '../matching/match-key.ts'
import { proposalKey, type Proposal, type ProposalStatus, type UnknownName } from './proposal.ts'

const columns = sql`
  id, what, name, scope, kind, competition, city, country_code as "countryCode", file_name as "fileName", line, status`

/**
 * Adds a proposal for each new name, and opens a decided one again: its decision did not give the name a meaning. A
 * rejected name stays rejected. A name whose scope the source leaves open joins the same name of any scope. Returns id
 * and status in the order of the names.
 */
export async function upsertProposals(
  tx: Tx,
  fileName: string,
  names: readonly UnknownName[],
): Promise<{ id: number; status: ProposalStatus }[]> {
  const scopes = new Map<string, string>()
  const rows = names.map((name, place) => {
    const key = matchKey(name.name)
    const ofName = `${name.what}\n${key}`
    if (name.scope !== '' && !scopes.has(ofName)) scopes.set(ofName, name.scope)
    return { ...name, key, place, earlierScope: scopes.get(ofName) ?? '' }
  })
  const recordset = sql`(
    select r.place, r.what, r.name, r.key, r.kind, r.competition, r.city, r."countryCode", r.line,
      case when r.scope <> '' then r.scope else coalesce((
        select p.scope from name_proposals p where p.what = r.what and p.name_key = r.key order by p.id limit 1
      ), r."earlierScope") end as scope
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      place integer, what text, name text, key text, scope text, "earlierScope" text, kind text, competition text, city text,
      "countryCode" text, line integer)
  ) r`
  const isSameName = sql`p.what = r.what and p.scope = r.scope and p.name_key = r.key`
  await sql`
    update name_proposals p set status = 'open', target_id = null, decided_at = null, file_name = ${fileName},
      line = r.line
    from ${recordset} where ${isSameName} and p.status in ('accepted', 'merged')`.execute(tx)
  // In the order of the file: operators see them like this.
  await sql`
    insert into name_proposals (what, name, name_key, scope, kind, competition, city, country_code, file_name, line)
    select what, name, key, scope, kind, competition, city, "countryCode", ${fileName}, line from ${recordset}
    where not exists (select from name_proposals p where ${isSameName})
    order by place
    on conflict (what, scope, name_key) do nothing`.execute(tx)
  const { rows: stored } = await sql<{ id: number; status: ProposalStatus }>`
    select p.id, p.status from ${recordset} join name_proposals p on ${isSameName} order by r.place`.execute(
    tx,
  )
  return stored
}

/** Keys ({@link proposalKey}) of the names that an operator has rejected. */
export async function findRejected(
  db: DbOrTx,
  names: readonly Pick<UnknownName, 'what' | 'scope' | 'name'>[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = names.map(({ what, scope, name }) => ({ what, scope, key: matchKey(name) }))
  const { rows: rejected } = await sql<Pick<UnknownName, 'what' | 'scope' | 'name'>>`
    select distinct p.what, p.scope, p.name_key as name
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(what text, scope text, key text)
    join name_proposals p on p.what = r.what and p.scope = r.scope and p.name_key = r.key
    where p.status = 'rejected'`.execute(db)
  return new Set(rejected.map(proposalKey))
}

/** Open proposals for which rows wait, in the order in which they were made, of one file or of all. */
export async function readOpenProposals(db: DbOrTx, fileName?: string): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select ${columns} from name_proposals p
    where status = 'open' and exists (
      select from unmatched_events u where u.status = 'waiting'
        and u.missing @> jsonb_build_array(jsonb_build_object('proposal', p.id)))
      ${fileName === undefined ? sql`` : sql`and file_name = ${fileName}`}
    order by id`.execute(db)
  return rows
}

/** Locks the proposals, so that two operators do not decide about one at the same time. */
export async function lockProposals(tx: Tx, ids: readonly number[]): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select ${columns} from name_proposals where id = any(${ids}::integer[]) order by id for update`.execute(
    tx,
  )
  return rows
}

export async function decideProposal(
  tx: Tx,
  { id, status, targetId }: { id: number; status: Exclude<ProposalStatus, 'open'>; targetId: number | null },
): Promise<void> {
  await sql`
    update name_proposals set status = ${status}, target_id = ${targetId}::integer, decided_at = clock_timestamp()
    where id = ${id}`.execute(tx)
}

/** How many rows wait for each proposal. */
export async function countWaitingRows(db: DbOrTx): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; rows: number }>`
    select (m.value ->> 'proposal')::integer as id, count(distinct u.id)::integer as rows
    from unmatched_events u cross join jsonb_array_elements(u.missing) m
    where u.status = 'waiting' and m.value ? 'proposal' group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row.rows]))
}

/** Open proposals with the same names as these: a decision about one may give a meaning to all. */
export async function findSameNames(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct other.id from name_proposals p
    join name_proposals other on other.what = p.what and other.name_key = p.name_key and other.status = 'open'
    where p.id = any(${ids}::integer[])`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Proposals of which rows wait although every name of these rows is decided. */
export async function findDecidedProposals(db: DbOrTx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct (m.value ->> 'proposal')::integer as id
    from unmatched_events u cross join jsonb_array_elements(u.missing) m
    where u.status = 'waiting' and m.value ? 'proposal' and not exists (
      select from jsonb_array_elements(u.missing) name
        left join name_proposals p on p.id = (name.value ->> 'proposal')::integer
      where p.status is null or p.status not in ('accepted', 'merged'))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
