import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withBenchDatabase } from './bench-data.ts'
import type { ImportJob, ImportResult } from './workers/import-worker.ts'
import { report } from './measure.ts'
import { startWorker } from './worker.ts'

/**
 * Imports 100,000 fixtures with matching, against a bare COPY of the same rows into the same tables (issue 16). Turns
 * alternate; each import starts from an empty catalogue of events.
 */
const clubs = 320
const fixtures = 100_000
const turns = 3

const catalogue = `
  with sport as (
    insert into categories (kind, name, slug) values ('sport', 'Hockey', 'hockey') returning id
  ), league as (
    insert into categories (kind, name, slug, parent_id) select 'competition', 'League', 'league', id from sport returning id
  ), competition as (
    insert into competitions (category_id, performer_scope, title_style) select id, 'league', 'versus' from league
  ), ground as (
    insert into venues (name, slug, kind, city, country_code, timezone, capacity)
    select 'Ground ' || n, 'ground-' || n, 'arena', 'London', 'GB', 'Europe/London', 9000 from generate_series(1, $1::int) n
    returning id, name
  ), club as (
    insert into performers (kind, name, slug) select 'team', 'Club ' || n, 'club-' || n from generate_series(1, $1::int) n
    returning id, name
  ), alias as (
    insert into performer_aliases (scope, name_key, performer_id) select 'league', lower(name), id from club
  )
  insert into performer_venues (performer_id, venue_id)
  select c.id, g.id from club c join ground g on substr(g.name, 8) = substr(c.name, 6)`

const eventColumns = `source_key, title, slug, category_id, season_id, venue_id, round, source_local_at, local_at,
  shift_weeks, timezone, starts_at, date_confirmed, time_confirmed, time_known, status`

await withBenchDatabase(
  async (databaseUrl) => {
    const client = await connect(databaseUrl)
    await client.query(catalogue, [clubs])
    await client.end()
    return {}
  },
  async ({ databaseUrl, analyzeTables }) => {
    await analyzeTables()
    const worker = startWorker<ImportJob, ImportResult>('import-worker.ts')
    const [ours, baseline, memory]: [number[], number[], number[]] = [[], [], []]
    for (let turn = 0; turn < turns; turn += 1) {
      const { ms, residentMb } = await worker.run({ databaseUrl, clubs, fixtures })
      ours.push((fixtures / ms) * 1000)
      memory.push(residentMb)
      baseline.push((fixtures / (await copySameRows(databaseUrl))) * 1000)
    }
    await worker.stop()
    const ok = report({
      bench: 'import',
      unit: 'fixtures per second, import with matching : bare COPY of events and performers',
      target: 0.1,
      goal: 0.3,
      ours,
      baseline,
      conditions: { fixtures, residentMb: Math.max(...memory) },
    })
    process.exitCode = ok ? 0 : 1
  },
)
process.exit()

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** Takes the imported rows out, times a COPY that puts them back, and empties the tables. */
async function copySameRows(databaseUrl: string): Promise<number> {
  const client = await connect(databaseUrl)
  try {
    const events = await read(client, `copy catalogue_events (${eventColumns}) to stdout`)
    const playing = await read(
      client,
      `copy (select event_id - (select min(id) from catalogue_events), performer_id, role, position, opponent_id from event_performers order by 1) to stdout`,
    )
    const empty = () => client.query('truncate catalogue_events, import_runs restart identity cascade')
    await empty()
    const from = performance.now()
    await write(client, `copy catalogue_events (${eventColumns}) from stdin`, events)
    // Ids start at 1 again, those of the copy at 0.
    const rows = playing.replaceAll(/^(\d+)/gm, (id) => String(Number(id) + 1))
    await write(
      client,
      'copy event_performers (event_id, performer_id, role, position, opponent_id) from stdin',
      rows,
    )
    const ms = performance.now() - from
    await empty()
    return ms
  } finally {
    await client.end()
  }
}

async function read(client: pg.Client, text: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of client.query(copyTo(text))) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

async function write(client: pg.Client, text: string, rows: string): Promise<void> {
  const stream = client.query(copyFrom(text))
  stream.end(rows)
  await finished(stream)
}
