import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'

/** Rows of `unmatched_events` that miss a proposed name, in the order of their import. */
export interface ProposedRow {
  id: number
  source: string
  ref: string
}

/** Whether a row of `unmatched_events` waits for one of these proposals. */
export const waitsFor = (ids: readonly number[]): RawBuilder<unknown> => sql`
  missing @> any(array(select jsonb_build_array(jsonb_build_object('proposal', id))
    from unnest(${ids}::integer[]) as id))`

export async function findProposedRows(tx: Tx, proposalId: number): Promise<ProposedRow[]> {
  const { rows } = await sql<ProposedRow>`
    select id, source, ref from unmatched_events where status = 'waiting' and ${waitsFor([proposalId])}
    order by id for update`.execute(tx)
  return rows
}

/** The pairings of the rows that wait for a proposal, each with its first row. */
export async function findProposedPairings(
  tx: Tx,
  proposalId: number,
): Promise<{ home: string; away: string; fileName: string; line: number }[]> {
  const { rows } = await sql<{ home: string; away: string; fileName: string; line: number }>`
    select distinct on (home, away) entry -> 'teams' ->> 'home' as home, entry -> 'teams' ->> 'away' as away,
      file_name as "fileName", line
    from unmatched_events
    where status = 'waiting' and ${waitsFor([proposalId])} and entry -> 'teams' ->> 'home' is not null
    order by home, away, id`.execute(tx)
  return rows
}

/** Returns how many rows never load now. */
export async function dismissProposedRows(tx: Tx, proposalIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update unmatched_events set status = 'dismissed', decided_at = clock_timestamp()
    where status = 'waiting' and ${waitsFor(proposalIds)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Lets dismissed rows wait again after their name got a meaning. */
export async function reopenProposedRows(tx: Tx, proposalIds: readonly number[]): Promise<void> {
  await sql`
    update unmatched_events set status = 'waiting', decided_at = null
    where status = 'dismissed' and ${waitsFor(proposalIds)}`.execute(tx)
}

/** The rows' titles are new events of their competition, whatever similar events it has. */
export async function declareRowsNew(tx: Tx, proposalIds: readonly number[]): Promise<void> {
  await sql`
    update unmatched_events set entry = entry || '{"isDeclaredNew": true}'
    where status = 'waiting' and ${waitsFor(proposalIds)}`.execute(tx)
}

/** Puts a competition in front of the source's own words. */
export async function assignCompetition(tx: Tx, proposalId: number, slug: string): Promise<void> {
  await sql`
    update unmatched_events
    set entry = jsonb_set(entry, '{categories}', to_jsonb(array[${slug}::text]) || (entry -> 'categories'))
    where status = 'waiting' and ${waitsFor([proposalId])}`.execute(tx)
}

/** Rows that miss a name without a proposal, because an earlier version saved them. */
export async function countUnproposedRows(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from unmatched_events
    where status = 'waiting' and not jsonb_path_exists(missing, '$[*].proposal')`.execute(db)
  return rows[0]?.count ?? 0
}

/** Decides which event the rows mean. An empty claim makes everything that the source states count as a change. */
export async function linkRows(tx: Tx, rows: readonly ProposedRow[], eventId: number): Promise<void> {
  const claim = { version: null, status: null, title: '', timeKey: '', text: '' }
  await sql`
    insert into event_sources (source, ref, event_id, claim)
    select source, ref, ${eventId}, ${JSON.stringify(claim)}::jsonb
    from unmatched_events where id = any(${rows.map(({ id }) => id)}::integer[])
    on conflict (source, ref) do update
      set event_id = excluded.event_id, claim = excluded.claim, updated_at = clock_timestamp()`.execute(tx)
}

/** The newest reason of each proposal why a known name does not match. */
export async function readHints(db: DbOrTx): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; hint: string }>`
    select distinct on (id) id, hint from (
      select u.id as "row", (m.value ->> 'proposal')::integer as id, m.value ->> 'hint' as hint
      from unmatched_events u cross join jsonb_array_elements(u.missing) m where u.status = 'waiting'
    ) hints where id is not null and hint is not null order by id, "row" desc`.execute(db)
  return new Map(rows.map(({ id, hint }) => [id, hint]))
}
