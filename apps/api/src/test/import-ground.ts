import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { importFile } from '../modules/catalogue/import-file.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export interface ImportGround {
  /** A database of its own for each test. */
  readonly db: Db
  readonly clock: TestClock
  /** Imports a file of the demo, named from `seeds/data/`. */
  load(kind: string, path: string): ReturnType<typeof importFile>
  loadText(kind: string, content: string, fileName: string): ReturnType<typeof importFile>
  /** Clubs, grounds and the season of the Premier League. */
  loadEngland(): Promise<void>
  eventsTitled(title: string): Promise<{ id: number; local: string; status: string; venue: string }[]>
}

/** The ground of tests that import: an empty catalogue for each, at noon of 21 November 2026. */
export function importGround(): ImportGround {
  const noon = '2026-11-21T12:00:00Z'
  const clock = createTestClock(noon)
  let database: TestDatabase
  let db: Db
  beforeEach(async () => {
    clock.set(noon)
    database = await createTestDatabase()
    db = openDatabase({ url: database.databaseUrl, poolSize: 4 }).db
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  const ground: ImportGround = {
    get db() {
      return db
    },
    clock,
    load(kind, path) {
      const content = readFileSync(new URL(`../../../../seeds/data/${path}`, import.meta.url), 'utf8')
      return ground.loadText(kind, content, basename(path))
    },
    loadText: (kind, content, fileName) => importFile(ground, { kind, content, fileName }),
    async loadEngland() {
      await ground.load('clubs', 'clubs.csv')
      await ground.load('venues', 'venues/football-venues-2026-27.csv')
      await ground.load('football', 'football/en.1.json')
    },
    async eventsTitled(title) {
      const { rows } = await sql<{ id: number; local: string; status: string; venue: string }>`
        select e.id, to_char(e.source_local_at, 'YYYY-MM-DD"T"HH24:MI') as local, e.status, v.name as venue
        from events e join venues v on v.id = e.venue_id where e.title = ${title} order by e.id`.execute(db)
      return rows
    },
  }
  return ground
}
