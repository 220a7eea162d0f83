import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { TitleStyle } from '../competitions/competition.ts'

export interface PairEvent {
  id: number
  title: string
  titleStyle: TitleStyle
  opponent: string
  isHome: boolean
}

/** The performer's events at home and away. */
export async function readPairEvents(tx: Tx, performerId: number): Promise<PairEvent[]> {
  const { rows } = await sql<PairEvent>`
    select e.id, e.title, coalesce(c.title_style, 'versus') as "titleStyle", p.name as opponent,
      own.role = 'home' as "isHome"
    from event_performers own
      join event_performers other on other.event_id = own.event_id
        and other.role = case own.role when 'home' then 'away' else 'home' end
      join performers p on p.id = other.performer_id
      join catalogue_events e on e.id = own.event_id
      left join competitions c on c.category_id = e.category_id
    where own.performer_id = ${performerId} and own.role in ('home', 'away') order by e.id`.execute(tx)
  return rows
}

export async function retitleEvents(
  tx: Tx,
  titles: readonly { id: number; title: string; slug: string }[],
): Promise<void> {
  if (titles.length === 0) return
  await sql`
    update catalogue_events e set title = r.title, slug = r.slug, updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) as r(id integer, title text, slug text)
    where e.id = r.id`.execute(tx)
}
