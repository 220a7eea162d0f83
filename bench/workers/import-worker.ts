import { openDatabase } from '../../apps/api/src/db/client.ts'
import { unstated } from '../../apps/api/src/modules/catalogue/importers/fixtures/fixture.ts'
import { importRows } from '../../apps/api/src/modules/catalogue/imports/import-rows.ts'
import type { InputRow } from '../../apps/api/src/modules/catalogue/imports/input-row.ts'
import { systemClock } from '../../apps/api/src/shared/clock.ts'
import { serve } from '../worker.ts'

export interface ImportJob {
  databaseUrl: string
  clubs: number
  fixtures: number
}

export interface ImportResult {
  ms: number
  /** Largest resident memory of this process. */
  residentMb: number
}

serve<ImportJob, ImportResult>(async ({ databaseUrl, clubs, fixtures }) => {
  const { db } = openDatabase({ url: databaseUrl, poolSize: 2 })
  try {
    const from = performance.now()
    const { counts } = await importRows(
      { db, clock: systemClock },
      {
        kind: 'bench',
        fileName: 'season.csv',
        contentHash: null,
        startedBy: 'bench',
        rows: rowsOf(clubs, fixtures),
      },
    )
    if (counts.new !== fixtures) throw new Error(`imported ${JSON.stringify(counts)}`)
    return { ms: performance.now() - from, residentMb: Math.round(process.resourceUsage().maxRSS / 1024) }
  } finally {
    await db.destroy()
  }
})

/** Every club at home against the others, as a reader streams them. */
function* rowsOf(clubs: number, fixtures: number): Generator<InputRow> {
  for (let index = 0; index < fixtures; index += 1) {
    const home = `Club ${1 + (index % clubs)}`
    const away = `Club ${1 + ((index + 1 + Math.floor(index / clubs)) % clubs)}`
    const day = new Date(Date.UTC(2027, 0, 1 + (index % 360))).toISOString().slice(0, 10)
    yield {
      line: index + 2,
      fileName: 'season.csv',
      fixture: {
        ...unstated,
        competition: 'league',
        season: '2027',
        identity: { home, away, part: null, title: `${home} v ${away}` },
        round: `Round ${1 + Math.floor(index / clubs)}`,
        when: { kind: 'local', local: `${day}T19:30` },
        timeKnown: true,
      },
    }
  }
}
