import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { loadDemoCompetitions } from '#api/test/fixtures/demo-competitions.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { importFile } from './import-file.ts'

const clock = createTestClock('2026-11-21T12:00:00Z')
let database: TestDatabase
let db: Db
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 4 }).db
  await loadDemoCompetitions({ db, clock })
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const importClubs = (...rows: string[]) =>
  importFile(
    { db, clock },
    {
      kind: 'clubs',
      content: `league,source_name,name,aliases\n${rows.join('\n')}\n`,
    },
  )

const importVenues = (...rows: string[]) =>
  importFile(
    { db, clock },
    {
      kind: 'venues',
      content: `kind,venue,aliases,city,country_code,timezone,capacity,latitude,longitude\n${rows.join('\n')}\n`,
    },
  )

async function slugs(table: 'performers' | 'venues'): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`select slug from ${sql.table(table)} order by id`.execute(db)
  return rows.map(({ slug }) => slug)
}

test('clubs whose slugs clash, even with a qualifier, are all loaded', async () => {
  const { counts, bad } = await importClubs(
    'en.1,Arsenal Football ES,Arsenal Football ES,',
    'en.1,Arsenal,Arsenal,',
    'es.1,Arsenal,Arsenal,',
  )
  expect([counts, bad]).toEqual([{ added: 3, changed: 0, unchanged: 0 }, []])
  expect(await slugs('performers')).toEqual(['arsenal-football-es', 'arsenal', 'arsenal-football-es-2'])
})

test('halls with the same name in cities with the same name are all loaded', async () => {
  const hall = (country: string, zone: string) => `theatre,Town Hall,,Birmingham,${country},${zone},1100,,`
  const { counts } = await importVenues(
    hall('GB', 'Europe/London'),
    hall('US', 'America/Chicago'),
    hall('CA', 'America/Toronto'),
    hall('AU', 'Australia/Sydney'),
  )
  expect(counts).toMatchObject({ added: 4 })
  expect(await slugs('venues')).toEqual([
    'town-hall',
    'town-hall-birmingham',
    'town-hall-birmingham-2',
    'town-hall-birmingham-3',
  ])
})

test('concurrent imports that need the same slug both succeed', async () => {
  await Promise.all(
    ['en.1', 'es.1', 'it.1', 'de.1', 'fr.1'].map((league) => importClubs(`${league},Racing,Racing,`)),
  )
  expect(new Set(await slugs('performers')).size).toBe(5)
})

test('a renamed club gets the slug of its new name, and the old slug is recorded', async () => {
  await importClubs('en.1,Headingley FC,Headingley,', 'es.1,Leeds,Leeds,')
  await importClubs('en.1,Headingley FC,Leeds,')
  expect(await slugs('performers')).toEqual(['leeds-football-gb', 'leeds'])
  const { rows } = await sql`
    select o.type, o.slug, p.name from old_slugs o join performers p on p.id = o.type_id`.execute(db)
  expect(rows).toEqual([{ type: 'performer', slug: 'headingley', name: 'Leeds' }])
})

test('a renamed venue gets a new slug, and the same file again changes nothing', async () => {
  const arena = (name: string) => `arena,${name},Forum Arena,Leeds,GB,Europe/London,13000,,`
  await importVenues(arena('First Arena'))
  await importVenues(arena('Second Arena'))
  expect(await slugs('venues')).toEqual(['second-arena'])
  expect((await importVenues(arena('Second Arena'))).counts).toMatchObject({ unchanged: 1 })
  const { rows } = await sql`select type, slug from old_slugs`.execute(db)
  expect(rows).toEqual([{ type: 'venue', slug: 'first-arena' }])
})
