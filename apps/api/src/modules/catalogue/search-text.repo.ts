import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from './match-key.ts'

interface EventNames {
  id: number
  title: string
  city: string
  category: string
  parent: string
  names: string[]
  search_text: string
}

/**
 * Writes down for each event what a search may find it by: itself, its performers and its venue under all of their names,
 * the city, the competition and the sport. Run after an import; touches only events whose text has changed.
 */
export async function refreshSearchText(tx: Tx): Promise<number> {
  const { rows } = await sql<EventNames>`
    with played as (
      select ep.event_id, array_agg(a.name_key order by a.name_key) as names
      from event_performers ep join performer_aliases a on a.performer_id = ep.performer_id group by ep.event_id
    ), placed as (
      select venue_id, array_agg(name_key order by name_key) as names from venue_aliases group by venue_id
    ), called as (
      select competition, title, array_agg(name_key order by name_key) as names from event_aliases group by 1, 2
    )
    select e.id, e.title, v.city, c.name as category, coalesce(p.name, '') as parent, e.search_text,
      coalesce(played.names, '{}') || coalesce(placed.names, '{}') || coalesce(called.names, '{}') as names
    from events e join venues v on v.id = e.venue_id join categories c on c.id = e.category_id
      left join categories p on p.id = c.parent_id left join played on played.event_id = e.id
      left join placed on placed.venue_id = e.venue_id
      left join called on called.competition = c.slug and called.title = e.title`.execute(tx)
  const changed = rows
    .map((row) => ({ id: row.id, before: row.search_text, text: textOf(row) }))
    .filter(({ before, text }) => before !== text)
  if (changed.length > 0) {
    await sql`
      update events e set search_text = r.text
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(id integer, text text) where e.id = r.id
    `.execute(tx)
  }
  return changed.length
}

/** ' arsenal vs chelsea … emirates stadium …': each word once, each with a blank before it. */
function textOf({ title, city, category, parent, names }: EventNames): string {
  const words = [title, ...names, city, category, parent].flatMap((name) => matchKey(name).split(' '))
  return [...new Set(words)].map((word) => ` ${word}`).join('')
}
