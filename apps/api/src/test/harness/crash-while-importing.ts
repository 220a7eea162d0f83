/* A process for tests that imports a football season up to a given point, reports it and waits to be killed. */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#api/db/client.ts'
import { importFixtures } from '#api/modules/catalogue/importers/fixtures/import-fixtures.ts'
import { sourceFileOf } from '#api/modules/catalogue/importers/readers/source-file.ts'
import { systemClock } from '#api/shared/clock.ts'
import { withTransaction } from './with-transaction.ts'

export interface ImportCrash {
  databaseUrl: string
  content: string
  /**
   * State of the run at the crash: `staging` with a first batch, `staged` before the switch, `applied` before anything
   * is settled.
   */
  at: 'staging' | 'staged' | 'applied'
}

// The test writes it with this type.
const crash = JSON.parse(process.argv[2] ?? '') as ImportCrash
const { db } = openDatabase({ url: crash.databaseUrl, poolSize: 4 })

const paused = withTransaction(db, async (work) => {
  const { rows } = await sql`
    select from import_runs r where state = ${crash.at} and exists (select from import_rows where run_id = r.id)`.execute(
    db,
  )
  if (rows.length > 0) {
    process.stdout.write(`${crash.at}\n`)
    await wait(600_000)
  }
  return db.transaction().execute(work)
})
await importFixtures(
  { db: paused, clock: systemClock },
  { file: sourceFileOf('season.json', crash.content), profile: 'football-json' },
)
