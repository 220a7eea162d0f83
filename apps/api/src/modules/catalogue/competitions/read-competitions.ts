import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'
import type { Competition, Entrant } from './competition.ts'
import { competitionLookup, type Competitions } from './competition-lookup.ts'

type Row = Omit<Competition, 'sessions' | 'entrants'> & {
  sessions: [name: string, isEvent: boolean][]
  entrants: [season: string, Entrant[]][]
  names: string[]
}

/** All competitions of the catalogue, in the order of the menu. */
export async function readCompetitions(db: DbOrTx): Promise<Competitions> {
  const { rows } = await sql<Row>`
    select c.id as "categoryId", c.parent_id as "sportId", c.slug, c.name, c.confirm_ahead_days as "confirmAheadDays",
      p.performer_scope as scope, p.country_code as "countryCode", p.title_style as "titleStyle",
      p.first_month as "firstMonth", p.season_naming as "seasonNaming",
      p.participants, p.duration_minutes as "durationMinutes",
      coalesce((select json_agg(json_build_array(s.name_key, s.is_event)) from competition_sessions s
        where s.category_id = c.id), '[]') as sessions,
      coalesce((
        select json_agg(json_build_array(season, entrants)) from (
          select e.season, json_agg(json_build_object('id', e.performer_id, 'role', e.role)
            order by e.position, e.performer_id) as entrants
          from competition_entries e where e.category_id = c.id group by e.season
        ) seasons
      ), '[]') as entrants,
      array(select n.name_key from competition_names n where n.category_id = c.id) as names
    from competitions p join categories c on c.id = p.category_id
    order by c.parent_id, c.position, c.id`.execute(db)
  return competitionLookup(
    rows.map(({ names, sessions, entrants, ...row }) => ({
      competition: { ...row, sessions: new Map(sessions), entrants: new Map(entrants) },
      names,
    })),
  )
}
