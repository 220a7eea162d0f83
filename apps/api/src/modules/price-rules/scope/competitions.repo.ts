import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** Competitions of the team's listings on upcoming events, and how many listings each has. */
export async function readCompetitions(
  db: DbOrTx,
  { teamId, now }: { teamId: string; now: Date },
): Promise<{ id: number; name: string; listings: number }[]> {
  const { rows } = await sql<{ id: number; name: string; listings: number }>`
    select c.id, c.name, sum(s.listings)::integer as listings
    from (select l.event_id, count(*) as listings from listings l
      where l.seller_team_id = ${teamId} and l.status = 'active' group by l.event_id) s
    join events e on e.id = s.event_id and e.starts_at > ${now}
    join categories c on c.id = e.category_id
    group by c.id order by c.name, c.id`.execute(db)
  return rows
}
