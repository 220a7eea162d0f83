import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'

/** Who has the name already, in any scope. */
export async function findMatches(
  tx: Tx,
  kind: 'performer' | 'venue' | 'competition',
  key: string,
): Promise<{ id: number; name: string }[]> {
  const select = {
    performer: sql`
      select distinct p.id, p.name from performer_aliases a join performers p on p.id = a.performer_id
      where a.name_key = ${key}`,
    venue: sql`
      select distinct v.id, v.name from venue_aliases a join venues v on v.id = a.venue_id where a.name_key = ${key}`,
    competition: sql`
      select c.id, c.name from competition_names n join categories c on c.id = n.category_id where n.name_key = ${key}`,
  }[kind]
  const { rows } = await sql<{ id: number; name: string }>`${select}`.execute(tx)
  return rows
}
