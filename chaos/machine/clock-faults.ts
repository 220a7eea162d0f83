import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { assertOffset, offsetOf, offsetText, readServerClock, withOffsetFile } from '../fake-time.ts'
import { databaseOf, type Installation } from './installation.ts'
import type { Volume } from './volume.ts'
import { withFault, type Result } from './with-fault.ts'

const jumpSeconds = 3600
const betweenMs = 12_000

/**
 * The clock of every process jumps forwards by an hour, and then back to an hour before the start. Each process notices
 * within a second, so for that long they disagree by the whole jump. Intervals and timeouts, which a real jump does not
 * change either, go on.
 */
export async function moveClock(createVolume: (megabytes: number) => Volume): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'terrace-clock-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'offset')
  const setOffset = (seconds: number) => writeFileSync(file, offsetText(seconds))
  setOffset(0)
  try {
    return await withFault({
      dataFolder: join(createVolume(700).folder, 'data'),
      env: withOffsetFile(file),
      async inject({ installation }) {
        for (const seconds of [jumpSeconds, -jumpSeconds]) {
          setOffset(seconds)
          await pause(betweenMs)
          await assertClocks(installation, seconds)
        }
      },
      recover: async () => setOffset(0),
      lastsMs: 0,
      stopsWrites: false,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function assertClocks({ dataFolder, port }: Installation, seconds: number): Promise<void> {
  const { databaseUrl } = await databaseOf(dataFolder)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const databaseOffset = offsetOf(rows[0]?.now ?? new Date(0))
  await client.end()
  assertOffset('the database', databaseOffset, seconds)
  assertOffset('the server', offsetOf(await readServerClock(port)), seconds)
}
