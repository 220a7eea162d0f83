import type { TestClock } from './test-clock.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { addListing, addTeam } from './factories.ts'
import { finishImport, importFile } from '../modules/catalogue/index.ts'
import { refreshEventStats } from '../modules/catalogue/event-stats.repo.ts'
import { sql } from 'kysely'

const venues = `kind,venue,aliases,city,country_code,timezone,capacity,latitude,longitude
bowl,RheinEnergieStadion,Müngersdorf,Köln,DE,Europe/Berlin,50000,,
`
const clubs = `league,source_name,name,aliases
de.1,1. FC Köln,1. FC Köln,FC Cologne
de.1,FC Bayern München,Bayern München,Bayern Munich
de.1,Borussia Dortmund,Borussia Dortmund,BVB
en.1,Arsenal FC,Arsenal,The Gunners
en.1,Chelsea FC,Chelsea,
`
const grounds = `league,club,venue,city,country_code,timezone,capacity,latitude,longitude
de.1,1. FC Köln,RheinEnergieStadion,Köln,DE,Europe/Berlin,50000,,
de.1,FC Bayern München,Allianz Arena,München,DE,Europe/Berlin,75024,,
en.1,Arsenal FC,Emirates Stadium,London,GB,Europe/London,60704,,
`
const bundesliga = `{"name": "Deutsche Bundesliga 2026/27", "matches": [
 {"round": "1", "date": "2026-12-05", "time": "15:30", "team1": "1. FC Köln", "team2": "FC Bayern München"},
 {"round": "2", "date": "2027-03-06", "time": "15:30", "team1": "FC Bayern München", "team2": "1. FC Köln"},
 {"round": "3", "date": "2026-11-23", "time": "18:30", "team1": "FC Bayern München", "team2": "Borussia Dortmund"},
 {"round": "0", "date": "2026-11-01", "time": "15:30", "team1": "1. FC Köln", "team2": "Borussia Dortmund"}
]}`
const premierLeague = `{"name": "English Premier League 2026/27", "matches": [
 {"round": "1", "date": "2026-12-12", "time": "17:30", "team1": "Arsenal FC", "team2": "Chelsea FC"}
]}`

/** The moment at which the small catalogue of {@link buildDiscoveryMarket} has one past event and four to come. */
export const discoveryNow = '2026-11-21T12:00:00Z'

/** Two leagues with four events to come, four tickets each; German ones at €85.50, the English one at £120.00. */
export async function buildDiscoveryMarket(clock: TestClock): Promise<
  TestApp & {
    idOf: (title: string) => Promise<number>
    refresh: () => Promise<void>
    sellerTeamId: string
  }
> {
  const app = await buildTestApp({ clock })
  const context = { db: app.db, clock }
  for (const [kind, content, fileName] of [
    ['clubs', clubs, 'clubs.csv'],
    ['venues', venues, 'v.csv'],
    ['venues', grounds, 'g.csv'],
    ['football', bundesliga, 'de.1.json'],
    ['football', premierLeague, 'en.1.json'],
  ] as const) {
    await importFile(context, { kind, content, fileName })
  }
  await finishImport(context)
  const sellerTeamId = await addTeam(app.db)
  const { rows } = await sql<{ id: number; categoryId: number; country: string }>`
    select e.id, min(c.id) as "categoryId", v.country_code as country
    from events e join venues v on v.id = e.venue_id join seating_categories c on c.venue_id = v.id
    group by e.id, v.country_code order by e.id`.execute(app.db)
  for (const [index, { id, categoryId, country }] of rows.entries()) {
    await addListing(app.db, {
      eventId: id,
      sellerTeamId,
      seatingCategoryId: categoryId,
      quantity: 4,
      ...(country === 'GB' ? { priceMinor: 12_000, currency: 'GBP' } : { priceMinor: 8550, currency: 'EUR' }),
      createdAt: new Date(Date.parse(discoveryNow) - (rows.length - index) * 3_600_000),
    })
  }
  const refresh = () =>
    app.db.transaction().execute((tx) =>
      refreshEventStats(
        tx,
        rows.map((row) => row.id),
        clock.now(),
      ),
    )
  await refresh()
  return {
    ...app,
    refresh,
    sellerTeamId,
    async idOf(title) {
      const found = await sql<{ id: number }>`select id from events where title = ${title}`.execute(app.db)
      const id = found.rows[0]?.id
      if (id === undefined) throw new Error(`no event is called ${title}`)
      return id
    },
  }
}
