import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

const file = new URL('../migrate.ts', import.meta.url).pathname

const run = (databaseUrl = database.databaseUrl) =>
  promisify(execFile)(process.execPath, [file], {
    // As a job of a release has them: the pooler's address must not be used.
    env: {
      ...process.env,
      APP_ENV: 'production',
      DATABASE_URL: 'postgres://terrace@127.0.0.1:1/none',
      DATABASE_DIRECT_URL: databaseUrl,
      DATABASE_POOLER: 'transaction',
    },
  })

test('an empty database gets the schema, countries and currencies; a second run changes nothing', async () => {
  const first = await run()
  expect(first.stdout).toMatch(/\d+ files applied\./)
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ countries: number; currencies: number; accounts: number }>(
    `select (select count(*)::int from countries) as countries, (select count(*)::int from currencies) as currencies,
      (select count(*)::int from accounts) as accounts`,
  )
  await client.end()
  expect(rows[0]?.countries).toBeGreaterThan(200)
  expect(rows[0]?.currencies).toBeGreaterThan(100)
  expect(rows[0]?.accounts).toBe(0)
  expect((await run()).stdout).toContain('The schema is up to date.')
})

test('an unreachable database is an error that a job repeats', async () => {
  await expect(run('postgres://terrace@127.0.0.1:1/none')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ECONNREFUSED'),
  })
})
