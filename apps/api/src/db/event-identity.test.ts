import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { migrate } from './migrate.ts'

const folder = new URL('./migrations/', import.meta.url)
let database: TestDatabase
let client: pg.Client
let older: string

beforeAll(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  older = await mkdtemp(join(tmpdir(), 'terrace-migrations-'))
  const names = await readdir(folder)
  for (const name of names.filter((name) => name < '0022')) {
    await cp(new URL(name, folder), join(older, 'migrations', name))
  }
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await rm(older, { recursive: true })
})

test('[X-CAT-08] an upgrade identifies stored events by ids, so that their files add no event again', async () => {
  await migrate({ databaseUrl: database.databaseUrl, folder: pathToFileURL(`${older}/`) })
  await client.query(`
    insert into categories (kind, name, slug) values ('competition', 'League', 'league');
    insert into seasons (category_id, name) values (1, '2026-27');
    insert into venues (name, slug, kind, city, country_code, timezone, capacity)
    values ('Ground', 'ground', 'bowl', 'London', 'GB', 'Europe/London', 100);
    insert into performers (kind, name, slug) values ('team', 'A', 'a'), ('team', 'B', 'b');
    insert into events (source_key, title, slug, category_id, season_id, venue_id, source_local_at, local_at, timezone,
      starts_at, date_confirmed, time_confirmed, status)
    select key, key, 'x', 1, 1, 1, now(), now(), 'Europe/London', now(), true, true, 'scheduled'
    from unnest(array['league/2026-27/a/b', 'league/2026-27/old-a/b', 'league/2026-27/gala', 'bench/7']) as key;
    insert into event_performers (event_id, performer_id, role, position)
    values (1, 1, 'home', 0), (1, 2, 'away', 1), (2, 1, 'home', 0), (2, 2, 'away', 1)`)
  await migrate({ databaseUrl: database.databaseUrl })
  const { rows } = await client.query('select title, source_key from events order by id')
  expect(rows).toEqual([
    { title: 'league/2026-27/a/b', source_key: '1/2026-27/1/2' },
    // Made by a rename; the older event has the identity.
    { title: 'league/2026-27/old-a/b', source_key: 'league/2026-27/old-a/b' },
    { title: 'league/2026-27/gala', source_key: '1/2026-27/gala' },
    { title: 'bench/7', source_key: 'bench/7' },
  ])
})
